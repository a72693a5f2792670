"""The page as a person uses it, visit by visit, without a browser."""

import functools
import time

from host_sim.web.build import page_words
from tests.web.built import node

WORDS = page_words()["en"]
LINK = "http://localhost/index.html#pp1+pig+target=100+end=first+players=2+first=0+:+2"
LINKED = "pp1 pig target=100 end=first players=2 first=0 scores=41,49 : 6 6"


@functools.cache
def told():
    return node("page_visits.mjs")


def test_it_starts_and_nothing_fails():
    assert told()["faults"] == []
    assert told()["start"] == ["title", "", "bar"]


def test_a_link_to_no_game_and_a_browser_that_saves_nothing_are_told():
    assert told()["bad"] == [WORDS["bad_link"], WORDS["not_saved"]]


def test_left_handed_mirrors_the_page_once_one_has_chosen():
    assert told()["mirrored"] == [[True, False], [True, True]]


def test_one_tone_sounds_from_the_first_touch_until_the_page_is_hidden():
    assert told()["sound"] == [None, [], [440], [880], [], [880], []]


def test_each_thing_is_told_once_and_all_of_it_again_at_r():
    first, second = told()["heard"]
    assert first.startswith("You to play. First to 100 wins.") and second.startswith("rolled 2,")
    (again,) = told()["again"]
    assert again.startswith("You to play.") and second.partition(" A: ")[0][:-1] in again


def test_a_link_and_a_picture_are_passed_on_or_shown():
    link = f"{LINK}&seats=human,medium"
    assert told()["nothing"] == WORDS["no_game"]
    assert told()["shared"] == [WORDS["link_copied"], link]
    assert told()["copied"] == [WORDS["picture_copied"], 2]
    by_hand = [WORDS["link_here"].replace("%s", link), WORDS["picture_saved"], "pocketpig.png"]
    assert told()["by_hand"] == [*by_hand, "768x384"]


def test_a_phone_has_a_dialogue_of_its_own_which_may_be_left():
    unchanged, copied, first, again = told()["dialogue"]
    assert unchanged and copied == [] and first == again
    assert first.startswith("pp1+pig+") and first.endswith("&seats=human,medium")


def test_a_link_that_is_pasted_into_the_page_is_opened_and_it_can_be_installed():
    went = ["#elsewhere", "#challenge=261122", "again", "#pp1+pig", "again", "install"]
    assert (told()["install"], told()["went"]) == (["install"], went)


def test_saves_leave_and_enter_as_files():
    backed_up, again, open_ = told()["backup"]
    assert backed_up == again and "bytes" in backed_up and not open_
    assert len({*told()["saved"]}) == 1 and told()["saved"][1].endswith(".backup")
    no_backup, refused = told()["loaded"]
    assert no_backup == WORDS["no_backup"].replace("%s", "tale.txt")
    assert refused.startswith(WORDS["refused"].partition("%s")[0]) and "a game is kept" in refused
    assert told()["restored"] == WORDS["restored"]


def test_the_next_visit_has_the_game_and_a_challenge_the_browser_s_language():
    assert told()["next"] == ["title", "de", told()["record"]]
    assert told()["other"] == ["challenge", "de", page_words()["de"]["share"], "off"]


def test_dice_on_the_table_are_typed_in_by_a_tap_and_by_a_key():
    assert told()["faces"] == list("123456")
    one, two = told()["typed"]  # and the faces are gone
    assert " typed=1 " in one and one.endswith(" : 5") and two == one + " 6"


def test_a_game_from_a_link_its_coach_perfect_play_and_back():
    assert told()["guest"] == [WORDS["guest"], LINKED, "home", "coach"]
    words, *shown = told()["coach"]
    assert "Your chance to win." in words and "exact" in words and shown == ["home", "perfect"]
    solid, home = told()["left"]
    assert "/solid.html#pp1+pig+" in solid and "+scores=41,49+turn_total=12" in solid
    assert home == "/index.html"
    assert told()["back"] == [""]  # the coach is shown again, and only once
    assert told()["kept"] == []


def test_the_caller_covers_the_page_and_speaks_while_it_is_open():
    before, opened, closed, again, mute, after = told()["crowd"]
    assert before[1:] == ["project"] and after == [False]
    assert opened[:3] == again[:3] == [True, "project", "projector"]
    assert closed == [False, "project", opened[-1]]
    assert again[-1] > opened[-1] > 0 and mute == again
    assert told()["aloud"][0].startswith("en: ")
    faces, pips = told()["fell"]
    assert faces and pips == faces


def test_the_challenge_of_the_day_is_today_s():
    day, words = told()["today"]
    assert time.strftime("%y%m%d", time.strptime(day, "%a %b %d %Y")) in words


def test_a_handheld_that_is_plugged_in_twice():
    told = node("connect_visits.mjs")
    ask, talk = ["choose", "all"], ["disconnect", "connected"]
    assert told["faults"] == []
    assert told["without"] == [WORDS["no_serial"]]
    assert told["none"] == ["", *ask, None]
    assert told["wanted"] == [[], *[[{"usbVendorId": 0x239A}]] * 2]
    assert told["connected"] == told["again"] == ["Connected: fake, firmware 1.", *talk]
    assert told["games"][1:] == [["Pig", "human", 7, 3, 1]]
    assert told["statistics"] == ["Won in a row: 1, at most 4."]
    selftest, crash = told["report"]
    assert "button_a: not seen" in selftest and "ValueError: <b>bold</b> (app:1)" in crash
    assert told["heard"] == ["Pocket Pig", told["label"]]
    assert told["backed_up"][:3] == ["Backed up: 4 bytes.", *talk]
    assert told["backed_up"][3].endswith(".backup")
    no_backup, refused = (WORDS[key].replace("%s", "{}") for key in ("no_backup", "refused"))
    restored = [no_backup.format("tale.txt"), refused.format("no"), WORDS["restored"]]
    assert told["restored"] == restored
    assert told["disabled"] == []
    assert told["closed"] == [WORDS["closed"], *ask, 1]
    to_the_first, to_the_second = told["once"]  # of six seconds' pictures
    assert to_the_first == 0 and 50 < to_the_second <= 100
    assert told["unplugged"] == [WORDS["unplugged"], *ask]
