# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A handheld's codes: what the page finds in them."""

import json

from handheld.game.proof import pieces
from host_sim.firmware_files import firmware_module
from shared_rules.reading import replay
from tests.fair_records import handheld_of, played
from tests.test_compact import LONG, encode
from tests.web.built import node

NUMBER = "004217"


def game(seed, number=""):
    """Play a game of two; return (the commitment's code, the result's codes, the record)."""
    handheld = handheld_of(seed)
    handheld.start("pig", players=2, options={"target": 30})
    if number:
        handheld.app.match.fair.addition = number
    commitment = "POCKETPIG-1 " + handheld.app.match.fair.commitment.upper()
    record = played(handheld, seed)
    return commitment, encode(pieces(handheld.app.match)), record


ON_PAGE = """
const fs = await import("node:fs");
const { loadMicroPython } = await import("./micropython.mjs");
const { unpacked } = await import("./program.js");
const vm = await loadMicroPython({ heapsize: 1 << 21 });
for (const [path, contents] of unpacked(new Uint8Array(fs.readFileSync("drive.bin")))) {
  vm.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
  vm.FS.writeFile(path, contents);
}
vm.runPython("import board_web.scan as scan");
const scan = vm.globals.get("scan");
tell(given.map(([name, ...texts]) => JSON.parse(scan[name](...texts))));
"""


def test_the_page_judges_as_the_library():
    commitment, codes, record = game(1)
    _, numbered, _ = game(2, NUMBER)
    digits = commitment.partition(" ")[2].lower()
    long = encode([LONG.encode()])
    asked = [
        *(["look", text] for text in (commitment, codes[0], long[1], "PP1", "<b>", "", "\0")),
        ["judge", codes[0], digits, ""],
        ["judge", codes[0], "", ""],
        ["judge", numbered[0], digits, NUMBER],
        ["judge", numbered[0], "", NUMBER],
        ["judge", "\n".join(long), digits, ""],
        ["judge", "\n".join(long[1:]), digits, ""],
        ["judge", codes[0], "0" * 39, ""],
    ]
    scan = firmware_module("board_web.scan")
    found = node(ON_PAGE, asked)
    assert found == [json.loads(getattr(scan, name)(*texts)) for name, *texts in asked]
    assert found[0] == {"commitment": digits} and found[2] == {"place": 2, "count": len(long)}
    assert found[3:7] == [{}] * 4 and found[-2:] == [{}] * 2
    proven = found[7]
    assert (proven["kind"], proven["record"]) == ("proven", record)
    assert proven["scores"] == list(replay(record)[0].scores)
    kinds = [each.get("kind") for each in found[8:12]]
    assert kinds == ["consistent", "changed", "consistent", "nothing"]
