# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Long texts, read from `pages/<name>.txt` beside this module when they are shown."""

FOLDER = __file__.rpartition("/")[0] + "/pages/"


def lines_of(name, section):
    """Return the lines below `[section]` in the text file `name`; [] without that section."""
    lines = []
    wanted = False
    mark = ("[%s]" % section).encode()
    # Bytes, because the device looks up each new string among its names.
    with open(FOLDER + name + ".txt", "rb") as file:
        for line in file:
            line = line.strip()
            if line[:1] == b"[":
                wanted = line == mark
            elif wanted and line:
                lines.append(str(line, "utf-8"))
    return lines
