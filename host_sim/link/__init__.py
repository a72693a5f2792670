# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The computer's side of the serial protocol: client, endpoints, and finding a board."""
