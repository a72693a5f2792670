"""The wear of the flash: at most 80 erases in 1,000 games; it endures 100,000."""

import pytest

from tests.tools.wear import KINDS, wear

MOST = 80  # erases in 1,000 games


def test_a_sample_of_the_mix():
    erases, written, unsaved = wear(40)
    assert 0 < erases <= 40 * MOST // 1000
    assert unsaved == 0
    assert written["other"] == 0 and all(written[kind] for kind in KINDS[:-1])


@pytest.mark.slow
def test_a_thousand_games(capsys):
    games = 1000
    erases, written, unsaved = wear(games, seed=2)
    with capsys.disabled():
        print(f"\n{erases} erases in {games} games; bytes a game:", end="")
        print("".join(f" {kind} {written[kind] / games:.1f}" for kind in KINDS))
    assert 0 < erases <= MOST
    assert unsaved <= games // 100
