# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The page's model of the panel shows what the simulator's model shows, for the same bytes."""

import random

from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.ssd1306 import SSD1306
from tests.driven import Driven
from tests.web.built import node

COMMANDS, DATA = 0x00, 0x40
# Horizontal addressing, mounted as on the module, lit, with a known memory.
START = (
    bytes((COMMANDS, 0x20, 0, 0xA1, 0xC8, 0x8D, 0x14, 0xAF, 0x21, 0, 127, 0x22, 0, 7)),
    bytes((DATA,)) + bytes((7 * at * at + at) & 255 for at in range(1024)),
)


def seen_by_the_simulator(transactions):
    panel = SSD1306()
    for transaction in transactions:
        panel.start(False)
        panel.write(transaction)
        panel.stop()
    picture = "".join(map(str, b"".join(panel.picture())))
    return [picture, panel.read(), panel.brightness]


def compare(vectors):
    expected = [seen_by_the_simulator(vector) for vector in vectors]
    digits = [[transaction.hex() for transaction in vector] for vector in vectors]
    for vector, wanted, seen in zip(vectors, expected, node("panel.mjs", digits)):
        assert seen[1] == wanted[1], vector
        assert abs(seen[2] - wanted[2]) < 1e-9, vector
        assert seen[0] == wanted[0], vector
    return expected


def made_up(seed):
    """Transactions of commands, mostly defined ones, and data; some lengths and places are odd."""
    chance = random.Random(seed)
    found = list(START)
    for _ in range(chance.randrange(1, 40)):
        kind = chance.random()
        if kind < 0.3:
            count = chance.randrange(1, 200)
            found.append(bytes((DATA, *(chance.randrange(256) for _ in range(count)))))
        elif kind < 0.9:
            first = chance.choice(
                [0x20, 0x21, 0x22, 0x26, 0x29, 0x81, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xC0, 0xC8]
                + [0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0xA0, 0xA1, 0x40 + chance.randrange(64)]
                + [chance.randrange(0x20), 0xB0 + chance.randrange(8)]
            )
            arguments = [chance.randrange(chance.choice([8, 64, 256])) for _ in range(2)]
            found.append(bytes((COMMANDS, first, *arguments)))
        else:
            # Control bytes for one byte each.
            pairs = [(chance.choice([0x80, 0xC0]), chance.randrange(256)) for _ in range(9)]
            found.append(bytes(byte for pair in pairs for byte in pair))
    return found


def test_made_up_transactions():
    vectors = [made_up(seed) for seed in range(300)]
    expected = compare(vectors)
    # Most of them leave a picture that tells something.
    assert len({picture for picture, _, _ in expected}) > 150


def test_every_com_pin_configuration_start_line_and_offset():
    settings = [(0xDA, value) for value in (0x02, 0x12, 0x22, 0x32)]
    settings += [(0xD3, value) for value in range(64)]
    settings += [(0xA8, value) for value in range(64)]
    settings += [(0x40 + line,) for line in range(64)]
    settings += [(0xA5,), (0xA7,), (0xAE,), (0x8D, 0x10), (0x81, 0), (0x81, 255), (0xC0,)]
    compare([[*START, bytes((COMMANDS, *setting))] for setting in settings])


def test_what_the_driver_sends():
    board = SimulatedBoard()
    sent = []
    board.bus.listener = lambda address, data, count: sent.append(data)
    handheld = Driven(board)
    handheld.start("pig")
    handheld.dice([6], [5])
    handheld.press("a", "a", "b")
    handheld.step(20)
    handheld.set(contrast=3, inverse="on", turned="on")
    handheld.step(5)
    vectors = [sent[:end] for end in range(4, len(sent), 40)] + [sent]
    (*_, (picture, _, _)) = compare(vectors)
    assert picture == "".join(map(str, b"".join(board.panel.picture())))
