# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the handheld shows, in sentences: for voices, screen readers and braille displays."""
