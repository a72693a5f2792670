# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The handheld as a web page: `build` makes the folder, `serve` shows it on this computer."""
