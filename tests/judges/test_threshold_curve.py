"""Scores and labels of two kinds: areas by hand, thresholds, and what held-out items show."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.errors import InputError
from concordant.judges.threshold_curve import threshold_curve

LABELS = np.array([1, 1, 1, 1, 1, 0, 0, 0, 0, 0], dtype=bool)
SCORES = np.array([9.0, 8, 7, 4, 3, 6, 4, 2, 1, 0])


def test_the_area_counts_pairs_in_the_right_order() -> None:
    # of 25 pairs: 9, 8, 7 beat all five; 4 beats 2, 1, 0 and ties with 4; 3 beats 2, 1, 0: 15 + 3.5 + 3
    found = threshold_curve(SCORES, LABELS)
    assert found.area.estimate == pytest.approx(21.5 / 25)


def test_the_error_of_the_area_is_that_of_delong() -> None:
    # placements of positives among negatives: 1, 1, 1, .7, .6 (mean .86); of negatives: .4, .7 (4 ties), …
    below = np.array([1, 1, 1, 0.7, 0.6])
    above = np.array([0.6, 0.7, 1, 1, 1])
    variance = below.var(ddof=1) / 5 + above.var(ddof=1) / 5
    assert threshold_curve(SCORES, LABELS).area.se == pytest.approx(np.sqrt(variance))


def test_copies_of_an_item_are_no_further_items() -> None:
    rng = np.random.default_rng(4)
    labels = np.arange(60) < 25
    scores = rng.normal(size=60) + labels
    once = threshold_curve(scores, labels).area
    twice, units = [np.repeat(x, 2) for x in (scores, labels)], np.repeat(np.arange(60), 2)
    assert threshold_curve(*twice, clusters=units).area.se == pytest.approx(once.se, rel=0.02)
    assert threshold_curve(*twice).area.se == pytest.approx(once.se / np.sqrt(2), rel=0.02)


def test_a_threshold_has_the_counts_of_the_table() -> None:
    # scores of 7 and above: three of five positives, no negative; Youden's index 0.6 is the largest but one:
    # at 3 and above all five positives and two of five negatives: 1 + 0.6 − 1 = 0.6 too; the higher is kept
    found = threshold_curve(SCORES, LABELS)
    assert found.chosen.threshold == 7
    assert (found.chosen.sensitivity, found.chosen.specificity, found.chosen.precision) == (0.6, 1.0, 1.0)
    assert threshold_curve(SCORES, LABELS, criterion="f1").chosen.threshold == 3  # 2·5/(5 + 7) = 10/12


def test_average_precision_is_the_sum_over_rises_of_recall() -> None:
    # recall rises by .2 at 9, 8, 7 (precision 1), at 4 (4 of 6) and at 3 (5 of 7)
    assert threshold_curve(SCORES, LABELS).average_precision == pytest.approx(0.2 * (3 + 4 / 6 + 5 / 7))


def test_scores_without_skill_do_not_look_skilled_on_held_out_items() -> None:
    rng, same, held = np.random.default_rng(2), [], []
    for _ in range(60):
        labels = rng.random(60) < 0.5
        found = threshold_curve(rng.normal(size=60), labels)
        same.append(found.found[0].estimate + found.found[1].estimate - 1)
        held.append(found.held_out[0].estimate + found.held_out[1].estimate - 1)
    assert np.mean(same) > 0.1  # what choosing promises
    assert abs(np.mean(held)) < 0.06  # and what it is worth


def test_the_interval_of_the_area_covers() -> None:
    # positives shifted by 1: the area is Φ(1/√2) = .7602
    rng, hit = np.random.default_rng(3), 0
    for _ in range(200):
        labels = np.arange(80) < 30
        around = threshold_curve(rng.normal(size=80) + labels, labels).area.interval
        assert around is not None
        hit += around.low <= 0.7602 <= around.high
    assert 180 <= hit <= 199


def test_labels_of_one_kind_are_refused() -> None:
    with pytest.raises(InputError, match="at least 5 of each"):
        threshold_curve(np.arange(10.0), np.ones(10, dtype=bool))
