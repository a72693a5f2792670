# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""`make soak`: play against `pocketpig serve` for a set time, with faults of line and power.

Exit status 1 if a game went wrong: the state differs from the replay of its record, or more than
the action in progress was lost.
"""

import argparse
import pathlib
import random
import sys
import tempfile
import time
from collections import Counter

from host_sim.link.client import Client, ClientError, NoAnswer, Refused, open_transport
from host_sim.testing.server import Server
from shared_rules.reading import replay
from shared_rules.variants import ids, variant_class
from tests.faulty_line import KINDS, WAYS, Fault, FaultyLine

TIMEOUT = 1.0  # seconds to wait for an answer while faults may happen
PATIENCE = 20.0  # the same without faults
CLEAN_BYTES = 3000  # the most bytes before the next fault
POWER_CUTS = 12  # one fault in so many
MOST_ACTIONS = 400  # of a game; a longer one is abandoned
QUESTIONS = ("hello", "state", "screen", "frame", "stats", "memory", "nonsense", "advice")


class Wrong(Exception):
    """A game is not as it should be."""


class Soak:
    """Play; ``source`` is a `random.Random`, ``image`` the file of the handheld's flash."""

    def __init__(self, image, source):
        self.image = image
        self.random = source
        self.games = self.requests = 0
        self.faults = Counter()
        self.wrong = []
        self.line = self.client = None
        self.start()

    # -- the device -------------------------------------------------------------------------------

    def start(self):
        self.server = Server("--tcp", "127.0.0.1:0", "--test-mode", "--state", str(self.image))

    def open(self):
        """Open the port and set the next fault. The handheld has one client at a time."""
        at = self.random.randrange(CLEAN_BYTES)
        fault = Fault(self.random.choice(KINDS), self.random.choice(WAYS), at)
        self._kind = fault.kind
        self.line = FaultyLine(open_transport(self.server.url), fault)
        self.client = Client(self.line, TIMEOUT)
        self.client.send(b"")

    def close(self):
        if self.line:
            self.faults[self._kind] += self.line.happened
            self.line.close()
            self.line = None

    def cut_power(self):
        """Kill the process without warning; start the next one with the same flash."""
        self.faults["power cut"] += 1
        self.server.process.kill()
        self.server.process.communicate()
        self.start()

    def stop(self):
        self.close()
        self.server.stop()

    # -- requests ---------------------------------------------------------------------------------

    def ask(self, client, method, **params):
        """Return the answer, None for a refusal."""
        self.requests += 1
        try:
            return client.call(method, **params)
        except Refused:
            return None

    def on_a_clean_line(self, method, **params):
        self.close()
        with Client.open(self.server.url, PATIENCE) as client:
            return self.ask(client, method, **params)

    # -- a game -----------------------------------------------------------------------------------

    def play(self, until):
        """Play one game, to its end unless the time is up."""
        identifier = self.random.choice(ids())
        kinds = [self.random.choice(["human", "human", "random"]) for _ in range(2)]
        kinds[self.random.randrange(2)] = "human"
        variant = variant_class(identifier)
        players = [{"kind": kind} for kind in kinds][: variant.MAX_PLAYERS]
        self.on_a_clean_line("new_game", variant=identifier, players=players)
        tokens = self.check([])
        for _ in range(MOST_ACTIONS):
            if time.monotonic() > until:
                return
            state = self.turn()
            if state is None or self.line.happened:
                tokens = self.check(tokens, self.recover())
                continue
            if state["over"]:
                break
        self.check(tokens)
        self.games += 1

    def turn(self):
        """Play one action, sometimes with another request; return the state after it or None."""
        if self.line is None:
            self.open()
        client = self.client
        try:
            if self.random.randrange(4) == 0:
                self.ask(client, self.random.choice(QUESTIONS))
            state = self.ask(client, "state")
            if self.line.happened or not isinstance(state, dict) or state["over"]:
                return state
            more = {}
            action = self.random.choice(state["legal"])
            if action == "roll" and "dice_range" in state:
                more["dice"] = self.random.randint(*state["dice_range"])
            return self.ask(client, "act", player=state["to_move"][0], action=action, **more)
        except NoAnswer:
            return None  # or it comes later than TIMEOUT
        except ClientError as error:
            if not self.line.happened:
                raise Wrong(f"without any fault: {error}") from error
            return None
        except (KeyError, TypeError, ValueError, IndexError):
            if not self.line.happened:
                raise
            return None  # a changed byte has spoiled the answer

    def recover(self):
        """Reopen the port after a fault. Return True if the power was cut as well."""
        self.close()
        cut = self.random.randrange(POWER_CUTS) == 0
        if cut:
            self.cut_power()
            self.on_a_clean_line("press", button="a")
            if self.on_a_clean_line("hello") is None:
                raise Wrong("it does not start after a power cut")
        return cut

    def check(self, before, cut=False):
        """Return the tokens of the record, which must begin with ``before`` and fit the state."""
        record = self.on_a_clean_line("record")
        state = self.on_a_clean_line("state")
        if record is None or state is None:
            raise Wrong("the game is gone")
        game, _ = replay(record["text"])
        said = game.state()
        if game.SHARED_ROLL and not game.over:
            # The record does not tell who has already chosen.
            said = {**said, "to_move": state["to_move"]}
        if not said.items() <= state.items():
            raise Wrong(f"the device says {state}, its record {record['text']}")
        tokens = record["text"].partition(":")[2].split()
        known = before[:-1] if cut else before
        if tokens[: len(known)] != known and not new_start(record["text"]):
            raise Wrong(f"{before} was followed by {tokens}")
        return tokens


def new_start(text):
    """Return True for a record that restarted from a position."""
    return "turn=" in text.partition(":")[0]


def main():
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=None)
    arguments = parser.parse_args()
    seed = random.randrange(1 << 32) if arguments.seed is None else arguments.seed
    until = time.monotonic() + arguments.seconds
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(pathlib.Path(folder) / "pig.flash", random.Random(seed))
        try:
            while time.monotonic() < until:
                try:
                    soak.play(until)
                except (Wrong, NoAnswer) as error:
                    soak.wrong.append(str(error))
                    soak.recover()
        finally:
            soak.stop()
    faults = ", ".join(f"{count} {kind}" for kind, count in sorted(soak.faults.items()) if count)
    print(f"seed {seed}, {arguments.seconds:g} s")
    print(f"games           {soak.games:,}, {len(soak.wrong)} of them wrong")
    print(f"requests        {soak.requests:,}")
    print(f"faults          {sum(soak.faults.values()):,}: {faults}")
    for words in soak.wrong[:20]:
        print(f"  {words[:500]}")
    sys.exit(bool(soak.wrong))


if __name__ == "__main__":
    main()
