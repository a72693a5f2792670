# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""code.py while `pocketpig deploy` copies: no mixture of old and new may run."""

import time

import supervisor

import safemode

# A file that is written must not start it again.
supervisor.runtime.autoreload = False
safemode.show(("Update not finished.", "", "Hold B, plug it in,", "pocketpig deploy"))
while True:
    time.sleep(1)
