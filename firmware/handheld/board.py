# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The contract of a board: everything that the app needs of the hardware.

A board is any object with

- `name` (str, such as "pico") and `target` ("device" or "simulator");
- `open_display()`: a `drawing.panel.WindowedSSD1306`, initialised; raises OSError or ValueError
  when no panel acknowledges;
- `probe_display()`: True when the panel acknowledges its address;
- `buttons.poll()`: the next event or -1; a button's index for a press, index + RELEASE for a
  release; latched, so that a press and release between two polls give both;
- `buttons.held()`: bit mask (1 << index) of the buttons that are down now;
- `sound.tone(hz, duty)`: sounds until the next call; hz 0 is silence, duty in per mille;
- `store`: `size` bytes that survive power loss, one erase sector: `read(offset, n)`,
  `write(offset, data)`, which only programs where all bytes concerned are 0xFF and else rewrites
  the whole sector; both may raise OSError; `old_copy()`: what the first version of the firmware
  kept in a file, or None;
- `link`: `read(n)` (bytes, maybe none), `write(data)` (count taken, maybe 0), `connected`;
  neither ever waits;
- `entropy(n)`: n bytes of hardware randomness;
- `ticks_ms()`: milliseconds that wrap at 2**29;
- `memory()`: (free, used) bytes of heap after a collection, or None;
- `advance_clock(ms)`: True where time is simulated and has been moved on;
- `sleep(ms)`: returns when a button event is there, bytes have come over `link` or `ms` are over,
  whichever is first, and soon after a client has come or gone; the processor rests meanwhile;
- `alive()`: the app has done another step; from the first call on, a board with a watchdog starts
  anew when it has not been told so for some seconds;
- `computer_mode`: True when the drive and the console belong to the computer this time;
- `power_good()`: True when the power is known to last for the rewriting of the sector;
- `battery()`: per cent, or None without a battery sense or while USB supplies the board.

A board may have

- `boot_loader()`: restarts into the boot loader, for updates;
- `damaged_file()`: words about the first file of the firmware that is missing or damaged, or None.
"""

BUTTONS = ("up", "down", "a", "b")
UP, DOWN, A, B = 0, 1, 2, 3
RELEASE = 4

TICKS_MASK = (1 << 29) - 1


def elapsed(now_ms, then_ms):
    """Milliseconds from `then_ms` to `now_ms`, right across the wrap of `ticks_ms`."""
    return (now_ms - then_ms) & TICKS_MASK
