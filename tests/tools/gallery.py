"""Every screen of the handheld in an instructive state: name -> function that shows it."""

from shared_rules.variants import ids

DOUBLE_TAP = 7  # steps after which a press is no double tap
THOUGHT = 60  # enough steps for the coach to read a table and give advice
# Entries by the name of their row in `handheld.records.records`.
STATS = {
    "counted": [(41,)],
    "streak": [(2,)],
    "best_streak": [(5,)],
    "best_turn": [(37,)],
    "biggest_bust": [(48,)],
    "luck": [(3110,)],
    "rolls": [(402,)],
    "loss": [(61200,)],
    "decisions": [(388,)],
    "gave": [(124000,)],
    # Around 128: what the dice gave.
    "reviewed_games": [
        (4, 164), (19, 133), (7, 107), (0, 145), (16, 117), (10, 152), (3, 127), (2, 116), (1, 137),
        (23, 126), (9, 125), (5, 130), (0, 138), (31, 118), (11, 135), (6, 124), (4, 129),
        (14, 123),
    ],
    # With KIT and BOO, SAM, ACE and PIP; Piglet, Gran Cerdo, Pig: together, people, a rival.
    "table": [
        (0, 11, 9, 4, 0), (0, 6, 12, 9, 0), (0, 8, 6, 6, 0), (0, 2, 11, 3, 0), (0, 5, 1, 0, 0),
        (11, 0, 3, 0, 0), (11, 1, 6, 3, 0),
        (12, 0, 12, 0, 0), (12, 1, 12, 5, 1), (12, 7, 12, 6, 1),
        (1, 0, 26, 0, 0), (1, 1, 30, 17, 0), (1, 11, 22, 9, 0),
    ],
}  # fmt: skip
FEW_STATS = {
    "counted": [(3,)],
    "streak": [(1,)],
    "best_streak": [(2,)],
    "best_turn": [(24,)],
    "biggest_bust": [(18,)],
    "luck": [(90,)],
    "rolls": [(12,)],
    "loss": [(61,)],
    "decisions": [(3,)],
    "gave": [(9,)],
    "table": [(1, 0, 3, 0, 0), (1, 1, 3, 2, 0)],
}
OWN_STATS = dict(STATS)
OWN_STATS["die"] = [(0,) * 6, (30, 9, 12, 7, 11, 8)]
OWN_STATS["table"] = STATS["table"] + [(129, 0, 2, 0, 0), (129, 1, 4, 2, 0)]
# Five achievements, none that STATS or the challenges contradict; badges of ACE, BOO, KIT and BEN.
KEPT = {
    "achievements": [(0x0251_0853,)],
    "challenge_days": [(261122, 7)],
    "challenges": [(261122, 23)],
}
EARLIER_SERIES = [(5, 24), (6, 16), (8, 10), (7, 6), (8, 8), (7, 5), (9, 12)]
REVIEWED = (
    "pp1 pig target=40 players=2 first=0 : "
    "6 6 h 6 5 4 3 6 6 1 5 5 6 4 h 6 6 6 1 3 h 2 4 h 5 6 4 5 h"
)
PIG = "pp1 pig players=2 first=0 "
CERDO = "pp1 gran_cerdo players=2 first=0 "


# --- what a state is made of: functions that return a function of the handheld


def show(screen, *arguments):
    return lambda handheld: handheld.app.show(screen, *arguments)


def load(record):
    return lambda handheld: handheld.app.load_match(record)


def start(variant, *kinds, players=2):
    return lambda handheld: handheld.start(variant, players, kinds=list(kinds))


def match(variant, *seats, options=(), first=0):
    """Start a game of seats `kind name`."""
    found = [tuple(seat.split(" ")) for seat in seats]
    return lambda handheld: handheld.app.start_match(variant, dict(options), found, first)


def scores(*values, over=False):
    """Set the scores, and end the game if `over`."""

    def change(handheld):
        handheld.game.over = over
        handheld.game.scores[: len(values)] = values

    return change


def start_typed(variant, first=0):
    """Begin a game whose dice people type in."""
    seats = [("human", "ANA"), ("medium", "MIA")]
    return lambda handheld: handheld.app.start_match(variant, {}, seats, first, "typed")


def choose(*rows):
    return lambda handheld: handheld.choose(*rows)


def dice(*rolls):
    return lambda handheld: handheld.dice(*rolls)


def roll(*rolls):
    """Let the players roll as they come to move."""

    def act(handheld):
        handheld.dice(*rolls)
        for faces in rolls:
            game = handheld.game
            count = len(faces) if game.dice_range() else None
            handheld.app.act("roll", game.to_move()[0], count)

    return act


def fill(journal, *values):
    """Save entries by the name of their row."""
    from handheld.records.records import Records

    records = Records(journal)
    for value in values:
        for name in value:
            records.put(name, value[name])
    records.save()


def put(key, value):
    return lambda handheld: handheld.app.journal.put(key, value)


def record(*values):
    return lambda handheld: fill(handheld.app.journal, *values)


def use(**values):
    return lambda handheld: handheld.set(**values)


def put_on(path, **values):
    """Set attributes of a part of the handheld, such as `app.journal`."""

    def change(handheld):
        for name in path.split("."):
            handheld = getattr(handheld, name)
        for name in values:
            value = values[name]
            setattr(handheld, name, list(value) if isinstance(value, list) else value)

    return change


def prepare(variant=None, players=0):
    """Choose a variant and a number of players for the next game."""

    def change(handheld):
        if variant:
            handheld.app.setup.choose_variant(variant)
        if players:
            handheld.app.setup.choose_players(1, players - 1)

    return change


def slowly(buttons):
    """Press buttons that are no double taps."""

    def press(handheld):
        for name in buttons.split(" "):
            handheld.step(DOUBLE_TAP)
            handheld.press(name)

    return press


def mistake(variant, text):
    """Show the drills of a variant with a mistake in it (in hexadecimal digits)."""

    def show(handheld):
        fill(handheld.app.journal, {"drill_mistakes": [bytes.fromhex(text)]})
        handheld.app.setup.choose_variant(variant)
        handheld.app.show("drill", "menu")

    return show


def seed(number):
    return lambda handheld: handheld.app.cup.seed(number)


def same_secret(handheld):
    """Let the secret be the same on every board, whenever the buttons are pressed."""
    cup = handheld.app.cup
    cup.entropy = lambda n: bytes(range(n))
    cup.pressed = bytes(32)
    cup.press = lambda: None


def minutes(count):
    return lambda handheld: handheld.step(count, 60_000)


def over(*values):
    """Show the result of a game with these scores."""
    return scores(*values, over=True), show("result")


def play_out(handheld):
    """Play to the end, holding from 12 points on; show the result."""
    app = handheld.app
    while not app.match.game.over:
        game = app.match.game
        hold = game.turn_total >= 12 and "hold" in game.legal_actions()
        app.act("hold" if hold else "roll", game.to_move()[0], None if hold else 1)
    app.show("result")


def to_fifty(handheld):
    """Set the target to 50 points: the VM solves a longer game only with more memory."""
    handheld.app.setup.options["target"] = 50


def no_table(handheld):
    handheld.app.match.strategy(1).fault = "missing"
    handheld.app.dirty = True


def think(handheld):
    while handheld.app.job:
        handheld.step()


def rules_of(variant, **options):
    def show(handheld):
        handheld.app.show("menu")
        setup = handheld.app.setup
        setup.choose_variant(variant)
        setup.options.update(options)
        handheld.app.show("rules", "menu", setup.variant, setup.options)

    return show


# --- the states: a name, and in order what leads there: functions of the handheld, numbers of
# steps, words (each is a button or another state), and lists of all these

THIRTY = [f"human P{n}" for n in range(1, 31)]
DEBUTS = ("menu", put_on("app.setup", kinds=["human"] * 3), show("roll_off"))
CROWD = ",".join(str(21 + 7 * n % 40) for n in range(30))
HERD = ",".join(str(7 * n % 90) for n in range(30))
TEN = "pp1 pig players=10 first=0 scores=12,0,45,99,7,31,64,22,80,5 turn=13 : 3"
PRACTICE = (use(practice=3), load(PIG + "scores=20,95 : 6 6"))
ASKING = (same_secret, lambda handheld: handheld.app.settings.update(addition="on"), "menu")
FALLS = (load(PIG + "scores=41,49 : 6 5 6 4"), 20, roll((1,)))
LAST = "scores=120,44 turn=10 three_dice=1 oinks=2,1 most_rolls=4,6 : 254 h"
ANSWER = (think, "a", think, 10, "a")
SERIES = ("a", [ANSWER] * 10)

ROWS = [
    ("title",),
    ("title_known", put(5, b"1"), show("title")),
    ("title_battery_low", put_on("board", battery=lambda: 9), minutes(2), show("title")),
    ("title_charging", "title_known", put_on("board", cell=40), show("title")),
    ("battery_empty", put_on("board", usb=False, cell=2), put_on("app.power", level=2),
        show("ask", "title", "empty")),
    ("title_computer_mode", "title_known", put_on("board", computer_mode=True)),
    ("title_with_a_game_to_resume", start("two_dice", "human", "perfect"), show("title")),
    ("title_new_game", "title_with_a_game_to_resume b"),
    ("title_another_rival", "up"),
    ("title_for_people", put(5, b"1"), "menu", prepare("swine_herd", 30), show("title")),
    ("title_damaged", put_on("app.journal", fresh=False, damaged=-1), show("title")),
    ("title_value_damaged", put_on("app.journal", damaged=2), show("title")),
    ("title_unknown_save", put_on("app.journal", unknown=True), show("title")),
    ("menu", show("menu")),
    ("menu_known", put(5, b"1"), "menu", choose("players", 1, "gambler")),
    ("menu_options", "menu", prepare("sevens"), choose("options"), "down"),
    ("menu_editing_target", "menu", choose("options"), "a up"),
    ("menu_games", "menu", choose("game"), "up"),
    ("menu_rivals", "menu", choose("players", 1), "down down down down"),
    ("menu_people", "menu", choose("people"), "up"),
    ("menu_players", "menu", prepare(players=3), choose("players")),
    ("menu_ten_players", "menu", prepare(players=10), choose("players"), "up up"),
    ("menu_others", "menu", choose("others"), "down"),
    ("menu_drill", "menu", prepare("gran_cerdo"), choose("others"), "down down"),
    ("menu_kept_game", start("pig"), "menu a down"),
    ("hint", "a", dice((4,)), "a"),
    ("pause_with_hints", "hint down down"),
    ("result_you", "a", scores(96, 88), dice((6,)), "a b a"),
    ("settings", show("settings", "menu")),
    ("settings_editing", "settings a"),
    ("settings_last", "settings up"),
    ("settings_practice", "menu", prepare("skunk"), "settings up up up up up"),
    ("boot_loader", put_on("board", boot_loader=lambda: None, lacks=()),
        show("ask", "settings", "boot_loader")),
    ("boot_loader_on", "boot_loader a"),
    ("switch_off", put_on("board", usb=False), show("ask", "menu", "switch_off")),
    ("switch_off_latch", put_on("board", usb=False, latch=True), show("ask", "menu", "switch_off")),
    ("switch_off_usb", show("ask", "menu", "switch_off")),
    ("restore", show("ask", "title", "restore", {1: b"sound=1", 2: b"1"})),
    ("restore_empty", show("ask", "title", "restore", {})),
    ("restore_lacks", [put(key, b"1") for key in (1, 2, 4)],
        show("ask", "title", "restore", {1: b"1"})),
    ("restore_failed", "restore", lambda handheld: handheld.app.screen.fault("", "restore_failed")),
    ("erase", show("ask", "title", "erase")),
    ("service", put_on("board", lacks=()), show("service"), "down"),
    ("self_test_pattern", show("self_test"), 16),
    ("self_test_frame", show("self_test"), 48),
    ("self_test_button", "self_test_frame a", 1),
    ("self_test_buzzer", "self_test_button up down a b", 1),
    ("self_test_result", put_on("board", entropy=bytes), "self_test_buzzer", 20, "a", 8),
    ("statistics_empty", show("statistics", "menu")),
    ("statistics", record(STATS), show("statistics", "menu")),
    [(f"statistics_{n}", "statistics", ["down"] * (n - 1)) for n in range(2, 7)],
    ("feats", record(STATS, KEPT), show("feats", "menu")),
    ("feats_to_earn", "feats down down"),
    ("feats_badge", "feats", ["down"] * 16),
    ("challenge", record(KEPT), put_on("board", today=261122), show("challenge", "menu")),
    ("challenge_of_today", put_on("board", today=261122), show("challenge", "menu")),
    ("menu_of_the_day", put_on("board", today=261122), show("menu"), "up"),
    ("challenge_number", "challenge up a a a down"),
    ("challenge_of_two", "challenge up down a a a a a up up"),
    ("challenge_dice", "challenge a", show("fair_dice", "pause")),
    ("statistics_reviews", record(FEW_STATS), show("statistics", "menu"), "down down"),
    ("statistics_own_die", record(OWN_STATS), show("statistics", "menu"), "down down"),
    ("statistics_own_games", "statistics_own_die up up", ["down"] * 8),
    ("statistics_sure", "statistics a"),
    ("about", show("about", "menu")),
    ("about_history", "about down down"),
    ("names", "menu", put_on("app.setup", kinds=["human", "human"], names=["ANA", "JO"]),
        show("names", "menu")),
    ("names_editing", "names down a a up"),
    ("pig_names", match("pig", "human ANA", "human ÑWM", options={"target": 200}, first=1),
        scores(103, 148)),
    [(f"learn_{n}", show("learn"), list("aabaa"[: n - 1])) for n in range(1, 7)],
    ("learn_wrong_button", show("learn"), "a a a"),
    [(f"learn_cerdo_{n}", "menu", prepare("gran_cerdo"), show("learn"),
        list("aaaba"[: n - 1])) for n in range(1, 7)],
    ("roll_off", DEBUTS, dice((5, 5), (6, 4), (1, 2)), "a a"),
    ("roll_off_decided", "roll_off a"),
    ("roll_off_two", "menu", show("roll_off"), dice((5, 5)), "a"),
    ("roll_off_of_nine", "menu", prepare(players=9), show("roll_off"), dice((5, 5), (6, 4)), "a a"),
    ("roll_off_fair", same_secret, DEBUTS, "a"),
    ("roll_off_code", "roll_off_fair up", 20),
    ("roll_off_commitment", "roll_off_code a"),
    ("fair_dice_code", same_secret, start("pig"), show("fair_dice", "pause"), 20),
    ("fair_dice", "fair_dice_code a"),
    ("fair_dice_none", load(PIG + ": 6"), show("fair_dice", "pause")),
    ("fair_dice_asking", ASKING, "a a"),
    ("fair_dice_number", "fair_dice_asking up up up up up a down down a"),
    ("fair_dice_told", ASKING, "a a up up a a a down a a a", show("fair_dice", "pause"), "a"),
    ("pig_first_roll", start("pig")),
    ("pig_turn", start("pig"), dice((4,), (6,), (5,)), "a a a"),
    ("pig_turn_of_three",
        load("pp1 pig players=3 first=0 scores=31,44,120 target=200 : 6 4 5 3 6")),
    ("two_dice_held", start("two_dice"), dice((6, 5), (4, 4)), "a a b"),
    ("pig_bust", start("pig"), dice((4,), (1,)), "a a"),
    ("pig_falls_2", use(motion="full"), FALLS, 2),
    ("pig_late", load(PIG + "scores=88,97 turn=20 : 6 5")),
    ("pig_computer", put(5, b"1"), start("pig", "practical", "human")),
    ("pig_undo", load(PIG + "scores=41,49 : 6 5"), "b"),
    ("pig_undo_computer", put(5, b"1"), start("pig", "human", "hold20"), dice((5,)), "a b"),
    ("pig_no_table", put(5, b"1"), start("pig", "human", "perfect"), roll((5,)), "b", no_table),
    ("pig_face", use(pig_face="on"), start("pig"), dice((4,), (1,)), "a a", 20),
    ("pig_large_digits", use(large="on"), "pig_late"),
    ("two_dice_large_digits", use(large="on"),
        load("pp1 two_dice players=2 first=0 scores=31,120 target=200 : 65 44")),
    ("pig_large_digits_of_four", use(large="on"), "pig_four_players"),
    ("pig_large_digits_of_ten", use(large="on"), "pig_ten_players"),
    ("pig_four_players", load("pp1 pig players=4 first=0 scores=31,44,12,9 turn=5 : 6 4")),
    ("pig_five_players", load("pp1 pig players=5 first=0 scores=12,0,45,99,7 turn=13 : 3")),
    ("pig_ten_players", load(TEN)),
    ("pig_bust_of_ten", "pig_ten_players", roll((1,))),
    ("two_dice_wiped", load("pp1 two_dice players=3 first=0 scores=31,44,60 turn=7 : 65"),
        roll((1, 1))),
    ("two_dice_wiped_of_two", load("pp1 two_dice players=2 first=0 scores=31,44 turn=7 : 65"),
        roll((1, 1))),
    ("hog_choosing", start("hog"), "up up up"),
    ("hog_second_player", start("hog"), roll((3, 4, 1, 6)), "up up"),
    ("hog_five_players", start("hog", players=5), "up up up up"),
    ("hog_rolled", load("pp1 hog players=2 first=0 : 5432645326")),
    ("fast_rolled", start("fast"), roll((5, 4, 3, 2, 6, 4, 5, 3, 2, 6) * 2)),
    ("skunk_asking", load("pp1 skunk players=4 first=0 scores=30,12,0,21 turn=3 : 54 tstt 63"),
        slowly("b")),
    ("skunk_shown", "skunk_asking", slowly("b b")),
    ("swine_herd_asking_thirty", match("swine_herd", *THIRTY), dice((4,)), "a",
        slowly("b" + " b" * 14)),
    ("skunk_round_over", load("pp1 skunk players=4 first=0 : 54 tsts 63 ss 66 tttt 61")),
    ("skunk_thirty", load("pp1 skunk players=30 first=0 : 54")),
    ("skunk_two", load("pp1 skunk players=2 first=0 scores=30,41 turn=2 : 54 tt 63 st 44"), "a"),
    ("skunk_against_a_rival", start("skunk", "human", "medium"), roll((5, 4))),
    ("skunk_over", load(f"pp1 skunk players=30 first=0 scores={CROWD} turn=5 : 54"),
        [lambda handheld, n=n: handheld.app.act("stand", n) for n in range(30)], roll((1, 2))),
    ("skunk_result_of_thirty", "skunk_over", show("result")),
    ("swine_herd_asking", load("pp1 swine_herd players=3 first=0 scores=92,40,77 : 4 tts 6")),
    ("swine_herd_tie_soon",
        load("pp1 swine_herd players=3 first=0 scores=92,80,97 turn=30 busts=16 : 4 ttt 1")),
    ("swine_herd_leaders", load(f"pp1 swine_herd players=30 first=0 scores={HERD} turn=8 : 4")),
    ("all_sat", load("pp1 swine_herd players=3 first=0 scores=9,40,77 : 6"), slowly("b b b")),
    ("typed_die", start_typed("pig"), "a"),
    ("typed_six_dice", start_typed("hog"), "up up up up up a a up up a a"),
    ("typed_pig_dice", start_typed("pig_dice"), slowly("a down down down a")),
    ("typed_coin", start_typed("piglet"), "a"),
    ("typed_three_dice", start_typed("gran_cerdo"), put_on("game", three_dice=True), "a"),
    ("typed_of_a_rival", start_typed("two_dice", first=1), 40),
    ("typed_roll_off", "menu", show("roll_off", "typed"), "a up a up up"),
    ("caller", "menu", show("caller", "menu")),
    ("caller_sit", "menu", show("caller", "menu"), dice((5, 3), (6, 4)), "a a"),
    ("caller_bust", "menu", show("caller", "menu"), dice((5, 3), (1, 4)), "a a"),
    ("caller_all_sit", "menu", show("caller", "menu"), dice((5, 6)), "a b"),
    ("caller_one_die", "menu", show("caller", "menu"), dice((6,)), "down a down down"),
    ("pig_dice_head", load("pp1 pig_dice players=2 first=0 : 15 16")),
    ("pig_dice_below_zero", load("pp1 pig_dice players=2 first=0 : 56")),
    ("pig_dice_debts", load("pp1 pig_dice players=2 first=0 scores=-14,62 turn=9 : 56")),
    ("piglet_head", load("pp1 piglet players=2 first=0 : 1 1")),
    ("piglet_tail", start("piglet"), roll((1,), (0,))),
    ("gran_cerdo_oink", load(CERDO + ": 52 55")),
    ("gran_cerdo_squeals_2", use(motion="full"), load(CERDO + ": 52"), 20, roll((5, 5)), 2),
    ("gran_cerdo_mud", load(CERDO + "scores=27,15 turn=3 : 52"), roll((1, 1))),
    ("gran_cerdo_two_dice", load(CERDO + "scores=77,35 turn=4 : 65 64")),
    ("gran_cerdo_three_dice", load(CERDO + "scores=77,55 turn=4 three_dice=1 : 653 442")),
    ("gran_cerdo_three_equal", "gran_cerdo_three_dice", roll((4, 4, 4))),
    ("gran_cerdo_gift", "gran_cerdo_three_dice", roll((1, 1, 1))),
    ("gran_cerdo_status", "gran_cerdo_three_dice up"),
    ("gran_cerdo_reckoning", load(CERDO + LAST), "a a"),
    ("gran_cerdo_reckoned", load(CERDO + LAST), "a b"),
    ("gran_cerdo_result", "gran_cerdo_reckoned a"),
    ("coach_hold", load(PIG + "scores=41,49 : 6 6 6 6"), "up up", show("coach"), THOUGHT),
    ("coach_thinking", "pig_first_roll up", 1),
    # One person against the computer.
    ("coach_costly", match("pig", "human ANA", "perfect P2"), scores(20, 95), dice((6,), (6,)),
        "a a up", THOUGHT),
    ("coach_shared_roll", load("pp1 swine_herd players=2 first=0 scores=40,42 : 6 tt 5"),
        show("coach"), 20 * THOUGHT),
    ("coach_first_roll", "pig_first_roll up", THOUGHT),
    ("map_being_drawn", "coach_hold a", 80),
    ("map_pig", "map_being_drawn", think),
    ("map_piggy", load("pp1 piggy target=50 players=2 first=0 scores=10,30 : 53"), "up", THOUGHT,
        "a", think),
    ("coach_dice", start("hog"), show("coach"), 10 * THOUGHT),
    # A position too far from the end for any table.
    ("coach_estimate", load("pp1 pig target=500 players=2 first=0 scores=120,60 : 6 6 6"), "up up",
        show("coach"), THOUGHT),
    ("coach_rule_of_thumb", load("pp1 piglet end=rounds players=2 first=0 : 1"), "up", THOUGHT),
    ("coach_at_random", load("pp1 swine_herd players=2 first=0 scores=0,60 : 6 tt 6 tt 6 tt 6"),
        show("coach"), 20 * THOUGHT),
    ("coach_three_dice", "gran_cerdo_three_dice up up", 40 * THOUGHT),
    ("review", load(REVIEWED), "a up", 20 * THOUGHT),
    ("review_second_page", "review down"),
    ("review_wipe", load("pp1 two_dice players=2 scores=38,0 : 66 66 41 " + "66 " * 9 + "h"),
        "a up", 20 * THOUGHT),
    ("review_dice", load("pp1 hog players=2 scores=30,92 : 666666661 22 22 h"), "a up",
        20 * THOUGHT),
    ("review_shared", load("pp1 skunk players=2 scores=40,60 turn=5 : 65 ss"), "a up",
        20 * THOUGHT),
    ("review_no_mistakes", load(PIG + "scores=95,97 turn=20 : 5 h"), "a up", 20 * THOUGHT),
    ("result_without_odds", load("pp1 piglet end=rounds rounds=1 players=2 first=0 : 1 h 0"),
        "a up"),
    ("pause", start("pig"), "down"),
    ("pause_undo", "pig_undo down down"),
    ("pause_last", "pause up"),
    ("pause_typed", start_typed("pig"), slowly("a a down down")),
    ("practice_asks", PRACTICE, THOUGHT, "b"),
    ("practice_waits", PRACTICE, "b"),
    ("drill_usual", "menu", seed(3), show("drill", "menu")),
    ("drill", "drill_usual a", think),
    ("drill_right", "drill a"),
    ("drill_wrong", "drill b"),
    ("drill_coin", "menu", prepare("piglet"), seed(1), show("drill", "menu"), "a", think),
    ("drill_second", "menu", prepare("pig_dice"), seed(3), show("drill", "menu"), "a", ANSWER,
        think),
    ("drill_first_series", "drill_usual", SERIES),
    ("drill_series", "menu", record({"drill_series": EARLIER_SERIES}), seed(3),
        show("drill", "menu"), SERIES),
    ("drill_mistake", "menu", mistake("pig", "0d0000c85b634b02"), think),
    ("drill_mistake_right", "drill_mistake b"),
    ("drill_mistake_waits", "menu", mistake("pig", "0d0000c85b634b02"), "b"),
    ("drill_shared_roll", "menu", mistake("skunk", "0307000378644805"), think),
    ("drill_in_rounds", "menu", mistake("two_dice", "084107cf64783e04"), think),
    ("drill_dice", "menu", prepare("fast"), seed(3), show("drill", "menu"), "a up up up", think),
    ("drill_dice_wrong", "drill_dice a"),
    ("drill_without_odds", "menu", prepare("gran_cerdo"), show("drill", "menu")),
    ("result", load(PIG + "scores=95,97 turn=20 : 5 h"), "a"),
    ("result_shared",
        load("pp1 pig end=equal_turns players=3 first=0 scores=100,100,95 turn=60 : 5 h"), "a"),
    ("result_achievement", start("pig", "human", "perfect"), put_on("app.match", earned=[4, 16]),
        over(101, 87)),
    ("result_challenge", "challenge a", seed(1), over(101)),
    ("result_lost", "title_known a", over(71, 103)),
    ("result_of_a_crowd", start("pig", "human", "perfect", "medium"),
        put_on("app.match", earned=[4, 16]), over(101, 87, 64)),
    ("result_with_codes", same_secret, start("pig"), play_out),
    ("qr", "result_with_codes down", 200),
    ("qr_of_several", same_secret, match("hog", *[f"human P{n}" for n in range(1, 11)],
        options={"target": 400}), play_out, "down", 1200),
    ("result_of_ten", "pig_ten_players", over(12, 0, 45, 104)),
    ("result_shared_by_two", "result_challenge", over(101, 101)),
    [("rules_" + variant, rules_of(variant)) for variant in ids()],
    # Its rules are the longest.
    [(f"rules_gran_cerdo_{n}", "rules_gran_cerdo", ["down"] * (n - 1)) for n in range(2, 10)],
]  # fmt: skip
# --- one player

# In Pig the fewest turns to 100, which is FEWEST + 100, and the most points in 10.
BEST = {
    "best_results": [
        (1, 32868, 11, 0, 0, 0), (1, 10, 96, 65, 78, 65),
        (2, 32868, 14, 74, 79, 0), (12, 0, 13, 0, 0, 0),
    ]
}  # fmt: skip
ROWS += [
    ("title_alone", put(5, b"1"), "menu", prepare("two_dice", 1), show("title")),
    ("menu_alone", put(5, b"1"), "menu", prepare("pig", 1), to_fifty),
    ("menu_alone_end", "menu_alone", choose("options"), "down"),
    ("alone_first_roll", "menu_alone", show("title"), "a"),
    ("alone_later", "alone_first_roll", scores(21), put_on("game", turn=6), show("play")),
    ("alone_turn", "alone_later", dice((6,), (5,)), "a a"),
    ("alone_held", "alone_turn b"),
    ("alone_bust", "alone_turn", roll((1,))),
    ("alone_large_digits", use(large="on"), "alone_turn"),
    ("alone_in_rounds", "menu_alone_end a down a", show("title"), "a"),
    ("alone_last_round", "alone_in_rounds", scores(63), put_on("game", turn=10), show("play"),
        dice((6,), (5,)), "a a"),
    ("alone_choosing", "menu", prepare("hog", 1), to_fifty, show("title"), "a up up up"),
    ("alone_coach", "alone_turn up", 20 * THOUGHT),
    ("alone_coach_first_roll", "alone_first_roll up", 20 * THOUGHT),
    ("alone_coach_in_rounds", "alone_last_round up", THOUGHT),
    ("alone_coach_dice", "alone_choosing", show("coach"), 40 * THOUGHT),
    ("alone_over", "alone_later", scores(43), put_on("game", turn=7), show("play"),
        dice((6,), (5,)), "a a b"),
    ("alone_result", "alone_over a", 20 * THOUGHT),
    ("alone_result_in_rounds", "alone_last_round b a", 20 * THOUGHT),
    ("alone_statistics", record(STATS, BEST), show("statistics", "menu"), ["down"] * 5),
    ("alone_statistics_2", "alone_statistics down"),
    ("alone_result_again", "alone_over", put_on("app.match", best=False), "a", 20 * THOUGHT),
]  # fmt: skip
SCREENS = []
STATES = {}


def reach(handheld, part):
    """Go on to a state, or do one part of what leads there."""
    if isinstance(part, (tuple, list)):
        for each in part:
            reach(handheld, each)
    elif isinstance(part, int):
        handheld.step(part)
    elif isinstance(part, str):
        for word in part.split(" "):
            if word in STATES:
                reach(handheld, STATES[word])
            else:
                handheld.press(word)
    else:
        part(handheld)


for group in ROWS:
    for row in group if isinstance(group, list) else [group]:
        STATES[row[0]] = row[1:]
        SCREENS.append((row[0], lambda handheld, name=row[0]: reach(handheld, STATES[name])))
