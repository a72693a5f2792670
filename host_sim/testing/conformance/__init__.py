"""The conformance suite for every handheld, simulated or real.

`pocketpig device test --port URL` runs it; see docs/testing.md.
"""

import json
from pathlib import Path
from typing import Any


def rows(name: str) -> list[Any]:
    """Return the lines of a file of this folder."""
    lines = Path(__file__).with_name(f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]
