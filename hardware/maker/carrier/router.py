# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A grid router for two layers: A* from pad to pad, one net after the other.

A net that finds no way is tried first the next time, so that the others go around it. Nothing is
left to chance: the same board gives the same tracks.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from itertools import groupby

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import LineString, box
from shapely.geometry import Point as Dot
from shapely.geometry.base import BaseGeometry

from maker.carrier import copper
from maker.carrier.layout import LAYERS, Carrier, Pad, Point, Track, Via

_FREE, _TAKEN = 0, -1
_STRAIGHT, _DIAGONAL, _TURN, _VIA = 10, 14, 3, 90
_STEPS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
# A diagonal step between two free nodes passes a corner a little nearer than the nodes lie.
_SLACK = 0.045
_TRIES = 40

Owners = npt.NDArray[np.int16]


class _Grid:
    """Which net owns each node, for tracks of each width and for vias."""

    def __init__(self, board: Carrier) -> None:
        self.board = board
        self.step = float(board.rules["grid"])
        (x0, x1), (y0, y1) = board.outline["x"], board.outline["y"]
        self.columns = round((x1 - x0) / self.step) + 1
        self.rows = round((y1 - y0) / self.step) + 1
        self.size = self.columns * self.rows
        self.xs = x0 + np.arange(self.columns) * self.step
        self.ys = y0 + np.arange(self.rows) * self.step
        self.points = shapely.points(*np.meshgrid(self.xs, self.ys))
        self.via, self.drill = board.rules["via"]
        # The key is half the width of what is to be laid.
        self.owners: dict[float, Owners] = {
            width / 2: np.zeros((2, self.rows, self.columns), dtype=np.int16)
            for width in (board.rules["track"], board.rules["power_track"], self.via)
        }
        self.tracks: list[Track] = []
        self.vias: list[Via] = []
        self.number = {net.name: index for index, net in enumerate(board.design.nets, 1)}
        self._edges()
        for pad in board.pads:
            self.pad(pad)

    def node(self, point: Point) -> tuple[int, int]:
        column, row = self._steps(*point)
        return round(column), round(row)

    def _steps(self, x: float, y: float) -> Point:
        return (x - self.xs[0]) / self.step, (y - self.ys[0]) / self.step

    def point(self, index: int) -> Point:
        row, column = divmod(index % self.size, self.columns)
        return round(float(self.xs[column]), 4), round(float(self.ys[row]), 4)

    def _edges(self) -> None:
        rules, outline = self.board.rules, self.board.outline
        for half, owners in self.owners.items():
            keep = rules["edge"] + half
            x_bad = (self.xs < outline["x"][0] + keep) | (self.xs > outline["x"][1] - keep)
            y_bad = (self.ys < outline["y"][0] + keep) | (self.ys > outline["y"][1] - keep)
            owners[:, :, x_bad] = _TAKEN
            owners[:, y_bad, :] = _TAKEN
        for at in self.board.holes:
            # The radius of the screw's head, since tracks under a screw get crushed.
            self._stamp(Dot(at), 2.2, _TAKEN, LAYERS, rules["hole_to_copper"])

    def _mark(
        self, owners: Owners, shape: BaseGeometry, reach: float, number: int, layers: Iterable[int]
    ) -> None:
        """Give the nodes within `reach` of a shape to a net."""
        x0, y0, x1, y1 = shape.bounds
        left, low = (max(0, math.floor(v)) for v in self._steps(x0 - reach, y0 - reach))
        right, high = (math.ceil(v) + 1 for v in self._steps(x1 + reach, y1 + reach))
        near = shapely.distance(shape, self.points[low:high, left:right]) < reach - 1e-9
        for layer in layers:
            part = owners[layer, low:high, left:right]
            part[near & (part == _FREE)] = number
            part[near & (part != number)] = _TAKEN

    def _stamp(
        self, shape: BaseGeometry, radius: float, number: int, layers: Iterable[int], gap: float
    ) -> None:
        for half, owners in self.owners.items():
            self._mark(owners, shape, radius + gap + half + _SLACK, number, layers)

    def _no_drill(self, at: Point, drill: float) -> None:
        reach = (drill + self.drill) / 2 + self.board.rules["hole_to_hole"]
        self._mark(self.owners[self.via / 2], Dot(at), reach, _TAKEN, LAYERS)

    def pad(self, pad: Pad) -> None:
        (x, y), w, h = pad.at, pad.width / 2, pad.height / 2
        whole = box(x - w, y - h, x + w, y + h)
        shape, radius = (Dot(pad.at), w) if pad.shape == "circle" else (whole, 0.0)
        number = self.number.get(pad.net, _TAKEN)
        self._stamp(shape, radius, number, pad.layers, self.board.rules["clearance"])
        if pad.drill:
            self._no_drill(pad.at, pad.drill)
        else:  # no via in a pad: it would drink the solder
            reach = self.via / 2 + self.board.rules["via_to_pad"]
            self._mark(self.owners[self.via / 2], whole, reach, _TAKEN, LAYERS)

    def lay(self, net: str, half: float, path: list[int]) -> bool:
        """Lay the tracks and vias of a way, straight pieces joined. Return whether it has a via."""
        gap, number, start = self.board.rules["clearance"], self.number[net], 0
        vias = len(self.vias)
        for step, steps in groupby(other - node for node, other in zip(path, path[1:])):
            end = start + len(list(steps))
            ends = self.point(path[start]), self.point(path[end])
            if abs(step) == self.size:
                self.vias.append(Via(net, ends[0], self.via, self.drill))
                self._stamp(Dot(ends[0]), self.via / 2, number, LAYERS, gap)
                self._no_drill(ends[0], self.drill)
            else:
                layer = path[start] // self.size
                self.tracks.append(Track(net, *ends, 2 * half, layer))
                self._stamp(LineString(ends), half, number, (layer,), gap)
            start = end
        return len(self.vias) > vias

    def free(self, net: str, half: float) -> npt.NDArray[np.bool_]:
        """Return where a thing of the net may lie that reaches `half` to each side, by layer."""
        owners, number = self.owners[half], self.number[net]
        found: npt.NDArray[np.bool_] = ((owners == _FREE) | (owners == number)).reshape(2, -1)
        return found

    def inside(self, pad: Pad) -> list[int]:
        """Return the nodes in the pad, nearest to its middle first."""
        (x, y), w, h = pad.at, pad.width / 2, pad.height / 2
        column, row = self.node(pad.at)
        reach = math.ceil(max(w, h) / self.step)
        # A circle is round at its corners, an oval at its ends.
        r = 0.0 if pad.shape == "rect" else min(w, h)
        found = []
        for j in range(row - reach, row + reach + 1):
            for i in range(column - reach, column + reach + 1):
                dx, dy = abs(self.xs[i] - x), abs(self.ys[j] - y)
                if math.hypot(max(dx - w + r, 0), max(dy - h + r, 0)) <= r:
                    found.append((dx * dx + dy * dy, j * self.columns + i))
        return [layer * self.size + index for _, index in sorted(found) for layer in pad.layers]


def _search(
    grid: _Grid, free: list[bool], drillable: list[bool], sources: Iterable[int], target: Pad
) -> list[int] | None:
    """Return the cheapest way from a source to a node in the pad, as nodes."""
    columns, size, goals = grid.columns, grid.size, set(grid.inside(target))
    target_column, target_row = grid.node(target.at)
    # Goals lie within eight nodes of the middle of their pad.
    dx = np.abs(np.arange(columns) - target_column)
    dy = np.abs(np.arange(grid.rows) - target_row)[:, None]
    high, low = np.maximum(dx, dy) - 8, np.minimum(dx, dy) - 8
    far = np.maximum(0, _STRAIGHT * high + (_DIAGONAL - _STRAIGHT) * low)
    guess = far.reshape(-1).tolist() * 2

    offsets = [(dx + dy * columns, _DIAGONAL if dx and dy else _STRAIGHT) for dx, dy in _STEPS]
    rows = [(offset, price, way) for way, (offset, price) in enumerate(offsets)]
    # The steps after one in each direction, without sharp corners; the last: after none or a via.
    after = [
        [
            (offset, price + (_TURN if way != came else 0), way)
            for offset, price, way in rows
            if (way - came) % 8 not in (3, 4, 5)
        ]
        for came in range(8)
    ] + [rows]
    best = [1 << 30] * (2 * size)
    parent = [-1] * (2 * size)
    ways = [-1] * (2 * size)
    waiting = bytearray(free)
    queue: list[tuple[int, int, int]] = []
    for index in sources:
        if free[index]:
            best[index] = 0
            queue.append((guess[index], 0, index))
    heapq.heapify(queue)
    while queue:
        _, cost, index = heapq.heappop(queue)
        if not waiting[index]:
            continue
        waiting[index] = False
        if index in goals:
            path = [index]
            while parent[path[-1]] >= 0:
                path.append(parent[path[-1]])
            return path[::-1]
        for offset, price, way in after[ways[index]]:
            other, total = index + offset, cost + price
            if waiting[other] and total < best[other]:
                best[other], parent[other], ways[other] = total, index, way
                heapq.heappush(queue, (total + guess[other], total, other))
        if drillable[index % size]:
            other, total = (index + size) % (2 * size), cost + _VIA
            if waiting[other] and total < best[other]:
                best[other], parent[other], ways[other] = total, index, -1
                heapq.heappush(queue, (total + guess[other], total, other))
    return None


def _route_net(grid: _Grid, net: str) -> Pad | None:
    """Join the pads of a net. Return a pad to which there is no way, or None."""
    board = grid.board
    pads = sorted((p for p in board.pads if p.net == net), key=lambda p: (p.at, p.ref, p.number))
    joined, waiting = [pads[0]], pads[1:]
    sources = set(grid.inside(pads[0]))
    halves = sorted({board.width(net) / 2, board.rules["track"] / 2}, reverse=True)
    # Laying more of the net takes nothing from it but places for holes.
    free = {half: grid.free(net, half).reshape(-1).tolist() for half in halves}
    drillable = np.logical_and(*grid.free(net, grid.via / 2)).tolist()
    while waiting:
        target = min(
            waiting, key=lambda pad: (min(math.dist(pad.at, other.at) for other in joined), pad.at)
        )
        waiting.remove(target)
        for half in halves:
            path = _search(grid, free[half], drillable, sorted(sources), target)
            if path:
                break
        else:
            return target
        if grid.lay(net, half, path):
            drillable = np.logical_and(*grid.free(net, grid.via / 2)).tolist()
        joined.append(target)
        sources.update(path, grid.inside(target))
    return None


def _length(board: Carrier, net: str) -> float:
    pads = [pad for pad in board.pads if pad.net == net]
    return sum(min(math.dist(a.at, b.at) for b in pads if b is not a) for a in pads)


def route(board: Carrier) -> None:
    """Lay the tracks and vias of all nets. Raises ValueError if some net has no way."""
    names = [net.name for net in board.design.nets]
    order = sorted(names, key=lambda n: (n == copper.ground(board), _length(board, n), n))
    failures = []
    for _ in range(_TRIES):
        grid = _Grid(board)
        for name in order:
            missed = _route_net(grid, name)
            if missed:
                failures.append(f"{name}: no way to {missed}")
                order.remove(name)
                order.insert(0, name)
                break
        else:
            board.tracks, board.vias = grid.tracks, grid.vias
            return
    raise ValueError("; ".join(dict.fromkeys(failures)))
