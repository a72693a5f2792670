# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What CircuitPython starts."""

try:
    from board_pico.board import PicoBoard
    from handheld.runner import Runner

    Runner(PicoBoard()).run()
except Exception as error:
    # The runner handles the app's own faults; this is for what fails before it, such as a file
    # missing on the drive.
    import traceback

    traceback.print_exception(type(error), error, error.__traceback__)
