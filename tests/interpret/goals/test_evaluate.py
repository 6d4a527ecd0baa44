"""Goals as data, judged on interval bounds; what would settle them; stages."""

from __future__ import annotations

import json
import math
from typing import Any

import pandas as pd
import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.interpret.compare.comparison import judged, together
from concordant.interpret.goals.evaluate import (
    GoalReport,
    StagesReport,
    judge_goal,
    judge_stages,
    read_goals,
)
from concordant.interpret.goals.goal import GOALS, STAGES, Goal, Target
from concordant.interpret.goals.questions import Looks, questions_to
from concordant.interpret.goals.stages import held_to
from concordant.result import Note, Result
from tests.interpret.goal_answers import answering, goal, judged_one, result

# --- document 003's stages ------------------------------------------------------------------------

# stage, exact agreement, kappa, adjacent agreement: each to be exceeded
TABLE = [("初版", 0.50, 0.40, 0.75), ("优化版", 0.65, 0.55, 0.85), ("成熟版", 0.75, 0.65, 0.92)]


@pytest.mark.parametrize("row", TABLE, ids=["first", "optimised", "mature"])
@pytest.mark.parametrize(("place", "measure"), [(1, "exact"), (2, "kappa"), (3, "adjacent")])
def test_a_stage_is_met_above_its_threshold_and_not_on_it(
    row: tuple[Any, ...], place: int, measure: str
) -> None:
    name = {"exact": "exact_agreement", "kappa": "cohen_kappa", "adjacent": "adjacent_agreement"}[measure]
    target = next(t for t in read_goals(row[0]).targets if t.measure == name)
    cut = row[place]
    assert target.options == {}
    for low, high, outcome in (
        (cut + 0.001, cut + 0.05, "met"),
        (cut, cut + 0.05, "cannot-tell"),
        (cut - 0.05, cut + 0.001, "cannot-tell"),
        (cut - 0.05, cut, "not-met"),
        (cut - 0.05, cut - 0.001, "not-met"),
    ):
        one = Goal(key="one", name={"en": "one", "zh": "一"}, targets=(target,))
        found = result((low + high) / 2, low, high, measure=name)
        assert judged_one(one, found).outcome == outcome, (low, high)


def test_the_stages_are_those_of_the_document_in_order() -> None:
    assert [stage.name["zh"] for stage in STAGES] == [row[0] for row in TABLE]
    assert [stage.key for stage in STAGES] == ["first", "optimised", "mature"]
    assert read_goals("kappa-target").targets == (
        Target(measure="cohen_kappa", bound="at_least", threshold=0.6),
    )
    for known in GOALS:
        assert read_goals(known.key) is read_goals(known.name["en"]) is read_goals(known)
        assert Goal.from_dict(json.loads(json.dumps(known.to_dict()))) == known


# --- bounds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bound", "outcomes"),
    [  # for intervals that end on 0.6, hold it, and start on it
        ("at_least", ("cannot-tell", "cannot-tell", "met")),
        ("more_than", ("not-met", "cannot-tell", "cannot-tell")),
        ("at_most", ("met", "cannot-tell", "cannot-tell")),
        ("less_than", ("cannot-tell", "cannot-tell", "not-met")),
    ],
)
def test_both_ends_of_the_interval_must_be_where_they_should(bound: str, outcomes: tuple[str, ...]) -> None:
    asked = goal(**{bound: 0.6})
    intervals = [(0.4, 3 * 0.2), (0.5, 0.7), (5.6 - 5, 0.8)]  # on 0.6 but for rounding
    assert tuple(judged_one(asked, result(sum(i) / 2, *i)).outcome for i in intervals) == outcomes


@pytest.mark.parametrize(
    ("kappa", "exact", "outcome"),
    [
        ((0.7, 0.8), (0.7, 0.8), "met"),
        ((0.7, 0.8), (0.5, 0.8), "cannot-tell"),
        ((0.5, 0.8), (0.1, 0.2), "not-met"),
    ],
)
def test_a_goal_is_met_if_all_is_and_not_met_if_anything_is_not(
    kappa: tuple[float, float], exact: tuple[float, float], outcome: str
) -> None:
    targets = [{"measure": m, "at_least": 0.6} for m in ("cohen_kappa", "exact_agreement")]
    found = {
        "cohen_kappa": result(sum(kappa) / 2, *kappa),
        "exact_agreement": result(sum(exact) / 2, *exact, measure="exact_agreement"),
    }
    report = judge_goal(read_goals({"name": "own", "targets": targets}), answering(**found))
    assert report.outcome == outcome
    assert len(report.missing) == {"met": 0, "cannot-tell": 1, "not-met": 2}[outcome]
    assert GoalReport.from_dict(json.loads(json.dumps(report.to_dict(), allow_nan=False))) == report


def test_what_is_undefined_or_has_no_interval_cannot_be_told() -> None:
    nothing = Result(measure="cohen_kappa", title="", estimate=math.nan, notes=(Note("x", "Why."),))
    bare = Result(measure="cohen_kappa", title="", estimate=0.7, n_items=5)
    for found, said in (
        (nothing, "goal at least 0.6. Inconclusive: undefined on these data. Why."),
        (
            bare,
            "goal at least 0.6, observed 0.70. Met by the observed value. Inconclusive without a confidence "
            "interval.",
        ),
    ):
        one = judged_one(goal(at_least=0.6), found)
        assert (one.outcome, one.items_needed) == ("cannot-tell", None)
        assert str(one.said) == f"Cohen's kappa (unweighted): {said}"
    odd = result(0.6, 0.5, 0.7, se=math.nan)
    assert str(judged_one(goal(at_least=0.65), odd).said).endswith("Inconclusive by the interval.")


# --- the ceiling ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ceiling", "beside"),
    [
        ((0.9, 0.85, 0.95), "within"),
        ((0.6, 0.5, 0.7), "within"),  # on the goal itself
        ((0.59, 0.5, 0.65), "above"),
        ((0.5, 0.4, 0.599), "surely-above"),
    ],
)
def test_a_goal_above_what_people_reach_is_warned_of(ceiling: tuple[float, ...], beside: str) -> None:
    one = judged_one(goal(at_least=0.6), result(0.5, 0.4, 0.7), result(*ceiling))
    assert one.beside_ceiling == beside
    assert (one.warning is None) == (beside == "within")


def test_where_lower_is_better_the_ceiling_is_too() -> None:
    asked = goal("mean_absolute_error", at_most=0.3)
    people = result(0.4, 0.35, 0.45, measure="mean_absolute_error")
    one = judged_one(asked, result(0.5, 0.4, 0.6, measure="mean_absolute_error"), people)
    assert one.beside_ceiling == "surely-above"


def test_a_goal_that_is_met_needs_no_warning() -> None:
    one = judged_one(goal(at_least=0.6), result(0.8, 0.7, 0.9), result(0.5, 0.4, 0.55))
    assert (one.outcome, one.beside_ceiling, one.warning) == ("met", "surely-above", None)


# --- words ----------------------------------------------------------------------------------------


def test_the_words_say_the_same_in_both_languages() -> None:
    asked = goal(at_least=0.6, options={"weights": "quadratic"}, on={"type": "chat"})
    report = judge_goal(
        asked,
        answering(cohen_kappa=result(0.7, 0.55, 0.85, se=0.075)),
        answering(cohen_kappa=result(0.5, 0.4, 0.58)),
    )
    one = report.targets[0]
    assert one.said.text("en") == (
        "[type = chat] Cohen's kappa (quadratic weights): goal at least 0.6, observed 0.70 (CI 0.55 to "
        "0.85). Met by the observed value. Inconclusive by the interval: if the true value equals the "
        "estimate, about 450 items (currently 100) would give 80% power to show the goal is met."
    )
    assert one.said.text("zh") == (
        "[type = chat] Cohen's Kappa 系数（二次加权）：目标不低于 0.6，实测 0.70（置信区间 0.55 至 0.85）。"
        "按实测值已达到。按置信区间尚无法判断：若真实值与实测值相同，约需 450 个条目（现有 100 个）"
        "才有 80% 的把握证明已达到目标。"
    )
    assert one.warning is not None
    assert one.warning.text("en") == (
        "Human raters reach 0.50 with each other (CI 0.40 to 0.58), so this goal is higher than human "
        "agreement."
    )
    assert one.warning.text("zh") == (
        "人工之间仅达到 0.50（置信区间 0.40 至 0.58），这一目标高于人工间一致性。"
    )
    assert report.said.text("en") == (
        "Goal “own”: inconclusive for Cohen's kappa (quadratic weights). By the observed values alone, it is "
        "met."
    )
    assert report.said.text("zh") == (
        "目标“own”尚无法判断，涉及的指标：Cohen's Kappa 系数（二次加权）。仅按实测值，已达到。"
    )


# --- stages ---------------------------------------------------------------------------------------


def at(exact: float, kappa: float, adjacent: float, counts: list[str] | None = None) -> StagesReport:
    """The stages of results that are known to ±0.01."""
    found = {"exact_agreement": exact, "cohen_kappa": kappa, "adjacent_agreement": adjacent}
    results = {m: result(x, x - 0.01, x + 0.01, measure=m) for m, x in found.items()}
    return judge_stages(answering(counts=counts, **results))


def test_the_stage_that_is_reached_and_what_the_next_one_lacks() -> None:
    none = at(0.40, 0.45, 0.80)
    assert (none.reached, none.next) == (None, "first")
    assert none.said.text("en") == ("First stage, “first version”: not met for exact agreement.")
    open_still = at(0.505, 0.45, 0.80)
    assert open_still.said.text("en") == ("First stage, “first version”: inconclusive for exact agreement.")
    some = at(0.70, 0.50, 0.88)
    assert (some.reached, some.next) == ("first", "optimised")
    assert [one.target.measure for one in some.missing] == ["cohen_kappa"]
    assert some.said.text("en") == (
        "Stage reached: “first version”. Next stage, “optimised version”: not met for Cohen's kappa "
        "(unweighted)."
    )
    assert some.said.text("zh") == (
        "已达到“初版”阶段。下一阶段“优化版”未达到，未达标的指标：Cohen's Kappa 系数（未加权）。"
    )
    last = at(0.90, 0.80, 0.99)
    assert (last.reached, last.next, last.missing) == ("mature", None, ())
    assert last.said.text("zh") == "已达到最后一个阶段“成熟版”。"
    assert StagesReport.from_dict(json.loads(json.dumps(some.to_dict(), allow_nan=False))) == some


def test_stages_ask_for_each_measure_once() -> None:
    counts: list[str] = []
    at(0.7, 0.5, 0.9, counts)
    assert sorted(counts) == ["adjacent_agreement", "cohen_kappa", "exact_agreement"]


# --- on data --------------------------------------------------------------------------------------

# human and judge: in "chat" 8 of 10 items the same, in "news" all 10; "third" is as human
SCORES = pd.DataFrame(
    {
        "id": range(20),
        "human": [1, 2, 3, 4] * 5,
        "judge": [1, 2, 3, 4, 1, 2, 3, 4, 2, 3, *([3, 4, 1, 2] * 2), 3, 4],
        "third": [1, 2, 3, 4] * 5,
        "type": ["chat"] * 10 + ["news"] * 10,
    }
)


def rated(*raters: str) -> Any:
    return cc.read(SCORES, item="id", raters=list(raters), slices=["type"])


def test_a_target_on_a_slice_looks_at_its_items_only() -> None:
    ask = questions_to(judged(rated("human", "judge"), ["human"], "judge"))
    assert ask("exact_agreement", {}, {}).estimate == pytest.approx(18 / 20)
    chat = ask("exact_agreement", {}, {"type": "chat"})
    assert (chat.estimate, chat.n_items) == (pytest.approx(8 / 10), 10)
    with pytest.raises(OptionError, match="No row has type = 'code'"):
        ask("exact_agreement", {}, {"type": "code"})


def test_among_many_raters_kappa_is_congers() -> None:
    three = ["human", "judge", "third"]
    ask = questions_to(together(rated(*three), three, "raters"))
    found = ask("cohen_kappa", {"weights": "linear"}, {})
    assert found.measure == "conger_kappa"
    assert found.estimate == cc.conger_kappa(rated(*three), weights="linear").estimate
    one = judge_goal(goal(more_than=0.4), ask).targets[0]
    assert str(one.said).startswith("Conger's kappa (unweighted): goal above 0.4")


def test_what_the_data_cannot_have_is_undefined_and_a_slip_is_an_error() -> None:
    three = ["human", "judge", "third"]
    ask = questions_to(together(rated(*three), three, "raters"))
    impossible = ask("scott_pi", {}, {})
    assert not impossible.defined
    assert "compares two raters" in str(impossible.notes[0])
    with pytest.raises(OptionError, match="Did you mean 'linear'"):
        ask("cohen_kappa", {"weights": "linar"}, {})
    words = SCORES.assign(**{c: SCORES[c].map(dict(enumerate("wxyz", 1))) for c in ("human", "judge")})
    nominal = cc.read(words, item="id", raters=["human", "judge"], scale="nominal")
    named = questions_to(judged(nominal, ["human"], "judge"))
    assert not named("adjacent_agreement", {}, {}).defined
    adjacent = judge_stages(named).stages[0].targets[2]
    assert adjacent.outcome == "cannot-tell"
    assert "needs an order, but the categories ('w', 'x', 'y', 'z') have none" in adjacent.said.text("en")


def test_several_people_and_counted_rows_are_judged_as_items() -> None:
    ratings = rated("human", "third", "judge")
    found = questions_to(judged(ratings, ["human", "third"], "judge"))("exact_agreement", {}, {})
    assert found.estimate == pytest.approx(18 / 20)
    assert found.n_items == 20


# --- the baseline, both readings, and several looks -------------------------------------------------


def flat_judge() -> Any:
    """A judge that always says 3, where people are within one point of 3 on 9 of 10 items."""
    people = [3, 2, 4, 3, 3, 2, 4, 3, 3, 1] * 30
    return cc.as_ratings(people, [3] * 300, raters=["human", "judge"], categories=[1, 2, 3, 4, 5])


def test_a_target_that_a_constant_answer_meets_is_marked() -> None:
    compared = judged(flat_judge(), ["human"], "judge")
    near_goal = {"measure": "adjacent_agreement", "more_than": 0.8}
    targets = [near_goal, {"measure": "exact_agreement", "at_least": 0.6}]
    report = held_to(read_goals({"name": "own", "targets": targets}), compared, None)
    near, exact = report.targets
    assert (near.outcome, near.no_skill) == ("met", pytest.approx(0.9))
    assert near.mark is not None
    assert near.mark.text() == "This target requires no skill: always giving “3” would reach 90%."
    assert near.mark.text("zh") == "达到这一目标无需判断力：始终给“3”也能达到 90%。"
    assert (exact.no_skill, exact.mark) == (pytest.approx(0.5), None)


def test_a_distance_that_a_constant_answer_reaches_is_marked() -> None:
    compared = judged(flat_judge(), ["human"], "judge")
    targets = [{"measure": "mean_absolute_error", "at_most": limit} for limit in (0.7, 0.5)]
    loose, strict = held_to(read_goals({"name": "own", "targets": targets}), compared, None).targets
    assert loose.no_skill == pytest.approx(0.6)  # (4·1 + 1·2)/10
    assert loose.mark is not None
    assert strict.mark is None


def test_a_target_for_kappa_at_or_below_0_takes_no_skill() -> None:
    compared = judged(rated("human", "judge"), ["human"], "judge")
    low, usual = (held_to(goal(at_least=x), compared, None).targets[0] for x in (0.0, 0.4))
    assert low.mark is not None
    assert usual.mark is None


def test_both_readings_are_kept() -> None:
    open_ = judged_one(goal(at_least=0.6), result(0.7, 0.55, 0.85))
    assert (open_.outcome, open_.by_value) == ("cannot-tell", "met")
    missed = judged_one(goal(at_least=0.6), result(0.5, 0.4, 0.58))
    assert (missed.outcome, missed.by_value) == ("not-met", "not-met")
    stages = at(0.7, 0.6, 0.9)
    assert stages.reached_by_value == "optimised"


def test_the_best_of_several_judges_pays_and_so_does_every_look() -> None:
    assert Looks().level(0.95) == 0.95
    assert Looks(judges=2).level(0.95) == pytest.approx(0.975)
    assert Looks(look=1).level(0.95) == pytest.approx(0.975)  # look t gets 1/(t(t + 1)) of the error
    assert Looks(look=3, judges=2).level(0.95) == pytest.approx(1 - 0.05 / 12 / 2)
    compared = judged(rated("human", "judge"), ["human"], "judge")
    alone, among = (
        held_to(goal(at_least=0.4), compared, None, looks) for looks in (Looks(), Looks(judges=3))
    )
    assert alone.paid is None
    assert among.paid is not None
    assert "98.33%" in among.paid.text()
    ends = [report.targets[0].result.interval for report in (alone, among)]
    assert ends[0] is not None
    assert ends[1] is not None
    assert ends[1].low < ends[0].low
    assert ends[1].level == pytest.approx(1 - 0.05 / 3)
