# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""After a game: what each player's decisions lost, and the costliest of them."""

from shared_rules.game import HOLD, ROLL, SIT, STAND
from shared_rules.reading import parse_position, replay_token
from shared_rules.thinking import Thought

from .. import advice
from ..language import say
from ..match import HUMAN
from .coach import percent
from .text_screen import TextScreen, wrap

WORST = 2  # decisions shown for each player
# Token of the record: the action, and the key of its words.
CHOICES = {"h": (HOLD, "rv_hold"), "t": (STAND, "rv_stand"), "s": (SIT, "rv_sit")}


class Screen(TextScreen):
    """Judges one decision a step, then shows the result."""

    ID = "review"

    def __init__(self, app, parent):
        super().__init__(app, parent)
        match = app.match
        self._found = [[] for _ in match.seats]
        self._thought = Thought(self.judge())
        self._exact = True
        self._start = None  # the first player's chance at the start of the record, of two
        self.lines = [say("coach_thinks")]

    def title(self):
        return say("review")

    def tick(self, now_ms):
        if not self._thought:
            return
        self.app.due(0)
        if self._thought.step():
            self._thought = None
            self.sum_up()
            self.app.dirty = True

    def judge(self):
        """Generator: find what each decision of the record lost."""
        match = self.app.match
        game = parse_position(match.record.start)
        if game.players == 2 and not (game.SHARED_ROLL or game.over):
            answer = yield from advice.steps(game, game.player, match.cup.thoughts)
            win = answer.get("win")
            self._start = 1 - win if win is not None and game.player else win
        for token in match.record.tokens():
            if game.phase() == "choose":
                for at, player in enumerate(game.to_move()):
                    answer = yield from advice.steps(game, player, match.cup.thoughts)
                    if answer.get("actions"):
                        # In a shared roll the token has a letter for each player.
                        choice = token[at] if game.SHARED_ROLL else token
                        self.note(game, player, choice, answer)
                        yield None
            replay_token(game, token)

    def note(self, game, player, token, answer):
        """Keep the chance to win that a decision lost, and what was done as text."""
        if game.dice_range():
            done, words = "roll %d" % len(token), say("rv_dice", len(token))
        else:
            done, key = CHOICES.get(token, (ROLL, "rv_roll"))
            words = say(key, game.turn_total)
        chances = answer["actions"]
        # The coach has no odds for more dice: take its lowest chance.
        loss = answer["win"] - chances.get(done, min(chances.values()))
        self._found[player].append((-loss, words))
        self._exact = self._exact and answer["source"] == "perfect"

    def sum_up(self):
        """Make the lines. If the losses are exact, add those of people to the statistics."""
        match = self.app.match
        if not any(self._found) and not advice.has_odds(match.game):
            self.lines = wrap(say("no_odds"))  # and no table
            return
        self.lines = [] if self._exact else [say("estimate")]
        loss = count = luck = 0
        costs = [sum([-cost for cost, _ in found]) for found in self._found]
        for player, found in enumerate(self._found):
            total = costs[player]
            self.lines.append("%s: −%s%%" % (match.name(player), percent(total)))
            if self._start is not None:
                gave = self.gave(player, costs)
                sign = "−" if gave < 0 else "+"
                self.lines.append(say("review_gave", sign + percent(abs(gave))))
                luck += gave if match.seats[player][0] == HUMAN else 0
            for cost, words in sorted(found)[:WORST]:
                if cost < -0.0005:
                    self.lines.append(" %s: −%s%%" % (words, percent(-cost)))
            if match.seats[player][0] == HUMAN:
                loss += total
                count += len(found)
        if self._exact and match.number and count:
            self.app.stats().judge(int(loss * 100000), count, int(luck * 100000))
            match.number = 0  # count it once

    def gave(self, player, costs):
        """Return what the dice gave a player of two, in wins.

        From the start to the end the chance changes by the dice and by what both choices cost.
        """
        winners = self.app.match.game.winners()
        share = 1 / len(winners) if player in winners else 0
        start = 1 - self._start if player else self._start
        return share - start + costs[player] - costs[1 - player]
