# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Check the carrier board with KiCad and make the files that a fab takes. Needs KiCad alone."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "carrier"
NAME = "pocketpig-carrier"
MISSING = """make fab needs KiCad 9 or newer, and its program kicad-cli on the PATH; found: {}.
Debian 13: apt install kicad. Debian 12: apt install -t bookworm-backports kicad.
Others: https://www.kicad.org/download/"""
_FIELDS = "Reference,Value,Footprint,LCSC,MPN,JLCPCB Rotation,Needed"
_LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,F.SilkS,B.SilkS,Edge.Cuts"

Row = Mapping[str, str]


class FabError(Exception):
    """The board is at fault, or KiCad failed; the message says where."""


def version() -> str:
    """Return the version of kicad-cli, or an empty string."""
    try:
        done = subprocess.run(["kicad-cli", "version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def kicad(*words: str | Path) -> None:
    """Run kicad-cli. Raises FabError if it fails."""
    done = subprocess.run(["kicad-cli", *words], capture_output=True, text=True)
    if done.returncode:
        raise FabError(f"kicad-cli {words[0]} {words[1]} failed:\n{done.stdout}{done.stderr}")


def check(source: Path, out: Path) -> Iterator[str]:
    """Yield what KiCad finds in the schematic, on the board, and between the two."""
    for kind, rules, more in (("sch", "erc", ()), ("pcb", "drc", ("--schematic-parity",))):
        report = out / f"{rules}.txt"
        report.unlink(missing_ok=True)
        words = [kind, rules, "--severity-all", "--exit-code-violations", *more, "-o", report]
        try:
            kicad(*words, source / f"{NAME}.kicad_{kind}")
        except FabError:
            # Status 5 is a violation, and then there is a report.
            if not report.exists():
                raise
            text = report.read_text(encoding="utf-8")
            yield from (f"{rules}: {each}" for each in re.split(r"\n(?=\[)", text)[1:])


def _read(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _write(path: Path, head: str, rows: Sequence[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([head.split(","), *rows])


def lists(parts: Sequence[Row], places: Sequence[Row], out: Path) -> None:
    """Write the BOM and the positions, for JLCPCB and for others, with and without a battery.

    Raises FabError if they name other parts, or one without its number.
    """
    names, placed = {row["Reference"] for row in parts}, {row["Ref"] for row in places}
    if names != placed:
        other = ", ".join(sorted(names ^ placed))
        raise FabError(f"only one of BOM and positions has {other}: see 'Exclude from' in KiCad")
    bare = [row["Reference"] for row in parts if not (row["LCSC"] and row["MPN"])]
    if bare:
        raise FabError(f"no LCSC or MPN: {', '.join(bare)}")
    turn = {row["Reference"]: float(row["JLCPCB Rotation"] or 0) for row in parts}
    for kind, chosen in (
        ("", names),
        ("usb_only_", {row["Reference"] for row in parts if row["Needed"] != "battery"}),
    ):
        alike: dict[tuple[str, ...], list[str]] = {}
        for row in parts:
            if row["Reference"] in chosen:
                footprint = row["Footprint"].rpartition(":")[2]
                key = (row["Value"], footprint, row["LCSC"], row["MPN"])
                alike.setdefault(key, []).append(row["Reference"])
        bom = [(value, ",".join(refs), *rest) for (value, *rest), refs in alike.items()]
        _write(out / f"{kind}bom.csv", "Comment,Designator,Footprint,JLCPCB Part #,MPN", bom)
        plain, jlcpcb = [], []
        for row in places:
            if row["Ref"] in chosen:
                x, y = (f"{float(row[name]):.4f}" for name in ("PosX", "PosY"))
                angle, side = float(row["Rot"]) % 360, row["Side"]
                spot = (row["Ref"], row["Val"], row["Package"], x, y)
                plain.append((*spot, f"{angle:g}", side))
                angle = (angle + turn[row["Ref"]]) % 360
                jlcpcb.append((row["Ref"], f"{x}mm", f"{y}mm", side.title(), f"{angle:g}"))
        _write(out / f"{kind}positions.csv", "Ref,Val,Package,PosX,PosY,Rot,Side", plain)
        head = "Designator,Mid X,Mid Y,Layer,Rotation"
        _write(out / f"{kind}positions_jlcpcb.csv", head, jlcpcb)


def _zip(path: Path, files: Sequence[Path]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, file.name)


def make(source: Path, out: Path) -> None:
    """Write all files. Raises FabError."""
    board, schematic = source / f"{NAME}.kicad_pcb", source / f"{NAME}.kicad_sch"
    gerbers, raw = out / "gerbers", out / "raw"
    for folder in (gerbers, raw):
        folder.mkdir()
    # Plain gerbers: every fab reads them. All coordinates count from the same place of the board.
    kicad(
        *("pcb", "export", "gerbers", "--no-x2", "--no-protel-ext", "--use-drill-file-origin"),
        *("--layers", _LAYERS, "-o", gerbers, board),
    )
    kicad(
        *("pcb", "export", "drill", "--drill-origin", "plot", "--excellon-separate-th"),
        *("-o", f"{gerbers}/", board),
    )
    _zip(out / f"{NAME}-gerbers.zip", sorted(gerbers.glob("*.gbr")) + sorted(gerbers.glob("*.drl")))
    kicad("sch", "export", "bom", "--fields", _FIELDS, "--labels", _FIELDS, "-o", raw / "b", schematic)
    kicad(
        *("pcb", "export", "pos", "--format", "csv", "--units", "mm", "--use-drill-file-origin"),
        *("-o", raw / "p", board),
    )
    lists(_read(raw / "b"), _read(raw / "p"), out)
    shutil.rmtree(raw)
    kicad("sch", "export", "pdf", "-o", out / "schematic.pdf", schematic)
    kicad("pcb", "export", "step", "--drill-origin", "-o", out / f"{NAME}.step", board)
    for side, name in (("top", "front"), ("bottom", "back")):
        size = ("--width", "1180", "--height", "1040", "--background", "opaque")
        kicad("pcb", "render", "--side", side, *size, "-o", out / f"{name}.png", board)
    _zip(out / f"{NAME}-fab.zip", sorted(path for path in out.iterdir() if path.is_file()))


def main(source: Path = SOURCE, out: Path = Path("build/fab")) -> int:
    """Return 0, 1 if the board is at fault (then nothing is made), 2 without KiCad."""
    found = version()
    if int(found.partition(".")[0] or 0) < 9:
        print(MISSING.format(found or "no kicad-cli"), file=sys.stderr)
        return 2
    try:
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        faults = list(check(source, out))
        if faults:
            print(*faults, f"{len(faults)} faults; nothing was made.", sep="\n", file=sys.stderr)
            return 1
        make(source, out)
    except (FabError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"KiCad finds no fault. The fab's files are in {out}, and in {NAME}-fab.zip there.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
