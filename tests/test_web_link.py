# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The page's link to a handheld at ports that misbehave."""

import functools

import pytest

from tests.web.built import node


@functools.cache
def faults():
    return node("link_faults.mjs")


@pytest.mark.parametrize(
    ("what", "key"),
    [
        ("silent", "console"),
        ("console", "console"),
        ("echo", "console"),
        ("answers of another", "console"),
        ("never takes bytes", "console"),
        ("never opens", "hangs"),
        ("open elsewhere", "cannot_open"),
        ("another device", "other_device"),
        ("unplugged in a request", "unplugged"),
        ("no answer", "no_answer"),
        ("refused", "refused"),
        ("bad picture", "bad_answer"),
        ("bad base64", "bad_answer"),
        ("many parts", "backup_changed"),
        ("bad checksum", "backup_changed"),
    ],
)
def test_what_goes_wrong_is_said(what, key):
    assert faults()[what]["key"] == key


def test_a_port_that_does_not_answer_is_closed_again():
    silent = ("silent", "console", "echo", "answers of another", "never takes bytes")
    for what in (*silent, "another device"):
        assert faults()[what]["closed"] == 1, what


def test_unplugging_is_told_once_and_ends_the_link():
    for what in ("unplugged in a request", "unplugged at rest"):
        assert faults()[what]["lost"] == ["unplugged"], what
        assert faults()[what]["ended"] == "unplugged", what


def test_the_line_survives_lost_bytes_and_old_traffic():
    for what, result in (("overrun", 5), ("half a line before", 5), ("cut anywhere", "ñ")):
        assert faults()[what]["result"] == result, what
    assert faults()["a line without end"]["result"] is True


def test_requests_wait_for_each_other_and_are_short():
    assert faults()["one at a time"]["result"] == ["hello", "state", "stats"]
    assert faults()["short lines"]["result"] <= 4096


def test_what_the_handheld_says_is_shown_without_control_characters():
    assert faults()["refused"]["detail"] == "the person said? no"
    assert faults()["visible"].startswith("a?[2J?b") and len(faults()["visible"]) == 200


def test_only_a_backup_is_sent():
    assert faults()["backups"] == [True, False, False, False]
