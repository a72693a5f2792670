"""Record pictures as an animated GIF. Saving needs Pillow."""

import os
from typing import Any

import pygame

from host_sim.desk.press_script import FRAME_MS
from host_sim.desk.window.overlay import Overlay
from host_sim.desk.window.picture import Picture
from host_sim.simulated.handset import View

MOST_FRAMES = 6000
LAST_FRAME_MS = 1500
# The film's 256 colours are chosen from this many of its pictures, evenly spaced.
_PALETTE_FROM = 8


class Film:
    """A list of views, which are drawn when the film is saved."""

    def __init__(self) -> None:
        self.shots: list[tuple[int, View]] = []  # (ms, what was shown)
        self._until_ms = 0

    @property
    def full(self) -> bool:
        """True if nothing more is recorded."""
        return len(self.shots) >= MOST_FRAMES

    def add_view(self, at_ms: int, view: View) -> None:
        """Record the view at a time; drop changes within FRAME_MS of the last shot."""
        self._until_ms = at_ms
        if self.shots:
            shown_ms, shown = self.shots[-1]
            if shown == view or at_ms - shown_ms < FRAME_MS:
                return
        if not self.full:
            self.shots.append((at_ms, view))

    def save(self, path: str | os.PathLike[str], scale: int) -> None:
        """Write the GIF. Raises OSError."""
        from PIL import Image

        picture = Picture(scale)
        palette = self._palette(picture)
        frames = [
            _draw(picture, view).quantize(palette=palette, dither=Image.Dither.NONE)
            for _, view in self.shots
        ]
        times = [at_ms for at_ms, _ in self.shots]
        ends = [*times[1:], max(self._until_ms, times[-1]) + LAST_FRAME_MS]
        # A GIF counts time in hundredths of a second.
        durations = [(end // 10 - start // 10) * 10 for start, end in zip(times, ends)]
        frames[0].save(
            path, format="GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0
        )

    def _palette(self, picture: Picture) -> Any:
        """Return one palette for all frames, so that static parts do not flicker."""
        from PIL import Image

        every = max(1, len(self.shots) // _PALETTE_FROM)
        pictures = [_draw(picture, view) for _, view in self.shots[::every]]
        width, height = pictures[0].size
        strip = Image.new("RGB", (width, height * len(pictures)))
        for index, each in enumerate(pictures):
            strip.paste(each, (0, index * height))
        return strip.quantize(256, dither=Image.Dither.NONE)


def _draw(picture: Picture, view: View) -> Any:
    from PIL import Image

    surface = picture.image(view, Overlay())
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
