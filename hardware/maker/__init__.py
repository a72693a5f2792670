# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Generator and checks of the hardware, from `hardware/pins.toml`.

The file is the single source of parts, nets, pins and dimensions. The generator makes the
firmware's pin file, the drawings and tables of `hardware/`, the netlist and the
case. The checks are the electrical rule check and the check that everything fits into the case.
"""
