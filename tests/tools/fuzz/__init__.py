# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Fuzzing (`make fuzz`): any input must end in an answer or in a defined refusal."""
