"""Cohen's kappa and the largest kappa the margins allow."""

from __future__ import annotations

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.measure import Measure
from concordant.reduce.item_weights import DrawWeights

#: All margins differ, so the largest kappa has a derivative here.
UNEVEN = [[20, 3, 1, 0], [6, 11, 2, 1], [1, 5, 9, 4], [3, 2, 2, 16]]


@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic"])
def test_the_slope_of_kappa_max_is_its_derivative(weights: str) -> None:
    measure = Measure(BY_NAME["kappa_max"], cc.table(UNEVEN), {"weights": weights})
    statistic = measure.reduce()
    h = 1e-4
    up, down = (
        measure.values(statistic, DrawWeights(statistic.counts + s * h * np.eye(len(statistic.counts))))
        for s in (1, -1)
    )
    slope = measure.estimate(statistic).value.slope
    assert slope == pytest.approx((up - down) / (2 * h), abs=1e-6)


@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic", "radical"])
def test_kappa_is_never_above_kappa_max(weights: str) -> None:
    kappa, most = (f(cc.table(UNEVEN), weights=weights).estimate for f in (cc.cohen_kappa, cc.kappa_max))
    assert kappa <= most <= 1


def test_two_categories_make_all_weights_equal() -> None:
    table = cc.table([[10, 3], [4, 8]])
    plain = cc.cohen_kappa(table).estimate
    for weights in (
        "linear",
        "quadratic",
        "radical",
        "ordinal",
        "power:3",
        [[1, 0], [0, 1]],
        [[0, 5], [5, 0]],
    ):
        assert cc.cohen_kappa(table, weights=weights).estimate == pytest.approx(plain)


def test_asymmetric_weights_keep_rows_and_columns_apart() -> None:
    # saying 2 where the other says 1 costs 1, the other way round nothing: d = [[0, 0], [1, 0]]
    # rows (7/10, 3/10), columns (5/10, 5/10): D_o = p_21 = 1/10, D_e = (3/10)(5/10) = 3/20, kappa = 1/3
    table = cc.table([[4, 3], [1, 2]])
    assert cc.cohen_kappa(table, weights=[[0, 0], [1, 0]]).estimate == pytest.approx(1 / 3)


def test_items_one_rater_skipped_are_left_out_and_said() -> None:
    result = cc.cohen_kappa([1, 2, None, 2, 1], [1, 2, 2, 1, None])
    assert result.n_items == 3
    assert any(n.text == "2 items were excluded, rated by only one of the two raters." for n in result.notes)


def test_more_than_two_raters_are_refused_with_advice() -> None:
    with pytest.raises(cc.OptionError) as complaint:
        cc.cohen_kappa([[1, 2, 1], [2, 2, 1]])
    assert str(complaint.value) == (
        "cohen_kappa compares two raters, but there are 3 (rater 1, rater 2, rater 3): choose two with "
        "raters=[…], or use a coefficient for several raters, such as fleiss_kappa, conger_kappa or "
        "krippendorff_alpha."
    )


def test_an_unknown_option_is_refused_with_the_near_one() -> None:
    with pytest.raises(cc.OptionError, match="Did you mean 'weights'"):
        cc.cohen_kappa([1, 2], [1, 2], wieghts="linear")
