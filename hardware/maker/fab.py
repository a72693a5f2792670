# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Check the carrier board with KiCad and make the files that a fab takes. Needs KiCad alone."""

import csv
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "carrier"
NAME = "pocketpig-carrier"
MISSING = """make fab needs kicad-cli of KiCad 9 or newer on the PATH; found: {}.
Debian 13: apt install kicad. Debian 12: apt install -t bookworm-backports kicad.
Others: https://www.kicad.org/download/"""
_FIELDS = "Reference,Value,LCSC,MPN,JLCPCB Rotation,Needed"
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
        words = [kind, rules, "--severity-all", "--exit-code-violations", *more, "-o", report]
        try:
            kicad(*words, source / f"{NAME}.kicad_{kind}")
        except FabError:
            # Status 5 is a violation, and then there is a report.
            if not report.exists():
                raise
            text = report.read_text(encoding="utf-8")
            yield from (f"{rules}: {each}" for each in re.split(r"\n(?=\[)", text)[1:])


def _write(path: Path, head: str, rows: Iterable[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head.split(","), *rows])


def lists(parts: Sequence[Row], places: Sequence[Row], out: Path) -> None:
    """Write the BOM and the positions, for JLCPCB and for others, with and without a battery.

    Raises FabError if they name other parts, or one without its number.
    """
    of = {row["Reference"]: row for row in parts}
    odd = sorted(of.keys() ^ {row["Ref"] for row in places})
    bare = [ref for ref, row in of.items() if not (row["LCSC"] and row["MPN"])]
    if odd:
        raise FabError(f"only BOM or positions have {', '.join(odd)}: see 'Exclude from' in KiCad")
    if bare:
        raise FabError(f"no LCSC or MPN: {', '.join(bare)}")
    for kind, left_out in (("", ""), ("usb_only_", "battery")):
        alike: dict[tuple[str, ...], list[str]] = {}
        plain, jlcpcb = [], []
        for row in places:
            ref, part = row["Ref"], of[row["Ref"]]
            if left_out and part["Needed"] == left_out:
                continue
            key = (part["Value"], row["Package"], part["LCSC"], part["MPN"])
            alike.setdefault(key, []).append(ref)
            x, y = (f"{float(row[name]):.4f}" for name in ("PosX", "PosY"))
            turn = float(row["Rot"]) % 360
            plain.append((ref, row["Val"], row["Package"], x, y, f"{turn:g}", row["Side"]))
            turn = (turn + float(part["JLCPCB Rotation"] or 0)) % 360
            jlcpcb.append((ref, f"{x}mm", f"{y}mm", row["Side"].title(), f"{turn:g}"))
        bom = ((value, ",".join(refs), *rest) for (value, *rest), refs in alike.items())
        _write(out / f"{kind}bom.csv", "Comment,Designator,Footprint,JLCPCB Part #,MPN", bom)
        _write(out / f"{kind}positions.csv", "Ref,Val,Package,PosX,PosY,Rot,Side", plain)
        head = "Designator,Mid X,Mid Y,Layer,Rotation"
        _write(out / f"{kind}positions_jlcpcb.csv", head, jlcpcb)


def _zip(path: Path, files: Iterable[Path]) -> None:
    chosen = sorted(files)  # before there is an archive beside them
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in chosen:
            archive.write(file, file.name)


def make(source: Path, out: Path) -> None:
    """Write all files. Raises FabError."""
    board, schematic = source / f"{NAME}.kicad_pcb", source / f"{NAME}.kicad_sch"
    gerbers, bom, places = out / "gerbers", out / "parts.csv", out / "places.csv"
    gerbers.mkdir()
    export, origin = ("pcb", "export"), "--use-drill-file-origin"
    # Plain gerbers: every fab reads them. All coordinates count from the same place of the board.
    plain = ("--no-x2", "--no-protel-ext", origin, "--layers", _LAYERS)
    kicad(*export, "gerbers", *plain, "-o", gerbers, board)
    holes = ("--drill-origin", "plot", "--excellon-separate-th")
    kicad(*export, "drill", *holes, "-o", f"{gerbers}/", board)
    _zip(out / f"{NAME}-gerbers.zip", [*gerbers.glob("*.gbr"), *gerbers.glob("*.drl")])
    kicad("sch", "export", "bom", "--fields", _FIELDS, "--labels", _FIELDS, "-o", bom, schematic)
    kicad(*export, "pos", "--format", "csv", "--units", "mm", origin, "-o", places, board)
    parts, spots = (list(csv.DictReader(path.open(encoding="utf-8"))) for path in (bom, places))
    lists(parts, spots, out)
    bom.unlink()
    places.unlink()
    kicad("sch", "export", "pdf", "-o", out / "schematic.pdf", schematic)
    kicad(*export, "step", "--drill-origin", "-o", out / f"{NAME}.step", board)
    size = ("--width", "1180", "--height", "1040", "--background", "opaque")
    for side, name in (("top", "front"), ("bottom", "back")):
        kicad("pcb", "render", "--side", side, *size, "-o", out / f"{name}.png", board)
    _zip(out / f"{NAME}-fab.zip", (path for path in out.iterdir() if path.is_file()))


def main(source: Path = SOURCE, out: Path = Path("build/fab")) -> int:
    """Return 0, or 1 if the board is at fault or KiCad is missing (then nothing is made)."""
    found = version()
    if int(found.partition(".")[0] or 0) < 9:
        print(MISSING.format(found or "no kicad-cli"), file=sys.stderr)
        return 1
    try:
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        faults = list(check(source, out))
        if faults:
            print(*faults, f"{len(faults)} faults; nothing was made.", sep="\n", file=sys.stderr)
            return 1
        make(source, out)
    except (FabError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"KiCad finds no fault. The fab's files are in {out}, and in {NAME}-fab.zip there.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
