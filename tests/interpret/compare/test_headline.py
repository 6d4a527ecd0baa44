"""What is read first: nothing that needs no skill, nothing that two people cannot show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.interpret.finding import Finding, Headroom
from concordant.interpret.goals.evaluate import judge_goal
from concordant.interpret.goals.goal import read_goals
from concordant.interpret.study.comparison_report import ComparisonReport
from concordant.interpret.study.outline import glance
from concordant.interpret.study.summary import summary_messages
from concordant.report.page.findings import findings_view
from concordant.report.page.verdict import chips
from concordant.result import Interval, Result
from tests.interpret.study_cases import studied
from tests.interpret.test_study_words import harsh_judge, rare_disease


def codes(one: ComparisonReport) -> list[str]:
    return [said.code for said in one.headline]


def test_near_misses_below_no_skill_are_told_and_not_praised() -> None:
    # of three scores the middle one is always within one point of any other, which 88 % here are not
    human, judge = [1, 3] * 25, [1, 3] * 22 + [3, 1] * 3
    one = cc.study(pd.DataFrame({"human": human, "judge": judge}), scale="ordinal", categories=[1, 2, 3]).main
    assert one is not None
    near = one.measure("adjacent_agreement")
    assert near is not None
    assert near.result.estimate == pytest.approx(0.88)
    assert near.floor.level == 1
    assert near.verdicts == ()
    assert one.headline[0].code == "headline.pair-ordered"
    assert one.headline[0].facts["near"] < one.headline[0].facts["near_floor"]


def test_two_people_are_too_few_to_leave_one_out() -> None:
    study = harsh_judge()
    assert study.main is not None
    assert study.main.stand_in is None
    assert "headline.stand-in-two" in codes(study.main)


def test_people_seen_on_fewer_items_than_the_judge_are_told_of() -> None:
    rng = np.random.default_rng(2)
    first = rng.integers(1, 6, 80).astype(float)
    second = np.where(np.arange(80) < 50, np.clip(first + rng.integers(-1, 2, 80), 1, 5), np.nan)
    judge = np.clip(first + rng.integers(-1, 2, 80), 1, 5)
    one = cc.study(pd.DataFrame({"human_1": first, "human_2": second, "judge": judge})).main
    assert one is not None
    sentence = next(said for said in one.headline if said.code == "headline.people-other-items")
    assert sentence.facts == {"n": 50, "all": 80}
    whole = harsh_judge().main
    assert whole is not None
    assert "headline.people-other-items" not in codes(whole)


def test_a_problem_that_comes_first_for_another_reason_is_not_said_to_gain_most() -> None:
    study = harsh_judge()
    evidence = Result(measure="signed_bias", title="", estimate=0.0, method="")
    gains = [
        Finding(
            code=code, about={"comparison": "judge"}, evidence=evidence, facts=study.findings[0].facts,
            headroom=Headroom(measure="cohen_kappa", now=0.5, repaired=repaired),
        )
        for code, repaired in (("constant-rater", 0.6), ("systematically-low", 0.8))
    ]  # fmt: skip
    for findings, expected in ((gains, "found-constant"), (gains[1:], "found"), (gains[:1], "found")):
        codes = [one.code for one in summary_messages(replace(study, findings=tuple(findings)))]
        assert f"study.{expected}" in codes


def test_measurements_show_bias_and_limits_first() -> None:
    first = glance(studied("measurements of two"))[0].sentences
    assert "study.measure-limits" in [said.code for said in first]


@pytest.mark.parametrize(
    ("estimate", "se", "code", "chip"),
    [
        (0.66, 0.05, "would-be-met", "needed-met"),
        (0.54, 0.05, "would-be-missed", "needed-not-met"),
        (0.601, 0.05, "near-the-line", "near-the-line"),  # n·(2.8·0.05/0.001)² is 19,600 times as many
        (0.6, 0.05, "on-the-line", "near-the-line"),
    ],
)
def test_a_goal_says_which_way_more_items_would_settle_it(
    estimate: float, se: float, code: str, chip: str
) -> None:
    goal = read_goals({"name": "own", "targets": [{"measure": "cohen_kappa", "at_least": 0.6}]})
    around = Interval(low=estimate - 2 * se, high=estimate + 2 * se, level=0.95, method="")
    found = Result(
        measure="cohen_kappa", title="", estimate=estimate, se=se, interval=around, n_items=100, method=""
    )
    report = judge_goal(goal, lambda *_: found)
    assert report.targets[0].said.code == f"goals.{code}-by-value"
    one = harsh_judge().main
    assert one is not None
    shown = [c.message.code for c in chips(replace(one, goal=report))]
    assert shown[-1] == f"page.chip-{chip}"


def test_a_ratio_is_shown_as_one() -> None:
    study = harsh_judge()
    ratio = Result(measure="spread_ratio", title="", estimate=0.5, n_items=60, method="")
    found = replace(study.findings[0], evidence=ratio, q_value=0.01)
    said = findings_view(replace(study, findings=(found,)), study.comparison("judge")).rows[0].evidence
    assert said.text().startswith(
        "Ratio of standard deviations, rater to reference: 0.50 (1 = no difference; n = 60"
    )
    assert "1 表示无差异" in said.text("zh")


def test_exact_agreement_has_one_interval() -> None:
    one = rare_disease().comparisons[0]
    exact = one.measure("exact_agreement")
    assert exact is not None
    assert one.paradox is not None
    assert one.paradox.agreement.interval == exact.result.interval


def test_chinese_sets_categories_in_words_apart() -> None:
    words = cc.study(pd.DataFrame({"甲": ["差", "好", "差", "好"] * 10, "乙": ["差", "好", "好", "好"] * 10}))
    numbers = cc.study(pd.DataFrame({"甲": [1, 2, 1, 2] * 10, "乙": [1, 2, 2, 2] * 10}))
    assert "“甲”评为“差”而“乙”评为“好”" in words.text("zh").replace(" ", "")
    assert "“甲”评为1而“乙”评为2" in numbers.text("zh").replace(" ", "")
