"""So many items do show it: data drawn as a plan assumes, measured with concordant's own intervals."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.calibration.planning import CASES, Case, drawn
from concordant.inference.items_by_interval import end_of_interval, result_of
from concordant.planning.expected_ratings import common_correlation
from concordant.ratings.ratings import Ratings


def _id(case: Case) -> str:
    return f"{case.label}, {case.aim}{', by the formula' if case.by_formula else ''}"


FAST = [case for case in CASES if _id(case) in ("share, power", "ICC(1,1), power", "from data, kappa, power")]
OF_LABELS = [case for case in CASES if case.kind in ("labels", "raters")]


@pytest.mark.parametrize("case", FAST, ids=_id)
def test_a_plan_for_80_percent_gives_about_80(case: Case) -> None:
    # 300 samples: the standard error is √(.8·.2/300) = .023, and three of them .07
    assert abs(case.measured(300) - 0.8) < 0.07


@pytest.mark.parametrize("case", OF_LABELS, ids=_id)
def test_labels_and_raters_that_a_plan_asks_for_give_what_was_asked(case: Case) -> None:
    assert case.measured(100) == pytest.approx(case.asked, rel=0.08)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=_id)
def test_a_plan_gives_the_power_and_the_width_that_was_asked(case: Case) -> None:
    found = case.measured(1500)
    if case.aim != "power":
        assert found == pytest.approx(case.asked, rel=0.08)
    else:
        # 78 to 82 %, and 1.5 standard errors of 1500 samples
        assert 0.765 <= found <= 0.835


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cohen_kappa", common_correlation(0.6, [0.3, 0.7], 2, 120)),
        ("fleiss_kappa", common_correlation(0.6, [0.3, 0.7], 3, 110)),
    ],
)
def test_an_end_of_an_interval_lies_and_strays_as_in_samples(name: str, expected: Ratings) -> None:
    said = end_of_interval(name, {}, expected, below=True, level=0.95)
    rng, n = np.random.default_rng(3), int(expected.item_weights.sum())
    samples = [result_of(name, {}, drawn(expected, n, rng), 0.95) for _ in range(600)]
    ends = np.array([one.interval.low for one in samples if one.interval is not None])
    assert len(ends) == 600
    # how far the samples happen to lie from .6 is taken off: an end moves about as an estimate does
    beside = ends.mean() - np.mean([one.estimate for one in samples]) + 0.6
    assert said.mean == pytest.approx(beside, abs=0.01)
    assert said.spread == pytest.approx(ends.std(), rel=3 / np.sqrt(2 * 600))
