"""What a browser keeps for the page: stores and caches that fail at any use."""

from host_sim.web.build import LIST
from tests.web.built import node


def test_saves_are_true_over_stores_that_fail_at_any_use():
    """`keep` is true only for what is there, a failure is said, and nothing newer is replaced."""
    told = node("bad_stores.mjs")
    assert told["tried"] > 2000
    assert told["wrong"] == []


def test_the_service_worker_answers_without_a_cache():
    told = node("bad_cache.mjs")["faults"]
    network = ["from the network: /pig/app.js", "from the network: /pig/tables/pig-first.bin"]
    assert told == {what: [*network, True] for what in told}
    assert len(told) == 6


def test_what_was_kept_is_answered_offline_a_link_with_a_query_too():
    told = node("bad_cache.mjs")["offline"]
    assert told.pop("nothing").startswith("QuotaExceededError")
    assert len(told) == 3 and told == {file: file.partition("?")[0] for file in told}


def test_the_first_visit_keeps_every_file_of_the_page():
    """The worker fetches the tables too: the page does so before a slow worker can keep them."""
    not_the_pages = ["package.json"]
    assert node("bad_cache.mjs")["lost"] == sorted([LIST, "sw.js", *not_the_pages])
