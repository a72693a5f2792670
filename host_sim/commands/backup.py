# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Copy what a handheld has saved into a file, and back onto a handheld."""

from __future__ import annotations

import argparse
import base64
import binascii
import json
import os
import sys
from pathlib import Path

from host_sim.link.answers import checked
from host_sim.link.client import BadAnswer, Client

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
PART = 600  # bytes
_MOST_PARTS = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)


def fetch(client: Client) -> bytes:
    """The backup of the handheld on the line. Raises ClientError."""
    data = b""
    parts = 1
    part = 0
    checksum = 0
    while part < parts:
        answer = checked("backup", client.call("backup", part=part))
        if not 0 < answer["parts"] <= _MOST_PARTS or part and answer["checksum"] != checksum:
            raise BadAnswer("the backup changed while it was read; try again")
        parts, checksum = answer["parts"], answer["checksum"]
        try:
            data += base64.b64decode(answer["data"], validate=True)
        except binascii.Error as error:
            raise BadAnswer(f"a part of the backup is no base64: {error}") from error
        part += 1
    if binascii.crc32(data) != checksum:
        raise BadAnswer("the backup's checksum is wrong; try again")
    return data


def send(client: Client, data: bytes) -> None:
    """Restore a backup; returns once the person has agreed. Raises ClientError."""
    pieces = [data[at : at + PART] for at in range(0, len(data), PART)]
    for part, piece in enumerate(pieces):
        client.call(
            "restore",
            part=part,
            parts=len(pieces),
            data=base64.b64encode(piece).decode(),
            checksum=binascii.crc32(data),
        )


def backup(client: Client, arguments: argparse.Namespace) -> int:
    data = fetch(client)
    new = arguments.file.with_name(arguments.file.name + ".new")
    try:
        new.write_bytes(data)
        os.replace(new, arguments.file)
    except OSError as error:
        return _failed(f"{arguments.file}: {error.strerror}")
    told = {"file": str(arguments.file), "bytes": len(data)}
    print(json.dumps(told) if arguments.json else f"{arguments.file}: {len(data)} bytes")
    return 0


def restore(client: Client, arguments: argparse.Namespace) -> int:
    try:
        with open(arguments.file, "rb") as file:
            data = file.read(PART * _MOST_PARTS + 1)
    except OSError as error:
        return _failed(f"{arguments.file}: {error.strerror}")
    if not data.startswith(b"PPB2") or len(data) > PART * _MOST_PARTS:
        return _failed(f"{arguments.file} is no backup of a handheld")
    if not arguments.json:
        print("Hold A on the handheld for 2 seconds to agree, press B to refuse.", flush=True)
    send(client, data)
    print(json.dumps({"restored": len(data)}) if arguments.json else "restored")
    return 0


def _failed(reason: str) -> int:
    print(f"pocketpig device: {reason}", file=sys.stderr)
    return 1
