# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The device besides panel and buttons: power, sound, settings, self-test."""
