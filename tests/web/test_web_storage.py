"""What a browser keeps for the page: stores that fail at any use, and one module that uses them."""

import functools
import re

from host_sim.web.build import LIST, PAGE
from tests.web.built import node

STORES = re.compile(
    r"""(?<!Place\(")\b(?:localStorage|sessionStorage|indexedDB|cookieStore|caches|showSaveFilePicker)\b"""
    r"|document\.cookie|navigator\W+(?:storage|locks|serviceWorker)"
)
worker = functools.cache(lambda: node("bad_cache.mjs"))
ELSEWHERE = re.compile(r"https?://|\beval\(|new Function|innerHTML|document\.write")


def test_saves_are_true_over_stores_that_fail_at_any_use():
    """`keep` is true only for what is there, a failure is said, and nothing newer is replaced."""
    told = node("bad_stores.mjs")
    assert told["tried"] > 2000
    assert told["wrong"] == []


def test_the_service_worker_answers_without_a_cache():
    told = worker()["faults"]
    network = ["from the network: /pig/app.js", "from the network: /pig/tables/pig-first.bin"]
    assert told == {what: [*network, True] for what in told}
    assert len(told) == 6


def test_what_was_kept_is_answered_offline_a_link_with_a_query_too():
    told = dict(worker()["offline"])
    assert told.pop("nothing").startswith("QuotaExceededError")
    assert len(told) == 3 and told == {file: file.partition("?")[0] for file in told}


def test_the_first_visit_keeps_every_file_of_the_page_and_none_if_one_is_of_another_version():
    """The worker fetches the tables too: the page does so before a slow worker can keep them."""
    assert worker()["mixed"] == "TypeError: narrator.js is another"
    assert worker()["gone"] == ["pocketpig /pig/ old"]
    not_the_pages = ["package.json"]
    assert worker()["lost"] == sorted([LIST, "sw.js", *not_the_pages])


def test_one_module_uses_stores_and_none_names_another_site_or_writes_html():
    """Use storage.js: a browser may refuse each of these, at any time."""
    for path in PAGE.glob("*.js"):
        source = path.read_text(encoding="utf-8")
        used = {found[0] for found in STORES.finditer(source)}
        own = used if path.name == "storage.js" else {"caches"} if path.name == "sw.js" else set()
        assert used <= own, path.name
        assert not ELSEWHERE.search(source), path.name
