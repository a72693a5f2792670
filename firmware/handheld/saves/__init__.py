# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
# What outlives the power: the journal in the NVM sector, and the game in it.
