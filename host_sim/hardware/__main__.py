# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""`python -m host_sim.hardware`."""

import sys

from host_sim.hardware.cli import main

sys.exit(main())
