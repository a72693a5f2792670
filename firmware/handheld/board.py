"""The base of all boards: everything that the app needs of the hardware."""

BUTTONS = ("up", "down", "a", "b")
UP, DOWN, A, B = 0, 1, 2, 3
RELEASE = 4
FACE = 8  # added to a face that was typed in without the buttons, see `App.inject`
DOUBLE_MS = 300  # at most between the presses of a double tap

TICKS_MASK = (1 << 29) - 1


def elapsed(now_ms, then_ms):
    """Return the milliseconds from `then_ms` to `now_ms`, also across the wrap of `ticks_ms`."""
    return (now_ms - then_ms) & TICKS_MASK


class Board:
    """What a board is to the app. Each kind of board is a class of its own below this one.

    It must have

    - `name` (str, such as "pico") and `target` ("device" or "simulator");
    - `bus`: the I2C bus of the panel; reading it raises OSError where there is none;
    - `addresses`: those that a panel may have;
    - `buttons.poll()`: the next event or -1; a button's index for a press, index + RELEASE for a
      release; latched: a press and a release between two polls give both events;
    - `buttons.held()`: bit mask (1 << index) of the buttons that are down now;
    - `sound.tone(hz, duty)`: sounds until the next call; hz 0 is silence, duty in per mille;
    - `store`: `size` bytes that survive power loss, one erase sector: `read(offset, n)`,
      `write(offset, data)`, which only programs if all these bytes are 0xFF, and else rewrites the
      whole sector; both may raise OSError;
    - `link`: `read(n)` (bytes, maybe none), `write(data)` (count taken, maybe 0), neither blocks;
      `connected`: false without a client, else a number that the client before did not have,
      however often it is looked at. What a client has not read or not sent to its end is not for
      the next one;
    - `entropy(n)`: n bytes of hardware randomness;
    - `ticks_ms()`: milliseconds that wrap at 2**29;
    - `sleep(ms)`: sleeps until a button event or bytes over `link` arrive, at most `ms`; also ends
      soon after a client connects or disconnects. More than a second is asked for while the panel
      is dark: then a press may be noticed 0.1 s late.

    It may override

    - `open_display(make)` and `probe_display()`, if its panel is not on an I2C bus;
    - `lacks`: names of the rows of menu and settings that mean nothing here;
    - `computer_mode`: True if this time the computer has the drive and the console;
    - `latch`: True if only a key of its own switches it on again;
    - `today`: the number of today's challenge, the date as YYMMDD; a client may tell it;
    - `memory()`: (free, used) bytes of heap after a collection, or None;
    - `advance_clock(ms)`: True if time is simulated and was advanced;
    - `alive()`: called at each step of the app; after the first call, a board with a watchdog
      restarts if there is no call for some seconds;
    - `power_good()`: True if the power will last while the sector is rewritten;
    - `usb_power()`: True while power comes from outside;
    - `charging()`: True while USB charges a battery, or may be charging one where nothing tells;
    - `battery()`: per cent, or None without a battery sense or while USB supplies the board;
    - `power_off()`: switches the board off, or into the deepest sleep that it has; a press of any
      button starts it anew. Returns only where it cannot, or power stays on;
    - `boot_loader()`: restarts into the boot loader, for updates; take it out of `lacks`;
    - `damaged_file()`: a message about the first file of the firmware that is missing or damaged,
      or None; it takes seconds;
    - `fine_ticks()`: the time as finely as the board tells it, for secrets;
    - `noise()`: bytes that differ from board to board and from moment to moment, for secrets.
    """

    lacks = ("boot_loader",)
    computer_mode = latch = False
    today = 0
    panel_fault = ""  # why the last search for the panel failed
    _address = None

    def open_display(self, make):
        """Return an initialised display: `make(bus, address)` with the I2C bus of the panel, or
        another object that has what `Panel` uses of it.

        Raises OSError or ValueError if no panel acknowledges.
        """
        return make(self.bus, self._address or self.addresses[0])

    def probe_display(self):
        """Return True if a panel acknowledges one of its possible addresses."""
        for address in self.addresses:
            try:
                bus = self.bus
                while not bus.try_lock():
                    pass
                try:
                    bus.writeto(address, b"")
                finally:
                    bus.unlock()
            except OSError as error:
                self.panel_fault = str(error)
            else:
                self._address = address
                self.panel_fault = ""
                return True
        return False

    def memory(self, *arguments):
        return None

    advance_clock = alive = charging = battery = power_off = boot_loader = damaged_file = memory

    def power_good(self):
        return True

    usb_power = power_good

    def fine_ticks(self):
        return self.ticks_ms()

    def noise(self):
        return b""
