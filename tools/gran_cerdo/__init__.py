# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Gran Cerdo compiled: simulation, a nearly exact solution, and training of its player."""
