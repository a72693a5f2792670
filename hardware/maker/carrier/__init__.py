# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Revision 2, the carrier board: tracks, checks and the files that a fab takes.

All follows from `hardware/carrier.toml` and the pins in `pins.toml`.
"""
