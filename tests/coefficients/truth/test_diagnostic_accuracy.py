"""A judge that says yes or no, against the truth."""

from __future__ import annotations

import numpy as np
import pytest

import concordant as cc

#: Altman and Bland (1994), BMJ 308, 1552 and 309, 102: liver scan against pathology.
CELLS = {(1, 1): 231, (1, 0): 27, (0, 1): 32, (0, 0): 54}
PUBLISHED = {"sensitivity": 0.90, "specificity": 0.63, "precision": 0.88, "negative predictive value": 0.67}


def _scans() -> tuple[list[int], list[int]]:
    rows = [pair for pair, n in CELLS.items() for _ in range(n)]
    return [t for t, _ in rows], [s for _, s in rows]


def test_the_published_example() -> None:
    found = cc.diagnostic_accuracy(*_scans())
    parts = {part.category: part.estimate for part in found.parts}
    assert {name: round(parts[name], 2) for name in PUBLISHED} == PUBLISHED
    assert parts["f1"] == pytest.approx(2 * 231 / (258 + 263))
    assert parts["mcc"] == pytest.approx(np.corrcoef(*_scans())[0, 1])
    assert found.estimate == pytest.approx((231 / 258 + 54 / 86) / 2)


def test_shares_have_wilsons_interval_on_their_own_number_of_items() -> None:
    part = cc.diagnostic_accuracy(*_scans()).parts[0]
    from scipy.stats import t

    q, n, p = t.ppf(0.975, 257), 258, 231 / 258
    middle, reach = (
        (p + q * q / (2 * n)) / (1 + q * q / n),
        q * np.sqrt(p * (1 - p) / n + q * q / (4 * n * n)),
    )
    ends = (middle - reach / (1 + q * q / n), middle + reach / (1 + q * q / n))
    assert part.n_items == 258
    assert part.interval is not None
    assert (part.interval.low, part.interval.high) == pytest.approx(ends, abs=1e-9)


def test_the_truth_may_be_the_second_and_the_positive_the_other() -> None:
    truth, scan = _scans()
    data = {"scan": scan, "pathology": truth}
    named = cc.diagnostic_accuracy(data, truth="pathology", positive="0")
    parts = {part.category: part.estimate for part in named.parts}
    assert parts["sensitivity"] == pytest.approx(54 / 86)
    assert parts["specificity"] == pytest.approx(231 / 258)
    assert not {"truth-guessed", "positive-guessed"} & {note.code for note in named.notes}


def test_several_categories_give_the_mean_recall() -> None:
    truth, judge = list("aaaabbbcc"), list("aaabbbcca")
    found = cc.diagnostic_accuracy(truth, judge)
    assert {p.category: p.estimate for p in found.parts} == pytest.approx({"a": 0.75, "b": 2 / 3, "c": 0.5})
    assert found.estimate == pytest.approx((0.75 + 2 / 3 + 0.5) / 3)
    one = cc.diagnostic_accuracy(truth, judge, positive="c")
    assert {p.category: p.estimate for p in one.parts}["precision"] == 0.5


def test_what_cannot_be_computed_says_why() -> None:
    found = cc.diagnostic_accuracy([1, 1, 1, 1], [1, 1, 0, 1])
    parts = {part.category: part for part in found.parts}
    assert not found.defined
    assert parts["specificity"].notes[0].code == "no-negatives"
    assert parts["sensitivity"].estimate == 0.75
    assert parts["mcc"].notes[0].code == "one-answer"


def test_intervals_hold_the_truth() -> None:
    rng = np.random.default_rng(6)
    held: dict[str, list[bool]] = {name: [] for name in ("sensitivity", "precision", "f1", "mcc")}
    share, sens, spec = 0.2, 0.9, 0.95
    tp, fp, fn, tn = share * sens, (1 - share) * (1 - spec), share * (1 - sens), (1 - share) * spec
    root = np.sqrt(share * (1 - share) * (tp + fp) * (tn + fn))
    true = {"sensitivity": sens, "precision": tp / (tp + fp), "f1": 2 * tp / (share + tp + fp),
            "mcc": (tp * tn - fp * fn) / root}  # fmt: skip
    for _ in range(300):
        truth = rng.random(150) < share
        judge = np.where(truth, rng.random(150) < sens, rng.random(150) > spec)
        for part in cc.diagnostic_accuracy(truth.astype(int), judge.astype(int)).parts:
            if part.category in held and part.interval is not None:
                held[part.category].append(true[part.category] in part.interval)
    assert {
        name: round(float(np.mean(x)), 2) for name, x in held.items() if not 0.91 <= np.mean(x) <= 0.99
    } == {}
