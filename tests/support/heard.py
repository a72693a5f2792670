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


def in_terminal(walks):
    """As by `pocketpig play --terminal --narrate`."""
    return [list(_walked(**walk)) for walk in walks]


def _walked(presses, held=(), setup=(), rest=2500):
    link = LoopLink(1 << 16)
    handset = Handset(speed=0.0, link=link, held=held, app_class=ToldApp)
    session = Session(handset)
    heard = []
    teller = Teller(lambda: handset.runner if handset.on else None)
    narrator = Narrator(session, teller, heard.append)

    def wait(ms):
        for _ in range(0, ms, STEP_MS):
            session.advance(STEP_MS)
            narrator.step()

    def ask(method, params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        link.from_app.clear()
        link.to_app += json.dumps(request).encode() + b"\n"
        while not link.from_app.endswith(b"\n"):
            wait(STEP_MS)
        assert "error" not in json.loads(link.from_app), link.from_app

    def told():
        screen = handset.app.screen.ID if handset.app else "crash" if handset.on else ""
        return {"heard": list(heard), "screen": screen, "record": session.record()}

    wait(500)
    for method, params in setup:
        if method == "python":  # as of the page's program
            prefer = lambda code, still: handset.prefer(code)  # noqa: E731
            program = types.SimpleNamespace(runner=handset.runner, prefer=prefer)
            exec(params, {"program": program})
        else:
            ask(method, params)
    wait(1500)
    yield told()
    for press in presses:
        name, ms = (press, rest) if isinstance(press, str) else press
        heard.clear()
        if name:
            session.tap(name)
        wait(ms)
        yield told()


def on_page(walks):
    return node("transcript.mjs", walks)
