# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The handheld on a Raspberry Pi's own pins, through Blinka: `python -m board_blinka`."""
