"""Write what handhelds of this version save and send, from which every later version must go on.

`python -m tests.saves.corpus` writes corpus/VERSION.jsonl: sectors, records, codes and backups,
with what this version says of each. Two runs write the same. test_corpus.py reads all versions.
"""

import base64
import json
import pathlib
import random

from handheld import settings
from handheld.begin.new_match import start_challenge
from handheld.records.records import Records
from handheld.records.stats import judge
from handheld.saves import journal as keys
from host_sim.link.backup import fetch
from host_sim.testing.bench import Bench
from pocketpig import verify
from pocketpig._codes import record_of
from shared_rules import __version__
from shared_rules.compact import encode
from shared_rules.reading import replay
from shared_rules.thinking import answer_of
from shared_rules.variants import ids, variant_class
from tests.saves.test_backup import Bench as Person
from tests.support.fair_records import act, handheld_of, options_of, played, rolled_off

FOLDER = pathlib.Path(__file__).parent / "corpus"
KINDS = ("human", "medium", "hold20", "random")


def of_variant(number, variant):
    """Return a handheld after a game with rivals, in the middle of one among people; the record."""
    handheld = handheld_of(number)
    most = variant_class(variant).MAX_PLAYERS
    handheld.start(variant, options=options_of(variant), kinds=KINDS[:most])
    record = played(handheld, number)
    handheld.start(variant, players=min(3, most))
    source = random.Random(number)
    for _ in range(12):
        act(handheld, source)
    return handheld, record


def with_everything():
    """Return a handheld that has a value of every key, in a sector that was rewritten."""
    handheld = handheld_of(50)
    start_challenge(handheld.app, 261122)
    played(handheld, 51)
    journal = handheld.app.journal
    for key, value in (
        (keys.INITIALS, "ANN,,Ñ1".encode()),
        (keys.TUTORIAL, b"1"),
        (keys.SELF_TEST, b"button_a: not seen\n"),
        (keys.CRASH, b"ValueError\nno\napp.py:87 step\n"),
        (keys.PROBE, b"x" * 16),
    ):
        journal.put(key, value)
    records = Records(journal)
    judge(records, 500, 10, -300)
    records.put("drill_series", [(9, 1), (8, 3), (11, 0)])
    records.put("drill_mistakes", [b"\7\1\0\xc8\x50\x33\x41\4", b"\6\7\0\1\x49\x4e\x3a\4"])
    records.save()
    handheld.app.settings.update(language="es", sound=1, contrast=3)
    settings.save(journal, handheld.app.settings)
    handheld.app.rewrite()
    rolled_off(handheld)
    handheld.app.act("roll", handheld.game.to_move()[0])
    return handheld


def typed():
    """Return a handheld in the middle of a game whose dice people type in."""
    handheld = handheld_of(52)
    handheld.app.start_match("pig", {}, [("human", "ANA"), ("human", "BOB")], 0, "typed")
    handheld.step(10)
    handheld.press("a", "up", "a", "b")
    return handheld


def torn(contents):
    """Return a sector in which the power failed while settings were saved."""
    end = len(contents.rstrip(keys.ERASED))
    part = keys.record(keys.VALUES, keys.SETTINGS, b"sound=1 contrast=3 auto_off=5")[:9]
    return contents[:end] + part + contents[end + len(part) :]


def said_of_sector(sector):
    """Return the answers of a handheld after its start, and after A: the kept game goes on."""
    bench = Bench(test_mode=False, contents=sector)
    client, journal = bench.client, bench.app.journal
    found = {
        "damaged": journal.damaged,
        "unknown": journal.unknown,
        "settings": dict(bench.app.settings),
        "stats": client.call("stats"),
    }
    bench.press("a", ms=50, after=50)
    found["state"], found["record"] = client.call("state"), client.call("record")["text"]
    return found


def said_of_record(record):
    """Return the game at the end of a record, and what `verify` says of it."""
    game, verdict = replay(record)[0], verify(record)
    return {"over": game.over, "scores": list(game.scores), "verdict": verdict.kind}


def said_of_backup(backup):
    """Return what a new handheld answers and says once a person has let it restore a backup."""
    bench = Person()
    bench.restore(backup)
    bench.agree()
    return {"settings": dict(bench.app.settings), "stats": bench.client.call("stats")}


def said_of_codes(codes):
    """Return the record that the codes of the panel tell."""
    return {"record": record_of(codes.split("\n"))}


SAID = {
    "codes": said_of_codes,
    "sector": said_of_sector,
    "record": said_of_record,
    "backup": said_of_backup,
}


def as_text(data):
    """Return bytes, without those at the end that are erased, as text; text as it is."""
    return data if isinstance(data, str) else base64.b64encode(data.rstrip(keys.ERASED)).decode()


def as_saved(kind, text):
    """Return what `as_text` made `text` of."""
    if kind in ("record", "codes"):
        return text
    return base64.b64decode(text).ljust(keys.SIZE if kind == "sector" else 0, keys.ERASED)


def main():
    samples = []
    for number, variant in enumerate(ids()):
        handheld, record = of_variant(number, variant)
        samples.append(("record", variant, record))
        samples.append(("codes", variant, "\n".join(answer_of(encode([record.encode()])))))
        samples.append(("sector", variant, handheld.board.store.contents))
    everything = with_everything().board.store.contents
    samples += [
        ("sector", "everything", everything),
        ("sector", "typed", typed().board.store.contents),
        ("sector", "torn", torn(everything)),
        ("backup", "everything", fetch(Bench(test_mode=False, contents=everything).client)),
    ]
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / f"{__version__}.jsonl"
    with file.open("w") as lines:
        for kind, name, sample in samples:
            row = {"kind": kind, "name": name, "saved": as_text(sample), "said": SAID[kind](sample)}
            lines.write(json.dumps(row) + "\n")
    print(f"{file}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
