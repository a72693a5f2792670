# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Anything at all as input: it ends in an answer or in a refusal with a name. `make fuzz`."""
