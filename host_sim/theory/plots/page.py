# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The roll/hold surface as one file for a browser; the page loads nothing from a network."""

from __future__ import annotations

import importlib.resources
import json

import numpy as np

from . import Request, kind_for
from .decisions import Bools, decisions
from .style import heading, turns_of

# `page` replaces this with the data.
PLACE = "/*DATA*/"


def data_of(request: Request) -> dict[str, object]:
    """Return the data of the page; arrays are by [score of the player to move][opponent's score].

    hold: least turn total at which holding is best. win: chance to win at the start of a turn;
    there: at the turn total `hold`; both in units of 1/10000. again: by "mine,theirs" the turn
    totals above `hold` at which rolling is best again, as first and last of each run.
    Raises CannotPlot if the variant has no such surface.
    """
    kind_for(request, "surface")
    solution = turns_of(request, every_pair=True)
    played = decisions(solution, request.second)
    hold = played.hold_at()
    i, j = np.indices(hold.shape)
    at_hold = played.win[i, j, hold]
    again = {}
    for mine in range(solution.target):
        for theirs in range(solution.target):
            runs = runs_of(played.roll[mine, theirs], int(hold[mine, theirs]))
            if runs:
                again[f"{mine},{theirs}"] = runs
    return {
        "title": heading(request),
        "target": solution.target,
        "hold": hold.tolist(),
        "win": np.rint(10000 * played.win[:, :, 0]).astype(int).tolist(),
        "there": np.rint(10000 * at_hold).astype(int).tolist(),
        "again": again,
    }


def runs_of(roll: Bools, start: int) -> list[int]:
    """Return first and last index of every run of True in `roll` from `start` on."""
    edges = np.diff(np.concatenate(([False], roll[start:], [False])).astype(int))
    first, last = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1) - 1
    runs: list[int] = (start + np.stack((first, last), axis=1)).ravel().tolist()
    return runs


def page(request: Request) -> str:
    """Return the page as HTML text. Raises CannotPlot."""
    template = importlib.resources.files(__package__).joinpath("surface.html").read_text("utf-8")
    # A "</script>" in the data must not end the script.
    data = json.dumps(data_of(request), separators=(",", ":")).replace("</", "<\\/")
    return template.replace(PLACE, data)
