# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The conformance suite: what every handheld does, simulated or soldered.

`pocketpig device test --port URL` runs it; see docs/testing.md.
"""
