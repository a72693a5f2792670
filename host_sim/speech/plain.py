"""The lines of a panel as sentences, where nothing else is known of the screen."""

# Words that only speech needs are in `texts/<language>.txt`, a line `key=text` each.

_FOLDER = __file__.rpartition("/")[0] + "/texts/"
_read = {}  # type: dict[str, dict[str, str]]
_WIDTH = 21  # characters of a line of the panel
_GAP = "  "  # between the texts of a line
_ARROW = "▶ "  # the row of a list, or the player to move
_KEYS = ("A", "B", "▲", "▼", "▲▼")
_SIGNS = (("▲▼", "both"), ("▲", "up"), ("▼", "down"), ("▶", "now"), ("≡", "menu"), ("=", "makes"))
_ENDS = ".!?:…"
_YOU = ("YOU", "DU", "TÚ")


def words(code):
    """Return the texts of the language `code` by key, else those in English."""
    if code not in _read:
        try:
            with open(_FOLDER + code + ".txt", "rb") as file:
                lines = str(file.read(), "utf-8").split("\n")
        except OSError:
            return words("en")
        _read[code] = {key: text for key, _, text in [line.partition("=") for line in lines]}
        del _read[code][""]
    return _read[code]


def say(code, key, *values):
    text = words(code)[key]
    return text % values if values else text


def paragraphs(code, lines):
    """Return what the lines say in the language `code`: a text for each row or paragraph."""
    found = []
    before = ""  # the line above, if it is one text
    for line in lines:
        items = [item.strip() for item in line.split(_GAP) if item.strip()]
        text = _row(code, items)
        if len(items) > 1:
            before = ""
        else:
            if before and _goes_on(before, line):
                text = found.pop() + " " + text
            before = line
        if text:
            found.append(text)
    return found


def _goes_on(before, line):
    """Return True if `line` is the rest of a paragraph: its first word had no room above."""
    first = line.strip().split(" ")[0]
    full = len(before) + 1 + len(first) > _WIDTH
    small = before[-1] not in _ENDS and first[0].islower()
    return full or small or line.startswith(_GAP)


def _row(code, items):
    text = key = ""
    for item in items:
        first, _, last = item.partition("/")
        if key in _KEYS and item not in _KEYS:
            text += ":"  # else an English voice takes A for an article
        if item in _KEYS and text:
            text += ","
        elif item == "?" and key in _KEYS:
            item = say(code, "coach")
        elif item == "✓":
            item = say(code, "sits", "").strip()
        elif item.startswith("✓ "):
            item = say(code, "has_earned", item[2:].replace(" ✓", ","))
        elif item[0] == "⚑":
            item = say(code, "target", item[1:])
        elif first.isdigit() and last.isdigit():
            item = say(code, "of", first, last)
        text += (" " if text else "") + item
        key = item
    return text


def new(texts, before):
    """Return those of `texts` that are not among `before`; a row that the arrow left is old.

    What another text begins with is left out: the winner's name in large letters.
    """
    return [
        text
        for text in texts
        if text not in before
        and _ARROW + text not in before
        and not [other for other in texts if other.startswith(text + " ")]
    ]


def joined(code, texts):
    """Return the texts as sentences, with words for signs."""
    text = ""
    for part in texts:
        if part:
            text += ("" if not text else " " if text[-1] in _ENDS else ". ") + part
    for sign, word in _SIGNS:
        text = text.replace(sign, say(code, word))
    for digit in "0123456789":
        for sign, word in (("+", "plus"), ("−", "minus"), (" -", "minus")):
            text = text.replace(sign + digit, " " * (len(sign) - 1) + say(code, word) + " " + digit)
    return " ".join([_word(code, word) for word in text.split(" ")])


def _word(code, word):
    """Return a word of capitals in small letters: voices spell it otherwise."""
    core = word.strip(".!?:,")  # MicroPython strips bytes: a longer sign would break others
    if core in _YOU:
        return word.replace(core, say(code, "you"))
    if len(core) > 2 and core.isalpha() and core == core.upper():
        return word.replace(core, core[0] + core[1:].lower())
    return word
