"""Read what a handheld has saved as one backup, and restore it."""

import base64
import binascii

from host_sim.link.answers import checked
from host_sim.link.client import BadAnswer, Client

PART = 600  # bytes
_MOST_PARTS = 6
LONGEST = PART * _MOST_PARTS


def is_backup(data: bytes) -> bool:
    return data.startswith(b"PPB2") and len(data) <= LONGEST


def fetch(client: Client) -> bytes:
    """Return the backup of the handheld on the line. Raises ClientError."""
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
            raise BadAnswer(f"a part of the backup is not base64: {error}") from error
        part += 1
    if binascii.crc32(data) != checksum:
        raise BadAnswer("the backup's checksum is wrong; try again")
    return data


def send(client: Client, data: bytes) -> None:
    """Restore a backup; return once the person has agreed. Raises ClientError."""
    pieces = [data[at : at + PART] for at in range(0, len(data), PART)]
    for part, piece in enumerate(pieces):
        client.call(
            "restore",
            part=part,
            parts=len(pieces),
            data=base64.b64encode(piece).decode(),
            checksum=binascii.crc32(data),
        )
