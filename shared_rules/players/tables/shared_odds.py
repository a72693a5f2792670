"""Worths of both choices in shared rolls, for the coach."""

from ...game import ROLL, SIT, STAND
from .shared import LINE, STANDS, WHOLE, alone, position_of, probability
from .table import ONE, blank


def unsure(mix, total, sure):
    """Set `sure[k]` to 0 where the mix may sit at the round total `total` + k."""
    at = 0
    place = 1
    while place - total < len(sure):
        kind = mix[at] >> 6
        after = at + (1 if kind < LINE else 3 if kind == LINE else 2)
        end = place + (mix[at] & 63) + 1 if after < len(mix) else total + len(sure)
        if kind != STANDS:
            for k in range(max(0, place - total), min(end - total, len(sure))):
                sure[k] = 0
        at = after
        place = end


class Both:
    """Worths while both stand, by the players' mixes."""

    def __init__(self, position, outcomes):
        self.position = position
        self.outcomes = outcomes
        self.my_mix = position.mix(position.mine, position.theirs)
        self.their_mix = position.mix(position.theirs, position.mine)

    def mixes(self, total):
        """Return the probabilities of standing."""
        return probability(self.my_mix, total), probability(self.their_mix, total)

    def _rival_sits(self, total):
        """Return `alone` for me: my worths of standing and sitting."""
        position = self.position
        other = position.theirs + total
        return alone(position, self.outcomes, position.mine, other, total)

    def _i_sit(self, total):
        """Return `alone` for the rival: its worths of standing and sitting."""
        position = self.position
        other = position.mine + total
        return alone(position, self.outcomes, position.theirs, other, total)

    def value(self, total):
        """Generator; returns the worth if a player may sit.

        A mix makes the other's choices equal, so one is enough.
        """
        mine, theirs = self.mixes(total)
        if theirs < WHOLE:
            pair = yield from self._rival_sits(total)
            return (mine * pair[0] + (WHOLE - mine) * pair[1]) // WHOLE
        pair = yield from self._i_sit(total)
        return ONE - pair[0]

    def _both_stand(self, total):
        """Generator; returns the worth of the next roll for both."""
        position = self.position
        yield from position.load(position.theirs)
        busted = position.worth(position.mine, position.theirs)
        denominator, rolls = self.outcomes
        steps = [(weight, effect.points) for weight, effect in rolls if effect.goes_on]
        ends = denominator - sum([weight for weight, _ in steps])
        # sure[k]: both stand for certain at `total` + k.
        last = max(position.nothing_changes() - total, 1)
        sure = bytearray(b"\1" * (last + 1))
        unsure(self.my_mix, total, sure)
        unsure(self.their_mix, total, sure)
        sure[0] = True
        yield None
        values = blank(last + 1)
        # Greater round totals are not reached: no roll leads past so many where somebody may sit.
        most = max([n for _, n in steps])
        top = gap = 0
        while top < last and gap < most:
            top += 1
            gap = 0 if sure[top] else gap + 1
        # Where both stand for certain to the end, only a bust can come.
        while top and sure[top] and not gap:
            top -= 1
        for k in range(top + 1, min(top + most, last) + 1):
            values[k] = busted
        for k in range(top, -1, -1):
            worth = busted if k == last else 0
            if sure[k] and k < last:
                worth = ends * busted + denominator // 2
                for weight, points in steps:
                    worth += weight * values[min(k + points, last)]
                worth //= denominator
            elif not sure[k] and (k == last or [1 for _, n in steps if k >= n and sure[k - n]]):
                worth = yield from self.value(total + k)
            values[k] = worth
            if k & 31 == 0:
                yield None
        return values[0]


def worths(perfect, game, player):
    """Generator; returns ({action: worth}, mix or None, True if they are exact)."""
    position, rival_stands = position_of(perfect, game, player)
    total = game.turn_total
    if game.must_roll():
        yield from position.start()
        return {ROLL: position.worth(position.mine, position.theirs)}, None, position.exact
    outcomes = perfect.outcomes_of(game)
    if not rival_stands:
        pair = yield from alone(position, outcomes, position.mine, position.theirs, total)
        return {STAND: pair[0], SIT: pair[1]}, None, position.exact
    both = Both(position, outcomes)
    mine, theirs = both.mixes(total)
    pair = yield from both._rival_sits(total)
    stand, sit = pair
    if theirs:
        pair = yield from both._i_sit(total)
        sit = (theirs * (ONE - pair[0]) + (WHOLE - theirs) * sit) // WHOLE
    if 0 < mine < WHOLE:
        # A player mixes only if both choices are worth the same.
        mix = {STAND: mine / WHOLE, SIT: 1 - mine / WHOLE}
        return {STAND: sit, SIT: sit}, mix, position.exact
    if theirs:
        worth = yield from both._both_stand(total)
        stand = (theirs * worth + (WHOLE - theirs) * stand) // WHOLE
    return {STAND: stand, SIT: sit}, None, position.exact
