# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Long texts, read from `pages/<name>.txt` beside this module when they are shown."""

FOLDER = __file__.rpartition("/")[0] + "/pages/"


def lines_of(name, section):
    """Return the lines below `[section]` in the text file `name`; [] without that section."""
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
