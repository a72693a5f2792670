# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Programs beside the tests: measure, mutate, fuzz, draw the gallery."""
