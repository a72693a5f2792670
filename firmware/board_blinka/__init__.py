"""The handheld on a Raspberry Pi's own pins, through Blinka: `python -m board_blinka`."""
