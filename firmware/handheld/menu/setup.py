"""The set-up of the next game: variant, options, seats and who starts. It outlives the power."""

from shared_rules.options import ALONE, stepped
from shared_rules.variants import variant_class

from ..game import names, table_file
from ..game.names import KINDS, MEDIUM, named, read_initials
from ..game.parts import HUMAN, PERFECT, TYPED
from ..saves.journal import BUDGET, GAME, SETUP
from ..settings import take, words_of

OWN_DICE = "own_dice"  # the setting
_OWN_DICE = 6
ROLL_OFF = -1


def get(app):
    """Return `app.setup`; if there is none, make it from what is saved."""
    if app.setup is None:
        app.setup = Setup(app.journal)
    return app.setup


def play(app, sure=False):
    """Begin the game that is set up. Unless `sure`, ask first if a kept game would be lost."""
    setup = get(app)
    if app.journal.size(GAME) and not sure:
        app.show("menu", "new_game")
        return
    setup.save(app.journal)
    start = (setup.variant.ID, options_of(app), setup.seats(), setup.first)
    if OWN_DICE in app.settings:
        begin(app, start, TYPED)
    elif app.settings["addition"] == "on":
        app.show("fair_dice", "menu", start)
    else:
        begin(app, start)


def options_of(app):
    """Return the options of the game that is set up; people roll no more dice than they have."""
    options = dict(get(app).options)
    if OWN_DICE in app.settings and "max_dice" in options:
        options["max_dice"] = min(options["max_dice"], _OWN_DICE)
    return options


def begin(app, start, fair=False):
    """Begin a game (`start`: the first arguments of `App.start_match`), or its roll-off.

    `fair`: see `App.start_match`.
    """
    if start[3] == ROLL_OFF:
        app.show("roll_off", fair)
    else:
        app.start_match(*start, fair)


def kinds():
    """Return the kinds of computer players; without tables there is no perfect player."""
    strategies = KINDS.split(" ")
    if not table_file.installed():
        strategies.remove(PERFECT)
    return strategies


def next_rival(rival, step):
    """Return the rival that is `step` further in the list."""
    rivals = kinds()
    return rivals[(rivals.index(rival) + step) % len(rivals)] if rival in rivals else rival


class Setup:
    """The next game. `kinds`: one kind of player a seat; `first`: an index or ROLL_OFF."""

    def __init__(self, journal):
        """Take what is saved, see `names.read`; what does not come back as it was is damaged."""
        self.names = read_initials(journal)  # initials of the people, see `names`
        self.first = 0
        identifier, self.kinds, words = names.read(journal)
        self.choose_variant(identifier)
        take(self.variant.OPTIONS, self.options, words[1:])
        self.step_rivals(0)  # for this end
        for first in self.choices_of_first():
            if words and words[0] == str(first):
                self.first = first
        if journal.size(SETUP) and self._text() != journal.text(SETUP):
            journal.damaged = SETUP

    def _text(self):
        words = [str(self.first)] + words_of(self.variant.OPTIONS, self.options)
        return names.text(self.variant.ID, self.kinds, words)

    def save(self, journal):
        """Save it, unless it is longer than its budget."""
        saved = self._text().encode()
        if len(saved) <= BUDGET[SETUP]:
            journal.put(SETUP, saved)

    def choose_variant(self, identifier):
        """Choose a variant with its default options, and as many of the players as it allows."""
        self.variant = variant_class(identifier)
        self.options = {name: default for name, default, _ in self.variant.OPTIONS}
        self.step_rivals(0)

    def allowed(self, row):
        if row[0] == "end" and len(self.kinds) == 1:
            return [word for word in row[2] if word in ALONE]
        return row[2]

    def step_option(self, row, step):
        """Change the option of `row` as `stepped` says."""
        self.options[row[0]] = stepped(self.options[row[0]], self.allowed(row), step)
        self.step_rivals(0)

    def people(self):
        return self.kinds.count(HUMAN)

    def limits_of_rivals(self, people):
        """Return how many rivals at least and at most play with so many people."""
        low = self.variant.MIN_PLAYERS
        if not people or self.options.get("end") not in ALONE:
            low = max(low, 2)  # computers play among themselves; some ends need others
        return max(0, low - people), self.variant.MAX_PLAYERS - people

    def choose_players(self, people, rivals):
        """Set how many people and rivals play, within the limits of the variant: people go first.

        People come before rivals; further rivals are the next ones of the list.
        """
        people = max(0, min(people, self.variant.MAX_PLAYERS))
        low, high = self.limits_of_rivals(people)
        rivals = max(low, min(rivals, high))
        if (people, people + rivals) != (self.people(), len(self.kinds)):
            computers = [kind for kind in self.kinds if kind != HUMAN][:rivals]
            while len(computers) < rivals:
                computers.append(next_rival(computers[-1], 1) if computers else MEDIUM)
            self.kinds = [HUMAN] * people + computers
        self.step_first(0)

    def step_people(self, step):
        """Change how many people play. Another person takes the seat of a rival if there is one.

        The last person plays with a rival, until there is none of these.
        """
        people = max(0, self.people() + step)
        seats = len(self.kinds)
        rivals = seats - (people if step > 0 else self.people())
        self.choose_players(people, max(rivals, 1) if people == 1 else rivals)

    def step_rivals(self, step):
        people = self.people()
        self.choose_players(people, len(self.kinds) - people + step)

    def choices_of_first(self):
        """Return who may start: indexes and ROLL_OFF; [0] if all play at once, or one alone."""
        if self.variant.SHARED_ROLL or len(self.kinds) == 1:
            return [0]
        return list(range(len(self.kinds))) + [ROLL_OFF]

    def step_first(self, step):
        """Choose who starts, or the roll-off: 1 for the one before, -1 for the next."""
        choices = self.choices_of_first()
        if self.first not in choices:
            self.first = 0
        self.first = choices[(choices.index(self.first) - step) % len(choices)]

    def seats(self):
        """Return the seats for a `Match`: a list of (kind, name)."""
        return named(self.kinds, self.names)
