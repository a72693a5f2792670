# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Let two handhelds play each other by repeating each one's moves in the other.

Ours is a simulator in this process; theirs is at the end of a line and in test mode. Both keep the
whole game. The relay compares the two records and plays the moves that one of them lacks. They have
the first seat. In our game the opponent is a computer player that thinks until its move has come
over the line. A move that they make for us is undone in their game.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from concurrent.futures import Future
from typing import Any, Callable, NamedTuple

from handheld.game.match import Match
from handheld.game.parts import HUMAN
from handheld.game.scripted_dice import queue
from host_sim.desk.session import Session
from host_sim.link.answers import checked
from host_sim.link.client import Client, ClientError, NoGame, Refused
from host_sim.link.line import ClientLine, Line
from host_sim.link.visible import visible
from shared_rules.errors import RulesError
from shared_rules.game import HOLD, ROLL
from shared_rules.reading import parse_position, replay_token

THEIR_SEAT, OUR_SEAT = 0, 1
ASK_EVERY_S = 0.15


class Distant:
    """A strategy (see ``shared_rules.players``) that plays the tokens of the other record.

    ``cup``: our dice cup, in which their rolls are queued.
    """

    def __init__(self, cup: Any) -> None:
        self.tokens: list[str] = []
        self._cup = cup

    def think(self, game: Any, player: int, source: Any) -> Generator[None, None, Any]:
        """Yield None until a move has come; return (action, number of dice or None)."""
        while not self.tokens:
            yield None
        token = self.tokens.pop(0)
        if token == "h":
            return HOLD, None
        faces = [int(face) for face in token]
        self._cup.clear()
        queue(self._cup, [faces])
        return ROLL, len(faces) if game.dice_range() else None


class DistantMatch(Match):
    """A match of two humans, one of them at the other handheld."""

    def __init__(self, game: Any, seats: Any, cup: Any, record: Any, distant: Distant) -> None:
        super().__init__(game, seats, cup, record)
        self.dirty = True  # their dice follow from no secret of ours
        self._distant = distant

    def apply(self, action: str, player: int, dice: int | None = None) -> str:
        token: str = super().apply(action, player, dice)
        if player == THEIR_SEAT:
            self.held: int | None = None  # only they can take it back
        return token

    def strategy(self, player: int) -> Any:
        """Return who plays for the player at the other handheld, None for ours."""
        return self._distant if player == THEIR_SEAT else None

    def computer(self) -> int | None:
        """Return the player at the other handheld when it is their move."""
        return next((player for player in self.game.to_move() if player == THEIR_SEAT), None)

    def human(self) -> int | None:
        """Return our player when it is our move."""
        return next((player for player in self.game.to_move() if player != THEIR_SEAT), None)


class Relay:
    """Call ``step`` often. ``wall`` returns seconds."""

    def __init__(
        self, line: Line, session: Session, wall: Callable[[], float] = time.monotonic
    ) -> None:
        self._line = line
        self._session = session
        self._wall = wall
        self._asked_s = -ASK_EVERY_S
        self._question: Future[Any] | None = None
        self._sent: list[Future[Any]] = []
        # The record that both have (or will have when all moves are sent), and our match for it.
        self._common = ""
        self._match: Any = None
        self._distant: Distant | None = None
        self._gone = False

    @classmethod
    def open(cls, url: str, session: Session) -> Relay:
        """Connect to the handheld at a pyserial URL. Raises ClientError."""
        client = Client.open(url)
        try:
            if not checked("hello", client.call("hello"))["test_mode"]:
                raise ClientError(f"{url} is not in test mode; there: --test-mode, or hold A and B")
        except ClientError:
            client.close()
            raise
        session.say("connected; begin a game for two here or there")
        return cls(ClientLine(client), session)

    def close(self) -> None:
        self._line.close()

    def step(self) -> None:
        """Pass on what has happened since the last step."""
        if self._gone or self._session.handset.app is None:
            return
        try:
            if self._sent:
                self._await_sent()
            elif self._question is None:
                if self._wall() - self._asked_s >= ASK_EVERY_S:
                    self._asked_s = self._wall()
                    self._question = self._line.ask("record")
            elif self._question.done():
                question, self._question = self._question, None
                self._compare(_text_of(question))
        except ClientError as error:
            self._gone = True
            self._session.say(f"the opponent has gone: {error}")
        except RulesError as error:
            self._gone = True
            self._session.say(visible(f"the opponent sends an invalid game: {error}"))

    def _await_sent(self) -> None:
        """Wait for the answers to what was sent; after a refusal send the whole game."""
        if not all(future.done() for future in self._sent):
            return
        sent, self._sent = self._sent, []
        refused = False
        for future in sent:
            try:
                future.result()
            except Refused:
                refused = True
        if refused:
            self._send_game(self._common)

    # -- comparing --------------------------------------------------------------------------------

    def _compare(self, theirs: str) -> None:
        """Compare their record and ours with the common one; act on the difference."""
        app = self._session.handset.app
        ours = self._session.record()
        if app.match is None and self._match is not None:
            # Our handheld has restarted.
            self._match, self._distant, self._common = None, None, ""
        elif app.match is not self._match:
            if self._sit_down(app.match):
                self._common = ours
                self._send_game(ours)
        elif theirs and theirs != self._common:
            self._repeat_theirs(theirs)
        elif self._distant and not self._distant.tokens and ours != self._common:
            self._send_move(ours)

    def _repeat_theirs(self, theirs: str) -> None:
        """Repeat their move, or take over the game that they have begun."""
        new = _added(self._common, theirs)
        if self._distant and self._common == theirs + " h":
            # An undo: of their hold, or of ours, which is not for them.
            undone = _steps(self._common)[-1:]
        elif new is None or self._distant is None:
            undone = []
        else:
            undone = _steps(theirs)[-len(new) :]
        if any(step.mover == OUR_SEAT for step in undone):
            self._session.say("they made your move; it is undone")
            self._send_game(self._common)
        elif new is None or self._distant is None:
            self._take_over(theirs)
        else:
            self._common = theirs
            self._distant.tokens += new

    def _take_over(self, theirs: str) -> None:
        """Load their game into our handheld."""
        app = self._session.handset.app
        self._common = theirs
        try:
            app.load_match(theirs)
        except RulesError as error:
            self._session.say(visible(f"their game cannot be played here: {error}"))
            return
        self._sit_down(app.match)

    def _send_move(self, ours: str) -> None:
        """Send our move to them."""
        new = _added(self._common, ours)
        self._common = ours
        if new is None:
            self._send_game(ours)
            return
        for token, step in zip(new, _steps(ours)[-len(new) :]):
            if token == "h":
                self._send("act", player=step.mover, action=HOLD)
                continue
            faces = [int(face) for face in token]
            self._send("dice", faces=[])
            self._send("dice", faces=[faces])
            chosen = {"dice": len(faces)} if step.dice_chosen else {}
            self._send("act", player=step.mover, action=ROLL, **chosen)

    # -- doing ------------------------------------------------------------------------------------

    def _sit_down(self, match: Any) -> bool:
        """Seat both players at our match. Return False if two handhelds cannot play it."""
        app = self._session.handset.app
        game = match.game
        self._match, self._distant = match, None
        if game.players != 2 or game.SHARED_ROLL:
            self._session.say("this game is not for two handhelds")
            return False
        self._distant = Distant(app.cup)
        seats = [(HUMAN, name) for _, name in match.seats]
        app.play(DistantMatch(game, seats, app.cup, match.record, self._distant))
        self._match = app.match
        return True

    def _send_game(self, record: str) -> None:
        self._send("load", text=record)

    def _send(self, method: str, **params: Any) -> None:
        self._sent.append(self._line.ask(method, **params))


def _text_of(question: Future[Any]) -> str:
    """Return the record in an answer, "" if there is no game."""
    try:
        return str(checked("record", question.result())["text"])
    except NoGame:
        return ""


def _added(old: str, new: str) -> list[str] | None:
    """Return the tokens of ``new`` after ``old``; None if ``new`` does not continue ``old``."""
    if not old or not (new + " ").startswith(old + " "):
        return None
    return new[len(old) :].split()


class Step(NamedTuple):
    """A step of a record: its player, and whether the player chose the number of dice."""

    mover: int
    dice_chosen: bool


def _steps(record: str) -> list[Step]:
    start, _, moves = record.partition(":")
    game = parse_position(start)
    steps = []
    for token in moves.split():
        steps.append(Step(game.to_move()[0], game.dice_range() is not None))
        replay_token(game, token)
    return steps
