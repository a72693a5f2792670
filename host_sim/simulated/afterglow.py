# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Pixels that fade instead of going out, as the eye (and a slow panel) sees them."""

from __future__ import annotations

import functools
import math

from host_sim.simulated.handset import View

FADE_MS = 70.0  # to a share of 1/e
_LIT = bytes([0, *[255] * 255])
# Below this it is dark, so that a picture comes to rest.
_LEAST = 6


@functools.lru_cache(maxsize=256)
def _fading(ms: int) -> bytes:
    """Light now -> light in ``ms``, as a table for bytes.translate()."""
    share = math.exp(-ms / FADE_MS)
    return bytes(round(light * share) if light * share >= _LEAST else 0 for light in range(256))


class Afterglow:
    """Give it every view in order of time; it answers with the light that is left added."""

    def __init__(self) -> None:
        self._glow = b""
        self._at_ms = 0

    def see(self, view: View, at_ms: int) -> View:
        """``view`` at a time, with ``glow`` while something fades."""
        lit = view.picture.translate(_LIT)
        passed_ms = min(max(0, at_ms - self._at_ms), 1000)
        self._at_ms = at_ms
        if len(self._glow) != len(lit):
            self._glow = lit
            return view
        faded = self._glow.translate(_fading(passed_ms))
        # 255 or 0 with anything: the greater of the two.
        glow = int.from_bytes(faded, "big") | int.from_bytes(lit, "big")
        self._glow = glow.to_bytes(len(lit), "big")
        return view if self._glow == lit else view._replace(glow=self._glow)
