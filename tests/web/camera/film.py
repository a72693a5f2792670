"""A film of a panel, as Chromium's made-up camera plays it over and over."""

import numpy as np

from tests.web.camera.model import VIDEO, photograph

WIDTH, HEIGHT, A_SECOND = 1280, 720, 10


def write_film(path, shown, panel, source, distance_mm=110, tilt=10, frames=12):
    """Write a Y4M file of what the model of a camera sees of the panel, in the middle of it."""
    blank = np.full((HEIGHT // 2) * (WIDTH // 2) * 2, 128, np.uint8).tobytes()  # no colour
    with open(path, "wb") as file:
        file.write(b"YUV4MPEG2 W%d H%d F%d:1 Ip A1:1 C420mpeg2\n" % (WIDTH, HEIGHT, A_SECOND))
        for lit in [each for each in shown for _ in range(frames)]:
            seen = photograph(lit, panel, VIDEO, distance_mm, tilt, source)[:HEIGHT, :WIDTH]
            picture = np.full((HEIGHT, WIDTH), seen[0, 0])
            top, left = [(all_ - part) // 2 for all_, part in zip(picture.shape, seen.shape)]
            picture[top : top + seen.shape[0], left : left + seen.shape[1]] = seen
            file.write(b"FRAME\n" + picture.tobytes() + blank)
