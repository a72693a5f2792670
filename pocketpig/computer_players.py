"""Computer players by name, and the tables of perfect play in a checkout or an installation."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from shared_rules.players import KINDS, NAMES
from shared_rules.players.by_name import make

if TYPE_CHECKING:
    from pathlib import Path

PERFECT = "perfect"


def kind_of(name: str) -> str:
    """Return the kind of player that the handheld calls `name`, such as MIA; else `name`."""
    return dict(zip(NAMES.split(), KINDS.split())).get(name.upper(), name)


def computer_player(name: str) -> Any:
    """Return the strategy of that name; "perfect" reads the handheld's tables.

    The handheld's names of rivals are names, too. Raises UnknownStrategy.
    """
    name = kind_of(name)
    if name == PERFECT:
        from shared_rules.players.perfect import Perfect

        return Perfect(open_table)
    return make(name)


def tables_folder() -> Path:
    """Return the folder of the tables, in a checkout or an installation."""
    from pathlib import Path  # slow to import

    here = Path(__file__).parent
    inside = here / "handheld_tables"  # as pyproject.toml places it in a wheel
    return inside if inside.is_dir() else here.parent / "firmware" / "tables"


@functools.cache
def open_table(name: str) -> Bytes:
    """Return a reader of the table file `name`. Raises OSError if there is none."""
    return Bytes((tables_folder() / name).read_bytes())


class Bytes:
    """A reader of a table in memory, for `shared_rules.players.tables.table`."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def read(self, offset: int, n: int) -> bytes:
        """Return up to `n` bytes from `offset` on."""
        return self.content[offset : offset + n]

    def fill(self, offset: int, buffer: bytearray) -> int:
        """Fill `buffer` from `offset` on; return the number of bytes read."""
        data = self.read(offset, len(buffer))
        buffer[: len(data)] = data
        return len(data)
