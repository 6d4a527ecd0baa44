"""The items that flipped, in both directions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from concordant.interpret.rounds.change import Change, change
from tests.interpret.rounds.made import as_round

N = 20


def both(first: pd.DataFrame, second: pd.DataFrame, **options: Any) -> Change:
    examples = options.pop("examples", 10)
    return change(as_round(first, **options), as_round(second, "v2", **options), examples=examples)[-1]


def pairs(judge: Any, **more: Any) -> pd.DataFrame:
    return pd.DataFrame(
        {"item": [f"q{i:02}" for i in range(N)], "human": [i % 4 for i in range(N)], "judge": judge, **more}
    )


def test_both_directions_are_counted_and_shown_with_everything_that_was_said() -> None:
    right = [i % 4 for i in range(N)]
    before, after = list(right), list(right)
    before[3], before[7], after[5] = 0, 0, 0  # 3 and 7 are mended, 5 is broken
    texts = [f"text {i}" for i in range(N)]
    found = both(
        pairs(before, text=texts), pairs(after, text=texts, topic="a"), text=["text"], slices=None
    ).flips
    assert found is not None
    assert (found.n_mended, found.n_broken) == (2, 1)
    assert [flip.item for flip in found.mended] == ["q03", "q07"]
    (broken,) = found.broken
    assert (broken.item, broken.score_before, broken.score_after) == ("q05", 1.0, 0.0)
    assert (dict(broken.before), dict(broken.after)) == ({"human": 1, "judge": 1}, {"human": 1, "judge": 0})
    assert dict(broken.texts) == {"text": "text 5"}


def test_a_share_of_several_people_flips_by_its_size_and_the_largest_come_first() -> None:
    people = {f"human_{p}": [1] * N for p in (1, 2, 3)}
    people["human_3"] = [2] * N
    item = [f"q{i:02}" for i in range(N)]
    first = pd.DataFrame({"item": item, **people, "judge": [1] * N})
    second = first.copy()
    second.loc[4, "judge"] = 2  # from 2/3 to 1/3
    second.loc[9, "judge"] = 3  # from 2/3 to nobody
    found = both(first, second).flips
    assert found is not None
    assert [flip.item for flip in found.broken] == ["q09", "q04"]
    assert [flip.score_after for flip in found.broken] == pytest.approx([0, 1 / 3])
    assert found.n_mended == 0


def test_raters_among_themselves_score_by_pairs() -> None:
    item = [f"q{i:02}" for i in range(N)]
    first = pd.DataFrame({"item": item, "ann": 1, "bob": 1, "cid": 2})
    second = first.copy()
    second.loc[2, "cid"] = 1  # from one pair of three to all
    second.loc[6, "bob"] = 3  # to none
    found = both(first, second, raters=["ann", "bob", "cid"]).flips
    assert found is not None
    assert [(flip.item, flip.score_before) for flip in found.mended] == [("q02", pytest.approx(1 / 3))]
    assert [(flip.item, flip.score_after) for flip in found.broken] == [("q06", 0.0)]


def test_measurements_score_minus_their_mean_distance() -> None:
    rng = np.random.default_rng(1)
    item, values = range(N), np.round(rng.normal(50, 10, (N, 3)), 2)
    first = pd.DataFrame(values, columns=["ann", "bob", "cid"]).assign(item=item)
    second = first.copy()
    second.loc[8, "cid"] += 100.25
    found = both(first, second, raters=["ann", "bob", "cid"]).flips
    assert found is not None
    (broken,) = found.broken
    a, b, c = values[8]
    assert broken.score_before == pytest.approx(-(abs(a - b) + abs(a - c) + abs(b - c)) / 3)
    c += 100.25
    assert broken.score_after == pytest.approx(-(abs(a - b) + abs(a - c) + abs(b - c)) / 3)


def test_as_many_are_shown_as_asked_and_all_are_counted() -> None:
    right = [i % 4 for i in range(N)]
    wrong = [(i + 1) % 4 for i in range(N)]
    for most in (0, 3, 50):
        found = both(pairs(wrong), pairs(right), examples=most).flips
        assert found is not None
        assert (found.n_mended, len(found.mended)) == (N, min(most, N))


def test_repeats_that_differ_are_all_shown() -> None:
    right = [i % 4 for i in range(N)]
    again = list(right)
    again[6] = 0
    twice = pd.concat([pairs(right, repeat=1), pairs(again, repeat=2)])
    found = both(pairs(right, repeat=1), twice, repeat="repeat")
    assert found.flips is not None
    (broken,) = found.flips.broken
    assert (broken.item, broken.score_after) == ("q06", 0.5)
    assert (broken.after["judge"], broken.after["human"]) == ([2, 0], 2)
    assert found.n_rater_changed == 1


def test_items_in_dimensions_are_told_apart() -> None:
    right = [i % 4 for i in range(N)]
    wrong = list(right)
    wrong[3] = 0

    def halved(judge: list[int]) -> pd.DataFrame:
        return pairs(judge).assign(item=[i // 2 for i in range(N)], dimension=["tone", "depth"] * (N // 2))

    found = both(halved(wrong), halved(right)).flips
    assert found is not None
    (mended,) = found.mended
    assert (mended.item, dict(mended.about)) == ("1", {"dimension": "depth"})
