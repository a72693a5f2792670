# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Compare the deployed files with the list of their checksums, a piece at a time."""

from binascii import hexlify

DRIVE = "/"
FILES = "pocketpig-files.txt"
LAST = "code.py"  # else the list is cut short


def check():
    """Yield None after each piece; at last a message about the first file that differs, or ""."""
    piece = memoryview(bytearray(512))
    path = ""
    try:
        from hashlib import new
    except ImportError:  # CircuitPython before 10.2
        yield ""
    try:
        with open(DRIVE + FILES) as files:
            for line in files:
                digest, _, path = line.strip().partition("  ")
                if line[-1] != "\n":
                    yield "Damaged file: " + FILES
                sha = new("sha256")
                try:
                    with open(DRIVE + path, "rb") as file:
                        n = file.readinto(piece)
                        while n:
                            sha.update(piece[:n])
                            yield None
                            n = file.readinto(piece)
                except OSError:
                    yield "Missing file: " + path
                # A person may edit it, and CircuitPython reads it.
                if path != "settings.toml" and hexlify(sha.digest()) != digest.encode():
                    yield "Damaged file: " + path
    except OSError:
        yield "Missing file: " + FILES
    except ValueError:
        path = ""  # no text
    yield "" if path == LAST else "Damaged file: " + FILES
