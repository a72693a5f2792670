"""Show a message on the panel when the handheld cannot play. Needs no other file of the drive.

CircuitPython runs this file in safe mode. If boot.py fails, it calls `wait`; if code.py fails, it
makes CircuitPython run this file next. It returns only when somebody holds B; then a computer gets
drive and console.
"""

import time

import board
import busio
import digitalio
import microcontroller
import supervisor
import watchdog
from terminalio import FONT

try:
    # Survives a restart, not a power cut. Byte 0: how often safe mode has restarted; byte 1: the
    # length of the message of code.py; then the message.
    from alarm import sleep_memory
except ImportError:
    sleep_memory = None

RESTARTS = 1
DRIVE = "/"
FILES = "pocketpig-files.txt"  # the deployed files, as sha256sum lists them
COLUMNS = 21
ROW_HEIGHT = 10
WORDS_ROWS = 3
HOLD_S = 1.5
STEP_S = 0.05
HUNG_S = 8

HELP = ("To repair: hold B,", "then pocketpig deploy", "A: start again")
OPEN = ("The computer has", "drive and console.", "", "pocketpig deploy,", "then unplug.")
# Commands of the SSD1306 (data sheet): page addressing, display on. An SH1106 shows the picture two
# pixels to the left, which is enough here.
START = (
    b"\0\xae\x20\2\xa8\x3f\xd3\0\x40\xa1\xc8\xda\x12\xd5\x80\xd9\xf1\xdb\x30\x81\xcf\xa4\xa6"
    b"\x8d\x14\xaf"
)


class PicoPins:
    """The same as `board_pico.pins`, in case that file is missing or damaged."""

    SDA, SCL = "GP4", "GP5"
    PANEL = (0x3C, 0x3D)
    UP, DOWN, A, B = "GP10", "GP11", "GP12", "GP13"


def _pins():
    try:
        from board_pico.this_board import pins

        return pins
    except Exception:
        return PicoPins


def wrap(text):
    """Return `text` in lines of at most COLUMNS characters, broken at spaces if possible."""
    lines = []
    while text:
        end = text.rfind(" ", 0, COLUMNS + 1) if len(text) > COLUMNS else COLUMNS
        if end < 1:
            end = COLUMNS
        lines.append(text[:end])
        text = text[end:].lstrip()
    return lines


def picture(lines):
    """Return the 1,024 bytes for the panel's memory."""
    frame = bytearray(1024)
    width, height = FONT.get_bounding_box()[:2]
    dots = FONT.bitmap
    for row, line in enumerate(lines):
        for column, letter in enumerate(line[:COLUMNS]):
            glyph = FONT.get_glyph(ord(letter)) or FONT.get_glyph(63)
            left = glyph.tile_index * width  # type: ignore[attr-defined]
            for x in range(width):
                for y in range(height):
                    if dots[left + x, y]:
                        at = row * ROW_HEIGHT + y
                        frame[at // 8 * 128 + column * width + x] |= 1 << at % 8
    return frame


def show(lines):
    """Show up to six lines; without a panel do nothing."""
    pins = _pins()
    try:
        bus = busio.I2C(getattr(board, pins.SCL), getattr(board, pins.SDA), frequency=400000)
    except (RuntimeError, ValueError):
        return  # no pull-ups: no panel
    bus.try_lock()
    frame = picture(lines)
    for address in pins.PANEL:
        try:
            bus.writeto(address, START)
            for page in range(8):
                bus.writeto(address, bytes((0, 0xB0 + page, 0, 0x10)))
                bus.writeto(address, b"\x40" + frame[128 * page :][:128])
            break
        except OSError:
            pass  # none at this address
    bus.deinit()


def damaged():
    """Return a message about the first file but a table that differs from the deployed, or None."""
    # A table has a checksum of its own.
    from binascii import hexlify

    try:
        from hashlib import new
    except ImportError:
        return None  # CircuitPython before 10.2

    with open(DRIVE + FILES) as files:
        for line in files:
            digest, _, path = line.strip().partition("  ")
            if not path or path[:7] == "tables/":
                continue
            try:
                microcontroller.watchdog.feed()
            except ValueError:
                pass  # not running
            sha = new("sha256")
            try:
                with open(DRIVE + path, "rb") as file:
                    part = file.read(512)
                    while part:
                        sha.update(part)
                        part = file.read(512)
            except OSError:
                return "Missing file: " + path
            # A person may edit the settings, and CircuitPython reads them.
            if path != "settings.toml" and hexlify(sha.digest()) != digest.encode():
                return "Damaged file: " + path
    return None


def what(error):
    """Return a message: about a damaged file if there is one, else `error`, exception or text."""
    try:
        blamed = damaged()
        if blamed:
            return blamed
    except Exception:
        pass  # no list, or a damaged one
    if isinstance(error, Exception):
        return "%s: %s" % (type(error).__name__, error)
    return error


def _down(name):
    with digitalio.DigitalInOut(getattr(board, name)) as pin:  # type: ignore[call-arg]
        pin.switch_to_input(pull=digitalio.Pull.UP)
        return not pin.value


def wait(text):
    """Show `text` and what to do until B is held. A restarts; up and down start the boot loader."""
    timer = microcontroller.watchdog
    timer.timeout = HUNG_S
    timer.mode = watchdog.WatchDogMode.RESET
    lines = wrap(text)
    if len(lines) > WORDS_ROWS:  # then rather broken anywhere than without its end
        lines = [text[at * COLUMNS :][:COLUMNS] for at in range(WORDS_ROWS)]
    show(lines + [""] * (WORDS_ROWS - len(lines)) + list(HELP))
    pins = _pins()
    held = 0
    released = False  # ignore an A that was down before
    while held < HOLD_S:
        timer.feed()
        time.sleep(STEP_S)
        held = held + STEP_S if _down(pins.B) else 0
        if _down(pins.UP) and _down(pins.DOWN):
            microcontroller.on_next_reset(microcontroller.RunMode.UF2)
            microcontroller.reset()
        if not _down(pins.A):
            released = True
        elif released:
            microcontroller.reset()


def restart():
    """Restart, unless that was done just before or cannot be counted."""
    if sleep_memory and sleep_memory[0] < RESTARTS:
        sleep_memory[0] += 1
        microcontroller.reset()


def main():
    """In safe mode restart, or wait for B. After a failure of code.py wait, then restart."""
    reason = str(supervisor.runtime.safe_mode_reason).split(".")[-1]
    if reason == "NONE":
        words = "Something broke."
        if sleep_memory:
            words = str(sleep_memory[2 : 2 + sleep_memory[1]], "utf-8") or words
        if words[:11] == "MemoryError":
            restart()  # a saved game goes on
        wait(what(words))
        microcontroller.reset()
    restart()
    wait(what("CircuitPython failed: " + reason))
    if sleep_memory:
        sleep_memory[0] = 0
    nvm = microcontroller.nvm
    if nvm[:3] == b"PP\2" and nvm[len(nvm) - 1] == 255:
        nvm[len(nvm) - 1] = 0  # as in boot.py
    show(OPEN)


if __name__ == "__main__":
    main()
