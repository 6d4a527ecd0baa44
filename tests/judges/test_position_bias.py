"""Whether a judge of pairs favours a place."""

from __future__ import annotations

import pytest

from concordant.judges.position_bias import BothOrders, both_orders, position_bias


def _rows(kinds: dict[str, int]) -> tuple[list[int], list[str], list[str]]:
    """Pairs of A and B, asked in both orders, that come out so."""
    winners = {
        "same": ("A", "A"), "first": ("A", "B"), "second": ("B", "A"), "tie": ("tie", "tie"),
        "half": ("A", "tie"),
    }  # fmt: skip
    pair, first, winner = [], [], []
    for kind, n in kinds.items():
        for _ in range(n):
            number = len(pair) // 2
            pair += [number, number]
            first += ["A", "B"]
            winner += winners[kind]
    return pair, first, winner


def test_eight_flips_to_two() -> None:
    """40 pairs, 8 flips to the first place and 2 to the second: exact McNemar p = .109375."""
    found = both_orders(*_rows({"same": 28, "first": 8, "second": 2, "tie": 2}))
    assert found == BothOrders(
        consistent=30, first_slot=8, second_slot=2, half=0, first_wins=28 + 16, decided=76
    )
    result = position_bias(found)
    assert result.p_value == pytest.approx(0.109375, abs=1e-12)
    assert result.estimate == 0.8
    parts = {part.category: part.estimate for part in result.parts}
    assert parts == {"consistency": 0.75, "first wins": pytest.approx(44 / 76)}


def test_a_tie_one_time_is_half_a_flip() -> None:
    assert both_orders(*_rows({"half": 3})).half == 3


def test_pairs_asked_once_are_left_out() -> None:
    assert both_orders([1, 2, 2], ["A", "A", "B"], ["A", "A", "A"]).pairs == 1


def test_no_flips_has_no_value_and_says_why() -> None:
    result = position_bias(both_orders(*_rows({"same": 5})))
    assert not result.defined
    assert result.notes[0].code == "no-flips"
