"""After a game: what each player's decisions lost, and the dearest of those of people."""

from shared_rules.game import HOLD, ROLL, SIT, STAND
from shared_rules.notation import position_text

from ..game.advice import has_odds
from ..game.parts import HUMAN
from ..language import say
from ..ui.text_screen import TextScreen
from . import drills
from .chances import coach_lines, percent, tenths

WORST = 3  # decisions shown for each person
LEAST = 0.000_5  # a smaller loss is no mistake
# Token of the record: the action, and the key of its words.
CHOICES = {"h": HOLD, "t": STAND, "s": SIT}  # a roll has faces


class Screen(TextScreen):
    """Judges one decision a step, then shows the result."""

    def __init__(self, app, parent):
        super().__init__(app, parent)
        match = app.match
        # By player: the loss in all, and of people the dearest decisions, see `verdict`.
        self._costs = [0.0] * len(match.seats)
        self._worst = [[] for _ in match.seats]
        self._count = 0  # decisions
        self._of_people = 0
        self._dear = []  # mistakes of people, packed
        self._mistakes = 0  # of people
        self._exact = True
        self._start = None  # the first player's chance at the start of the record, of two
        self.add(coach_lines("work in progress"))
        app.think(self.judge(), self.finish)

    def title(self):
        return super().title() if self._exact else coach_lines("review by estimate")[0]

    def judge(self):
        """Generator: find what each decision of the record lost."""
        from shared_rules.reading import parse_position, replay_token

        match = self.app.match
        game = parse_position(match.record.start)
        if game.players == 2 and not (game.SHARED_ROLL or game.over):
            answer = yield from match.advice(game.player, game)
            win = answer.get("win")
            self._start = 1 - win if win is not None and game.player else win
        for place, token in enumerate(match.record.tokens()):
            if game.phase() == "choose":
                for at, player in enumerate(game.to_move()):
                    answer = yield from match.advice(player, game)
                    if answer.get("actions"):
                        # In a shared roll the token has a letter for each player.
                        choice = token[at] if game.SHARED_ROLL else token
                        self.note(game, player, choice, answer, place)
                        yield None
            replay_token(game, token)

    def note(self, game, player, token, answer, place):
        """Add what a decision lost; keep that of a person if it is among the dearest."""
        self._count += 1
        self._exact = self._exact and answer["source"] == "perfect"
        done = "roll %d" % len(token) if game.dice_range() else CHOICES.get(token, ROLL)
        chances = answer["actions"]
        # The coach has no odds for more dice: take its lowest chance.
        loss = max(0.0, answer["win"] - chances.get(done, min(chances.values())))
        self._costs[player] += loss
        if self.app.match.seats[player][0] != HUMAN:
            return
        self._of_people += 1
        if loss >= LEAST:
            self._mistakes += 1
            if self._exact:
                self._dear.append(drills.pack(game, player, tenths(loss)))
            worst = self._worst[player]
            worst.append((-loss, place, position_text(game), player, done, answer["action"]))
            worst.sort()
            worst[WORST:] = []

    def finish(self, _):
        """Make the lines. If the losses are exact, add those of people to the statistics."""
        match, look = self.app.match, self.app.match.looks(self.app.settings)
        self._pages = []
        if not self._count and not has_odds(match.game):
            self.add(coach_lines("no odds for it"))  # the table is damaged
            return
        match.mistakes = self._mistakes
        people = [player for player, seat in enumerate(match.seats) if seat[0] == HUMAN]
        others = []
        for player in range(len(match.seats)):
            total, worst = self.total(player), self._worst[player]
            if not worst:
                others += total
                continue
            from . import verdict

            self.add(verdict.explain(match, worst[0], look))
            self.add(total + verdict.in_short(worst[0]))
            self.add(sum([verdict.in_short(row) for row in worst[1:]], []))
        self.add(others)
        if self._exact and match.number > 0 and self._of_people:
            loss = sum([self._costs[player] for player in people])
            luck = sum([self.gave(player) for player in people]) if self._start is not None else 0
            from ..records.stats import judge

            records = self.app.records()
            judge(records, int(loss * 100000), self._of_people, int(luck * 100000))
            drills.keep(records, [data for data in self._dear if data])
            records.save()
            match.number = 0  # count it once

    def total(self, player):
        number = tenths(self._costs[player])
        name = self.app.match.name(player)
        lines = coach_lines("no mistakes", name)
        if number:
            lines = coach_lines("cost of mistakes", name, percent(number))
        if self._start is not None:
            gave = self.gave(player)
            number = tenths(abs(gave))
            sign = "" if not number else "−" if gave < 0 else "+"
            lines.append(say("review_gave", sign + percent(number)))
        return lines

    def gave(self, player):
        """Return what the dice gave a player of two, in wins.

        From the start to the end the chance changes by the dice and by what both choices cost.
        """
        winners = self.app.match.game.winners()
        share = 1 / len(winners) if player in winners else 0
        start = 1 - self._start if player else self._start
        return share - start + self._costs[player] - self._costs[1 - player]
