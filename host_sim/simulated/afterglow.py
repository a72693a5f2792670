# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Let pixels fade instead of going out at once, as on a slow panel."""

from __future__ import annotations

import functools
import math

from host_sim.simulated.handset import View

FADE_MS = 70.0  # time to fade to 1/e
_LIT = bytes([0, *[255] * 255])
# Light below this is dark, so that fading ends.
_LEAST = 6


@functools.lru_cache(maxsize=256)
def _fading(ms: int) -> bytes:
    """Return a bytes.translate() table from light now to light in ``ms``."""
    share = math.exp(-ms / FADE_MS)
    return bytes(round(light * share) if light * share >= _LEAST else 0 for light in range(256))


class Afterglow:
    """Adds the light that is left of earlier views. Call ``added_to`` with every view, in order."""

    def __init__(self) -> None:
        self._glow = b""
        self._at_ms = 0

    def added_to(self, view: View, at_ms: int) -> View:
        """Return ``view``, with ``glow`` while pixels fade."""
        lit = view.picture.translate(_LIT)
        passed_ms = min(max(0, at_ms - self._at_ms), 1000)
        self._at_ms = at_ms
        if len(self._glow) != len(lit):
            self._glow = lit
            return view
        faded = self._glow.translate(_fading(passed_ms))
        # `lit` is 255 or 0 in each byte, so the bitwise or is the maximum.
        glow = int.from_bytes(faded, "big") | int.from_bytes(lit, "big")
        self._glow = glow.to_bytes(len(lit), "big")
        return view if self._glow == lit else view._replace(glow=self._glow)
