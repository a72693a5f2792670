# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The serial protocol from the computer's side: client, endpoints, and finding a board."""
