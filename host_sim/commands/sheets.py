# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Write sheets to print: a score sheet with the rules for each game, and the data sheet and the
answers of the lesson (docs/lesson.md). One PDF file a language; it prints on A4 and on US Letter.
"""

from __future__ import annotations

import argparse
import pathlib

from handheld.language import CODES

from . import CommandError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to `parser`."""
    parser.add_argument("folder", type=pathlib.Path, help="where to write sheets-LANGUAGE.pdf")
    parser.add_argument("--language", choices=CODES, help="one language only")


def run(arguments: argparse.Namespace) -> int:
    """Write the files and print their names; return the exit status."""
    from ..sheets.pages import pdf

    for code in [arguments.language] if arguments.language else CODES:
        path = arguments.folder / f"sheets-{code}.pdf"
        try:
            arguments.folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(pdf(code))
        except OSError as error:
            raise CommandError(error) from None
        print(path)
    return 0
