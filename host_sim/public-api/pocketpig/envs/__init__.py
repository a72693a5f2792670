# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Environments for research in learning and search: Gymnasium, PettingZoo and OpenSpiel.

Each is in a module of its own, which needs its own package: `gym`, `zoo` (both in the extra `envs`)
and `spiel` (OpenSpiel, in the extra `peers`). docs/environments.md has examples.
"""
