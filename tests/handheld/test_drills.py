"""The drills: people's mistakes and the usual positions, a series, and the record of the series."""

import functools
import itertools
import random

import pytest

from handheld.coach import drills
from handheld.language import CODES, lines_of, load
from handheld.records.records import MISTAKES, SERIES, Records
from host_sim.simulated.board import SimulatedBoard
from pocketpig.computer_players import computer_player
from shared_rules.chance import Pcg32, fall
from shared_rules.notation import position_text
from shared_rules.options import is_range
from shared_rules.players.tables.advice import advice
from shared_rules.reading import parse_position, replay_token
from shared_rules.thinking import answer_of
from shared_rules.variants import ids, new_game, variant_class
from tests.support.driven import Driven
from tests.tools.gallery import fill
from tools.drill_positions import EACH, FILE, GAMES, NEAR, tenths

PERFECT = computer_player("perfect")


def odds(game, player):
    """Return the advice of perfect play."""
    return answer_of(advice(PERFECT, game, player))


@functools.cache
def rows_of(variant):
    load("en")
    return [bytes.fromhex(line) for line in lines_of("drill", variant)]


def cost_of(data):
    """Return the cost of a packed mistake in tenths of a per cent."""
    return data[0] * 4 + data[1] // 64


def test_the_file_has_the_games_with_exact_odds_and_no_others():
    sections = [line[1:-1] for line in FILE.read_text("utf-8").splitlines() if line[0] == "["]
    exact = [name for name in ids() if odds(new_game(name), 0)["source"] == "perfect"]
    assert sections == list(GAMES) == exact


@pytest.mark.parametrize("variant", GAMES)
def test_the_usual_positions_are_of_the_usual_game_near_the_border_on_both_sides(variant):
    rows = rows_of(variant)
    assert len(set(rows)) == len(rows) == 2 * EACH
    more = of_dice = 0
    for data in rows:
        game = drills.unpack(data)
        assert game.ID == variant and game.options == new_game(variant).options
        mover = game.to_move()[0]
        known = odds(game, mover)
        chances = known["actions"]
        cost = cost_of(data)
        assert NEAR[0][0] <= cost < NEAR[-1][1] and known["source"] == "perfect"
        assert cost in [tenths(known["win"]) - tenths(chance) for chance in chances.values()]
        if game.dice_range():
            of_dice += 1
        else:
            more += known["action"] in ("roll", "stand")
            goal = game.options.get("target")
            assert not goal or game.scores[mover] + game.turn_total < goal
    assert of_dice == {"fast": 2 * EACH, "hog": EACH}.get(variant, 0)
    assert more == {"fast": 0, "hog": EACH // 2}.get(variant, EACH)


def kept(journal, *variant):
    """Return the mistakes that are kept."""
    return drills.saved_mistakes(Records(journal), *variant)


def keep(journal, found):
    records = Records(journal)
    drills.keep(records, found)
    records.save()


def drilling(variant="pig", board=None, mistakes=()):
    """Return a handheld at the first position."""
    handheld = Driven(board, test_mode=False)
    if mistakes:
        fill(handheld.app.journal, {"drill_mistakes": list(mistakes)})
    handheld.app.show("menu")
    handheld.app.setup.choose_variant(variant)
    handheld.app.show("drill", "menu")
    if not kept(handheld.app.journal, variant):
        handheld.press("a")
    return handheld


def think(handheld):
    while handheld.app.job:
        handheld.step()


def answer(handheld, rightly=True):
    """Answer the position shown; return what the answer costs, as the handheld says it."""
    game = handheld.app.screen.match.game
    known = odds(game, game.to_move()[0])
    wanted = known["action"]
    if not rightly:
        wanted = min(known["actions"], key=known["actions"].get)
    if game.dice_range():
        button = "up" if int(wanted.split()[1]) > handheld.app.screen._dice else "down"
        while int(wanted.split()[1]) != handheld.app.screen._dice:
            handheld.press(button)
        handheld.press("a")
    else:
        handheld.press("a" if wanted in ("roll", "stand") else "b")
    think(handheld)
    cost = tenths(known["win"]) - tenths(known["actions"][wanted])
    said = handheld.words()[0]
    assert said.startswith("Right!") if rightly else said == f"That costs {cost / 10:.1f}%"
    return cost


def go_on(handheld):
    handheld.step(10)
    handheld.press("a")


def series(handheld, wrong=0):
    """Do a series with `wrong` wrong answers first; return their cost."""
    lost = 0
    for number in range(10):
        lost += answer(handheld, number >= wrong)
        go_on(handheld)
    return lost


@pytest.mark.parametrize("variant", GAMES)
def test_a_series_is_summed_up_and_kept(variant):
    handheld = drilling(variant)
    first = f"{variant_class(variant).NAME}  1/10"
    assert handheld.words()[0] == first
    lost = series(handheld, 3)
    assert handheld.words()[:3] == ["7 of 10 right", f"Mean loss: {lost // 10 / 10:.1f}%", "7"]
    again = drilling(variant, handheld.board)
    series(again)
    assert again.words()[:2] == ["10 of 10 right", "Mean loss: 0.0%"]
    assert again.words()[2:4] == [f"Before: {lost // 10 / 10:.1f}%", "7 10"]
    again.press("a", "a")
    assert again.words()[0] == first


def test_without_tables_no_position_is_asked(monkeypatch, tmp_path):
    (mistake,) = rows_of("pig")[:1]
    monkeypatch.setattr("handheld.game.table_file.FOLDER", str(tmp_path) + "/")
    monkeypatch.setattr("handheld.game.advice.kept", [])
    handheld = drilling(mistakes=[mistake])
    think(handheld)
    assert handheld.words()[1] == "No exact odds are"
    assert kept(handheld.app.journal) == [mistake]


SEVENS = {name: allowed for name, _, allowed in variant_class("sevens").OPTIONS}
WORDS = {name: allowed for name, allowed in SEVENS.items() if not is_range(allowed)}


@pytest.mark.parametrize("number, values", [*enumerate(itertools.product(*WORDS.values()))])
def test_unusual_options_have_room(number, values, boxes):
    """Of the variant with the most options, each choice of words in one of the languages."""
    options = dict(zip(WORDS, map(str, values), strict=True))
    options.update({"rounds": "12"} if "rounds" in values else {"target": "120"})
    start = " ".join(f"{name}={value}" for name, value in options.items())
    position = f"pp1 sevens {start} scores=57,58 turn_total=60 roll_number=3 turn=11 dice=6,5"
    row = drills.pack(parse_position(position), 0, 50)
    assert row
    handheld = Driven(test_mode=False)
    handheld.set(language=CODES[number % len(CODES)])
    handheld.app.show("menu")
    handheld.app.setup.choose_variant("sevens")
    fill(handheld.app.journal, {"drill_mistakes": [row]})
    handheld.app.show("drill", "menu")
    assert "+60" in " ".join(handheld.words())
    assert not boxes


# Pig to 50 against BEN, who holds at 20: holding +3 at 0:0, then rolling on at 3:20 with +30.
CARELESS = "3 h 6 6 6 h 6 6 6 6 6 6 1 6 6 h 6 h 6 6 h 6 6 6 6 6 6 6 6 h".split()


def play_carelessly(handheld):
    """Let a person play a game with mistakes; return them as (cost, position)."""
    app = handheld.app
    app.start_match("pig", {"target": 50}, [("human", "YOU"), ("hold20", "BEN")], 0)
    game = parse_position(position_text(app.match.game))
    found = []
    for token in CARELESS:
        if game.phase() == "choose" and game.player == 0:
            known = odds(game, 0)
            lost = known["win"] - known["actions"]["hold" if token == "h" else "roll"]
            if lost >= 0.0005:
                found.append((tenths(lost), *game.scores, game.turn_total))
        replay_token(game, token)
        handheld.dice(*[[int(token)]] if token != "h" else [])
        app.act("hold" if token == "h" else "roll", app.match.game.player)
    assert app.match.game.over
    return sorted(found, reverse=True)


def review(handheld):
    handheld.press("a", "up")
    assert handheld.screen == "review"
    think(handheld)


def positions(journal):
    """Return the mistakes in the journal as (cost, own score, the rival's, turn total)."""
    rows = []
    for data in kept(journal):
        game = drills.unpack(data)
        mover = game.to_move()[0]
        rows.append((cost_of(data), game.scores[mover], game.scores[1 - mover], game.turn_total))
    return rows


def restarted(handheld):
    """Return a handheld that is switched on with the same flash, in the drills."""
    return drilling(board=SimulatedBoard(contents=handheld.board.store.contents))


def test_a_mistake_comes_back_and_goes_after_three_right_answers_in_different_series():
    handheld = Driven(test_mode=False)
    made = play_carelessly(handheld)
    review(handheld)
    assert len(made) > 2 and positions(handheld.app.journal) == made
    for number in range(1, 4):
        handheld = restarted(handheld)
        for cost, mine, theirs, total in made:
            words = handheld.words()
            assert words[0].startswith("Your mistake") and f"{total:+d}" in words[4]
            assert [int(line.split()[-1]) for line in words[1:3]] == [mine, theirs], cost
            answer(handheld)
            assert handheld.words()[0] == f"Right!  ✓{number}/3"
            go_on(handheld)
        assert handheld.words()[0].startswith("Pig  ")
        for _ in range(10 - len(made)):
            answer(handheld)
            go_on(handheld)
        assert positions(handheld.app.journal) == (made if number < 3 else [])
    handheld = restarted(handheld)
    assert not kept(handheld.app.journal)
    assert handheld.words()[0] == "Pig  1/10"
    handheld.press("down")
    handheld.app.show("drill", "menu")
    assert handheld.words()[1:3] == ["No mistakes of yours", "in this game yet."]


def test_a_mistake_made_again_begins_anew():
    handheld = Driven(test_mode=False)
    made = play_carelessly(handheld)
    review(handheld)
    before = kept(handheld.app.journal)
    handheld = restarted(handheld)
    series(handheld)
    after = kept(handheld.app.journal)
    assert {drills.count(data) for data in after} == {1}
    handheld.app.show("title")
    assert play_carelessly(handheld) == made
    review(handheld)
    assert kept(handheld.app.journal) == before


def some_mistakes(count, seed=1):
    """Return mistakes with costs of 0.1 to 100 %, in different positions of all games."""
    source = random.Random(seed)
    rows = source.sample([data for variant in GAMES for data in rows_of(variant)], count)
    found = []
    for data in rows:
        cost = min(1000, 1 + int(source.expovariate(1 / 30)))
        found.append(bytes([cost >> 2, (cost & 3) << 6 | data[1] & 15]) + data[2:])
    return found


def test_the_dearest_are_kept():
    journal = Driven().app.journal
    found = some_mistakes(60)
    for at in range(0, 60, 7):
        keep(journal, found[at : at + 7])
        dearest = sorted(map(cost_of, found[: at + 7]), reverse=True)[:MISTAKES]
        assert list(map(cost_of, kept(journal))) == dearest
    assert not journal.damaged


def test_more_mistakes_of_a_game_than_a_series_asks():
    """The ten dearest come first, then the others."""
    rows = [data for data in some_mistakes(330) if drills.unpack(data).ID == "pig"][:MISTAKES]
    board = SimulatedBoard()
    handheld = drilling(board=board, mistakes=rows)
    more = MISTAKES - drills.COUNT
    for left in [MISTAKES] * 3 + [more] * 3 + [0]:
        assert len(kept(handheld.app.journal)) == left
        series(handheld)
        handheld = drilling(board=board)


@pytest.mark.parametrize("variant", GAMES)
def test_a_packed_position_is_worth_the_same(variant):
    """With any options; what has no exact odds is never packed."""
    source, chance = Pcg32(7), random.Random(variant)
    players = [computer_player(name) for name in ("practical", "medium", "random")]
    variant, tried = variant_class(variant), 0
    for _ in range(40):
        options = {}
        for name, default, allowed in variant.OPTIONS:
            values = [default, chance.randint(1, default)] if is_range(allowed) else allowed
            options[name] = chance.choice(values)
        game = variant(options, 2, 0 if variant.SHARED_ROLL else chance.randrange(2))
        movers = chance.sample(players, 2)
        for _ in range(200):
            if game.over:
                break
            mover = game.to_move()[0]
            if game.phase() == "choose" and chance.random() < 0.07:
                known = odds(game, mover)
                data = drills.pack(game, mover, 77)
                if known["source"] == "perfect" and data:
                    again = drills.unpack(data)
                    tried += 1
                    assert odds(again, again.to_move()[0]) == known, position_text(game)
                    assert drills.pack(again, again.to_move()[0], 77) == data
            action, dice = movers[mover].choose(game, mover, source)
            faces = None
            if action == "roll":
                faces = fall(source, game.FACES, dice or game.dice_count())
            game.apply(action, faces, mover)
    assert tried > 9


def test_positions_that_need_more_bytes_are_not_kept():
    for text in (
        "pig scores=41,49 turn_total=206",
        "pig_dice scores=-51,49 turn_total=20",
        "pig end=rounds rounds=11 turn=21 scores=41,49 turn_total=20",
        "pig end=rounds rounds=13 scores=41,49 turn_total=20",
    ):
        dice = "6,5" if "_" in text[:5] else "6"
        game = parse_position(f"pp1 {text} roll_number=1 dice={dice}")
        assert drills.pack(game, 0, 5) == b""


def test_the_latest_series_are_kept():
    journal = Driven().app.journal
    for number in range(40):
        drills.save(Records(journal), number % 11, 10 * number, {})
    rows = Records(journal).rows("drill_series")
    assert rows == [(number % 11 + 1, min(255, 10 * number)) for number in range(40 - SERIES, 40)]
