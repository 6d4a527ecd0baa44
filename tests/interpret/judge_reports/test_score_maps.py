"""A study maps a judge's scores to those of people where that brings them closer, and not otherwise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.compare import RaterRoles
from concordant.interpret.judge_reports.score_maps import ScoreMapReport, score_map_reports
from concordant.reduce.item_weights import Ints

from .made_studies import made_study, mapped

WHO = RaterRoles(people=("human",), judges=("judge",), kinds_known=True)


def score_maps(people: Ints, judge: Ints, **more: Any) -> tuple[ScoreMapReport, ...]:
    data = {"human": people.tolist(), "judge": judge.tolist(), **more}
    return cc.study(data).judge_reports.score_maps


def test_a_harsh_judge_gets_a_map_and_a_noisy_one_none() -> None:
    (report,) = made_study("map").judge_reports.score_maps
    # A judge a point too low: each of its scores corresponds to the one above
    assert [row.people for row in report.rows if row.labels > 30] == [2, 3, 4, 5][: len(report.rows)]
    assert report.error_after < 0.6 * report.error_before
    assert report.gain.estimate == pytest.approx(report.error_before - report.error_after)
    assert report.gain.interval.low > 0
    assert all(sum(row.shares) == pytest.approx(1) for row in report.rows)
    # One category for all items: the median of these people is 4
    people = np.array(mapped()["human"])
    assert report.error_one_answer == pytest.approx(np.abs(people - 4).mean())
    assert f"mean absolute error of {report.error_one_answer:.2f}" in report.sentences[0].text()
    rng = np.random.default_rng(2)
    people = rng.choice(5, 300) + 1
    fair = np.clip(people + rng.choice([-1, 0, 1], 300), 1, 5)
    assert score_maps(people, fair) == ()


def test_a_judge_without_skill_gets_no_map_though_the_middle_category_would_err_less() -> None:
    # Guesses of 1 to 5 beside scores of 1 to 5 are 1.6 away on average, a 3 is 1.2 away
    rng = np.random.default_rng(1)
    people, guesses = rng.choice(5, (2, 400)) + 1
    assert np.abs(people - 3).mean() < np.abs(people - guesses).mean() - 0.3
    assert score_maps(people, guesses) == ()


def test_a_map_is_hardly_ever_offered_to_a_judge_who_needs_none() -> None:
    """People give the judge's score or the next one, as often: no map errs less. 2.5% of maps may seem to."""
    rng, offered = np.random.default_rng(7), 0
    for _ in range(100):
        judge = rng.choice(4, 60) + 1
        people = judge + (rng.random(60) < 0.5)
        found = score_map_reports(cc.as_ratings({"human": people, "judge": judge}), WHO, 0.95)
        offered += len(list(found))
    assert offered <= 7  # 2.5 of 100, and three standard errors of 1.6


def test_several_people_are_mapped_to_categories_of_the_scale() -> None:
    rng = np.random.default_rng(3)
    truth = rng.choice(5, 300) + 1
    first, second = (np.clip(truth + rng.choice([-1, 0, 0, 0, 1], 300), 1, 5) for _ in range(2))
    (report,) = score_maps(first, np.clip(truth - 1, 1, 5), human_2=second.tolist())
    assert report.categories == (1, 2, 3, 4, 5)
    alone = cc.score_map(
        {"human": first.tolist(), "human_2": second.tolist(), "judge": np.clip(truth - 1, 1, 5).tolist()},
        method="ordinal",
    )
    assert [row.people for row in report.rows] == alone.people.tolist()


def test_one_map_for_several_dimensions_is_said_once() -> None:
    rng = np.random.default_rng(4)
    people = rng.choice(5, 400) + 1
    judge = np.clip(people - 1, 1, 5)
    study = cc.study(
        {"item": [*range(200)] * 2, "dimension": ["tone"] * 200 + ["facts"] * 200, "human": people.tolist(),
         "judge_1": judge.tolist(), "judge_2": judge.tolist()}
    )  # fmt: skip
    assert len(study.judge_reports.score_maps) == 2
    assert study.text().count("One map is used for all dimensions") == 1
    assert study.text("zh").count("所有维度共用一个对应关系") == 1
