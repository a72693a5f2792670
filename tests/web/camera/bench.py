# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Print how many codes are read by distance and angle: python -m tests.web.camera.bench.

Each figure is the share of pictures that the page reads, in %.
"""

import argparse
import json
import math
import pathlib
import struct
import subprocess

import numpy as np
from PIL import Image

from shared_rules.compact import DIGITS, FRAME
from tests.web.built import folder
from tests.web.camera.code import panel_of
from tests.web.camera.model import (
    CAMERA_HZ,
    FINE_VIDEO,
    LARGE,
    PHOTO,
    SMALL,
    USUAL_HZ,
    VIDEO,
    Chances,
    photograph,
)

BILINEAR = Image.Resampling.BILINEAR
PANELS = {"0.96 inch": SMALL, "1.3 inch": LARGE}
CAMERAS = {"video, 1920 pixels wide": VIDEO, "video, 3840": FINE_VIDEO, "photograph, 4000": PHOTO}
DISTANCES = (100, 150, 200)
TILTS = (0, 40)
GAINS = ((0.5, 1), (1, 2), (2, 4), (4, 8))
RATES = (USUAL_HZ, CAMERA_HZ)
READER = pathlib.Path(__file__).with_name("read.mjs")


def enlarged(picture):
    """Return a picture as the page shows a coarse one to its reader."""
    height, width = picture.shape
    return np.asarray(Image.fromarray(picture).resize((3 * width // 2, 3 * height // 2), BILINEAR))


def share(pictures, texts, coarse):
    """Return how many are read by the page's reader, in %."""
    seen = [enlarged(each) if coarse else each for each in pictures]
    data = b"".join(struct.pack("<II", *each.shape[::-1]) + each.tobytes() for each in seen)
    words = ["node", READER, folder() / "reader_worker.js"]
    done = subprocess.run(words, input=data, capture_output=True, check=True)
    found = json.loads(done.stdout)
    # What is read is right, or nothing is.
    assert all(text in ("", true) for text, true in zip(found, texts))
    return 100 * sum(map(bool, found)) / len(texts)


def cell(count, seed, panel, camera, distance, tilt, chances=None):
    """Return the share of `count` pictures, drawn by `seed`, as text."""
    source = np.random.default_rng(seed)
    texts = [
        "PP111" + "".join(DIGITS[n] for n in source.integers(0, len(DIGITS), FRAME))
        for _ in range(count)
    ]
    pictures = [
        photograph(panel_of(text), panel, camera, distance, tilt, source, chances) for text in texts
    ]
    return f"{share(pictures, texts, camera == VIDEO):.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=40, help="of each figure (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    count, seed = arguments.pictures, arguments.seed
    doubt = 100 * math.sqrt(0.25 / count)
    print(f"{count} pictures a figure: standard error at most {doubt:.0f}")
    for size, panel in PANELS.items():
        for name, camera in CAMERAS.items():
            print(f"\n{size}, {name}\n  mm   " + "".join(f"{tilt:>7} deg" for tilt in TILTS))
            for distance in DISTANCES:
                cells = [cell(count, seed, panel, camera, distance, tilt) for tilt in TILTS]
                print(f"  {distance:<5}" + "".join(f"{each:>11}" for each in cells), flush=True)
    print("\n0.96 inch, video, 3840, 120 mm, 0 degrees: by the brightness of a lit field")
    print("  1 is white; pictures a second of the panel below each other")
    print("  " + " " * 5 + "".join(f"{least:>7}-{most:<3}" for least, most in GAINS))
    for rate in RATES:
        cells = [
            cell(count, seed, SMALL._replace(hz=rate), FINE_VIDEO, 120, 0, Chances(gain=gain))
            for gain in GAINS
        ]
        print(f"  {rate:<5}" + "".join(f"{each:>11}" for each in cells), flush=True)


if __name__ == "__main__":
    main()
