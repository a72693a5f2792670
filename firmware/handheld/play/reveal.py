# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The picture after all have chosen in a shared roll."""

_HALF = 67  # pixels
_COLUMN = 21
_ROWS = 5


def draw(canvas, match, groups):
    """Draw who sits down with how many points, and who stands."""
    groups = [group for group in groups if group[1]]
    scale = 2 if max([len(places) for _, places in groups]) < 3 else 1
    columns = 1 if scale > 1 else 6 // len(groups)
    canvas.hline(0, 9, 128)
    for half, (word, places) in enumerate(groups):
        x = _HALF * half
        if half:
            canvas.columns = x, 0
        canvas.text(x, 0, word)
        canvas.vline(x - 4, 10, 45)
        names = [match.name(place) for place in places]
        if len(names) > columns * _ROWS:
            names = names[: columns * _ROWS - 1] + ["..."]
        for place, name in enumerate(names):
            row, column = divmod(place, columns)
            canvas.text(x + _COLUMN * column, 10 + scale + 9 * scale * row, name, scale)
