"""Plans: they grow with what is asked, say what they assume, and complain in one sentence."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.references import references
from concordant.errors import OptionError
from concordant.interpret.goals import about
from concordant.language.render import LANGUAGES
from concordant.planning import KINDS, SamplePlan
from tests.kept_results import kept

#: One plan of each kind and aim.
CASES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("kappa", {"kappa": 0.6, "null": 0.4, "shares": [0.3, 0.7], "minutes": 3, "price": 0.5}),
    ("kappa", {"kappa": 0.6, "width": 0.2, "categories": 4}),
    ("weighted-kappa", {"kappa": 0.7, "null": 0.6}),
    ("weighted-kappa", {"kappa": 0.7, "width": 0.2, "weights": "linear", "shares": [0.1, 0.2, 0.7]}),
    ("alpha", {"alpha": 0.7, "null": 0.6, "raters": 3}),
    ("alpha", {"alpha": 0.7, "width": 0.2, "metric": "nominal", "categories": 3}),
    ("icc", {"icc": 0.8, "null": 0.6}),
    ("icc", {"icc": 0.8, "width": 0.2, "raters": 3}),
    ("share", {"share": 0.8, "null": 0.7}),
    ("share", {"share": 0.8, "width": 0.1}),
    ("correlation", {"correlation": 0.7, "width": 0.2}),
    ("limits", {"width": 0.5}),
    ("limits", {"sd": 1.0, "allowed": 2.5, "bias": 0.1}),
    ("paired", {"discordant": 0.3, "gain": 0.1}),
    ("goal", {"goal": "mature", "expected": 0.82}),
    ("labels", {"correlation": 0.8, "width": 0.2, "judged": 10_000}),
    ("labels", {"pass_rate": 0.4, "width": 0.1}),
    ("raters", {"reliability": 0.6, "target": 0.9, "repeat_error": 0.5, "minutes": 2, "price": 1}),
    ("raters", {"reliability": 0.3, "budget": 1000, "item_cost": 5}),
    ("double-ratings", {"pool": 400}),
)
IDS = [f"{name} {' '.join(options)}" for name, options in CASES]


@cache
def plan_of(label: str) -> SamplePlan:
    """The plan of one case, made once in a run."""
    name, options = CASES[IDS.index(label)]
    return kept(f"plan of {label}", lambda: cc.plan(name, **options))


def test_every_kind_of_plan_is_asked() -> None:
    assert {name for name, _ in CASES} == set(KINDS)


@pytest.mark.parametrize("label", IDS)
def test_a_plan_says_all_of_it_in_both_languages(label: str) -> None:
    found = plan_of(label)
    texts = {lang: found.text(lang) for lang in LANGUAGES}
    for text in texts.values():
        assert found.formula in text
        assert all(references()[key].title in text for key in found.sources)
        assert "{" not in text
        assert " nan" not in text
    assert "Assumption: " in texts["en"]
    assert "假设：" in texts["zh"]
    assert all(value >= 1 and value == int(value) for value in found.answer.values())
    assert found.moves, "nobody is told how the answer moves"


@pytest.mark.parametrize("label", IDS)
def test_a_plan_is_strict_json_and_comes_back(label: str) -> None:
    found = plan_of(label)
    written = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert SamplePlan.from_dict(written).answer == found.answer
    assert SamplePlan.from_dict(written).text("zh") == found.text("zh")


@pytest.mark.parametrize("label", IDS)
def test_the_assumed_value_is_among_those_shown(label: str) -> None:
    found = plan_of(label)
    first = next(iter(found.answer.values()))
    assert any(move["answer"] == first for move in found.moves)
    assert not found.curve or any(one["answer"] == first for one in found.curve)


def test_narrower_intervals_and_higher_power_take_more() -> None:
    curves = {label: curve for label in IDS if (curve := plan_of(label).curve)}
    assert len(curves) > len(IDS) / 2
    for label, curve in curves.items():
        answers = [one["answer"] for one in curve]
        rising = curve[0]["name"] in ("power", "target")
        assert all((a <= b) if rising else (a >= b) for a, b in pairwise(answers)), label
        assert answers[0] != answers[-1], label


def test_the_level_of_the_interval_matters() -> None:
    for name, options in CASES:
        if name not in ("raters", "goal") and "labels" not in options:
            wider = cc.plan(name, **{**options, "level": 0.8})
            assert wider.exact < plan_of(f"{name} {' '.join(options)}").exact, name


def test_cost_is_what_all_ratings_take() -> None:
    found = plan_of(IDS[0])  # two raters, 3 minutes and .5 of money a rating
    ratings = 2 * found.answer["items"]
    assert found.cost == {"hours": pytest.approx(ratings * 3 / 60), "money": pytest.approx(ratings * 0.5)}


def test_more_raters_take_fewer_items_and_a_truth_on_the_line_takes_infinitely_many() -> None:
    items = {move["value"]: move["answer"] for move in plan_of(IDS[0]).moves if move["name"] == "raters"}
    assert items[2] > items[3] > items[4]
    kappas = {move["value"]: move["answer"] for move in plan_of(IDS[0]).moves if move["name"] == "kappa"}
    assert math.isinf(kappas[0.4])


def test_expected_ratings_have_the_value_and_the_shares_that_were_assumed() -> None:
    from concordant.planning.expected_ratings import common_correlation, ordered_ratings

    shares = [0.1, 0.2, 0.7]
    ratings = ordered_ratings("cohen_kappa", {"weights": "quadratic"}, 0.7, shares, 2)(1000)
    assert cc.cohen_kappa(ratings, weights="quadratic").estimate == pytest.approx(0.7, abs=1e-6)
    mass = np.bincount(ratings.columns[0], weights=ratings.weights)
    assert mass / mass.sum() == pytest.approx(shares, abs=1e-6)
    answers = common_correlation(0.4, shares, 3, 1000)
    assert cc.fleiss_kappa(answers).estimate == pytest.approx(0.4, abs=2e-3)


def test_data_rated_once_get_a_plan_for_second_ratings() -> None:
    rows = [[value, None] if i % 2 else [None, value] for i, value in enumerate([1, 2, 3] * 20)]
    found = cc.plan(rows)
    assert found.question == "double-ratings"
    assert found.notes[0].code == "plan.single-ratings"
    # Wilson at .7, width .2: 78.6 items; of a pool of 60 that is 78.6/(1 + 78.6/60) = 34.0
    assert found["items"] == 34


def test_a_goal_takes_as_many_items_as_the_study_says() -> None:
    table = cc.table([[30, 4, 1], [5, 28, 6], [1, 5, 32]], [1, 2, 3])
    study = cc.study(table, goal="mature", per_cell=0)
    assert study.main is not None
    assert study.main.goal is not None
    needed = [one.items_needed for one in study.main.goal.targets if one.items_needed is not None]
    found = cc.plan(table, goal="mature")
    assert len(needed) >= 2
    assert found["items"] == about(max(needed))
    assert len([note for note in found.notes if note.code == "plan.target"]) == 3


@pytest.mark.parametrize(
    ("what", "options", "said"),
    [
        ("kapa", {}, "Did you mean 'kappa'?"),
        ("kappa", {"kappa": 0.6}, "needs one aim"),
        ("kappa", {"kappa": 0.6, "null": 0.4, "width": 0.1}, "needs only one aim"),
        ("kappa", {"null": 0.4}, "give kappa=…"),
        ("kappa", {"kappa": 2.0, "null": 0.4}, "between -1 and 1"),
        ("kappa", {"kappa": 0.6, "width": 1.0}, "width must be a number between 0 and 0.8"),
        ("kappa", {"kappa": 0.6, "null": 0.4, "shares": [0.5, 0.6]}, "add up to 1"),
        (
            "kappa",
            {"kappa": 0.6, "null": 0.4, "shares": [0.5, 0.5], "categories": 3},
            "one share for each category",
        ),
        ("kappa", {"kappa": 0.6, "null": 0.4, "raters": 1}, "2 or more"),
        ("kappa", {"kappa": 0.6, "null": 0.4, "powr": 0.9}, "Did you mean 'power'?"),
        ("kappa", {"kappa": -0.9, "null": 0.4, "shares": [0.1, 0.9]}, "cannot occur"),
        ("weighted-kappa", {"kappa": 0.6, "width": "wide"}, "width must be a number"),
        ("alpha", {"alpha": 0.6, "width": 0.1, "raters": 12}, "too many patterns"),
        ("icc", {"icc": 0.6, "null": 0.4, "sided": 3}, "sided must be one of"),
        ("share", {"share": 0.6, "null": 1.4}, "between 0 and 1"),
        ("limits", {"width": -1}, "above 0"),
        ("paired", {"discordant": 0.1, "gain": 0.3}, "larger than the share of items that change"),
        ("goal", {"goal": "matur", "expected": 0.8}, "Did you mean 'mature'?"),
        ("goal", {"goal": "mature", "expected": 0.1}, "cannot be expected"),
        ("labels", {"pass_rate": 0.05, "width": 0.1}, "contradict each other"),
        ("labels", {"pass_rate": 0.5, "width": 0.1, "sensitivity": 0.5, "specificity": 0.5}, "corrected"),
        ("labels", {"pass_rate": 0.4, "width": 0.05, "judged": 100}, "judge more items"),
        ("labels", {"correlation": 0.4}, "needs width"),
        ("raters", {"reliability": 0.6, "budget": 1.0}, "does not cover one item"),
        ("double-ratings", {"pool": 1}, "2 or more"),
        ("share", {"share": 0.6, "width": 0.1, "price": -1}, "price must be a number above 0"),
    ],
)
def test_bad_input_gets_one_clear_sentence(what: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(cc.OptionError, match=None) as problem:
        cc.plan(what, **options)
    assert said in str(problem.value)
    assert "\n" not in str(problem.value)


def test_data_that_do_not_vary_are_refused_with_the_reason() -> None:
    with pytest.raises(cc.InputError, match="Nothing can be planned from cohen_kappa"):
        cc.plan([[1, 1]] * 5, measure="cohen_kappa", width=0.1)


@pytest.mark.parametrize(
    "options", [{"share": 0.5, "width": 1e-308}, {"share": 0.5, "width": 0.1, "level": 1 - 1e-16}]
)
def test_extreme_numbers_get_one_clear_sentence(options: dict[str, Any]) -> None:
    with pytest.raises(cc.OptionError):
        cc.plan("share", **options)


@pytest.mark.parametrize(
    ("what", "options"),
    [
        ("kappa", {"kappa": 0.6, "null": 0.4, "shares": [0.1, 0.9]}),
        ("kappa", {"kappa": 0.6, "width": 0.2, "shares": [0.3, 0.7], "raters": 3}),
        ("icc", {"icc": 0.8, "null": 0.6, "form": "C,1", "raters": 3}),
        ("limits", {"bias": 0.001167, "sd": 0.001129, "allowed": 0.004}),
    ],
)
def test_the_number_is_for_our_own_interval_and_the_published_one_is_named(
    what: str, options: dict[str, Any]
) -> None:
    found = cc.plan(what, **options)
    assert found.published is not None
    other = math.ceil(found.published)
    assert found["items"] != other
    for lang, needed, beside in (
        ("en", f"{found['items']:.0f} items", f"the published formula gives {other} items"),
        ("zh", f"{found['items']:.0f} 个条目", f"已发表的公式给出 {other} 个条目"),
    ):
        lines = found.text(lang).split("\n")
        assert needed in lines[1]
        assert sum(beside in line for line in lines) == 1


@pytest.mark.parametrize("what", [{"kappa": 0.6, "shares": [0.3, 0.7]}, {"share": 0.6}, {"icc": 0.6}])
def test_a_truth_on_the_line_is_refused(what: dict[str, Any]) -> None:
    with pytest.raises(
        OptionError, match=r"both 0\.6, and no number of items distinguishes a value from itself"
    ):
        cc.plan(next(iter(what)), **what, null=0.6)


def test_a_goal_that_is_expected_on_the_line_is_said_in_words() -> None:
    plan = cc.plan("goal", goal="first", expected=0.5)
    assert "No number of items is enough." in plan.text()
    assert "inf items" not in plan.text()
    assert "再多条目也不够。" in plan.text("zh")


def test_items_that_one_rater_has_rated_are_not_counted_as_items() -> None:
    rng = np.random.default_rng(4)
    human = rng.integers(1, 6, 120)
    judge = np.where(rng.random(120) < 0.6, human, rng.integers(1, 6, 120))
    alone = [*rng.integers(1, 6, 300).tolist()]
    paired = {"human": human.tolist(), "judge": judge.tolist()}
    with_gaps = {"human": [*human.tolist(), *[None] * 300], "judge": [*judge.tolist(), *alone]}
    for measure in ("cohen_kappa", "exact_agreement"):
        plans = [cc.plan(data, measure=measure, width=0.15) for data in (paired, with_gaps)]
        assert plans[0].exact == pytest.approx(plans[1].exact, rel=1e-6), measure


@pytest.mark.parametrize("expected", [0.9, 0.92, 0.95])
def test_a_goal_that_all_items_are_expected_to_meet_takes_few(expected: float) -> None:
    # adjacent agreement is expected at 1: Wilson's limit n / (n + t²) passes .75 at 15 items (t = 2.145);
    # at 14 (t = 2.160) it is .74999…
    goal = {"name": "ours", "targets": [{"measure": "adjacent_agreement", "more_than": 0.75}]}
    found = cc.plan("goal", goal=goal, expected=expected)
    assert found["items"] == 15
