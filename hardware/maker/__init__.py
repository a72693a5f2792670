# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What makes files of the hardware: the fab's with KiCad, the printer's of both cases."""
