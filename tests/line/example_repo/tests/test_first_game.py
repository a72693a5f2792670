"""A first game of Pig by the buttons."""


def test_from_the_title_into_a_game(handheld, screen):
    assert "POCKET PIG" in screen
    handheld.press("a")
    assert screen.id == "play"
    assert "YOU to play" in screen


def test_a_one_loses_the_turn_total(handheld, screen, scripted_dice):
    handheld.new_game("pig")
    scripted_dice("6 5 1")
    handheld.press("a", "a")
    assert handheld.state()["turn_total"] == 11
    handheld.press("a")
    state = handheld.state()
    assert state["scores"] == [0, 0]
    assert state["to_move"] == [1]


def test_a_win_is_shown(handheld, screen, scripted_dice):
    handheld.new_game("pig", target=10)
    scripted_dice([6], [6])
    handheld.press("a", "a", "b")
    screen.wait("result")
    assert "12" in screen


def test_the_title(golden_frame):
    golden_frame("title", hide=[(122, 0, 5, 8)])  # whether it is charging
