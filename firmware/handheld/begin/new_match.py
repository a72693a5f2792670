"""Begin a match: save it, show it."""

from shared_rules import fair_dice
from shared_rules.errors import RulesError
from shared_rules.variants import variant_class

from ..game.match import Match
from ..game.parts import HUMAN, TYPED, seats_of
from ..saves.journal import GAME
from . import proof, resume


def start(app, variant, options, seats, first, fair):
    """Start a game, see `App.start_match`."""
    typed = fair == TYPED
    if typed:
        fair = None
    elif fair is False:
        fair = proof.fair_dice_of(app)
    game = variant_class(variant)(options, len(seats), first)
    match = Match(game, seats, app.cup, None, fair, typed)
    if not app.test_mode:
        match.number = resume.last_counted(app.journal) + 1
    begin(app, match)


def start_challenge(app, number):
    """Begin the challenge; in test mode its result is not kept."""
    from shared_rules import challenges

    from ..game.names import named, read_initials

    variant, kinds, first = challenges.setup(number)
    fair = fair_dice.FairDice(challenges.secret(number))
    fair.commitment = ""  # everybody can know the dice
    game = variant_class(variant)({}, len(kinds), first)
    match = Match(game, named(kinds, read_initials(app.journal)), app.cup, None, fair)
    match.challenge = True
    if not app.test_mode:
        match.number = -number
    begin(app, match)


def go_on_from(app, text):
    """Go on from the end of a record, see `App.load_match`."""
    from shared_rules.reading import replay

    game, record = replay(text)
    begin(app, Match(game, seats_of([HUMAN] * game.players), app.cup, record))


def begin(app, match):
    """Show `match`; save it after its first picture, since to rewrite the sector takes long."""
    journal = app.journal

    def save():
        if journal.due:
            journal.delete(GAME)
            app.rewrite()
        resume.save(journal, match)

    resume.discard(journal)
    app.play(match)
    if not match.game.over:
        app.later(save)


def go_on(app):
    """Go on with the kept game; if it cannot be read, delete it, and the title says so."""
    journal = app.journal
    try:
        app.play(resume.kept_match(journal, app.cup))
    except RulesError:
        resume.discard(journal)
        journal.delete(GAME)
        journal.damaged = GAME
        app.show("title")
