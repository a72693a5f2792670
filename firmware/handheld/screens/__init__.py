# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The screens, a module each with a class `Screen`: `decide` on events, `draw` the picture."""
