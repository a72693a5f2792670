"""Copy what a handheld has saved into a file, and back onto a handheld."""

import argparse
import json
import os
from pathlib import Path

from host_sim.command_error import CommandError
from host_sim.link.backup import LONGEST, fetch, is_backup, send
from host_sim.link.client import Client

BACKUP_HELP = "copy settings, statistics and initials into a file"
RESTORE_HELP = "restore a backup; the handheld asks for consent"
BACKUP_DESCRIPTION = """\
Copy what the handheld has saved into FILE: settings, statistics, initials, the last self-test and
the last crash. A game in progress is left out.
"""
RESTORE_DESCRIPTION = """\
Replace what the handheld has saved by the backup in FILE. The handheld asks for consent on its
title: hold A there for 2 seconds, within 30 seconds. After a no, or no answer, it asks again after
10 minutes or its next start. It refuses while it keeps a game, and while its battery is low.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)


def backup(client: Client, arguments: argparse.Namespace) -> int:
    data = fetch(client)
    new = arguments.file.with_name(arguments.file.name + ".new")
    try:
        new.write_bytes(data)
        os.replace(new, arguments.file)
    except OSError as error:
        raise CommandError(f"{arguments.file}: {error.strerror}") from None
    told = {"file": str(arguments.file), "bytes": len(data)}
    print(json.dumps(told) if arguments.json else f"{arguments.file}: {len(data)} bytes")
    return 0


def restore(client: Client, arguments: argparse.Namespace) -> int:
    try:
        with open(arguments.file, "rb") as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise CommandError(f"{arguments.file}: {error.strerror}") from None
    if not is_backup(data):
        raise CommandError(f"{arguments.file} is not a backup of a handheld")
    if not arguments.json:
        print(
            "When the handheld asks, hold A for 2 seconds to agree, or press B to refuse.",
            flush=True,
        )
    send(client, data)
    print(json.dumps({"restored": len(data)}) if arguments.json else "restored")
    return 0
