# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Gran Cerdo at speed: simulation, a nearly exact solution, and the making of its player."""
