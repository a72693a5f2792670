"""What lasts in time: a held button, and dice after test mode."""


def test_a_held_button_repeats_and_gathers_speed(handheld):
    handheld.choose("options")
    handheld.press("a")
    handheld.app.inject(0)  # up, held
    handheld.step()
    # 400 ms to the first repeat, 80 ms between them, by tens from the tenth on
    handheld.step(200, ms=10)
    assert str(handheld.app.setup.options["target"]) in " ".join(handheld.words())
    handheld.app.inject(4)
    handheld.step()
    repeats = 1 + (2000 - 400) // 80
    # The press and nine repeats add 1 each.
    value = handheld.app.setup.options["target"]
    assert value == 100 + 1 + 9 + 10 * (repeats - 9)
    handheld.step(50)
    assert handheld.app.setup.options["target"] == value


def test_dice_are_fair_again_once_test_mode_is_off(handheld):
    handheld.dice((6,), (6,))
    handheld.app.cup.seed(1)
    handheld.app.show("settings", "menu")
    handheld.press("up", "a", "up", "a")  # the last row
    assert not handheld.app.test_mode
    assert handheld.app.cup.queued == 0
    # Every face is drawn from the entropy source.
    handheld.app.cup.source._read = lambda n: b"\x03" * n
    assert handheld.app.cup.throw((1, 6), 4) == (4, 4, 4, 4)
