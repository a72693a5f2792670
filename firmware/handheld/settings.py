"""The settings as rows of data, saved in the journal. `App.settings` is a dict of the values."""

from shared_rules.errors import BadOption

from . import language
from .saves.journal import SETTINGS

ON_OFF = ("off", "on")
# Missing in the values at their defaults: with one more key the dict would take half a kilobyte
# more.
PRACTICE, PIG_FACE, PANEL, OWN_DICE = NAMES = "practice", "pig_face", "panel", "own_dice"
# name, default, allowed (a pair of integers or a tuple of words); a 0 is shown as "off"
ROWS = (
    ("language", "en", language.CODES),
    ("sound", 2, (0, 3)),
    ("speed", "normal", ("slow", "normal", "quick")),
    ("motion", "full", ("off", "short", "full")),
    ("large", "off", ON_OFF),
    ("contrast", 8, (1, 10)),
    ("dim", 5, (0, 60)),
    ("auto_off", 20, (0, 60)),
    ("turned", "off", ON_OFF),
    ("addition", "off", ON_OFF),
    (PRACTICE, 0, (0, 10)),
    (PIG_FACE, "off", ON_OFF),
    (OWN_DICE, "off", ("off", "yours")),
    (PANEL, "", ("", "ssd1306", "sh1106")),  # the controller, as told in the self-test
)


def read(journal):
    """Return the saved values; the default for a missing one, and for one that is not allowed."""
    values = {name: default for name, default, _ in ROWS if name not in NAMES}
    words = journal.text(SETTINGS).split()
    if words and take(ROWS, values, words):
        journal.damaged = SETTINGS
    return values


def step(app, name, step):
    """Change a setting as `options.stepped` says, and apply it; the volume is heard."""
    from shared_rules.options import stepped

    _, default, allowed = [row for row in ROWS if row[0] == name][0]
    value = app.settings[name] = stepped(app.settings.get(name, default), allowed, step)
    if name in NAMES and value == default:
        del app.settings[name]
    apply(app)
    if name == "sound":
        app.sound.play("hold")


def save(journal, values):
    """Save the values that differ from their defaults."""
    journal.put(SETTINGS, " ".join(words_of(ROWS, values)).encode())


def apply(app):
    """Set the panel, the buzzer and the language as in `app.settings`."""
    values = app.settings
    match = app.match
    if values["language"] != language.code():
        you = match and language.say("rival_name_human")
        language.load(values["language"])
        if match:
            now = language.say("rival_name_human")
            match.seats = [(kind, now if name == you else name) for kind, name in match.seats]
    if match:
        match.look = None
    panel = app.panel
    panel.chip = values.get(PANEL, "")
    # The eye sees equal steps of brightness if the register's value grows with the square.
    contrast = 255 * values["contrast"] ** 2 // 100
    if contrast != panel.contrast_value:
        panel.contrast(contrast)
    panel.flip(values["turned"] == "on")
    app.sound.volume = values["sound"]


# --- values as words, of the settings and of the next game


def take(rows, values, words):
    """Take each `name=value` that the rows allow into `values`; return the other words."""
    from shared_rules.options import check_value, is_range  # 8 ms at each start

    others = []
    for word in words:
        name, _, value = word.partition("=")
        row = [row for row in rows if row[0] == name]
        try:
            number = is_range(row[0][2]) and value.isdigit()
            values[name] = check_value(row[0], int(value) if number else value)
        except (BadOption, IndexError):
            others.append(word)
    return others


def words_of(rows, values):
    """Return `name=value` for each value that is not the default."""
    given = [(name, values.get(name, default), default) for name, default, _ in rows]
    return ["%s=%s" % (name, value) for name, value, default in given if value != default]
