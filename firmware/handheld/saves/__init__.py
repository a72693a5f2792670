# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
# What survives power-off: the journal in the NVM sector, and the game in it.
