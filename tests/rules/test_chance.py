"""The seeded generator compared with its author's published output; fairness of the dice."""

import pathlib
from collections import Counter

import pytest

from shared_rules.chance import Entropy, Pcg32

# Of each round the numbers, coins, dice and cards.
DEMO = pathlib.Path(__file__).with_name("pcg32.txt").read_text("utf-8").split("\n\n")


class TestPcg32:
    def test_the_published_rounds(self):
        source = Pcg32(42, 54)
        for numbers, coins, rolls, pack in map(str.splitlines, DEMO):
            assert " ".join(f"{source.next32():08x}" for _ in range(6)) == numbers
            assert "".join("TH"[source.below(2)] for _ in range(65)) == coins
            assert " ".join(str(source.below(6) + 1) for _ in range(33)) == rolls
            cards = list(range(52))
            for left in range(52, 1, -1):
                chosen = source.below(left)
                cards[chosen], cards[left - 1] = cards[left - 1], cards[chosen]
            assert " ".join("A23456789TJQK"[c // 4] + "hcds"[c % 4] for c in cards) == pack

    @pytest.mark.parametrize(
        ("n", "given", "expected"),
        [
            (6, [2**32 - 1, 2**32 - 4, 2**32 - 5], 5),  # 2³² = 6 · 715827882 + 4: four are rejected
            (6, [11], 5),
            (3, [2**32 - 1, 7], 1),
            (2, [2**32 - 1], 1),  # a power of two rejects nothing
            (256, [2**32 - 1], 255),
            (1, [2**32 - 1], 0),
        ],
    )
    def test_what_would_bias_is_thrown_away(self, n, given, expected):
        source = Pcg32(0)
        source.next32 = iter(given).__next__
        assert source.below(n) == expected
        with pytest.raises(StopIteration):
            source.next32()


class TestEntropy:
    def test_all_256_bytes_are_shared_out_equally(self):
        """Of every byte once, each number falls equally often; only the remainder is rejected."""
        for n in range(1, 257):
            left = list(range(256))
            source = Entropy(lambda count, left=left: bytes([left.pop() for _ in range(count)]))
            counts = Counter()
            while True:
                try:
                    counts[source.below(n)] += 1
                except IndexError:  # out of bytes
                    break
            assert counts == dict.fromkeys(range(n), 256 // n), n
