"""The last self-test and the last crash, saved as lines of ASCII."""

import sys

from .journal import BUDGET, CRASH, SELF_TEST

PASSED = "passed"
_LINE = 100  # characters of a message


def print_error(error, *file):
    """Print the traceback on the console, or into a file."""
    if hasattr(sys, "print_exception"):
        sys.print_exception(error, *file)
    else:
        import traceback

        traceback.print_exception(type(error), error, error.__traceback__, None, *file)


def crash_lines(error):
    """Return type, message, then the places, innermost first: ["canvas.py:31 text", ...]."""
    from io import StringIO

    text = StringIO()
    print_error(error, text)
    places = []
    for line in text.getvalue().split("\n"):
        line = line.strip()
        if line[:6] == 'File "':
            path, _, rest = line[6:].partition('", line ')
            number, _, function = rest.partition(", in ")
            places.insert(0, "%s:%s %s" % (path.split("/")[-1], number, function))
    return [type(error).__name__, str(error)[:_LINE]] + places


def save(journal, key, lines):
    """Save as many whole lines as fit; nothing in a save of an unknown form."""
    if journal.unknown:
        return
    text = ""
    for line in lines:
        line = "".join([char if " " <= char <= "~" else "?" for char in line])
        if len(text) + len(line) + 1 > BUDGET[key]:
            break
        text += line + "\n"
    journal.put(key, text.encode())  # writes only if it differs


def report(journal):
    test = journal.text(SELF_TEST).split("\n")[:-1]
    crash = journal.text(CRASH).split("\n")[:-1]
    answer = {"selftest": None, "crash": None}  # type: dict
    if test:
        failed = [line for line in test if line != PASSED]
        answer["selftest"] = {"passed": test == [PASSED], "failed": failed}
    if crash:
        answer["crash"] = {"type": crash[0], "message": "".join(crash[1:2]), "where": crash[2:]}
    return answer
