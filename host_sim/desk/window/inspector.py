# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Draw the developers' panel beside the handheld: figures, bytes a picture, bus transfers."""

from __future__ import annotations

import pygame

from host_sim.desk.window import casing, layout
from host_sim.desk.window.layout import Box
from host_sim.desk.window.overlay import QUIET, WORDS, Side, write
from host_sim.desk.window.paint import Sheet, mix
from host_sim.simulated.gauges import LOG_LENGTH, PICTURES, Transfer

_SHEET = (28, 32, 43)
_BAR = (150, 186, 222)
_FULL_FRAME = 1032  # bytes on the bus, with its window commands and addresses
_ROW = 7.6
_TEXT = 6.2
_MARGIN = 6.0
_COMMAND, _DATA = 0x00, 0x40


class Inspector:
    """Draw a ``Side`` at an integer scale."""

    def __init__(self, scale: int) -> None:
        self.scale = scale
        sheet = Sheet(layout.SIDE_WIDTH, layout.HEIGHT, scale)
        box = Box(1, 6, layout.SIDE_WIDTH - 7, layout.HEIGHT - 12)
        sheet.box(box.grown(0.5), 6.5, mix(_SHEET, (255, 255, 255), 0.14))
        sheet.box(box, 6, _SHEET)
        self._sheet = sheet.finish()

    def draw(self, target: pygame.Surface, side: Side, origin: tuple[int, int]) -> None:
        """Draw ``side`` with its top left corner at the pixel ``origin``."""
        target.blit(self._sheet, origin)
        left, y = _MARGIN, 13.0
        for row in side.rows:
            if not row.value:
                y += 2.0
                self._write(target, row.name, (left, y), origin, casing.NAME, 1.15)
            else:
                self._write(target, row.name, (left + 2, y), origin, QUIET)
                self._write(target, row.value, (left + 36, y), origin, WORDS)
            y += _ROW
        y += 1.0
        if side.picture_bytes:
            self._write(target, "Bytes a picture", (left, y), origin, casing.NAME, 1.15)
            self._bars(target, side.picture_bytes, Box(left + 2, y + 4, 92, 11), origin)
            y += 21
        if side.transfers:
            self._write(target, "Bus", (left, y), origin, casing.NAME, 1.15)
        room = int((layout.HEIGHT - 10 - y) / (_ROW - 1.2))
        for transfer in side.transfers[-min(room, LOG_LENGTH) :]:
            y += _ROW - 1.2
            self._transfer(target, transfer, (left + 2, y), origin)

    def _write(
        self,
        target: pygame.Surface,
        words: str,
        at: tuple[float, float],
        origin: tuple[int, int],
        colour: tuple[int, int, int],
        size: float = 1.0,
    ) -> None:
        place = (origin[0] + at[0] * self.scale, origin[1] + at[1] * self.scale)
        write(target, words, place, _TEXT * size * self.scale, colour)

    def _bars(
        self, target: pygame.Surface, counts: tuple[int, ...], box: Box, origin: tuple[int, int]
    ) -> None:
        width = box.w / PICTURES
        for index, count in enumerate(counts):
            height = max(0.6, box.h * min(1.0, count / _FULL_FRAME))
            x = box.x + (PICTURES - len(counts) + index) * width
            rect = pygame.Rect(0, 0, max(1, round((width - 0.4) * self.scale)), 0)
            rect.height = max(1, round(height * self.scale))
            rect.left = round(origin[0] + x * self.scale)
            rect.bottom = round(origin[1] + (box.y + box.h) * self.scale)
            pygame.draw.rect(target, _BAR, rect)

    def _transfer(
        self,
        target: pygame.Surface,
        transfer: Transfer,
        at: tuple[float, float],
        origin: tuple[int, int],
    ) -> None:
        """Draw time, kind, length and first bytes of a transfer, in columns."""
        kind = {_COMMAND: "cmd", _DATA: "data"}.get(transfer.head[0] if transfer.head else -1, "")
        x, y = at
        self._write(target, f"{transfer.at_us / 1000:.1f}", (x, y), origin, QUIET, 0.85)
        self._write(target, kind, (x + 22, y), origin, WORDS, 0.85)
        self._write(target, str(transfer.length), (x + 35, y), origin, WORDS, 0.85)
        x += 46
        for byte in transfer.head:
            self._write(target, f"{byte:02X}", (x, y), origin, _BAR, 0.85)
            x += 7.6
        if transfer.length > len(transfer.head):
            self._write(target, "..", (x, y), origin, QUIET, 0.85)
