"""What people would have said on average: the judge's mean corrected by labels."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.errors import InputError
from concordant.interpret.judge_texts import corrected_mean_text
from concordant.judges.corrected_mean import best_power, corrected_difference, corrected_mean
from concordant.judges.labelled_items import LabelledItems, as_scores
from concordant.result import Result

LABELS = [4, 3, 2, 4, 1, 0, 3, 2, 4, 3, 1, 2]
JUDGED = [4, 4, 2, 3, 1, 1, 3, 3, 4, 3, 2, 2]
OTHERS = [4, 4, 3, 3, 2, 1, 3, 3, 4, 3, 2, 2, 4, 1, 0, 3, 4, 2, 3, 3, 1, 2, 4, 4, 3, 0, 1, 2, 3, 3]
#: The interval at λ = 1 as ppi_py 0.2 gives it, with variances over n (ours are over n − 1) and z.
THEIRS = (2.316667, 1.778205, 2.855129)
Z = 1.959963984540054


def _example() -> LabelledItems:
    human = [*LABELS, *[None] * len(OTHERS)]
    return LabelledItems(
        judge=as_scores([*JUDGED, *OTHERS], "judge"), human=as_scores(human, "human", gaps=True)
    )


def test_the_example_at_full_power() -> None:
    found = corrected_mean(_example(), power=1)
    assert found.estimate == pytest.approx(THEIRS[0], abs=5e-7)
    u, e = np.array(OTHERS, float), np.array(LABELS, float) - np.array(JUDGED)
    assert found.se == pytest.approx(np.sqrt(u.var(ddof=1) / 30 + e.var(ddof=1) / 12), abs=1e-12)
    over_n = np.sqrt(u.var() / 30 + e.var() / 12)
    assert found.estimate - Z * over_n == pytest.approx(THEIRS[1], abs=5e-7)
    assert found.estimate + Z * over_n == pytest.approx(THEIRS[2], abs=5e-7)
    assert found.details["people_alone"] == pytest.approx(2.416667, abs=5e-7)
    assert found.details["judge_alone"] == pytest.approx(2.566667, abs=5e-7)


def test_the_best_power_has_the_smallest_error() -> None:
    items = _example()
    best = best_power(items)
    cov = np.cov(JUDGED, LABELS)[0, 1]
    assert best == pytest.approx(cov / ((1 + 12 / 30) * np.var([*JUDGED, *OTHERS], ddof=1)))
    error = {power: corrected_mean(items, power=power).se for power in (0.0, best, 1.0)}
    assert error[best] < min(error[0.0], error[1.0])


def test_without_the_judge_it_is_the_mean_of_the_labels() -> None:
    found = corrected_mean(_example(), power=0)
    assert found.estimate == pytest.approx(np.mean(LABELS))
    assert found.se == pytest.approx(np.std(LABELS, ddof=1) / np.sqrt(12))


def test_a_constant_judge_is_not_used_and_that_is_said() -> None:
    items = LabelledItems(
        judge=np.full(30, 3.0), human=as_scores([1, 2, 3, 4, 5, *[None] * 25], "h", gaps=True)
    )
    found = corrected_mean(items)
    assert found.estimate == 3
    assert "judge-unused" in [note.code for note in found.notes]


def test_labels_picked_by_the_judge_are_noticed() -> None:
    rng = np.random.default_rng(0)
    judge = rng.integers(1, 6, 1000).astype(float)
    human = np.full(1000, np.nan)
    low = np.flatnonzero(judge <= 2)[:80]
    human[low] = judge[low]
    found = corrected_mean(LabelledItems(judge=judge, human=human))
    assert "labels-chosen" in [note.code for note in found.notes]
    text = corrected_mean_text(found)
    assert "do not look like a random sample" in text
    assert "as precise as" not in text
    assert "The estimate is valid if" not in text


def _drawn(rng: np.random.Generator, n: int, labels: int) -> tuple[np.ndarray, np.ndarray]:
    truth = rng.choice([1, 2, 3, 4, 5], n, p=[0.05, 0.1, 0.2, 0.35, 0.3]).astype(float)
    judge = np.clip(np.round(truth + rng.normal(0.4, 0.8, n)), 1, 5)
    human = np.where(np.arange(n) < labels, truth, np.nan)
    return judge, human


@pytest.mark.parametrize(("n", "labels"), [(200, 20), (1000, 50)])
def test_intervals_hold_the_truth_and_beat_people_alone(n: int, labels: int) -> None:
    rng, held, worth = np.random.default_rng(7), [], []
    truth = float(np.dot([1, 2, 3, 4, 5], [0.05, 0.1, 0.2, 0.35, 0.3]))
    for _ in range(500):
        judge, human = _drawn(rng, n, labels)
        found = corrected_mean(LabelledItems(judge=judge, human=human))
        held.append(found.interval is not None and truth in found.interval)
        worth.append(found.details["worth_labels"])
    assert 0.925 <= np.mean(held) <= 0.975
    assert np.median(worth) > 1.3 * labels


def test_design_weights_undo_a_biased_choice_of_labels() -> None:
    """Items the judge scores low are labelled four times as often; weights put that right."""
    rng, plain, weighted, held = np.random.default_rng(9), [], [], []
    truth = float(np.dot([1, 2, 3, 4, 5], [0.05, 0.1, 0.2, 0.35, 0.3]))
    for _ in range(300):
        judge, full = _drawn(rng, 2000, 2000)
        chance = np.where(judge <= 3, 0.2, 0.05)
        human = np.where(rng.random(2000) < chance, full, np.nan)
        found = corrected_mean(LabelledItems(judge=judge, human=human, weights=1 / chance))
        weighted.append(found.estimate)
        held.append(found.interval is not None and truth in found.interval)
        plain.append(float(np.nanmean(human)))
    assert abs(np.mean(weighted) - truth) < 0.01 < abs(np.mean(plain) - truth)
    assert 0.92 <= np.mean(held) <= 0.98


def test_the_error_of_weighted_labels_is_that_of_a_weighted_mean() -> None:
    # Without the judge: ȳ = Σwy/Σw, and se² = n/(n − 1)·Σ(w·(y − ȳ)/Σw)²
    weights = np.array([1.0, 5, 2, 1, 1, 8, 1, 3, 1, 1, 2, 4])
    every = np.concatenate([weights, np.ones(len(OTHERS))])
    items = _example()
    found = corrected_mean(LabelledItems(judge=items.judge, human=items.human, weights=every), power=0)
    y, share = np.array(LABELS, float), weights / weights.sum()
    assert found.estimate == pytest.approx(share @ y)
    assert found.se == pytest.approx(np.sqrt(12 / 11 * ((share * (y - share @ y)) ** 2).sum()))


def test_groups_are_parts_and_a_small_one_says_why_it_has_none() -> None:
    rng = np.random.default_rng(2)
    judge, human = _drawn(rng, 300, 90)
    groups = np.where(np.arange(300) % 2 == 0, "A", "B").astype(object)
    groups[200:] = "C"  # nothing labelled
    found = corrected_mean(LabelledItems(judge=judge, human=human), groups=groups.tolist())
    parts = {part.category: part for part in found.parts}
    assert parts["A"].defined
    assert not parts["C"].defined
    assert parts["C"].notes[0].code == "few-labels"
    alone = corrected_mean(LabelledItems(judge=judge[groups == "A"], human=human[groups == "A"]))
    assert parts["A"].estimate == alone.estimate


def _two_systems(rng: np.random.Generator, n: int, labels: int, gain: float) -> Result:
    """Both systems answer the same items; hard items are hard for both."""
    level = rng.normal(3, 1, n)
    rows = [level + rng.normal(0, 0.5, n), level + gain + rng.normal(0, 0.5, n)]
    human = np.concatenate([np.where(np.arange(n) < labels, x, np.nan) for x in rows])
    judge = np.concatenate([x + rng.normal(0.3, 0.5, n) for x in rows])
    items = LabelledItems(judge=judge, human=human, clusters=np.tile(np.arange(n), 2))
    return corrected_difference(items, ["old"] * n + ["new"] * n)


@pytest.mark.parametrize(("samples", "off"), [(80, 0.3), pytest.param(300, 0.15, marks=pytest.mark.slow)])
def test_a_paired_difference_of_two_systems(samples: int, off: float) -> None:
    rng, held, errors, found = np.random.default_rng(4), [], [], []
    for _ in range(samples):
        one = _two_systems(rng, 200, 40, 0.2)
        held.append(one.interval is not None and -0.2 in one.interval)
        errors.append(one.se)
        found.append(one.estimate)
    assert 0.95 - off / 5 <= np.mean(held) <= 0.98 + off / 10
    assert np.mean(errors) == pytest.approx(np.std(found), rel=off)


def test_bad_input_is_one_sentence() -> None:
    with pytest.raises(InputError, match="Only 2 items have a human label"):
        LabelledItems(judge=np.arange(5.0), human=np.array([1, 2, np.nan, np.nan, np.nan]))
    with pytest.raises(InputError, match="judge must score every item"):
        LabelledItems(judge=np.array([1, np.nan]), human=np.array([1.0, 2.0]))
    with pytest.raises(InputError, match="judge has 2 values, but human has 3"):
        LabelledItems(judge=np.ones(2), human=np.ones(3))
    with pytest.raises(InputError, match="two groups; there are 3"):
        corrected_difference(_example(), [*range(3)] * 14)
