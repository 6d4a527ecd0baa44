"""The first items of a table answer as the whole table would, or say what is still to look for."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from concordant.ratings.remote.item_source import FirstItems, Wanted

ROWS = st.lists(st.tuples(st.sampled_from([0, 1, None, math.nan]), st.sampled_from("ab")), max_size=30)
SCORES = st.dictionaries(
    st.tuples(st.sampled_from([0, 1, None, math.nan]), st.sampled_from("ab")),
    st.sampled_from([1.0, 2.0, 3.0]),
    min_size=1,
)


def by_hand(rows: list[Any], wanted: list[Wanted], count: int) -> list[tuple[float, int]]:
    """All rows that are wanted, sorted by score and then by place, the first of them."""
    scored = {
        (repr(cells["x"]), cells["y"]): score for cells, score in wanted
    }  # nan has one way to be written
    found = [(-scored[repr(x), y], place) for place, (x, y) in enumerate(rows) if (repr(x), y) in scored]
    return [(-score, place) for score, place in sorted(found)[:count]]


@given(ROWS, SCORES, st.integers(1, 8), st.integers(0, 30))
def test_what_is_answered_from_the_first_items_is_the_answer_of_all(
    rows: list[Any], scores: dict[Any, float], count: int, seen: int
) -> None:
    wanted = [({"x": x, "y": y}, score) for (x, y), score in scores.items()]
    first = rows[:seen]
    near = FirstItems({"x": [x for x, _ in first], "y": [y for _, y in first]}, whole=seen >= len(rows))
    places, of, still = near.first(wanted, count)
    expected = by_hand(rows, wanted, count)
    assert list(zip(of, places, strict=True)) == expected[: len(places)]
    if not still:
        assert len(places) == len(expected)
    else:  # what is left to ask the whole table for gives the rest, and nothing that is there already
        rest = by_hand(rows, still, count - len(places))
        assert expected == [*zip(of, places, strict=True), *rest]
