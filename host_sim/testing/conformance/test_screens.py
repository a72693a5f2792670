"""Compare screens with the goldens, pixel by pixel; the goldens are the same for every target."""

import pytest

from host_sim.testing.golden import GoldenFrames
from host_sim.testing.handheld import Handheld, Screen

# {name of the golden: record of the game that it shows}
TABLES = {
    "pig": "pp1 pig players=2 first=0 scores=88,97 turn=20 : 6 5",
    "pig_bust": "pp1 pig players=2 first=0 : 4 1",
    "pig_ten_players": "pp1 pig players=10 first=0 scores=12,0,45,99,7,31,64,22,80,5 turn=13 : 3",
    "two_dice_wiped": "pp1 two_dice players=3 first=0 scores=31,44,60 turn=7 : 65 11",
    "big": "pp1 big players=2 first=0 : 55 11",
    "sevens": "pp1 sevens players=2 first=0 : 65 43",
    "piggy": "pp1 piggy players=2 first=0 : 61 33",
    "fast": "pp1 fast players=2 first=0 : 5432645326543264",
    "hog": "pp1 hog players=2 first=0 : 5432645326",
    "skunk": "pp1 skunk players=4 first=0 scores=30,12,0,21 turn=3 : 54 tsts 63",
    "swine_herd": "pp1 swine_herd players=3 first=0 scores=92,40,77 : 4 tts 6",
    "pig_dice": "pp1 pig_dice players=2 first=0 : 15 16",
    "piglet": "pp1 piglet players=2 first=0 : 1 1",
    "gran_cerdo_oink": "pp1 gran_cerdo players=2 first=0 : 52 55",
    "gran_cerdo_three_dice": "pp1 gran_cerdo players=2 first=0 scores=77,35 turn=4 : 65 64",
}
CHARGING = (122, 0, 5, 8)  # a sign on the title of a device with a battery that USB charges


def test_title_menu_and_pause(
    handheld: Handheld, screen: Screen, golden_frame: GoldenFrames
) -> None:
    assert screen.id == "title"
    golden_frame("title", hide=[CHARGING])
    handheld.press("b")
    assert screen.id == "menu"
    golden_frame("menu")
    handheld.new_game("pig")
    assert screen.id == "play"
    golden_frame("play")
    handheld.press("down")
    assert screen.id == "pause"
    golden_frame("pause")


@pytest.mark.parametrize("table", TABLES)
def test_the_table(handheld: Handheld, golden_frame: GoldenFrames, table: str) -> None:
    handheld.call("load", text=TABLES[table])
    golden_frame(f"table_{table}")


def test_the_result(handheld: Handheld, screen: Screen, golden_frame: GoldenFrames) -> None:
    handheld.call("load", text="pp1 pig players=2 first=0 scores=95,97 turn=20 : 5 h")
    handheld.press("a")
    screen.wait("result")
    golden_frame("result")
