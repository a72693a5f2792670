# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What CircuitPython starts. It ends only by Ctrl-C on the console, which play mode lacks."""

import microcontroller
import supervisor
import watchdog

# A computer that writes the drive must not end a game.
supervisor.runtime.autoreload = False
# Before any compiled module: one that is cut short hangs. Each step of the start has its own 8 s.
microcontroller.watchdog.timeout = 8
microcontroller.watchdog.mode = watchdog.WatchDogMode.RESET
pico = None
STARTING = 255  # byte of sleep_memory, behind those of safemode.py: a start has begun and not ended
try:
    from alarm import sleep_memory
except ImportError:
    sleep_memory = bytearray(STARTING + 1)
try:
    hung = sleep_memory[STARTING] == 1
    sleep_memory[STARTING] = not hung
    if hung:
        raise RuntimeError("The start hung.")
    from board_pico.board import PicoBoard

    pico = PicoBoard()
    pico.alive()

    from handheld.runner import Runner

    pico.alive()
    runner = Runner(pico)
    runner.step()  # imports the first screen
    sleep_memory[STARTING] = 0
    runner.run()
except KeyboardInterrupt:
    sleep_memory[STARTING] = 0
    import safemode

    if pico:
        pico.close()
    safemode.show(("Stopped by Ctrl-C.", "", "Ctrl-D starts again."))
except Exception as error:
    sleep_memory[STARTING] = 0
    # The runner shows the app's own faults. This is for the others: files missing or damaged,
    # memory too short. Words come from a virtual machine of their own, with all memory and pins.
    try:
        import traceback

        traceback.print_exception(type(error), error, error.__traceback__)
        words = ("%s: %s" % (type(error).__name__, error)).encode()[:100]
        sleep_memory[1] = len(words)
        sleep_memory[2 : 2 + len(words)] = words
    except Exception:
        pass  # then it only finds out which file is damaged
    supervisor.set_next_code_file("/safemode.py")
    supervisor.reload()
    while True:
        pass  # until the virtual machine takes notice
