# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Slice the printed parts with PrusaSlicer, as the guide says to: does one need support?"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "case"
# Faces that lean by 45 degrees print: only flatter ones count. PrusaSlicer adds a degree to the
# threshold, and a file's corners are rounded.
_PRINT = """
--layer-height 0.2 --nozzle-diameter 0.4 --perimeters 3
--support-material --support-material-auto --support-material-threshold 43
"""


def needs_support(part: Path) -> bool:
    """Return whether PrusaSlicer puts support under a part."""
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder) / "part.gcode"
        command = ["prusa-slicer", "--export-gcode", *_PRINT.split(), "-o", str(code), str(part)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode or not code.exists():
            sys.exit(f"{part.name}: PrusaSlicer failed\n{done.stdout}{done.stderr}")
        return ";TYPE:Support" in code.read_text(encoding="utf-8")


def main(parts: Sequence[Path] = ()) -> int:
    """Return 0, or 1 if a part needs support or PrusaSlicer is missing."""
    if not shutil.which("prusa-slicer"):
        print("make slice needs PrusaSlicer. Debian: apt install prusa-slicer", file=sys.stderr)
        return 1
    parts = parts or sorted(FOLDER.glob("*.stl"))
    wrong = [part.name for part in parts if needs_support(part)]
    print(f"Need support: {', '.join(wrong)}" if wrong else f"{len(parts)} parts need no support.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
