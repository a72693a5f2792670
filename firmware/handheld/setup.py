# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The choices of the menu: variant, options, seats and who starts."""

from shared_rules.options import is_range
from shared_rules.variants import ids, variant_class

from .match import HUMAN, seats_of
from .memory import without_variant
from .names import named

ROLL_OFF = -1


def begin(app, start, fair=False):
    """Begin a game (`start`: the first arguments of `App.start_match`), or its roll-off.

    `fair`: see `App.start_match`.
    """
    if start[3] == ROLL_OFF:
        app.show("roll_off", fair)
    else:
        app.start_match(*start, fair)


class Setup:
    """The next game. `kinds`: one kind of player a seat; `first`: an index or ROLL_OFF."""

    def __init__(self):
        self.kinds = [HUMAN, HUMAN]
        self.first = 0
        self.names = []  # initials of the people, see `names`
        self.choose_variant(ids()[0])

    def choose_variant(self, identifier):
        """Choose a variant with its default options, and as many of the players as it allows."""
        self.variant = variant_class(identifier)
        self.options = {name: default for name, default, _ in self.variant.OPTIONS}
        self.choose_players(len(self.kinds))

    def choose_other_variant(self, identifier):
        """Choose another variant and free the memory of the old one."""
        old = self.variant.ID
        if identifier != old:
            self.choose_variant(identifier)
            without_variant(old)

    def step_option(self, row, step):
        """Change the option of `row` (see `shared_rules.options`) by `step`."""
        name, _, allowed = row
        if is_range(allowed):
            low, high = allowed
            self.options[name] = min(high, max(low, self.options[name] + step))
        else:
            at = allowed.index(self.options[name]) + (1 if step > 0 else -1)
            self.options[name] = allowed[at % len(allowed)]

    def choose_players(self, number):
        """Set the number of players, within the limits of the variant."""
        number = min(self.variant.MAX_PLAYERS, max(self.variant.MIN_PLAYERS, number))
        self.kinds = (self.kinds + [HUMAN] * number)[:number]
        self.step_first(0)

    def choices_of_first(self):
        """Return who may start: indexes and ROLL_OFF; [0] if all play at once."""
        if self.variant.SHARED_ROLL:
            return [0]
        return list(range(len(self.kinds))) + [ROLL_OFF]

    def step_first(self, step):
        """Choose another player to start, or the roll-off."""
        choices = self.choices_of_first()
        if self.first not in choices:
            self.first = 0
        self.first = choices[(choices.index(self.first) + step) % len(choices)]

    def data(self):
        """Return the choices as plain data, for `restore`."""
        return self.variant.ID, dict(self.options), list(self.kinds), self.first

    def restore(self, data):
        """Set the choices from `data`."""
        self.kinds = list(data[2])
        self.choose_variant(data[0])
        self.options = dict(data[1])
        self.first = data[3]

    def seats(self):
        """Return the seats for a `Match`: a list of (kind, name)."""
        return named(seats_of(self.kinds), self.names)
