# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The handheld in a web page, on MicroPython compiled to WebAssembly."""
