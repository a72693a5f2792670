# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Check both cases and make the STL files of their parts from case.toml and the carrier board."""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from manifold3d import Manifold

from maker import board_file, fit
from maker.carrier_case import CarrierCase
from maker.enclosure import printing
from maker.solids import differs, dump, load, tables
from maker.wired_case import WiredCase

FOLDER = Path(__file__).parents[1] / "case"


def builds(data: Mapping[str, Any]) -> dict[str, WiredCase | CarrierCase]:
    """Return both cases with the panel of these tables."""
    return {"wired": WiredCase(data), "carrier": CarrierCase(data, board_file.read())}


def faults(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the faults of both cases."""
    for build, case in builds(data).items():
        printed, printer = case.parts(), data["printer"]
        for fault in (*fit.printable(printed, printer), *fit.fits(case, printer, printed)):
            yield f"{build} case, panel {data['panel']['id']}: {fault}"


def parts(data: Mapping[str, Any]) -> dict[str, Manifold]:
    """Return file name -> part on the printer's bed; one for both builds where it is the same."""
    found: dict[str, Manifold] = {}
    for build, case in builds(data).items():
        for name, solid in case.parts().items():
            name, _, ref = name.partition(" ")
            part = printing(name, solid)
            if ref not in ("", "SW1"):  # the four caps are alike
                continue
            if build == "carrier" and (name not in found or differs(found[name], part, 0.01)):
                name = f"carrier_{name}"
            found.setdefault(name, part)
    return found


def every_part() -> dict[str, Manifold]:
    """Return the parts for all panels; a part that another panel changes has its name too."""
    own = parts(tables())
    found = dict(own)
    for panel in tables()["panels"][1:]:
        for name, solid in parts(tables(panel)).items():
            if differs(own[name], solid, 0.01):
                found[f"{name}_{panel}"] = solid
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 0, 1 if a case is at fault (then nothing is written), 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="make case", description=__doc__)
    parser.add_argument("--panel", help="only the parts for this panel of case.toml, below build")
    panel = parser.parse_args(arguments).panel or ""
    out = Path("build", f"panel_{panel}") if panel else FOLDER
    try:
        panels = [panel] if panel else tables()["panels"]
        wrong = [fault for each in panels for fault in faults(tables(each))]
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    if wrong:
        print(*wrong, sep="\n", file=sys.stderr)
        return 1
    out.mkdir(parents=True, exist_ok=True)
    for name, solid in (parts(tables(panel)) if panel else every_part()).items():
        path = out / f"{name}.stl"
        # Other versions of the geometry library make other triangles of the same solid.
        if not path.exists() or differs(load(path.read_bytes()), solid):
            path.write_bytes(dump(solid))
            print(f"written: {path}")
    print(f"Everything fits. The parts are in {out}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
