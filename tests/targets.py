# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the protocol's tests drive: the simulator in process, over TCP, over a pty; a real board;
an emulated one.

All are the same to a test: a `Target` with a `client`. See the `target` fixture in conftest.py.
"""

import subprocess
import sys

from handheld.runner import Runner
from host_sim.board import SimulatedBoard
from host_sim.client import Client

STEP_MS = 1


class LoopLink:
    """The board's link in memory. `capacity`: bytes that an idle reader lets pile up."""

    def __init__(self, capacity=1 << 16):
        self.connected = True
        self.capacity = capacity
        self.to_app = bytearray()
        self.from_app = bytearray()

    def read(self, n):
        data = bytes(self.to_app[:n])
        del self.to_app[:n]
        return data

    def write(self, data):
        taken = bytes(data[: max(0, self.capacity - len(self.from_app))])
        self.from_app += taken
        return len(taken)


class Bench:
    """A simulated handheld whose time passes only while it is stepped.

    It is a client's transport too: reading steps the app until it answers.
    """

    def __init__(self, test_mode=True, capacity=1 << 16, **board):
        self.link = LoopLink(capacity)
        held = ("a", "b") if test_mode else ()
        self.board = SimulatedBoard(link=self.link, held=held, **board)
        self.runner = Runner(self.board)
        self.step()
        for button in held:
            self.board.release(button)
        self.step(60)
        self.client = Client(self)

    @property
    def app(self):
        return self.runner.app

    def step(self, times=1):
        for _ in range(times):
            self.runner.step()
            self.board.clock.advance_ms(STEP_MS)

    def write(self, data):
        self.link.to_app += data

    def read(self, timeout):
        steps = int(timeout * 1000 / STEP_MS)
        self.step()
        while not self.link.from_app and steps > 0:
            self.step()
            steps -= 1
        data = bytes(self.link.from_app)
        self.link.from_app.clear()
        return data

    def close(self):
        self.link.connected = False

    def lines(self, data, steps=50):
        """The lines that come back when `data` is sent."""
        self.write(data)
        self.step(steps)
        return self.read(0).split(b"\n")[:-1]


class Server:
    """`pocketpig serve` as a process of its own."""

    def __init__(self, *arguments):
        command = [sys.executable, "-m", "host_sim.cli", "serve", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.greeting = self.process.stdout.readline()
        self.url = self.greeting.split()[-1] if self.greeting else ""

    def stop(self):
        """End it with SIGTERM; (exit status, the rest of its output, its errors)."""
        self.process.terminate()
        output, errors = self.process.communicate(timeout=20)
        return self.process.returncode, output, errors


class Target:
    """Something to test: `kind`, a `client` on it, `bench` where it runs in process."""

    def __init__(self, kind, client, bench=None):
        self.kind = kind
        self.client = client
        self.bench = bench
        self.call = client.call

    def press(self, *buttons):
        for button in buttons:
            self.call("press", button=button)

    def new_game(self, variant, players=2, first=0, **options):
        """A game among humans; its state."""
        seats = [{"kind": "human"}] * players
        return self.call("new_game", variant=variant, options=options, players=seats, first=first)

    def roll(self, *faces, player=0, **params):
        """Let `player` roll just these faces; the state."""
        self.call("dice", faces=[list(faces)])
        return self.call("act", player=player, action="roll", **params)


class Targets:
    """Opens targets; the servers behind them live as long as the test session.

    `emulator`: the files of an emulated Pico, (UF2, boot ROM).
    """

    def __init__(self, port, emulator=()):
        self._port = port
        self._emulator = emulator
        self._pico = None
        self._servers = {}

    def open(self, kind):
        if kind == "in-process":
            bench = Bench()
            return Target(kind, bench.client, bench)
        if kind == "emulator":
            # Like any board whose port is named; its time is its own.
            return Target("port", Client(self.emulated().link))
        url = self._port if kind == "port" else self._server(kind).url
        return Target(kind, Client.open(url))

    def emulated(self):
        """The emulated Pico, in test mode."""
        if self._pico is None:
            from host_sim.emulator.pico import EmulatedPico

            self._pico = EmulatedPico(*self._emulator, test_mode=True).__enter__()
        return self._pico

    def _server(self, kind):
        if kind not in self._servers:
            where = ("--pty",) if kind == "pty" else ("--tcp", "127.0.0.1:0")
            self._servers[kind] = Server(*where, "--test-mode")
        return self._servers[kind]

    def close(self):
        for server in self._servers.values():
            server.stop()
        if self._pico is not None:
            self._pico.close()
