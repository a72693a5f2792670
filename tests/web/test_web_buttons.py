"""The buttons of the page: no one stays down when its release can no longer be told."""

import functools

from tests.web.built import node


@functools.cache
def told():
    return node("lost_releases.mjs")


def test_a_button_is_let_go_when_its_source_can_no_longer_say_so():
    wrong = {what: found for what, found in told()["lost"].items() if found != [1, 0, 1]}
    assert len(told()["lost"]) > 30
    assert wrong == {}  # each was held, is let go, and has pressed once


def test_a_button_that_is_held_stays_down():
    assert {what: found for what, found in told()["kept"].items() if found != [1, 1, 1]} == {}


def test_every_kind_of_pad_has_a_below_and_b_on_the_right():
    up, down, a, b = 1, 2, 4, 8
    expected = [a, b, a, b, up, down, up, down, 0]  # the last three: the stick
    pads = told()["pads"]
    assert len(pads) == 3
    assert {kind: held for kind, held in pads.items() if held != expected} == {}


def test_the_next_press_counts():
    again = told()["again"]
    assert again["cmd"] == 0
    assert again["events"] == [0, 4, 0]
    assert [again["hidden"], again["pressed"]] == [0, 1]
