# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Pocket Pig's tests. Helpers are imported as `from tests.support.micropython_vm import …`."""
