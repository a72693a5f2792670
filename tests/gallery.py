# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Every screen of the handheld in an instructive state: name -> function that shows it.

The dice are scripted, so the pictures are always the same. It also runs on the MicroPython VM.
"""

DOUBLE_TAP = 7  # steps after which a press is no double tap


def title(handheld):
    pass


def no_hints(handheld):
    handheld.app.journal.put(5, b"1")


def title_known(handheld):
    no_hints(handheld)
    handheld.app.show("title")


def title_battery_low(handheld):
    handheld.board.battery = lambda: 9
    handheld.step(2, 60_000)
    handheld.app.show("title")


def title_charging(handheld):
    title_known(handheld)
    handheld.board.cell = 40
    handheld.app.show("title")


def battery_empty(handheld):
    handheld.board.usb = False
    handheld.app.show("empty")


def title_computer_mode(handheld):
    title_known(handheld)
    handheld.board.computer_mode = True
    handheld.app.show("title")


def boot_loader(handheld):
    handheld.app.show("boot_loader", "menu")


def boot_loader_on(handheld):
    handheld.board.boot_loader = lambda: None
    boot_loader(handheld)
    handheld.press("a")


def restore(handheld):
    handheld.app.show("restore", {1: b"sound=1", 2: b"1"})


def restore_empty(handheld):
    handheld.app.show("restore", {})


def restore_lacks(handheld):
    for key in (1, 2, 4, 11, 12):
        handheld.app.journal.put(key, b"1")
    handheld.app.show("restore", {12: b"1"})


def restore_failed(handheld):
    restore(handheld)
    handheld.app.screen.fault("", "restore_failed")


def erase(handheld):
    handheld.app.show("restore")


def title_value_damaged(handheld):
    handheld.app.journal.damaged = 11
    handheld.app.show("title")


def title_with_a_game_to_resume(handheld):
    handheld.start("two_dice", kinds=["human", "perfect"])
    handheld.app.show("title")


def menu(handheld):
    handheld.app.show("menu")


def menu_known(handheld):
    no_hints(handheld)
    menu(handheld)
    handheld.choose("rival_of_game", "gambler")


def menu_options(handheld):
    menu(handheld)
    handheld.app.setup.choose_variant("sevens")
    handheld.choose("options")
    handheld.press("down")


def menu_editing_target(handheld):
    menu(handheld)
    handheld.choose("options")
    handheld.press("a", "up")


def menu_games(handheld):
    menu(handheld)
    handheld.choose("game")
    handheld.press("up")


def menu_rivals(handheld):
    menu(handheld)
    handheld.choose("rival_of_game")
    handheld.press("down", "down", "down", "down")


def menu_players(handheld):
    menu(handheld)
    handheld.choose("players", "number")
    handheld.press("up", "a")


def menu_ten_players(handheld):
    menu(handheld)
    handheld.app.setup.choose_players(10)
    handheld.choose("players")
    handheld.press("up", "up")


def menu_others(handheld):
    menu(handheld)
    handheld.choose("others")
    handheld.press("down")


def menu_kept_game(handheld):
    handheld.start("pig")
    handheld.app.show("menu")
    handheld.press("a", "down")


def title_another_rival(handheld):
    handheld.press("up")


def title_new_game(handheld):
    title_with_a_game_to_resume(handheld)
    handheld.press("b")


def hint(handheld):
    handheld.press("a")
    handheld.dice((4,))
    handheld.press("a")


def result_you(handheld):
    handheld.press("a")
    handheld.game.scores = [96, 88]
    handheld.dice((6,))
    handheld.press("a", "b", "a")


def pause_with_hints(handheld):
    hint(handheld)
    handheld.press("down", "down")


def settings(handheld):
    handheld.app.show("settings", "menu")


def settings_editing(handheld):
    settings(handheld)
    handheld.press("a")


def about(handheld):
    handheld.app.show("about", "menu")


def about_history(handheld):
    about(handheld)
    handheld.press("down", "down")


def names(handheld):
    menu(handheld)
    handheld.app.setup.kinds = ["human", "human"]
    handheld.app.setup.names = ["ANA", "JO"]
    handheld.app.show("names", "menu")


def names_editing(handheld):
    names(handheld)
    handheld.press("down", "a", "a", "up")


def pig_names(handheld):
    seats = [("human", "ANA"), ("human", "ÑWM")]
    handheld.app.start_match("pig", {"target": 200}, seats, 1)
    handheld.game.scores = [103, 148]


def learn_wrong_button(handheld):
    handheld.app.show("learn")
    handheld.press("a", "a", "a")


def learn_page(number, keys="aabaa"):
    def show(handheld):
        handheld.app.show("learn")
        handheld.press(*keys[: number - 1])

    return f"learn_{number}", show


def settings_last(handheld):
    settings(handheld)
    handheld.press("up")


def self_test_pattern(handheld):
    handheld.app.show("self_test")
    handheld.step(16)


def self_test_button(handheld):
    handheld.app.show("self_test")
    handheld.step(48)


def self_test_buzzer(handheld):
    self_test_button(handheld)
    handheld.press("up", "down", "a", "b")
    handheld.step()


def self_test_result(handheld):
    handheld.board.entropy = bytes
    self_test_buzzer(handheld)
    handheld.step(20)
    handheld.press("a")
    handheld.step(8)


def statistics_empty(handheld):
    handheld.app.show("statistics", "menu")


STATS = (
    b"41 2 5 37 48 3110 402 61200 388 124000\n"
    b":%s4T(:!`1D+g$N#C\x22X8M*L&Q!Y@E,V'K%P/J\n"
    b"!C 9 4 D 12 9 H 6 6 A 11 3 E 1 0\n"
    b"piglet 3 human 6 3 0\n"
    b"gran_cerdo 12 human 12 5 1 practical 12 6 1\n"
    b"pig 26 human 30 17 0 hold20 22 9 0"
)


def statistics(handheld):
    handheld.app.journal.put(2, STATS)
    handheld.app.show("statistics", "menu")


def statistics_page(number):
    def show(handheld):
        statistics(handheld)
        handheld.press(*["down"] * (number - 1))

    return f"statistics_{number}", show


KEPT = b"\1\1\x53\0\x9c" + bytes((3, 250, 74, 128, 23))  # challenge 260682: +23


def feats(handheld):
    handheld.app.journal.put(2, STATS)
    handheld.app.journal.put(11, KEPT)
    handheld.app.show("feats", "menu")


def feats_to_earn(handheld):
    feats(handheld)
    handheld.press("down", "down")


def feats_badge(handheld):
    feats(handheld)
    handheld.press(*["down"] * 16)


def challenge(handheld):
    handheld.app.journal.put(11, KEPT)
    handheld.app.show("challenge", "menu")


def challenge_of_today(handheld):
    handheld.board.today = 261122
    handheld.app.show("challenge", "menu")


def challenge_number(handheld):
    challenge(handheld)
    handheld.press("up", "a", "a", "a", "down")


def challenge_dice(handheld):
    challenge(handheld)
    handheld.press("a")
    handheld.app.show("fair_dice", "pause")


def result_challenge(handheld):
    challenge(handheld)
    handheld.press("a")
    handheld.app.cup.seed(1)
    handheld.game.over = True
    handheld.game.scores[0] = 101
    handheld.app.show("result")


def result_achievement(handheld):
    handheld.start("pig", kinds=["human", "perfect"])
    handheld.app.match.earned = [4, 16]
    handheld.game.over = True
    handheld.game.scores = [101, 87]
    handheld.app.show("result")


def statistics_sure(handheld):
    statistics(handheld)
    handheld.press("a")


def statistics_dice(handheld):
    totals = STATS.replace(b" 124000\n", b" 184000 812 790 805 799 823 771 61 69\n")
    handheld.app.journal.put(2, totals)
    handheld.app.show("statistics", "menu")
    handheld.press("down", "down")


def same_secret(handheld):
    handheld.app.cup.entropy = lambda n: bytes(range(n))


def fair_dice(handheld):
    same_secret(handheld)
    handheld.start("pig")
    handheld.app.show("fair_dice", "pause")


def fair_dice_none(handheld):
    handheld.app.load_match("pp1 pig players=2 first=0 : 6")
    handheld.app.show("fair_dice", "pause")


def fair_dice_asking(handheld):
    same_secret(handheld)
    handheld.app.settings["addition"] = "on"
    menu(handheld)
    handheld.press("a")


def fair_dice_number(handheld):
    fair_dice_asking(handheld)
    handheld.press("up", "up", "up", "up", "up", "a", "down", "down", "a")


def roll_off_fair(handheld):
    same_secret(handheld)
    menu(handheld)
    handheld.app.setup.kinds = ["human"] * 3
    handheld.app.show("roll_off")
    handheld.press("a")


def roll_off_commitment(handheld):
    roll_off_fair(handheld)
    handheld.press("up")


def pig_large_digits(handheld):
    handheld.set(large="on")
    pig_late(handheld)


def two_dice_large_digits(handheld):
    handheld.set(large="on")
    handheld.app.load_match("pp1 two_dice players=2 first=0 scores=31,120 target=200 : 65 44")


def rules_of(variant, **options):
    def show(handheld):
        menu(handheld)
        setup = handheld.app.setup
        setup.choose_variant(variant)
        setup.options.update(options)
        handheld.app.show("rules", "menu", setup.variant, setup.options)

    return show


def roll_off(handheld):
    menu(handheld)
    handheld.app.setup.kinds = ["human"] * 3
    handheld.app.show("roll_off")
    handheld.dice((5, 5), (6, 4), (1, 2))
    handheld.press("a", "a")


def roll_off_two(handheld):
    menu(handheld)
    handheld.app.show("roll_off")
    handheld.dice((5, 5))
    handheld.press("a")


def roll_off_decided(handheld):
    roll_off(handheld)
    handheld.press("a")


def pig_first_roll(handheld):
    handheld.start("pig")


def pig_turn_of_three(handheld):
    handheld.app.load_match("pp1 pig players=3 first=0 scores=31,44,120 target=200 : 6 4 5 3 6")


def two_dice_held(handheld):
    handheld.start("two_dice")
    handheld.dice((6, 5), (4, 4))
    handheld.press("a", "a", "b")


def pig_turn(handheld):
    handheld.start("pig")
    handheld.dice((4,), (6,), (5,))
    handheld.press("a", "a", "a")


def pig_bust(handheld):
    handheld.start("pig")
    handheld.dice((4,), (1,))
    handheld.press("a", "a")


def pig_late(handheld):
    handheld.app.load_match("pp1 pig players=2 first=0 scores=88,97 turn=20 : 6 5")


def pig_computer(handheld):
    no_hints(handheld)
    handheld.start("pig", kinds=["practical", "human"])


def pig_ten_players(handheld):
    handheld.app.load_match(
        "pp1 pig players=10 first=0 scores=12,0,45,99,7,31,64,22,80,5 turn=13 : 3"
    )


def pig_five_players(handheld):
    handheld.app.load_match("pp1 pig players=5 first=0 scores=12,0,45,99,7 turn=13 : 3")


def rolled(handheld, *rolls):
    """Let the players roll as they come to move."""
    handheld.dice(*rolls)
    for faces in rolls:
        game = handheld.game
        count = len(faces) if game.dice_range() else None
        handheld.app.act("roll", game.to_move()[0], count)


def two_dice_wiped(handheld):
    handheld.app.load_match("pp1 two_dice players=3 first=0 scores=31,44,60 turn=7 : 65")
    rolled(handheld, (1, 1))


def two_dice_wiped_of_two(handheld):
    handheld.app.load_match("pp1 two_dice players=2 first=0 scores=31,44 turn=7 : 65")
    rolled(handheld, (1, 1))


def hog_choosing(handheld):
    handheld.start("hog")
    handheld.press("up", "up", "up")


def hog_second_player(handheld):
    handheld.start("hog")
    rolled(handheld, (3, 4, 1, 6))
    handheld.press("up", "up")


def hog_five_players(handheld):
    handheld.start("hog", 5)
    handheld.press("up", "up", "up", "up")


def hog_rolled(handheld):
    handheld.app.load_match("pp1 hog players=2 first=0 : 5432645326")


def fast_rolled(handheld):
    handheld.start("fast")
    rolled(handheld, (5, 4, 3, 2, 6, 4, 5, 3, 2, 6) * 2)


def pig_four_players(handheld):
    handheld.app.load_match("pp1 pig players=4 first=0 scores=31,44,12,9 turn=5 : 6 4")


def pig_large_digits_of_four(handheld):
    handheld.set(large="on")
    pig_four_players(handheld)


def pig_large_digits_of_ten(handheld):
    handheld.set(large="on")
    pig_ten_players(handheld)


def pig_bust_of_ten(handheld):
    pig_ten_players(handheld)
    rolled(handheld, (1,))


def pig_no_table(handheld):
    no_hints(handheld)
    handheld.start("pig", kinds=["human", "perfect"])
    rolled(handheld, (5,))
    handheld.press("b")
    handheld.app.match.strategy(1).fault = "missing"
    handheld.app.dirty = True


def pig_dice_debts(handheld):
    handheld.app.load_match("pp1 pig_dice players=2 first=0 scores=-14,62 turn=9 : 56")


def moving(show, steps):
    """Show a moment of the motion after `show`."""

    def moment(handheld):
        handheld.set(motion="full")
        show(handheld)
        handheld.step(steps)

    return f"{show.__name__}_{steps}", moment


def pig_falls(handheld):
    handheld.app.load_match("pp1 pig players=2 first=0 scores=41,49 : 6 5 6 4")
    handheld.step(20)
    rolled(handheld, (1,))


def gran_cerdo_squeals(handheld):
    handheld.app.load_match("pp1 gran_cerdo players=2 first=0 : 52")
    handheld.step(20)
    rolled(handheld, (5, 5))


def pig_undo(handheld):
    handheld.app.load_match("pp1 pig players=2 first=0 scores=41,49 : 6 5")
    handheld.press("b")


def pig_undo_computer(handheld):
    no_hints(handheld)
    handheld.start("pig", kinds=["human", "hold20"])
    handheld.dice((5,))
    handheld.press("a", "b")


def pause_undo(handheld):
    pig_undo(handheld)
    handheld.press("down", "down")


def skunk_asking(handheld):
    handheld.app.load_match("pp1 skunk players=4 first=0 scores=30,12,0,21 turn=3 : 54 tsts 63")
    handheld.step(DOUBLE_TAP)
    handheld.press("a")


def skunk_passed(handheld):
    skunk_asking(handheld)
    handheld.step(DOUBLE_TAP)
    handheld.press("b")


def skunk_chosen(handheld):
    skunk_passed(handheld)
    for button in ("a", "a"):
        handheld.step(DOUBLE_TAP)
        handheld.press(button)


def skunk_shown(handheld):
    skunk_chosen(handheld)
    handheld.step(DOUBLE_TAP)
    handheld.press("a")


def swine_herd_shown(handheld):
    seats = [("human", f"P{n}") for n in range(1, 31)]
    handheld.app.start_match("swine_herd", {}, seats, 0)
    handheld.dice((4,))
    handheld.press("a")
    for n in range(30):
        for button in ("a", "ab"[n % 2]):
            handheld.step(DOUBLE_TAP)
            handheld.press(button)
    handheld.step(DOUBLE_TAP)
    handheld.press("a")


def skunk_round_over(handheld):
    handheld.app.load_match("pp1 skunk players=4 first=0 : 54 tsts 63 ss 66 tttt 61")


def skunk_thirty(handheld):
    handheld.app.load_match("pp1 skunk players=30 first=0 : 54")


def skunk_two(handheld):
    handheld.app.load_match("pp1 skunk players=2 first=0 scores=30,41 turn=2 : 54 tt 63 st 44")
    handheld.press("a")


def skunk_against_a_rival(handheld):
    handheld.start("skunk", kinds=["human", "medium"])
    rolled(handheld, (5, 4))


def skunk_over(handheld):
    scores = ",".join(str(21 + 7 * n % 40) for n in range(30))
    handheld.app.load_match(f"pp1 skunk players=30 first=0 scores={scores} turn=5 : 54")
    for player in range(30):
        handheld.app.act("stand", player)
    rolled(handheld, (1, 2))


def skunk_result_of_thirty(handheld):
    skunk_over(handheld)
    handheld.app.show("result")


def swine_herd_leaders(handheld):
    scores = ",".join(str(7 * n % 90) for n in range(30))
    handheld.app.load_match(f"pp1 swine_herd players=30 first=0 scores={scores} turn=8 : 4")
    handheld.step(DOUBLE_TAP)
    handheld.press("a")


def all_sat(handheld):
    handheld.app.load_match("pp1 swine_herd players=3 first=0 scores=9,40,77 : 6")
    for _ in range(3):
        for button in ("a", "b"):
            handheld.step(DOUBLE_TAP)
            handheld.press(button)
    handheld.step(DOUBLE_TAP)
    handheld.press("a")


def swine_herd_asking(handheld):
    handheld.app.load_match("pp1 swine_herd players=3 first=0 scores=92,40,77 : 4 tts 6")


def swine_herd_tie_soon(handheld):
    handheld.app.load_match(
        "pp1 swine_herd players=3 first=0 scores=92,80,97 turn=30 busts=16 : 4 ttt 1"
    )


def pig_dice_head(handheld):
    handheld.app.load_match("pp1 pig_dice players=2 first=0 : 15 16")


def pig_dice_below_zero(handheld):
    handheld.app.load_match("pp1 pig_dice players=2 first=0 : 56")


def piglet_head(handheld):
    handheld.app.load_match("pp1 piglet players=2 first=0 : 1 1")


def piglet_tail(handheld):
    handheld.start("piglet")
    rolled(handheld, (1,), (0,))


def gran_cerdo_oink(handheld):
    handheld.app.load_match("pp1 gran_cerdo players=2 first=0 : 52 55")


def gran_cerdo_mud(handheld):
    handheld.app.load_match("pp1 gran_cerdo players=2 first=0 scores=27,15 turn=3 : 52")
    rolled(handheld, (1, 1))


def gran_cerdo_two_dice(handheld):
    handheld.app.load_match("pp1 gran_cerdo players=2 first=0 scores=77,35 turn=4 : 65 64")


def gran_cerdo_three_dice(handheld):
    handheld.app.load_match(
        "pp1 gran_cerdo players=2 first=0 scores=77,55 turn=4 three_dice=1 : 653 442"
    )


def gran_cerdo_three_equal(handheld):
    gran_cerdo_three_dice(handheld)
    rolled(handheld, (4, 4, 4))


def gran_cerdo_gift(handheld):
    gran_cerdo_three_dice(handheld)
    rolled(handheld, (1, 1, 1))


GRAN_CERDO_END = (
    "pp1 gran_cerdo players=2 first=0 scores=120,44 turn=10 three_dice=1 oinks=2,1 "
    "most_rolls=4,6 : 254 h"
)


def gran_cerdo_status(handheld):
    gran_cerdo_three_dice(handheld)
    handheld.press("up")


def gran_cerdo_reckoning(handheld):
    handheld.app.load_match(GRAN_CERDO_END)
    handheld.press("a", "a")


def gran_cerdo_reckoned(handheld):
    handheld.app.load_match(GRAN_CERDO_END)
    handheld.press("a", "b")


def pause(handheld):
    handheld.start("pig")
    handheld.press("down")


# Enough steps for the coach to read a table and give advice.
THOUGHT = 60


def pause_last(handheld):
    pause(handheld)
    handheld.press("up")


def coach_hold(handheld):
    handheld.app.load_match("pp1 pig players=2 first=0 scores=41,49 : 6 6 6 6")
    handheld.press("up", "up")
    handheld.app.show("coach")
    handheld.step(THOUGHT)


def coach_thinking(handheld):
    pig_first_roll(handheld)
    handheld.press("up")
    handheld.step()


def coach_costly(handheld):
    """One person against the computer."""
    seats = [("human", "ANA"), ("perfect", "P2")]
    handheld.app.start_match("pig", {}, seats, 0)
    handheld.game.scores = [20, 95]
    handheld.dice((6,), (6,))
    handheld.press("a", "a", "up")
    handheld.step(THOUGHT)


def coach_shared_roll(handheld):
    handheld.app.load_match("pp1 swine_herd players=2 first=0 scores=40,42 : 6 tt 5")
    for button in ("a", "up"):
        handheld.step(DOUBLE_TAP)
        handheld.press(button)
    handheld.step(20 * THOUGHT)


def coach_first_roll(handheld):
    pig_first_roll(handheld)
    handheld.press("up")
    handheld.step(THOUGHT)


def coach_estimate(handheld):
    """A position too far from the end for any table."""
    handheld.app.load_match("pp1 pig target=500 players=2 first=0 scores=120,60 : 6 6 6")
    handheld.press("up", "up")
    handheld.app.show("coach")
    handheld.step(THOUGHT)


def map_being_drawn(handheld):
    coach_hold(handheld)
    handheld.press("a")
    handheld.step(80)


def map_pig(handheld):
    map_being_drawn(handheld)
    while handheld.app.screen.working():
        handheld.step()


def map_piggy(handheld):
    handheld.app.load_match("pp1 piggy target=50 players=2 first=0 scores=10,30 : 53")
    handheld.press("up")
    handheld.step(THOUGHT)
    handheld.press("a")
    while handheld.app.screen.working():
        handheld.step()


def coach_dice(handheld):
    handheld.start("hog")
    handheld.app.show("coach")
    handheld.step(10 * THOUGHT)


def coach_rule_of_thumb(handheld):
    skunk_asking(handheld)
    handheld.step(DOUBLE_TAP)
    handheld.press("up")
    handheld.step(3)


REVIEWED = (
    "pp1 pig target=40 players=2 first=0 : "
    "6 6 h 6 5 4 3 6 6 1 5 5 6 4 h 6 6 6 1 3 h 2 4 h 5 6 4 5 h"
)


def review(handheld):
    handheld.app.load_match(REVIEWED)
    handheld.press("a", "up")
    handheld.step(20 * THOUGHT)


def review_second_page(handheld):
    review(handheld)
    handheld.press("down")


def review_no_mistakes(handheld):
    handheld.app.load_match("pp1 pig players=2 first=0 scores=95,97 turn=20 : 5 h")
    handheld.press("a", "up")
    handheld.step(20 * THOUGHT)


def result_lost(handheld):
    no_hints(handheld)
    seats = [("human", "YOU"), ("medium", "MIA")]
    handheld.app.start_match("pig", {}, seats, 0)
    handheld.game.over = True
    handheld.game.scores = [71, 103]
    handheld.app.show("result")


def result_of_a_crowd(handheld):
    handheld.start("pig", 3, kinds=["human", "perfect", "medium"])
    handheld.app.match.earned = [4, 16]
    handheld.game.over = True
    handheld.game.scores = [101, 87, 64]
    handheld.app.show("result")


def result_of_ten(handheld):
    pig_ten_players(handheld)
    handheld.game.over = True
    handheld.game.scores[3] = 104
    handheld.app.show("result")


def result_shared_by_two(handheld):
    result_challenge(handheld)
    handheld.game.scores = [101, 101]
    handheld.app.show("result")


def gran_cerdo_result(handheld):
    gran_cerdo_reckoned(handheld)
    handheld.press("a")


def fair_dice_told(handheld):
    same_secret(handheld)
    handheld.app.settings["addition"] = "on"
    menu(handheld)
    handheld.press("a", "up", "up", "a", "a", "a", "down", "a", "a", "a")
    handheld.app.show("fair_dice", "pause")


def title_for_people(handheld):
    no_hints(handheld)
    menu(handheld)
    handheld.app.setup.choose_variant("swine_herd")
    handheld.app.setup.choose_players(30)
    handheld.app.show("title")


def title_damaged(handheld):
    handheld.app.journal.fresh = False
    handheld.app.journal.damaged = -1
    handheld.app.show("title")


def title_file_missing(handheld):
    title_known(handheld)
    handheld.app.blamed = "Missing file: handheld/screens/play_extras.mpy"


def title_file_damaged(handheld):
    title_known(handheld)
    handheld.app.blamed = "Damaged file: tables/skunk.bin"


def title_unknown_save(handheld):
    handheld.app.journal.unknown = True
    handheld.app.show("title")


def settings_practice(handheld):
    menu(handheld)
    handheld.app.setup.choose_variant("skunk")
    settings(handheld)
    handheld.press("up", "up")


def menu_drill_of_pig(handheld):
    menu(handheld)
    handheld.app.setup.choose_variant("hog")
    handheld.choose("others")
    handheld.press("down")


def challenge_of_two(handheld):
    challenge(handheld)
    handheld.press("up", "down", "a", "a", "a", "a", "a", "up", "up", "up")


def statistics_reviews(handheld):
    handheld.app.journal.put(2, b"3 1 2 24 18 90 12 61 3 9\npig 3 human 3 2 0")
    handheld.app.show("statistics", "menu")
    handheld.press("down", "down")


def coach_at_random(handheld):
    handheld.app.load_match("pp1 swine_herd players=2 first=0 scores=0,60 : 6 tt 6 tt 6 tt 6")
    for button in ("a", "up"):
        handheld.step(DOUBLE_TAP)
        handheld.press(button)
    handheld.step(20 * THOUGHT)


def coach_three_dice(handheld):
    gran_cerdo_three_dice(handheld)
    handheld.press("up", "up")
    handheld.step(40 * THOUGHT)


def drill_second(handheld):
    menu(handheld)
    handheld.app.setup.choose_variant("pig_dice")
    handheld.app.cup.seed(3)
    handheld.app.show("drill", "menu")
    handheld.press("a")
    handheld.step(10)
    handheld.press("a")


def drill_first_series(handheld):
    drill(handheld)
    for _ in range(10):
        handheld.press("a")
        handheld.step(10)
        handheld.press("a")


def result_without_odds(handheld):
    handheld.app.load_match("pp1 skunk players=3 first=0 scores=10,20,30 turn=5 : 12")
    handheld.press("a", "up")


def drill(handheld):
    menu(handheld)
    handheld.app.cup.seed(3)
    handheld.app.show("drill", "menu")


def drill_right(handheld):
    drill(handheld)
    handheld.press("a")


def drill_wrong(handheld):
    drill(handheld)
    handheld.press("b")


def drill_coin(handheld):
    menu(handheld)
    handheld.app.setup.choose_variant("piglet")
    handheld.app.cup.seed(1)
    handheld.app.show("drill", "menu")


def drill_series(handheld):
    menu(handheld)
    handheld.app.journal.put(12, b"7 4H5@7:6678658<")
    handheld.app.cup.seed(3)
    handheld.app.show("drill", "menu")
    for _ in range(10):
        handheld.press("a")
        handheld.step(10)
        handheld.press("a")


def practice_asks(handheld):
    handheld.set(practice=3)
    handheld.app.load_match("pp1 pig players=2 first=0 scores=20,95 : 6 6")
    handheld.step(THOUGHT)
    handheld.press("b")


def practice_waits(handheld):
    handheld.set(practice=3)
    handheld.app.load_match("pp1 pig players=2 first=0 scores=20,95 : 6 6")
    handheld.press("b")


def result(handheld):
    handheld.app.load_match("pp1 pig players=2 first=0 scores=95,97 turn=20 : 5 h")
    handheld.press("a")


def result_shared(handheld):
    handheld.app.load_match(
        "pp1 pig end=equal_turns players=3 first=0 scores=100,100,95 turn=60 : 5 h"
    )
    handheld.press("a")


def gran_cerdo_rules(number):
    """Its rules are the longest."""

    def show(handheld):
        rules_of("gran_cerdo")(handheld)
        handheld.press(*["down"] * (number - 1))

    return show


def variants_rules():
    """The first page of the rules of every variant, and all pages of Gran Cerdo."""
    from shared_rules.variants import ids

    first = [("rules_" + variant, rules_of(variant)) for variant in ids()]
    return first + [(f"rules_gran_cerdo_{n}", gran_cerdo_rules(n)) for n in range(2, 14)]


SCREENS = [
    named
    for row in (
        title,
        title_known,
        title_battery_low,
        title_charging,
        battery_empty,
        title_computer_mode,
        title_with_a_game_to_resume,
        title_new_game,
        title_another_rival,
        title_for_people,
        title_damaged,
        title_value_damaged,
        title_file_missing,
        title_file_damaged,
        title_unknown_save,
        menu,
        menu_known,
        menu_options,
        menu_editing_target,
        menu_games,
        menu_rivals,
        menu_players,
        menu_ten_players,
        menu_others,
        menu_drill_of_pig,
        menu_kept_game,
        hint,
        pause_with_hints,
        result_you,
        settings,
        settings_editing,
        settings_last,
        settings_practice,
        boot_loader,
        boot_loader_on,
        restore,
        restore_empty,
        restore_lacks,
        restore_failed,
        erase,
        self_test_pattern,
        self_test_button,
        self_test_buzzer,
        self_test_result,
        statistics_empty,
        statistics,
        [statistics_page(number) for number in range(2, 7)],
        feats,
        feats_to_earn,
        feats_badge,
        challenge,
        challenge_of_today,
        challenge_number,
        challenge_of_two,
        challenge_dice,
        statistics_dice,
        statistics_reviews,
        statistics_sure,
        about,
        about_history,
        names,
        names_editing,
        pig_names,
        [learn_page(number) for number in range(1, 7)],
        learn_wrong_button,
        roll_off,
        roll_off_decided,
        roll_off_two,
        roll_off_fair,
        roll_off_commitment,
        fair_dice,
        fair_dice_none,
        fair_dice_asking,
        fair_dice_number,
        fair_dice_told,
        pig_first_roll,
        pig_turn,
        pig_turn_of_three,
        two_dice_held,
        pig_bust,
        [moving(pig_falls, steps) for steps in (2, 9)],
        pig_late,
        pig_computer,
        pig_undo,
        pig_undo_computer,
        pig_no_table,
        pig_large_digits,
        two_dice_large_digits,
        pig_large_digits_of_four,
        pig_large_digits_of_ten,
        pig_four_players,
        pig_five_players,
        pig_ten_players,
        pig_bust_of_ten,
        two_dice_wiped,
        two_dice_wiped_of_two,
        hog_choosing,
        hog_second_player,
        hog_five_players,
        hog_rolled,
        fast_rolled,
        skunk_asking,
        skunk_passed,
        skunk_chosen,
        skunk_shown,
        swine_herd_shown,
        skunk_round_over,
        skunk_thirty,
        skunk_two,
        skunk_against_a_rival,
        skunk_over,
        skunk_result_of_thirty,
        swine_herd_asking,
        swine_herd_tie_soon,
        swine_herd_leaders,
        all_sat,
        pig_dice_head,
        pig_dice_below_zero,
        pig_dice_debts,
        piglet_head,
        piglet_tail,
        gran_cerdo_oink,
        [moving(gran_cerdo_squeals, 2)],
        gran_cerdo_mud,
        gran_cerdo_two_dice,
        gran_cerdo_three_dice,
        gran_cerdo_three_equal,
        gran_cerdo_gift,
        gran_cerdo_status,
        gran_cerdo_reckoning,
        gran_cerdo_reckoned,
        gran_cerdo_result,
        coach_hold,
        coach_thinking,
        coach_costly,
        coach_shared_roll,
        coach_first_roll,
        map_being_drawn,
        map_pig,
        map_piggy,
        coach_dice,
        coach_estimate,
        coach_rule_of_thumb,
        coach_at_random,
        coach_three_dice,
        review,
        review_second_page,
        review_no_mistakes,
        result_without_odds,
        pause,
        pause_undo,
        pause_last,
        practice_asks,
        practice_waits,
        drill,
        drill_right,
        drill_wrong,
        drill_coin,
        drill_second,
        drill_first_series,
        drill_series,
        result,
        result_shared,
        result_achievement,
        result_challenge,
        result_lost,
        result_of_a_crowd,
        result_of_ten,
        result_shared_by_two,
    )
    for named in (row if isinstance(row, list) else [(row.__name__, row)])
] + variants_rules()
