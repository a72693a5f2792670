"""Write boot_out.txt before CircuitPython does, which writes the tables of the drive for it."""

import microcontroller

FILE = "boot_out.txt"


def write(told, words):
    """Make the file hold `words` if `pocketpig deploy --uf2` made it; else say "Do not unplug".

    `told`: what it holds. `deploy --uf2` leaves bytes 0xFF where the chip's number goes. A power
    cut while the flash is erased or programmed leaves bits 1 that become 0.
    """
    if len(told) == len(words) and all([old & new == new for old, new in zip(told, words)]):
        file = open(FILE, "r+b")
        file.write(words)
        # Closing it would write the directory as well, and a power cut during that takes more than
        # this file. To open a file is enough: that reads the flash, so what is waiting is written.
        with open(FILE, "rb") as again:
            written = again.read() == words
        if written:
            microcontroller.reset()
        file.close()
    else:
        try:
            import safemode

            safemode.show(("Do not unplug yet.",))
        except Exception:
            pass  # that file is missing or damaged; the title will tell
