"""Before USB starts, choose what a computer gets. B alone held: drive and console as well."""

# Print nothing here: CircuitPython keeps the output in boot_out.txt on the drive, and rewrites that
# file when it differs.

import os
from binascii import hexlify

import board
import microcontroller
import storage
import supervisor
import usb_cdc
import usb_hid
import usb_midi

try:
    from board_pico.button_pins import down_mask, woken
    from board_pico.this_board import pins

    computer_mode = down_mask() == 1 << pins.BUTTONS.index(pins.B) and not woken()
except Exception as error:
    import safemode

    # Returns only if somebody holds B, to repair it.
    safemode.wait(safemode.what(error))
    computer_mode = True

nvm = microcontroller.nvm
if computer_mode and nvm[:3] == b"PP\2" and nvm[len(nvm) - 1] == 255:
    # The mark of a game that is not proven, see `handheld.saves.journal`: a computer can read the
    # secret of its dice from now on.
    nvm[len(nvm) - 1] = 0

# After this CircuitPython writes boot_out.txt, unless it says who and where this is.
try:
    with open("boot_out.txt", "rb") as file:
        told = file.read(512)
except OSError:
    told = b""
system = os.uname()
chip = str(hexlify(microcontroller.cpu.uid), "ascii").upper()
here = (system.version, system.machine, board.board_id, chip)
who = ("Adafruit CircuitPython %s; %s\r\nBoard ID:%s\r\nUID:%s\r\n" % here).encode()
end = b"boot.py output:\r\n"
if not (told.startswith(who) and told.endswith(end)):
    try:
        import board_pico.identity

        board_pico.identity.write(told, who + end)
    except ImportError:
        pass  # the folder is missing: somebody repairs it

usb_cdc.enable(console=computer_mode, data=True)
if not computer_mode:
    storage.disable_usb_drive()
    # Else the firmware could write the drive; in play mode nobody writes it.
    storage.remount("/", readonly=True)
usb_hid.disable()
usb_midi.disable()
# If this is not done, or code.py fails, CircuitPython runs code.txt.
try:
    if os.stat("code.py")[6]:
        supervisor.set_next_code_file(
            "/code.py", reload_on_error=True, sticky_on_success=True, sticky_on_reload=True
        )
except OSError:
    pass  # there is none
