"""Load the code of the next game before anybody asks for it."""

from shared_rules.variants import ids, variant_class

from ..ahead import load_all
from ..game.parts import HUMAN, PERFECT, computer_player
from ..saves.journal import GAME, TUTORIAL

_MODULES = (
    "drawing.dice_art menu.setup menu.list_screen menu.menu begin.new_match"
    " game.rule_lines play.play play.act game."
)


def next_game(app, identifier, kinds):
    """Generator: load what title, menu and the next game need, a module or two in each step."""
    names = _MODULES + ("scores" if len(kinds) < 3 else "crowd")
    if identifier == ids()[0] and not app.journal.size(TUTORIAL):
        names += " play.hint"
    yield from load_all(names)
    from ..begin.resume import last_counted

    yield
    last_counted(app.journal)  # the new game's number follows
    if app.journal.size(GAME):
        yield
        from shared_rules import proof as proof
        from shared_rules import reading as reading
    yield
    variant_class(identifier)
    for kind in kinds:
        if kind not in (HUMAN, PERFECT):
            yield
            computer_player(kind)
