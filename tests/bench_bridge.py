# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Measure how many `act` calls a second `pocketpig serve` answers over TCP."""

import json
import os
import socket
import time

from host_sim.testing.server import Server

SECONDS = 2.0
NEW_GAME = (
    b'{"jsonrpc":"2.0","id":0,"method":"new_game","params":{"variant":"pig",'
    b'"options":{"target":1000},"players":[{"kind":"human"},{"kind":"human"}]}}\n'
)
ROLL = b'{"jsonrpc":"2.0","id":1,"method":"act","params":{"player":0,"action":"roll"}}\n'
# A hundred rolls that never end the turn. A line may have 300 values.
SCRIPT = (
    b'{"jsonrpc":"2.0","id":2,"method":"dice","params":{"faces":['
    + b",".join([b"[2]"] * 100)
    + b"]}}\n"
)


def lines(line, count):
    """Receive ``count`` lines; return the last one."""
    data = b""
    while count:
        data += line.recv(65536)
        *whole, data = data.split(b"\n")
        count -= len(whole)
    return json.loads(whole[-1])


def act_calls(line):
    """Return the calls a second, each sent after the answer to the one before."""
    deadline = time.perf_counter() + SECONDS
    calls = 0
    spent = 0.0
    while time.perf_counter() < deadline:
        line.sendall(NEW_GAME + SCRIPT * 10)
        answer = lines(line, 11)
        assert "result" in answer, answer
        start = time.perf_counter()
        for _ in range(1000):
            line.sendall(ROLL)
            answer = lines(line, 1)
        spent += time.perf_counter() - start
        calls += 1000
        assert answer["result"]["turn_total"] == 2000, answer
    return calls / spent


def figures():
    """Return the figure for `make bench`, measured with both sides on one core."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    server = Server("--tcp", "127.0.0.1:0", "--test-mode")
    try:
        if cores:
            for pid in (0, server.process.pid):
                os.sched_setaffinity(pid, {min(cores)})
        port = int(server.url.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return {"bridge_acts_per_second": round(act_calls(line))}
    finally:
        if cores:
            os.sched_setaffinity(0, cores)
        server.stop()
