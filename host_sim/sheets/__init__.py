# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Sheets to print: score sheets for real dice, and the data sheet and answers of docs/lesson.md.

Rules and names of games are the handheld's own texts; `words.ini` has the other words.
"""
