# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Long texts, read from `pages/<name>.txt` beside this module when they are shown."""

FOLDER = __file__.rpartition("/")[0] + "/pages/"


def lines_of(name, section):
    """Return the lines below `[section]` in the text file `name`; [] without that section.

    A line `+part` stands for the lines below `[+part]`, which must come later in the file.
    """
    lines = []
    at = -1
    parts = False
    mark = ("[%s]" % section).encode()
    # Bytes, because the device looks up each new string among its names.
    with open(FOLDER + name + ".txt", "rb") as file:
        for line in file:
            line = line.strip()
            if line[:1] == b"[":
                if at >= 0 and not parts:
                    break
                at = -1
                if line == mark:
                    at = len(lines)
                elif parts and line[1:2] == b"+":
                    title = str(line[1:-1], "utf-8")
                    if title in lines:
                        at = lines.index(title)
                        lines.pop(at)
            elif at >= 0 and line:
                parts = parts or line[:1] == b"+"
                lines.insert(at, str(line, "utf-8"))
                at += 1
    return lines
