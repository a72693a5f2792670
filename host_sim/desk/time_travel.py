# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Go back and forth through the positions of a game record.

A second handheld shows each position by loading the record up to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from handheld.game.parts import HUMAN
from host_sim.simulated.handset import Handset, View
from shared_rules.notation import position_text
from shared_rules.reading import parse_position, replay_token

# Enough for the app to draw; a computer player waits longer before it moves.
DRAW_MS = 60


class TimeTravel:
    """Positions 0 (the record's start) to ``last``; ``at`` is the one shown.

    ``names``: of the players, else P1, P2, … ``contents``: the contents of the flash, for the
    settings. Raises RulesError if ``record`` is not a record.
    """

    def __init__(
        self,
        record: str,
        *,
        names: Sequence[str] = (),
        contents: bytes = b"",
        test_mode: bool = False,
    ) -> None:
        self._start, _, moves = record.partition(":")
        self._tokens = moves.split()
        game = parse_position(self._start)
        self._whole = record
        self._start = position_text(game)  # without the proof, which is for all of it
        self._turns = [game.turn]
        for token in self._tokens:
            replay_token(game, token)
            self._turns.append(game.turn)
        self._names = names
        self._double = Handset(speed=0, contents=contents, test_mode=test_mode)
        self.last = len(self._tokens)
        self.at = self.last
        self._show()

    @property
    def record(self) -> str:
        """The record up to the current position."""
        if self.at == self.last:
            return self._whole
        return " ".join([self._start.strip(), ":", *self._tokens[: self.at]])

    @property
    def place(self) -> tuple[int, int]:
        """``at`` and ``last``."""
        return self.at, self.last

    @property
    def label(self) -> str:
        """The current position in words."""
        done = _in_words(self._tokens[self.at - 1]) if self.at else "the start"
        return f"{self.at} of {self.last}: {done}, turn {self._turns[self.at]}"

    def go(self, at: int) -> None:
        """Go to a position, clamped to 0 … ``last``."""
        at = max(0, min(self.last, at))
        if at != self.at:
            self.at = at
            self._show()

    def go_to_share(self, share: float) -> None:
        """Go to a share of the game: 0 is its beginning, 1 its end."""
        self.go(round(share * self.last))

    def go_turn(self, by: int) -> None:
        """Go to the beginning of the next turn (1), or of this or the previous turn (-1)."""
        at = self.at
        if by > 0:
            while at < self.last and self._turns[at] == self._turns[self.at]:
                at += 1
        elif at:
            at -= 1
            while at and self._turns[at - 1] == self._turns[at]:
                at -= 1
        self.go(at)

    def view(self) -> View:
        """Return the picture of the current position."""
        return self._double.view()

    @property
    def words(self) -> tuple[str, list[str]]:
        """The screen's name and the lines on it."""
        return self._double.words()

    def _show(self) -> None:
        app = self._double.app
        app.load_match(self.record)
        if self._names:
            app.match.seats = [(HUMAN, name) for name in self._names]
            app.dirty = True
        self._double.advance(DRAW_MS)


def _in_words(token: str) -> str:
    """Return the meaning of a token of a record."""
    if token.isdigit():
        return f"roll {token}"
    return "hold" if token == "h" else f"choices {token}"
