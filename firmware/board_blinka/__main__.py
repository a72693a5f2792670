"""Run the handheld on this Raspberry Pi: panel, buttons and buzzer on its 40-pin header.

The pins are those of hardware/boards.md. Hold buttons while it starts, as on the Pico:
A and B for test mode, up and down for the service list. Ctrl-C or SIGTERM ends it.

  python -m board_blinka                         play
  python -m board_blinka --link /dev/ttyGS0      a client behind the USB socket (g_serial gadget)
"""

import argparse
import os
import signal
import sys

from board_blinka.link import Link

STATE = "~/.pocketpig.flash"


def main(words=None):
    """Return the exit status: 1 if the hardware or a file is not available."""
    parser = argparse.ArgumentParser(
        prog="python -m board_blinka",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--state",
        default=STATE,
        metavar="FILE",
        help="where settings and games are kept (%(default)s)",
    )
    parser.add_argument("--link", default="", metavar="PORT", help="a serial port for clients")
    arguments = parser.parse_args(words)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    try:
        from board_blinka.board import BlinkaBoard

        board = BlinkaBoard(os.path.expanduser(arguments.state), Link(arguments.link))
    except (AttributeError, ImportError, NotImplementedError, OSError, RuntimeError) as error:
        print("%s: %s" % (type(error).__name__, error), file=sys.stderr)
        print("This needs a Raspberry Pi and its packages. In the checkout:", file=sys.stderr)
        print("  python3 -m pip install -e '.[blinka]'", file=sys.stderr)
        return 1
    from handheld.runner import Runner

    if not board.probe_display():
        print("No panel (it may come later): %s" % board.panel_fault, file=sys.stderr)
    runner = Runner(board)
    try:
        runner.run()
    except KeyboardInterrupt:
        return 0
    finally:
        # Leave no tone, and no picture that burns in.
        board.sound.tone(0, 0)
        panel = getattr(runner.app, "panel", None)
        if panel:
            panel.power(False)


if __name__ == "__main__":
    sys.exit(main())
