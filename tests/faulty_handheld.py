# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""`pocketpig serve --test-mode` with one fault, to see how testers are told of it.

    python -m tests.faulty_handheld pixel|word|byte|hang|device

The docs show what `pocketpig device test` says of each.
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
    """One pixel of the pause screen is lit that should not be."""
    draw = App.draw

    def faulty(app):
        draw(app)
        if app.screen.ID == "pause":
            app.canvas.pixel(100, 30)

    App.draw = faulty


def word():
    """A spelling mistake on the menu."""
    text = Canvas.text

    def faulty(canvas, x, y, string, *more):
        return text(canvas, x, y, string.replace("Players", "Palyers"), *more)

    Canvas.text = faulty


def byte():
    """The first byte of the answer to the press that leads to the menu is lost on its way."""
    write = TcpEndpoint.write

    def faulty(endpoint, data):
        if b'"screen":"menu"' in bytes(data):
            write(endpoint, data[1:])
            return len(data)
        return write(endpoint, data)

    TcpEndpoint.write = faulty


def hang():
    """The app does nothing any more once a game is paused."""
    step = handset.Handset.step

    def faulty(handheld):
        step(handheld)
        if handheld.words()[0] == "pause":
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            while True:
                time.sleep(1)

    handset.Handset.step = faulty


def device():
    """It says that it is a device, where time cannot be moved."""
    write = TcpEndpoint.write

    def faulty(endpoint, data):
        write(endpoint, bytes(data).replace(b'"target":"simulator"', b'"target":"device"'))
        return len(data)

    TcpEndpoint.write = faulty


if __name__ == "__main__":
    kinds = {"pixel": pixel, "word": word, "byte": byte, "hang": hang, "device": device}
    kinds[sys.argv[1]]()
    sys.exit(cli.main(["serve", "--tcp", "127.0.0.1:0", "--test-mode"]))
