"""Scores that are nearly on a scale, read as ordered categories."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.ratings.rounded import rounded

PEOPLE = [1, 2, 3, 4, 5, 3, 2, None]


def values(ratings: cc.Ratings, rater: str) -> list[Any]:
    labels = [*ratings.labels.tolist(), None]
    return [labels[code] for code in ratings.columns[ratings.raters.index(rater)]]


def test_decimals_of_a_judge_go_to_the_nearest_point_of_people_and_halves_go_up() -> None:
    data = {"human": PEOPLE, "judge": [1.49, 1.5, 2.5, 4.2, 4.51, None, 3.5, 1.0]}
    ratings = cc.read(data, rounded=True)
    assert values(ratings, "judge") == [1, 2, 3, 4, 5, None, 4, 1]
    assert values(ratings, "human") == PEOPLE
    assert (ratings.scale.level, ratings.scale.categories) == ("ordinal", (1, 2, 3, 4, 5))
    assert "The scores of judge were rounded to the nearest point from 1 to 5 (halves up)" in str(
        ratings.audit
    )


def test_half_points_are_categories_as_they_are() -> None:
    data = {"human": [1, 1.5, 2, 3.5, 5, 4], "judge": [1, 2, 2, 3, 5, 4]}
    ratings = cc.read(data, rounded=True)
    assert values(ratings, "human") == data["human"]
    assert len(ratings.labels) == 9  # 1, 1.5, …, 5
    assert "in steps of 0.5 from 1 to 5" in str(ratings.audit)


def test_averaged_people_go_to_the_points_of_the_judge() -> None:
    data = {"human": [1.33, 2.67, 3.0, 4.33, 4.67, 2.33], "judge": [1, 3, 3, 4, 5, 2]}
    assert values(cc.read(data, rounded=True), "human") == [1, 3, 3, 4, 5, 2]


def test_the_scale_reaches_as_far_as_the_judge_goes() -> None:
    data = {"human": [2, 3, 4, 3, 2], "judge": [0.8, 3.2, 5.4, 2.9, 2.2]}
    assert cc.read(data, rounded=True).labels.tolist() == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "data",
    [
        {"a": [120.5, 130.2, 141.0, 99.9], "b": [121, 131, 140, 100]},
        {"a": [0.12, 0.55, 0.73], "b": [0.2, 0.5, 0.71]},
        {"a": list(range(1, 101)), "b": list(range(100, 0, -1))},
        {"a": [1e-12, 3e-12, 2e-12, 5e-12], "b": [2e-12, 3e-12, 4e-12, 1e-12]},
    ],
)
def test_measurements_are_no_scale(data: dict[str, Any]) -> None:
    assert rounded(cc.read(data)) is None
    with pytest.raises(OptionError, match="rounded is for scores that are nearly on a scale"):
        cc.read(data, rounded=True)


def test_categories_are_as_they_were() -> None:
    data = {"a": [1, 2, 3], "b": [1, 2, 2]}
    assert rounded(cc.read(data)) is None
    assert cc.read(data, rounded=True).labels.tolist() == [1, 2, 3]


def test_quadratic_kappa_needs_no_rounding() -> None:
    """F18: 2·cov/(var + var + (difference of means)²), all over n, whatever the numbers are."""
    rng = np.random.default_rng(3)
    a = rng.integers(1, 6, 80).astype(float)
    b = np.clip(a + rng.normal(0, 0.8, 80), 1, 5)
    moments = 2 * np.cov(a, b, ddof=0)[0, 1] / (a.var() + b.var() + (a.mean() - b.mean()) ** 2)
    (one,) = cc.study({"human": a.tolist(), "judge": b.tolist()}).comparisons
    assert one.rounded is not None
    assert one.rounded.quadratic.estimate == pytest.approx(moments, abs=1e-12)
    exact = next(m for m in one.rounded.measures if m.measure == "exact_agreement")
    assert exact.result.estimate == pytest.approx(np.mean(np.floor(b + 0.5) == a))
    assert one.stages is not None


def test_a_goal_of_scores_is_judged_on_the_rounded_ones() -> None:
    human = [1, 2, 3, 4, 5] * 30
    judge = [x + 0.2 if x < 5 else 4.9 for x in human]
    study = cc.study({"human": human, "judge": judge}, goal="mature")
    assert study.main is not None
    assert study.main.goal is not None
    assert study.main.goal.outcome == "met"
    gate = cc.check({"human": human, "judge": judge}, goal="mature")
    assert gate.outcome == "met"
    assert any("rounded to the nearest point from 1 to 5" in said.text("en") for said in gate.sentences)
    again = type(study).from_dict(study.to_dict())
    assert again.main == study.main


def test_measurements_have_no_rounded_part() -> None:
    old = [3.1, 4.0, 5.2, 6.1, 7.3, 8.2, 9.0, 10.4]
    (one,) = cc.study({"old": old, "new": [x + 0.5 for x in old]}).comparisons
    assert one.rounded is None


def test_a_hundred_points_are_said_to_be_measurements_and_made_five_when_asked():
    data = {
        "id": list(range(40)),
        "human": [(7 * i) % 101 for i in range(40)],
        "judge": [(7 * i) % 97 for i in range(40)],
    }
    assert "hundred-points" in {note.code for note in cc.read(data).audit.notes}
    five = cc.read(data, rescale="0..100:1..5", rounded=True)
    assert five.labels.tolist() == [1, 2, 3, 4, 5]
    # 7·5 = 35 becomes 1 + 4·35/100 = 2.4, which is nearest to 2
    assert five.labels[five.columns[0][5]] == 2
