# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the carrier build costs, weighs and measures, as a page."""

from __future__ import annotations

from maker import energy, model
from maker.carrier.case import Case
from maker.documents import fill


def page(case: Case) -> str:
    """Return the page."""
    board = case.board
    data = board.design.raw["numbers"]
    printed = case.parts()
    plastic = sum(solid.volume() for solid in printed.values()) / 1000 * data["plastic_g_cm3"]
    (x0, x1), (y0, y1) = board.outline["x"], board.outline["y"]
    board_g = (x1 - x0) * (y1 - y0) * board.outline["thickness"] / 1000 * data["board_g_cm3"]
    parts = board.design.parts.values()
    small = sum(part.data["price"] for part in parts if part.data["fit"] == "fab")
    large = sum(part.data["price"] for part in parts if part.data["fit"] == "hand")
    print_cost = plastic / 1000 * data["filament_kg"]
    sundry = sum(row["quantity"] * row["price"] for row in board.design.raw["sundry"])
    rest = large + sundry + print_cost
    boxes = [s.bounding_box() for name, s in printed.items() if name not in ("cover", "frame")]
    capacity = board.design.of_kind("battery")[0].data["capacity_mah"]
    return fill(
        "numbers.txt",
        numbers=data,
        boards_each=data["boards_ten"] / 10,
        small=small,
        small_two=2 * small,
        large=large,
        sundry=sundry,
        print_cost=print_cost,
        one=data["boards_one"] + 2 * small + rest,
        ten=data["boards_ten"] / 10 + small + rest,
        size=[max(b[i + 3] for b in boxes) - min(b[i] for b in boxes) for i in range(3)],
        weight=plastic + board_g + sum(data["grams"].values()),
        plastic=plastic,
        board=board_g,
        years=capacity * 1000 / data["off_ua"] / 8766,
        play=energy.budget(model.load(), model.read("energy.toml")).states[0],
        count=sum(part.data["fit"] == "hand" for part in parts),
    )
