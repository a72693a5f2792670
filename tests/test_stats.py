# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The statistics as text: what each number means, and the limits of what is taken as good."""

import pytest

from handheld.language import CODES
from handheld.saves.journal import BUDGET, STATISTICS
from handheld.saves.journal_start import open_journal
from handheld.stats import BEYOND, LONGEST, MOST_THROWS, REVIEWED, Stats, check, image, unpack
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from tests.driven import Driven

# The totals of the docstring of TOTALS, in that order, then six faces, two sides of a coin, and the
# same of dice that were typed in.
TOTALS = [7, 1, 2, 18, 20, -50, 90, 1200, 9, -300]
FACES = [10, 9, 8, 7, 6, 5, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8]


def text(totals=(), faces=FACES, *lines):
    """Return statistics as text; `totals`: {place: number} of those that differ from TOTALS."""
    numbers = {**dict(enumerate(TOTALS)), **dict(totals)}
    return "\n".join([" ".join(map(str, [*numbers.values(), *faces])), *lines])


def read(value):
    """Return (statistics, True if they are good)."""
    journal = open_journal(SimulatedStore())
    journal.put(STATISTICS, value.encode())
    stats = Stats(journal)
    return stats, not journal.damaged


def test_what_is_told():
    lines = [":!n}O", "!C 7 4 D 2 0", "*L>10 88 A_B", "L 7 ~ 7 3 1 C 7 4 0", "pig+ 2 ~ 4 2 0"]
    stats, good = read(text((), FACES, *lines))
    assert good
    told = stats.report()
    assert "counted" not in told and told["games"] == 7
    row = {"games": 7, "wins": 3, "shared": 1}, {"games": 7, "wins": 4, "shared": 0}
    kinds = {"human": row[0], "hold20": row[1]}
    assert told["variants"] == {"pig": {"games": 7, "players": kinds}}
    assert [told[name] for name in ("streak", "best_streak", "best_turn")] == [1, 2, 18]
    assert [told[name] for name in ("biggest_bust", "rolls", "decisions")] == [20, 90, 9]
    assert [told[name] for name in ("luck", "loss", "gave")] == [-0.5, 0.012, -0.003]
    assert (told["faces"], told["coin"]) == ([10, 9, 8, 7, 6, 5], [3, 4])
    assert told["own_dice"]["faces"] == [1, 2, 3, 4, 5, 6]
    assert told["own_dice"]["coin"] == [7, 8]
    own = {"human": {"games": 4, "wins": 2, "shared": 0}}
    assert told["own_dice"]["games"] == 2
    assert told["own_dice"]["variants"] == {"pig": {"games": 2, "players": own}}
    rivals = {"hold20": {"games": 7, "wins": 4}, "careless": {"games": 2, "wins": 0}}
    assert told["against_rivals"] == rivals
    # From "!" on a two-hundredth each; around "O" a fiftieth each.
    reviewed = [{"loss": 0.0, "gave": 0.62}, {"loss": 0.46, "gave": 0.0}]
    assert told["reviewed_games"] == reviewed
    assert told["best_results"] == {"pig>10": {"result": 88, "name": "A B"}}
    stats.save()
    assert Stats(stats._journal).report() == told


MOST = BEYOND - 1
FULL = MOST_THROWS + 4000  # what a series may hold: no game has more throws than 4,000


@pytest.mark.parametrize(
    "good, bad",
    [
        *[(text({n: MOST}), text({n: BEYOND})) for n in range(10)],
        *[(text({n: 0}), text({n: -1})) for n in (0, 1, 2, 3, 4, 6, 8)],
        *[(text({n: -MOST}), text({n: -BEYOND})) for n in (5, 7, 9)],
        (text((), [FULL, 0]), text((), [FULL, 1])),
        (text((), [0]), text((), [-1])),
        (text((), FACES, "!C 4 4"), text((), FACES, "!C 4 5")),
        (text((), FACES, "!C 1 0"), text((), FACES, "!C 0 0")),
        (text((), FACES, "!C 1 0"), text((), FACES, "!C 1 -1")),
        (text((), FACES, f"!C {MOST} 0"), text((), FACES, f"!C {BEYOND} 0")),
        (text((), FACES, "*L>1 0 A"), text((), FACES, "*L>1 -1 A")),
        (text((), FACES, f"*L>1 {MOST} A"), text((), FACES, f"*L>1 {BEYOND} A")),
        (text((), FACES, "*L>1 1 ABC"), text((), FACES, "*L>1 1 ABCD")),
        (text((), FACES, f"*L>{'1' * 20} 1 A"), text((), FACES, f"*L>{'1' * 21} 1 A")),
        (text((), FACES, ":!O" * 1), text((), FACES, ":!")),
        (text((), FACES, ":" + "!O" * REVIEWED), text((), FACES, ":" + "!O" * (REVIEWED + 1))),
        (text((), FACES, ":}O"), text((), FACES, ":~O")),
        (text((), FACES, "L 0 ~ 0 0 0"), text((), FACES, "L 0 ~ 0 0 -1")),
        (text((), FACES, f"L {MOST} ~ 0 0 0"), text((), FACES, f"L {BEYOND} ~ 0 0 0")),
        (
            text((), FACES, "L 5 ~ 0 0 0", "=LwB9N1 -1 .1"),
            text((), FACES, f"L {MOST} ~ 0 0 0", "=LwB9N1 -1 .1"),
        ),
        (text((), FACES, "L 0"), text((), FACES, "L 0 ~ 0 0")),
        (text((), FACES, "=LwB9N1 -1 .1.1 C"), text((), FACES, "=wB9N1 -1")),
        (text((), FACES, "~500 10 -300"), text((), FACES, "~500")),
    ],
)
def test_limits(good, bad):
    assert read(good)[1]
    stats, sound = read(bad)
    assert not sound and stats.totals["counted"] == 0 and not stats.best


@pytest.mark.parametrize("code", CODES)
def test_thousands_of_games_and_great_losses_have_room(code, boxes):
    handheld = Driven(test_mode=False)
    handheld.set(language=code)
    best = ["*O>50 1096 WWW", "*M<1000 1100 WWW"]
    games = "L 9999 ~ 9999 4444 1111 C 9999 4444 1111"
    saved = text((), FACES, ":!O", *best, games)
    handheld.app.journal.put(STATISTICS, saved.encode())
    handheld.app.show("statistics", "menu")
    said = []
    for _ in range(handheld.app.screen.pages()):
        said += handheld.words()
        handheld.press("down")
    assert " BEN: 4444/9999" in said
    assert not boxes


def test_a_game_counts_for_one_line():
    stats, good = read(text((), FACES, "L 7 ~ 7 3 1", "=LwCEN1~02 -120 .1.1 C"))
    assert good
    told = stats.report()
    assert stats.totals["counted"] == 8
    assert [told[name] for name in ("streak", "best_streak", "best_turn")] == [2, 2, 19]
    assert (told["biggest_bust"], told["luck"], told["rolls"]) == (21, -1.7, 120)
    people = {"games": 8, "wins": 4, "shared": 1}
    assert told["variants"]["pig"]["games"] == 8
    assert told["variants"]["pig"]["players"]["human"] == people
    assert told["variants"]["pig"]["players"]["hold20"] == {"games": 1, "wins": 0, "shared": 0}


def test_own_dice_have_faces_of_their_own():
    stats, good = read(text((), [], "=n003120000 0 pig+ .0", "=Ln003000012 0 .0"))
    assert good
    assert stats.faces[6] == [0, 0, 0, 0, 1, 2] and stats.faces[-6] == [1, 2, 0, 0, 0, 0]
    assert [row[0] for row in stats.lines(True)] == [row[0] for row in stats.lines()] == ["pig"]


def test_a_review_without_the_luck_of_its_dice():
    stats, _ = read(text())
    stats.judge(1000, 3)
    totals = [stats.totals[name] for name in ("loss", "decisions", "gave")]
    assert totals == [2200, 12, -300] and stats.points()[-1] == (1000, 0)


def test_counts_of_faces_in_one_letter_each():
    """Above 69 a `~` stands for 70 more."""
    words, counts = unpack("=LwB9N0u~0~~5 -120 .1.1 C", 8)
    assert counts == [0, 69, 70, 145]
    assert words == ["8", "w", "18", "9", "-120", "30", "pig", "1",
                     "human", "1", "1", "0", "hold20", "1", "0", "0"]  # fmt: skip


def test_two_words_or_four_more():
    check(["pig", "0"])
    check(["pig", "0", "human", "0", "0", "0"])
    for words in (["pig"], ["pig", "0", "human"], ["pig", "0", "human", "0", "0"]):
        with pytest.raises(ValueError):
            check(words)


def test_what_is_too_long_loses_players_then_games():
    lines = ["pig 1 human 1 0 0", "hog 2 human 2 1 0"]
    whole = b"x\nL 1 ~ 1 0 0\nR 2 ~ 2 1 0"
    assert image("x", lines) == whole
    head = "x" * (LONGEST - len(whole) + 1)
    assert image(head, lines) == head.encode() + whole[1:]
    assert image(head + "x", lines) == (head + "x\nL 1\nR 2 ~ 2 1 0").encode()
    assert image("x" * LONGEST, lines) == b"x" * LONGEST
    assert image("x" * (LONGEST - 4), lines) == b"x" * (LONGEST - 4) + b"\nR 2"


def test_an_addition_without_room_writes_all_anew():
    stats, _ = read(text())
    before = len(stats.header())
    room = BUDGET[STATISTICS] - stats._journal.size(STATISTICS) - 1
    stats.append("~" + "1" * (room - 5) + " 0 0")
    assert stats._journal.size(STATISTICS) == BUDGET[STATISTICS]
    stats.append("~1 0 0")
    assert stats._journal.size(STATISTICS) == before
