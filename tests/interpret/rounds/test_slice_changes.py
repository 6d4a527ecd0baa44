"""Slices that lost or gained, many looked at at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from concordant.errors import OptionError
from concordant.inference.share_differences import score_interval
from concordant.interpret.compare.comparison import Comparison
from concordant.interpret.rounds.round import comparisons_of, matched
from concordant.interpret.rounds.slice_changes import SliceChange, slice_changes, slices_of_all
from tests.interpret.rounds.made import as_round, frame

TYPES = list("abcdefghijkl")


def sliced(n: int, errors: dict[str, float], seed: int) -> pd.DataFrame:
    """A judge that errs in each type as often as said."""
    kinds = np.resize(TYPES, n)
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 4, n)
    rng = np.random.default_rng(seed)
    wrong = rng.random(n) < np.array([errors.get(kind, 0.2) for kind in kinds])
    judge = np.where(wrong, (truth + rng.integers(1, 4, n)) % 4, truth)
    return pd.DataFrame({"item": [f"q{i}" for i in range(n)], "human": truth, "judge": judge, "type": kinds})


def pair(first: pd.DataFrame, second: pd.DataFrame, **options: Any) -> tuple[Comparison, Comparison]:
    options.setdefault("slices", ["type"])
    rounds = (as_round(first, **options), as_round(second, "v2", **options))
    return matched(*(comparisons_of(one) for one in rounds))[-1]


def by_value(rows: tuple[SliceChange, ...]) -> dict[Any, SliceChange]:
    return {row.value: row for row in rows}


def test_a_slice_is_the_change_of_its_items() -> None:
    first, second = sliced(360, {}, 1), sliced(360, {"c": 0.7}, 2)
    found = by_value(slice_changes(*pair(first, second)))
    assert list(found) == TYPES
    for kind in TYPES:
        here = first["type"] == kind
        then, now = ((d.loc[here, "judge"] == d.loc[here, "human"]).to_numpy() for d in (first, second))
        row = found[kind]
        assert row.n == here.sum()
        assert row.difference.estimate == pytest.approx(now.mean() - then.mean())
        limits = score_interval((now & ~then).sum(), (then & ~now).sum(), len(now), 0.95)
        assert row.difference.interval is not None
        assert (row.difference.interval.low, row.difference.interval.high) == pytest.approx(limits)


def test_only_the_slice_that_truly_lost_is_called_so() -> None:
    found = slice_changes(*pair(sliced(600, {}, 1), sliced(600, {"c": 0.8}, 2)))
    assert [row.value for row in found if row.lost] == ["c"]
    assert not any(row.gained for row in found)
    back = slice_changes(*pair(sliced(600, {"c": 0.8}, 2), sliced(600, {}, 1)))
    assert [row.value for row in back if row.gained] == ["c"]
    assert not any(row.lost for row in back)


def test_q_values_are_those_of_benjamini_and_hochberg_by_hand() -> None:
    found = slice_changes(*pair(sliced(360, {}, 1), sliced(360, {"c": 0.5, "d": 0.4}, 2)))
    p = sorted(row.p_lost for row in found)
    m = len(p)
    by_hand = {p[i]: min(p[j] * m / (j + 1) for j in range(i, m)) for i in range(m)}
    for row in found:
        assert row.q_value == pytest.approx(min(1.0, by_hand[row.p_lost]))
        assert row.lost == (row.q_value <= 0.05)


def test_all_comparisons_and_columns_are_one_family() -> None:
    first, second = sliced(360, {}, 1), sliced(360, {"c": 0.5}, 2)
    one = pair(first, second)
    alone, twice = slice_changes(*one), slices_of_all([one, one])
    assert twice[0] == twice[1]
    for a, b in zip(alone, twice[0], strict=True):
        assert a.p_lost == b.p_lost
        assert b.q_value == pytest.approx(a.q_value)  # every p twice: rank and number both double
    many = pair(
        first.assign(other="x"), second.assign(other=np.resize(["x", "y"], 360)), slices=["type", "other"]
    )
    assert {row.column for row in slice_changes(*many)} == {"type", "other"}


@pytest.mark.slow
def test_none_lost_is_seldom_called_lost() -> None:
    called = sum(
        any(row.lost for row in slice_changes(*pair(sliced(360, {}, seed), sliced(360, {}, 1000 + seed))))
        for seed in range(20)
    )
    assert called <= 4  # 5 % of 20 is 1; more than 4 has a probability below 0.01


def test_a_loss_that_is_allowed_is_no_loss() -> None:
    one = pair(sliced(1200, {}, 1), sliced(1200, {"c": 0.55}, 2))
    strict, lenient = (by_value(slice_changes(*one, allowed_loss=x))["c"] for x in (0.0, 0.3))
    assert strict.lost
    assert not lenient.lost
    assert lenient.p_lost > strict.p_lost
    # the p-value of a loss of at most x is 5 % where x is the end of the 90 % interval
    low = score_interval(strict.difference.details["up"], strict.difference.details["down"], strict.n, 0.9)[1]
    at_the_end = by_value(slice_changes(*one, allowed_loss=-low))["c"]
    assert at_the_end.p_lost == pytest.approx(0.05, abs=1e-6)


def test_of_measurements_a_larger_error_is_a_loss() -> None:
    rng = np.random.default_rng(4)
    truth, kind = np.round(rng.normal(50, 10, 120), 2), np.resize(["a", "b"], 120)
    noise = np.round(rng.normal(0, 2, 120), 2)
    first = pd.DataFrame({"item": range(120), "human": truth, "judge": truth + noise, "type": kind})
    second = first.assign(judge=truth + np.where(kind == "b", 4 * noise, noise))
    found = by_value(slice_changes(*pair(first, second)))
    assert (found["a"].lost, found["b"].lost, found["b"].gained) == (False, True, False)
    assert found["b"].measure == "mean_absolute_error"
    assert found["b"].difference.estimate > 0


def test_few_items_are_shown_and_not_tested() -> None:
    first, second = sliced(108, {}, 1), sliced(108, {"c": 1.0}, 2)
    for row in slice_changes(*pair(first, second)):
        assert row.n == 9
        assert np.isnan(row.q_value)
        assert not row.lost


def test_an_item_belongs_to_the_slice_that_the_second_round_says() -> None:
    first, second = sliced(60, {}, 1), sliced(60, {}, 2)
    second["type"] = np.resize(["new", "other"], 60)
    assert list(by_value(slice_changes(*pair(first, second)))) == ["new", "other"]


def test_rounds_of_other_items_are_sliced_too() -> None:
    first, second = sliced(600, {}, 1), sliced(600, {"c": 0.9}, 2)
    second["item"] = [f"other {i}" for i in range(600)]
    found = slice_changes(*pair(first, second))
    assert [row.value for row in found if row.lost] == ["c"]
    assert by_value(found)["c"].difference.details["paired"] is False


def test_several_people_and_dimensions_are_sliced() -> None:
    first, second = (
        frame(120, e, s, people=3).assign(
            item=[f"q{i // 2}" for i in range(120)], dimension=["tone", "depth"] * 60
        )
        for e, s in ((0.2, 1), (0.9, 2))
    )
    found = by_value(slice_changes(*pair(first, second, slices=None)))
    assert {value: row.n for value, row in found.items()} == {"depth": 60, "tone": 60}
    assert all(row.lost for row in found.values())


@pytest.mark.parametrize("wrong", [-0.1, float("nan"), "much", True])
def test_a_loss_that_makes_no_sense_is_refused(wrong: Any) -> None:
    with pytest.raises(OptionError, match="allowed_loss, the largest loss allowed, must be 0 or more"):
        slice_changes(*pair(sliced(60, {}, 1), sliced(60, {}, 2)), allowed_loss=wrong)


def test_a_slice_change_comes_back_from_json() -> None:
    for row in slice_changes(*pair(sliced(120, {}, 1), sliced(120, {}, 2))):
        assert SliceChange.from_dict(row.to_dict()).to_dict() == row.to_dict()


@pytest.mark.parametrize("other", [False, True])
def test_a_slice_where_every_item_lost_alike_has_lost(other: bool) -> None:
    """There is no spread then, and no doubt either; on the same items, and on other ones."""
    rng = np.random.default_rng(5)
    human = rng.normal(10, 3, 60).round(3)
    kinds = np.resize(["a", "b"], 60)
    rounds = [
        pd.DataFrame({
            "item": [f"{name if other else ''}{i}" for i in range(60)],
            "human": human, "judge": human + away, "type": kinds,
        })
        for name, away in (("x", np.full(60, 0.25)), ("y", np.where(kinds == "a", 1.25, 0.25)))
    ]  # fmt: skip
    found = by_value(slice_changes(*pair(*rounds)))
    assert found["a"].p_lost == pytest.approx(0, abs=1e-9)
    assert found["a"].lost
    assert not found["a"].gained
    assert not found["b"].lost
    assert not found["b"].gained
    within = by_value(slice_changes(*pair(*rounds), allowed_loss=1.5))
    assert not within["a"].lost
    back = by_value(slice_changes(*pair(*rounds[::-1])))
    assert back["a"].gained
    assert not back["a"].lost
