"""Many tests at once: q-values of Benjamini and Hochberg, and Holm's p-values against his rule."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from concordant.inference.false_discovery import adjusted, adjusted_in_families, stepped_down


def test_q_values_by_hand() -> None:
    # sorted .01 .02 .021, times 3/1 3/2 3/3: .03 .03 .021; a smaller p has no larger q, so all are .021
    assert adjusted(np.array([0.021, 0.01, 0.02])) == pytest.approx([0.021, 0.021, 0.021])
    # sorted .01 .04, times 2/1 2/2: .02 .04, which rise already
    assert adjusted(np.array([0.04, 0.01])) == pytest.approx([0.04, 0.02])


def test_q_values_are_those_of_scipy() -> None:
    p = np.random.default_rng(1).random(40) ** 2
    for correction in ("bh", "by"):
        expected = stats.false_discovery_control(p, method=correction)
        assert adjusted(p, correction) == pytest.approx(expected)  # type: ignore[arg-type]


def test_holms_p_values_by_hand() -> None:
    # sorted .01 .02 .03 .04, times 4 3 2 1: .04 .06 .06 .04, which must not fall
    found = stepped_down(np.array([0.04, 0.01, 0.03, 0.02]))
    assert found == pytest.approx([0.06, 0.04, 0.06, 0.06])


def test_what_is_not_known_takes_no_part_and_nothing_is_above_one() -> None:
    found = stepped_down(np.array([math.nan, 0.6, 0.7]))
    assert math.isnan(found[0])
    assert found[1:] == pytest.approx([1.0, 1.0])
    assert stepped_down(np.array([0.3])) == pytest.approx([0.3])
    assert stepped_down(np.array([])).size == 0


@pytest.mark.parametrize("seed", range(3))
def test_they_count_what_holms_rule_counts(seed: int) -> None:
    p = np.random.default_rng(seed).random(8) * 0.05
    counts = 0  # step by step: the smallest at α/8, the next at α/7, and so on to the first that is above
    for place, value in enumerate(np.sort(p)):
        if value > 0.05 / (8 - place):
            break
        counts += 1
    assert int((stepped_down(p) <= 0.05).sum()) == counts


def test_a_family_is_one_test_to_the_others_and_they_are_one_to_it() -> None:
    p = np.array([0.01, 0.02, 0.2, 0.3, 0.4, 0.03, 0.5, math.nan])
    q = adjusted_in_families(p, [None, "x", "x", "x", "x", "y", "y", None])
    # to the first there are two others, with Simes' p of .02·4 = .08 and .03·2 = .06: .01·3
    assert q[0] == pytest.approx(0.03)
    # x stands beside the first (.01) and y (.06): sorted .01 .02 .06 .2 .3 .4, of which .02·6/2 = .06
    assert q[1] == pytest.approx(0.06)
    assert q[2:5] == pytest.approx([0.2 * 6 / 4, 0.3 * 6 / 5, 0.4])
    # y stands beside the first and x (.08): sorted .01 .03 .08 .5, of which .03·4/2 = .06
    assert q[5:7] == pytest.approx([0.06, 0.5])
    assert math.isnan(q[7])
    assert adjusted_in_families(p, [None] * 8)[:7] == pytest.approx(adjusted(p)[:7])
