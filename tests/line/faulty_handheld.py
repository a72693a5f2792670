"""`pocketpig serve --test-mode` with one fault, to see how tests report it.

    python -m tests.line.faulty_handheld pixel|word|byte|hang|device

The docs show what `pocketpig device test` prints for each.
"""

import signal
import sys
import time

from handheld.app import App
from handheld.drawing.canvas import Canvas
from host_sim import cli
from host_sim.link.endpoints import TcpEndpoint
from host_sim.simulated import handset


def pixel():
    """Light one wrong pixel on the pause screen."""
    draw = App.draw

    def faulty(app):
        draw(app)
        if app.screen.ID == "pause":
            app.canvas.hline(100, 30, 1)

    App.draw = faulty


def word():
    """Put a spelling mistake on the menu."""
    text = Canvas.text

    def faulty(canvas, x, y, string, *more):
        return text(canvas, x, y, string.replace("How to play", "How to paly"), *more)

    Canvas.text = faulty


def byte():
    """Lose the first byte of the answer to the press that opens the menu."""
    write = TcpEndpoint.write

    def faulty(endpoint, data):
        if b'"screen":"menu"' in bytes(data):
            write(endpoint, data[1:])
            return len(data)
        return write(endpoint, data)

    TcpEndpoint.write = faulty


def hang():
    """Hang the app when a game is paused."""
    step = handset.Handset.step

    def faulty(handheld):
        step(handheld)
        if handheld.words()[0] == "pause":
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            while True:
                time.sleep(1)

    handset.Handset.step = faulty


def device():
    """Claim to be a device, whose clock cannot be advanced."""
    write = TcpEndpoint.write

    def faulty(endpoint, data):
        write(endpoint, bytes(data).replace(b'"target":"simulator"', b'"target":"device"'))
        return len(data)

    TcpEndpoint.write = faulty


if __name__ == "__main__":
    kinds = {"pixel": pixel, "word": word, "byte": byte, "hang": hang, "device": device}
    kinds[sys.argv[1]]()
    sys.exit(cli.main(["serve", "--tcp", "127.0.0.1:0", "--test-mode"]))
