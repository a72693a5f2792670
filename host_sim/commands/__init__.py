# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The subcommands of `pocketpig`: what they read from the command line and print."""
