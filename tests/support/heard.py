"""What a blind person hears of walks through the handheld: in the terminal, and on the page.

A walk is {held: buttons at the start, setup: requests of the bridge or Python, presses: buttons or
[button, ms to wait], rest: ms to wait else}. Each returns [{heard, screen, record}], before the
presses and after each.
"""

import json
import types

from host_sim.desk.narrator import Narrator
from host_sim.desk.session import Session
from host_sim.simulated.handset import Handset
from host_sim.speech.told_app import Teller, ToldApp
from host_sim.testing.bench import LoopLink
from tests.web.built import node

STEP_MS = 30


class Terminal:
    """A handheld that is narrated as by `pocketpig play --terminal --narrate`."""

    def __init__(self, held):
        self.link = LoopLink(1 << 16)
        self.handset = Handset(speed=0.0, link=self.link, held=held, app_class=ToldApp)
        self.session = Session(self.handset)
        self.heard = []
        handset = self.handset
        told = Teller(lambda: handset.runner if handset.on else None)
        self.narrator = Narrator(self.session, told, self.heard.append)

    def wait(self, ms):
        for _ in range(0, ms, STEP_MS):
            self.session.advance(STEP_MS)
            self.narrator.step()

    def ask(self, method, params):
        if method == "python":
            # As of the page's program.
            handset = self.handset
            program = types.SimpleNamespace(
                runner=handset.runner, prefer=lambda code, still: handset.prefer(code)
            )
            exec(params, {"program": program})
            return
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.link.from_app.clear()
        self.link.to_app += json.dumps(request).encode() + b"\n"
        while not self.link.from_app.endswith(b"\n"):
            self.wait(STEP_MS)
        assert "error" not in json.loads(self.link.from_app), self.link.from_app

    def press(self, name, ms):
        """Press a button, or none, and wait; return what is heard."""
        self.heard.clear()
        if name:
            self.session.tap(name)
        self.wait(ms)
        return list(self.heard)

    def told(self, heard):
        return {"heard": heard, "screen": self.handset.words()[0], "record": self.session.record()}


def in_terminal(walks):
    return [list(_walked(**walk)) for walk in walks]


def _walked(presses, held=(), setup=(), rest=2500):
    terminal = Terminal(held)
    terminal.wait(500)
    for method, params in setup:
        terminal.ask(method, params)
    terminal.wait(1500)
    yield terminal.told(list(terminal.heard))
    for press in presses:
        name, ms = (press, rest) if isinstance(press, str) else press
        yield terminal.told(terminal.press(name, ms))


def on_page(walks):
    return node("transcript.mjs", walks)
