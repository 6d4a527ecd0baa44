"""Panels of judges that give labels: the majority, whom to keep, and what a further judge adds."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

import concordant as cc
from concordant.errors import InputError, OptionError
from concordant.judges.label_panel import LabelPanel, label_panel

NAMES = np.array(["礼貌", "rude", "neutral"])


def _judges(
    rng: np.random.Generator, n: int, misses: list[float]
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Labels of three kinds, wrong with these probabilities, each error another label at random."""
    people = rng.integers(0, 3, n)
    wrong = {f"j{i}": rng.random(n) < miss for i, miss in enumerate(misses)}
    found = {
        name: np.where(miss, (people + rng.integers(1, 3, n)) % 3, people) for name, miss in wrong.items()
    }
    return found, people


def test_the_majority_of_independent_judges_is_condorcets() -> None:
    """Two labels and three judges of 70 %: .7³ + 3·.7²·.3 = .784; two judges are as good as one."""
    answers = np.array([[x == 1 for x in row] for row in product([1, 0], repeat=3)])  # right or wrong
    counts = np.round(1000 * np.prod(np.where(answers, 0.7, 0.3), axis=1)).astype(int)
    table = np.repeat(answers, counts, axis=0)
    people = np.tile([0, 1], len(table))[: len(table)]
    found = label_panel({f"j{i}": np.where(r, people, 1 - people) for i, r in enumerate(table.T)}, people)
    assert [size.expected for size in found.sizes] == pytest.approx([0.7, 0.7, 0.784])
    assert found.rules[0].same.estimate == pytest.approx(0.784)
    assert found.correlation == pytest.approx(0, abs=1e-12)
    assert found.same_error == 1  # with two labels both wrong is the same label


def test_tied_labels_count_in_part() -> None:
    people = np.array([0, 0, 1, 2] * 5)
    answers = {"a": np.array([0, 1, 1, 0] * 5), "b": np.array([0, 0, 2, 1] * 5)}
    found = label_panel(answers, people)
    assert found.rules[0].same.estimate == pytest.approx((1 + 0.5 + 0.5 + 0) / 4)


def test_a_useless_judge_is_left_out_and_a_budget_kept() -> None:
    answers, people = _judges(np.random.default_rng(1), 600, [0.25, 0.25, 0.25, 0.66])
    found = label_panel(answers, people)
    assert found.chosen.best == ("j0", "j1", "j2")
    assert found.sizes[2].gain is not None
    assert found.sizes[2].gain.interval.low > 0  # type: ignore[union-attr]
    cheap = label_panel(answers, people, costs={"j0": 5}, budget=3)
    assert "j0" not in cheap.chosen.best
    assert not cheap.sizes[3].best
    with pytest.raises(OptionError, match=r"No judge costs .* or less"):
        label_panel(answers, people, budget=0.5)
    with pytest.raises(OptionError, match="a judge with a cost must be one of"):
        label_panel(answers, people, costs={"j9": 1})


def test_judges_that_err_together_add_nothing() -> None:
    rng = np.random.default_rng(2)
    one, people = _judges(rng, 800, [0.3])
    found = label_panel({"a": one["j0"], "b": one["j0"], "c": one["j0"]}, people)
    assert found.correlation == pytest.approx(1)
    assert found.same_error == 1
    assert found.chosen.judges == 1


def test_choosing_among_equals_is_not_rewarded() -> None:
    """The best of eight judges of 60 % looks better where it is chosen; held out it is 60 %."""
    rng, held, seen = np.random.default_rng(4), [], []
    for _ in range(30):
        answers, people = _judges(rng, 40, [0.4] * 8)
        found = label_panel(answers, people)
        held.append(found.sizes[0].same.estimate)  # type: ignore[union-attr]
        seen.append(max(one.same.estimate for one in found.judges))
    assert np.mean(seen) > 0.67
    assert np.mean(held) == pytest.approx(0.6, abs=0.04)


def test_the_interval_of_a_gain_holds_the_truth() -> None:
    """Three judges of 70 %, two wrong labels: the majority is right in .784 + 6·.7·.15²/3 = .8155."""
    # judges that are alike are the worst case: each fold chooses another one
    rng, inside = np.random.default_rng(5), 0
    truth = 0.784 + 6 * 0.7 * 0.15 * 0.15 / 3 - 0.7
    for _ in range(100):
        answers, people = _judges(rng, 150, [0.3] * 3)
        around = label_panel(answers, people).sizes[2].gain.interval  # type: ignore[union-attr]
        inside += around.low <= truth <= around.high  # type: ignore[union-attr]
    assert inside >= 89  # of 100: 95 % less three standard errors is 88.5


def test_text_labels_with_gaps_and_several_people() -> None:
    rng = np.random.default_rng(6)
    answers, people = _judges(rng, 200, [0.2, 0.3, 0.3])
    table = {
        "ann": NAMES[people].tolist(),
        **{name: NAMES[codes].tolist() for name, codes in answers.items()},
    }
    table["bob"] = [None if i % 3 == 0 else label for i, label in enumerate(table["ann"])]
    table["j1"][5] = None
    kinds = dict.fromkeys(answers, "judge")
    found = cc.panel(table, rater_kind=kinds)
    assert isinstance(found, LabelPanel)
    assert found.items == 199
    assert [rule.name for rule in found.rules] == ["majority", "dawid-skene"]
    study = cc.study(table, rater_kind=kinds)
    report = study.judge_reports.label_panel  # type: ignore[union-attr]
    assert report is not None
    assert report.n_items == 199
    assert "礼貌" not in report.sentences[0].text()
    assert "多数票" in study.text("zh")


def test_bad_input_is_one_sentence() -> None:
    few = np.zeros(5, dtype=int)
    with pytest.raises(InputError, match="Only 5 items have a label"):
        label_panel({"a": few, "b": few}, few)
    with pytest.raises(OptionError, match="2 to 12 judges, got 1"):
        label_panel({"a": few}, few)
    same = np.tile([0, 1], 15)
    nothing_to_learn = label_panel({"a": same, "b": same}, same)
    assert math.isnan(nothing_to_learn.correlation)
    assert math.isnan(nothing_to_learn.same_error)
