# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Longer texts, read from files when they are shown: `pages/<name>.txt` beside this module."""

FOLDER = __file__.rpartition("/")[0] + "/pages/"


def lines_of(name, section):
    """The lines below `[section]` in the text file `name`; none if there is no such section."""
    lines = []
    wanted = False
    with open(FOLDER + name + ".txt", encoding="utf-8") as file:
        for line in file:
            line = line.strip()
            if line[:1] == "[":
                wanted = line == "[%s]" % section
            elif wanted and line:
                lines.append(line)
    return lines
