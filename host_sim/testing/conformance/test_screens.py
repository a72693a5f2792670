"""Compare screens with the goldens, pixel by pixel; the goldens are the same for every target."""

import pytest

from host_sim.testing.conformance import rows
from host_sim.testing.golden import GoldenFrames
from host_sim.testing.handheld import Handheld, Screen

# {name of the golden: record of the game that it shows}
TABLES: dict[str, str] = dict(rows("tables"))
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
