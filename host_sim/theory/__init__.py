# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Perfect play and odds: solver, tables, simulation, Gran Cerdo, plots."""
