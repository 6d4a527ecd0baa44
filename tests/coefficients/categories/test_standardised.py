"""Tables brought to other margins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import brentq

from concordant.coefficients.categories import indices
from concordant.coefficients.categories.indices import kappa_of, to_margins
from tests.designs import matrices

UNLIKE = 1 - np.eye(2)


def test_two_categories_at_even_margins_give_yules_colligation() -> None:
    # Equal margins and the odds ratio ad/bc = 180/16: Y = (√ad − √bc)/(√ad + √bc)
    table = to_margins(np.array([[90.0, 4], [4, 2]]), np.full(2, 0.5), np.full(2, 0.5))
    assert table is not None
    ad, bc = np.sqrt(90 * 2), np.sqrt(4 * 4)
    assert kappa_of(table, UNLIKE) == pytest.approx((ad - bc) / (ad + bc), abs=1e-9)


def test_two_categories_at_any_margin_keep_their_odds_ratio() -> None:
    # With both margins (m, 1 − m) and first cell x: x(1 − 2m + x)/(m − x)² is the odds ratio 28·22/(6·9).
    m, odds = 0.3, 28 * 22 / (6 * 9)
    x = brentq(lambda x: x * (1 - 2 * m + x) - odds * (m - x) ** 2, 1e-9, m - 1e-9)
    target = np.array([m, 1 - m])
    table = to_margins(np.array([[28.0, 6], [9, 22]]), target, target)
    assert table == pytest.approx(np.array([[x, m - x], [m - x, 1 - 2 * m + x]]), abs=1e-9)


def test_all_odds_ratios_stay_and_margins_are_as_asked() -> None:
    cells = np.array([[28.0, 6, 6], [9, 22, 4], [5, 2, 18]])
    rows, columns = np.array([0.2, 0.3, 0.5]), np.array([0.6, 0.3, 0.1])
    table = to_margins(cells, rows, columns)
    assert table is not None
    assert table.sum(axis=1) == pytest.approx(rows, abs=1e-9)
    assert table.sum(axis=0) == pytest.approx(columns, abs=1e-9)
    for t in (table, cells):
        t /= t[:, :1]
        t /= t[:1]
    assert table == pytest.approx(cells, rel=1e-7)


@pytest.mark.parametrize("cells", [[[0, 0], [1, 99]], [[50, 0], [10, 40]], [[0, 5, 0], [5, 0, 0], [1, 1, 1]]])
def test_empty_cells_that_allow_no_such_table_give_none(cells: list[list[float]]) -> None:
    # A triangular table: only a diagonal one has even margins, and that has other odds.
    k = len(cells)
    assert to_margins(np.array(cells, dtype=float), np.full(k, 1 / k), np.full(k, 1 / k)) is None


def test_a_diagonal_table_stays_one() -> None:
    table = to_margins(np.diag([1.0, 2, 7]), np.full(3, 1 / 3), np.full(3, 1 / 3))
    assert table == pytest.approx(np.eye(3) / 3)


def test_kappa_without_disagreement_by_chance_is_undefined() -> None:
    assert np.isnan(kappa_of(np.array([[1.0, 0], [0, 0]]), UNLIKE))


def test_a_table_that_empty_cells_forbid_is_none_and_nothing_overflows() -> None:
    # the third column is only met in the fourth row, which needs .15 and would have to give .2 there
    cells = np.array([[2, 1, 0, 0, 0], [2, 2, 0, 1, 0], [1, 4, 0, 1, 1], [0, 1, 1, 0, 1], [0, 0, 0, 1, 1.0]])
    shares = np.array([0.2, 0.325, 0.2, 0.15, 0.125])
    assert to_margins(cells, shares, shares) is None


@given(matrices(raters=2, gaps=False, least=4, most=40), st.booleans())
def test_a_table_that_is_ruled_out_early_is_never_reached_by_fitting(m: Any, even: bool) -> None:
    cells = np.zeros((4, 4))
    np.add.at(cells, (m[:, 0], m[:, 1]), 1.0)
    used = (cells.sum(axis=0) > 0) & (cells.sum(axis=1) > 0)
    cells = cells[np.ix_(used, used)]
    assume(len(cells) >= 2 and (cells.sum(axis=0) > 0).all() and (cells.sum(axis=1) > 0).all())
    average = (cells.sum(axis=0) + cells.sum(axis=1)) / (2 * cells.sum())
    target = np.full(len(cells), 1 / len(cells)) if even else average
    early = to_margins(cells, target, target)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(indices, "_exists", lambda *_: True)
        late = to_margins(cells, target, target)
    assert (early is None) == (late is None)
