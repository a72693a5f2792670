# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Measure how many `act` calls a second `pocketpig serve` answers over TCP."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

NEW_GAME = (
    b'{"jsonrpc":"2.0","id":0,"method":"new_game","params":{"variant":"pig",'
    b'"options":{"target":1000},"players":[{"kind":"human"},{"kind":"human"}]}}\n'
)
ACT = b'{"jsonrpc":"2.0","id":1,"method":"act","params":{"player":%d,"action":"roll"}}\n'
# A hundred rolls that never end the turn, so that the player to move is known in advance. A line
# may have 300 values.
SCRIPT = (
    b'{"jsonrpc":"2.0","id":2,"method":"dice","params":{"faces":['
    + b",".join([b"[2]"] * 100)
    + b"]}}\n"
)


@contextmanager
def server(core: int | None = None) -> Iterator[socket.socket]:
    """Start `pocketpig serve` and yield a connection; with ``core``, pin both processes to it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "host_sim.cli", "serve", "--tcp", "127.0.0.1:0", "--test-mode"],
        stdout=subprocess.PIPE,
        text=True,
    )
    before = os.sched_getaffinity(0) if core is not None else set()
    try:
        if core is not None:
            for pid in (0, process.pid):
                os.sched_setaffinity(pid, {core})
        assert process.stdout is not None
        port = process.stdout.readline().rpartition(":")[2]
        with socket.create_connection(("127.0.0.1", int(port))) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            yield line
    finally:
        if core is not None:
            os.sched_setaffinity(0, before)
        process.terminate()
        process.wait()
        if process.stdout:
            process.stdout.close()


def lines(line: socket.socket, count: int) -> bytes:
    """Receive ``count`` lines; return the last one."""
    data = b""
    while count:
        data += line.recv(65536)
        *whole, data = data.split(b"\n")
        count -= len(whole)
    return whole[-1]


def act_calls(line: socket.socket, seconds: float) -> float:
    """Return the calls a second, each sent after the answer to the one before."""
    roll = ACT % 0
    deadline = time.perf_counter() + seconds
    calls = 0
    spent = 0.0
    while time.perf_counter() < deadline:
        prepare(line)
        start = time.perf_counter()
        for _ in range(1000):
            line.sendall(roll)
            answer = json.loads(lines(line, 1))
        spent += time.perf_counter() - start
        calls += 1000
        assert answer["result"]["turn_total"] == 2000, answer
    return calls / spent


def act_calls_pipelined(line: socket.socket, seconds: float, ahead: int = 50) -> float:
    """Return the calls a second with up to ``ahead`` of them unanswered."""
    deadline = time.perf_counter() + seconds
    calls = 0
    spent = 0.0
    while time.perf_counter() < deadline:
        prepare(line)
        start = time.perf_counter()
        for _ in range(1000 // ahead):
            line.sendall(ACT % 0 * ahead)
            answer = json.loads(lines(line, ahead))
        spent += time.perf_counter() - start
        calls += 1000
        assert answer["result"]["turn_total"] == 2000, answer
    return calls / spent


def prepare(line: socket.socket) -> None:
    """Start a game with a thousand scripted rolls."""
    line.sendall(NEW_GAME)
    lines(line, 1)
    line.sendall(SCRIPT * 10)
    answer = json.loads(lines(line, 10))
    assert "result" in answer, answer


def acts_per_second(seconds: float = 2.0) -> float:
    """Return `bridge_acts_per_second`: one call after another, both sides on one core."""
    core = min(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else None
    with server(core) as line:
        return act_calls(line, seconds)


def figures() -> dict[str, float]:
    """Return the figures for `make bench`."""
    return {"bridge_acts_per_second": round(acts_per_second())}


if __name__ == "__main__":
    print(f"bridge_acts_per_second {acts_per_second():.0f}")
    with server() as free_line:
        print(f"free to use all cores {act_calls(free_line, 2.0):.0f}")
        print(f"fifty on the way {act_calls_pipelined(free_line, 2.0):.0f}")
