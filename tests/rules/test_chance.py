"""The seeded generator compared with its author's published output; fairness of the dice."""

from collections import Counter

import pytest

from shared_rules.chance import Entropy, Pcg32

DEMO = (
    (
        "a15c02b7 7b47f409 ba1d3330 83d2f293 bfa4784b cbed606e",
        "HHTTTHTHHHTHTTTHHHHHTTTHHHTHTHTHTTHTTTHHHHHHTTTTHHTTTTTHTTTTTTTHT",
        "3 4 1 1 2 2 3 2 4 3 2 4 3 3 5 2 3 1 3 1 5 1 4 1 5 6 4 6 6 2 6 3 3",
        "Qd Ks 6d 3s 3d 4c 3h Td Kc 5c Jh Kd Jd As 4s 4h Ad Th Ac Jc 7s Qs 2s 7h Kh 2d "
        "6c Ah 4d Qh 9h 6s 5s 2c 9c Ts 8d 9s 3c 8c Js 5d 2h 6h 7d 8s 9d 5h 8h Qc 7c Tc",
    ),
    (
        "74ab93ad 1c1da000 494ff896 34462f2f d308a3e5 0fa83bab",
        "HHHHHHHHHHTHHHTHTHTHTHTTTTHHTTTHHTHHTHTTHHTTTHHHHHHTHTTHTHTTTTTTT",
        "5 1 1 3 3 2 4 5 3 2 2 6 4 3 2 4 2 4 3 2 3 6 3 2 3 4 2 4 1 1 5 4 4",
        "7d 2s 7h Td 8s 3c 3d Js 2d Tc 4h Qs 5c 9c Th 2c Jc Qd 9d Qc 7s 3s 5s 6h 4d Jh "
        "4c Ac 4s 5h 5d Kc 8h 8d Jd 9s Ad 6s 6c Kd 2h 3h Kh Ts Qh 9h 6d As 7c Ks Ah 8c",
    ),
)


class TestPcg32:
    def test_the_published_rounds(self):
        source = Pcg32(42, 54)
        for numbers, coins, rolls, pack in DEMO:
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
