"""What is new since it was last told, in sentences."""

from .plain import joined, new, paragraphs, say

_ONCE = ("keys", "hint", "round", "target", "rule")  # of a position: told only when they are new


class Sentences:
    """Tells a screen that is new, later only what has changed.

    A rival's turn is told as a whole, after what a person has done.
    """

    def __init__(self):
        self._last = None  # (screen, paragraphs, position or row) that was told
        self._done = []  # and not told yet
        self._heard = []  # hints and keys, since this screen is shown
        self._asked = False  # a question took the place of a screen
        self._fell = False  # the roll of this position was told while a rival chose

    def forget(self):
        """Tell the whole screen the next time."""
        self._last = None

    def tell(self, code, screen, lines, now=None, done=(), asks=False):
        """Return what is new in the language `code`, or "".

        `screen`, `lines`: its id and its words; `now`, `done`: see `speech.told_app`; `asks`: it is
        a question in the place of a screen, whose keys are known when it comes back.
        """
        self._done += done
        texts = now["texts"] if now and "texts" in now else []
        texts = texts + paragraphs(code, lines[-1:] if texts else lines)
        last = self._last
        if last is None or last[0] != screen:
            last = None
            if not (asks or self._asked):
                self._heard = []
            self._fell = False
        self._asked = asks
        coming = bool(now) and not now.get("waits", True)  # the rest of a rival's turn
        done = self._told(now, coming)
        if coming and last and not done:
            return ""
        found = []
        for each in done:
            found += _deed(code, each)
        if done:
            self._fell = coming and bool(done[-1].get("faces")) and not done[-1]["last"]
        if now is None or "texts" in now:
            found += new(texts, last[1] if last else ())
        elif "of" in now:
            found += _row(code, now, last and last[2])
        elif last is None or not coming:
            found += self._position(code, now, last and last[2])
        self._last = screen, texts, now
        return joined(code, found)

    def _told(self, now, coming):
        """Return what was done and is told now; the rest waits."""
        count = len(self._done)
        while coming and count and not self._done[count - 1]["own"]:
            count -= 1
        done, self._done = self._done[:count], self._done[count:]
        going = now and not coming and now.get("faces")
        if done and going and done[-1].get("faces") and not done[-1]["last"]:
            done.pop()  # the position tells the last roll of a turn that goes on
        # What all have chosen tells what each of them has.
        all_at = [at for at, each in enumerate(done) if each.get("all")] or [0]
        return [each for at, each in enumerate(done) if at >= all_at[-1] or each.get("all", True)]

    def _position(self, code, now, before):
        """Return sentences about the position of a game."""
        if before and not _changed(now, before):
            return []
        asked, total, dice = now["asked"], now["total"], now["dice"]
        question = say(code, "sits", asked) if _sits(now) else asked
        found = []
        if dice and before and _changed(now, before) == ["dice"]:
            found = [dice]
        elif asked and before and before["asked"] and total == before["total"]:
            # The arrow moves on, or somebody sits down or stands again.
            rises = asked == before["asked"] and _sits(before) and not _sits(now)
            found = [say(code, "stand", asked) if rises else question]
        else:
            if now["faces"]:
                fell = [] if self._fell else [_fell(code, now["faces"], total)]
                if now["holding"] is not None:
                    fell.append(say(code, now["stop"], now["holding"]))
                found = [", ".join(fell)]
            found.append(now["event"])
            if not (now["faces"] and before):
                told = now["rule"] or [not before and now["target"]]
                if not before or now["round"] != before["round"]:
                    told = told + [now["round"]]
                found = [now["title"]] + told + found
                # After a roll for all from which nobody sits the scores are known.
                if not before or now["turn"] != before["turn"] or now["scores"] != before["scores"]:
                    found.append(_table(code, now))
            found += [question, dice]
        for text in (now["hint"], now["keys"]):
            # Which of the arrows still change a number is no news.
            kind = text.replace("▲▼", "▲").replace("▼", "▲")
            kind = "".join([sign for sign in kind if not sign.isdigit()])
            if now["waits"] and kind not in self._heard:
                self._heard.append(kind)
                found += paragraphs(code, [text])
        return found


def _row(code, now, before):
    """Return sentences about the row at the arrow of a list."""
    if now == before:
        return []
    row, title = now["row"], [] if before else [now["title"]]
    if now["editing"]:
        return title + [say(code, "edit", row)]
    return title + [say(code, "row", row, now["at"], now["of"]), now["line"]]


def _deed(code, done):
    """Return sentences about what a player did."""
    total, found = done.get("total"), []
    if "sits" in done:
        if done["sits"]:
            found.append(say(code, "sit_with", total, ", ".join(done["sits"])))
        if done["stands"]:
            found.append(say(code, "stand", ", ".join(done["stands"])))
        return found
    last = done["last"]
    if done.get("faces"):
        found.append(_fell(code, done["faces"], None if last else total))
    if last:
        name, event, points = last
        number = "%+d" % points if points else ""
        what = ", ".join([word for word in (event, number) if word])
        found.append(": ".join([word for word in (name, what) if word]))
    return found


def _fell(code, faces, total):
    """Return what was rolled, and the turn total if it is not None."""
    fell = " ".join(faces)
    return say(code, "fell", fell) if total is None else say(code, "fell_total", fell, total)


def _changed(now, before):
    return [key for key in now if key not in _ONCE and now[key] != before.get(key)]


def _sits(now):
    return now["asked"] in [name for name, _, sits in now["scores"] if sits]


def _table(code, now):
    rows = [("%s %s" % row[:2], row[2]) for row in now["scores"]]
    return ", ".join([say(code, "sits", text) if sits else text for text, sits in rows])
