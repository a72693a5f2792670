"""CircuitPython starts this. It ends only by Ctrl-C on the console, which play mode lacks."""

import microcontroller
import supervisor
import watchdog

# A game must go on while a computer writes the drive.
supervisor.runtime.autoreload = False
# First of all, because importing a compiled module that is cut short hangs. Each step of the start
# has 8 s.
microcontroller.watchdog.timeout = 8
microcontroller.watchdog.mode = watchdog.WatchDogMode.RESET
pico = None
STARTING = 255  # byte of sleep_memory: 1 in the first minute; safemode.py uses those before
try:
    from alarm import sleep_memory
except ImportError:
    sleep_memory = bytearray(STARTING + 1)
try:
    reason = microcontroller.cpu.reset_reason
    hung = sleep_memory[STARTING] == 1 and reason == microcontroller.ResetReason.WATCHDOG
    sleep_memory[STARTING] = not hung
    if hung:
        raise RuntimeError("The start hung.")
    from board_pico.board import PicoBoard

    pico = PicoBoard()
    pico.alive()

    from handheld.runner import Runner

    pico.alive()
    runner = Runner(pico)
    runner.run()
except KeyboardInterrupt:
    sleep_memory[STARTING] = 0
    import safemode

    if pico:
        pico.close()
    safemode.show(("Stopped by Ctrl-C.", "", "Ctrl-D starts again."))
except Exception as error:
    sleep_memory[STARTING] = 0
    # The runner shows the app's own faults. This is for the others: files missing or damaged, or
    # too little memory. safemode.py shows them after a reload, with all memory and pins free.
    try:
        import traceback

        traceback.print_exception(type(error), error, error.__traceback__)
        words = ("%s: %s" % (type(error).__name__, error)).encode()[:100]
        sleep_memory[1] = len(words)
        sleep_memory[2 : 2 + len(words)] = words
    except Exception:
        pass  # safemode.py still names a damaged file
    supervisor.set_next_code_file("/safemode.py")
    supervisor.reload()
    while True:
        pass  # until the reload happens
