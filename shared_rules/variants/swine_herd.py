"""Swine Herd: Pig for a crowd with one die for all (Todd Neller)."""

from ..effects import BUST, add
from ..options import TARGET
from ..shared_roll import SharedRollGame
from . import register


@register
class SwineHerd(SharedRollGame):
    """One die for everybody; the game ends after a turn in which the target was reached."""

    # `busts` counts the turns in a row in which nobody sat before the bust. BUST_LIMIT of them
    # end the game, which would never end if every player waited for another to sit first.
    BUST_LIMIT = 20

    ID = "swine_herd"
    NAME = "Swine Herd"
    OPTIONS = (TARGET,)
    FIELDS = SharedRollGame.FIELDS + ("busts",)
    busts = 0

    def effect(self, faces):
        return BUST if faces[0] == 1 else add(faces[0])

    def busts_left(self):
        return self.BUST_LIMIT - self.busts if False not in self.standing else None

    def end_turn(self):
        # If all still stand, all bust; otherwise somebody has sat.
        self.busts = 0 if False in self.standing else self.busts + 1
        super().end_turn()

    def is_last_turn(self):
        return self.busts == self.BUST_LIMIT or max(self.scores) >= self.options["target"]

    def winners(self):
        if self.over and self.busts == self.BUST_LIMIT:
            return list(range(self.players))
        return super().winners()

    def fault(self):
        open_turns = 0 if self.over else 1
        if self.busts > min(self.turn, self.BUST_LIMIT) - open_turns:
            return "too many busts"
        if self.busts and not self.roll_number and max(self.scores) >= self.options["target"]:
            return "busts since the target was reached"
        return super().fault()

    def extra_state(self, state):
        super().extra_state(state)
        state["busts"] = self.busts
