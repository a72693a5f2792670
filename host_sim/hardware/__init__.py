# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Everything that follows from `hardware/pins.toml`.

The file is the single source of parts, nets, pins and dimensions. From it come the firmware's pin
file, the drawings and tables of `hardware/`, the netlist, the Wokwi project and the case; and over
it run the electrical rule check and the check that everything fits into the case.
"""
