"""How many items settle it at a stated power: against formulas by hand, exact power and simulation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom, norm

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.items_needed import items_needed
from concordant.inference.score_interval import limits_of_tables
from concordant.interpret.goals.questions import items_to_settle
from concordant.reduce.table import Table
from concordant.result import Interval, Result


def share(k: float, n: float) -> Result:
    return cc.exact_agreement(cc.table([[k, n - k], [0, 0]]), interval="score")


def test_a_share_takes_the_error_at_the_threshold_and_at_the_truth() -> None:
    """(1.96·√(.92·.08) + .8416·√(.97·.03))²/.05² = 182.4, with z; t with 182 degrees of freedom adds two."""
    z = norm.ppf(0.975), norm.ppf(0.8)
    by_hand = (z[0] * math.sqrt(0.92 * 0.08) + z[1] * math.sqrt(0.97 * 0.03)) ** 2 / 0.05**2
    assert math.ceil(by_hand) == 183
    assert items_needed(share(194, 200), 0.92, 0.8) == pytest.approx(by_hand, rel=0.03)


@pytest.mark.parametrize(("true", "cut"), [(0.97, 0.92), (0.8, 0.7), (0.9, 0.95), (0.55, 0.5)])
def test_so_many_items_settle_a_share_with_eighty_percent(true: float, cut: float) -> None:
    """Exact power, by the binomial distribution; its steps are levelled over some numbers of items."""
    needed = int(items_needed(share(true * 100, 100), cut, 0.8))
    assert np.mean([exact_power(true, cut, n) for n in range(needed - 8, needed + 9, 4)]) == pytest.approx(
        0.8, abs=0.03
    )


def exact_power(true: float, cut: float, n: int) -> float:
    """P(the interval leaves out the cut on the side of the truth): from or up to one number of hits on."""
    sign = 1 if true > cut else -1

    def leaves_out(k: int) -> bool:
        given = share(k, n).interval
        assert given is not None
        return given.low > cut if sign > 0 else given.high < cut

    inside, outside = round(cut * n), n if sign > 0 else 0
    while abs(outside - inside) > 1:
        middle = (inside + outside) // 2
        inside, outside = (inside, middle) if leaves_out(middle) else (middle, outside)
    return float(binom.sf(outside - 1, n, true) if sign > 0 else binom.cdf(outside, n, true))


MARGINS = np.array([0.05, 0.1, 0.2, 0.45, 0.2])
KNOWN = 0.35 * np.outer(MARGINS, MARGINS) + 0.65 * np.diag(MARGINS)
RARE = np.array([[0.85, 0.04], [0.03, 0.08]])


@pytest.mark.parametrize("pilot", [60, 300])
@pytest.mark.parametrize(
    ("p", "weights", "cut"),
    [(KNOWN, "identity", 0.5), (KNOWN, "quadratic", 0.5), (RARE, "identity", 0.4)],
    ids=["five categories", "quadratic", "rare category"],
)
def test_so_many_items_settle_a_kappa_with_eighty_percent(
    p: Any, weights: str, cut: float, pilot: int
) -> None:
    """Whatever the number of items it is asked of: 2,000 tables drawn from the truth, 1.8 % two errors."""
    options = {"weights": weights}
    n = int(items_needed(cc.cohen_kappa(cc.table(p * pilot), **options, interval="score"), cut, 0.8))
    low, _ = limits(p, options, n, 2000)
    assert np.mean(low > cut) == pytest.approx(0.8, abs=0.025)


@pytest.mark.parametrize("pilot", [60, 600])
@pytest.mark.parametrize(
    ("p", "weights", "cut"),
    [(KNOWN, "identity", 0.8), (KNOWN, "quadratic", 0.8), (RARE, "identity", 0.85)],
    ids=["five categories", "quadratic", "rare category"],
)
def test_so_many_items_show_that_a_kappa_is_below_a_goal(
    p: Any, weights: str, cut: float, pilot: int
) -> None:
    """A pilot of 60 must not ask for more items than one of 600: its interval is longer for being small."""
    options = {"weights": weights}
    n = int(items_needed(cc.cohen_kappa(cc.table(p * pilot), **options, interval="score"), cut, 0.8))
    _, high = limits(p, options, n, 2000)
    assert np.mean(high < cut) == pytest.approx(0.8, abs=0.035)


@pytest.mark.parametrize(("goal", "side"), [(0.6, 1), (0.25, -1)])
def test_so_many_items_settle_a_mean_of_distances(goal: float, side: int) -> None:
    """Distances 0, 1 and 2 of mean .4, an analytic interval on the log scale; 2,000 samples of items."""
    shares = np.array([0.68, 0.24, 0.08])
    pilot = cc.mean_absolute_error(cc.table(table_of(shares * 150)))
    n, rng = int(items_needed(pilot, goal, 0.8)), np.random.default_rng(5)
    seen = rng.multinomial(n, shares, size=2000)
    ends = [cc.mean_absolute_error(cc.table(table_of(counts))).interval for counts in np.unique(seen, axis=0)]
    settled = [side * ((one.high if side > 0 else one.low) - goal) < 0 for one in ends if one is not None]
    counts = np.unique(seen, axis=0, return_counts=True)[1]
    assert np.average(settled, weights=counts) == pytest.approx(0.8, abs=0.03)


def table_of(counts: Any) -> Any:
    """Ratings that are equal, one apart and two apart so often."""
    return [[counts[0], counts[1], counts[2]], [0, 0, 0], [0, 0, 0]]


def limits(p: Any, options: dict[str, str], n: int, draws: int) -> Any:
    """Both, of tables of two raters who both vary and disagree somewhere, all at once."""
    statistic = cc.measure("cohen_kappa", cc.table(np.ones_like(p)), **options).reduce()
    assert isinstance(statistic, Table)
    cells = np.stack([statistic.first, statistic.second], axis=1)
    counts = np.random.default_rng(3).multinomial(n, p[tuple(cells.T)], size=draws).astype(float)
    return limits_of_tables(BY_NAME["cohen_kappa"], statistic, cells, counts, options, 0.95)


def test_few_clusters_need_more_than_few_items() -> None:
    """The same numbers on t with 9 degrees of freedom, and on z: the quantile is that of those clusters."""

    def result(how: str) -> Result:
        return Result(
            measure="cohen_kappa", title="", estimate=0.7, se=0.05, n_items=100, n_raters=2, method=how,
            interval=Interval(0.6, 0.8, 0.95, how),
        )  # fmt: skip

    few, many = (items_needed(result(how), 0.62, 0.8) for how in ("analytic t(9)", "analytic z"))
    assert many == math.ceil(100 * (2.801585 * 0.05 / 0.08) ** 2)
    assert few > 1.05 * many


def test_perfect_agreement_by_the_score_needs_the_n_at_which_its_limit_passes() -> None:
    """Wilson's limit of n of n is n/(n + q²) > .9 from n = 9q² on; q is that of t with n − 1."""
    needed = items_to_settle(share(20, 20), 0.9)
    limits = [given.low for n in (needed - 2, needed + 1) if (given := share(n, n).interval) is not None]
    assert limits[0] < 0.9 < limits[1]


def test_a_goal_further_away_takes_fewer_items() -> None:
    """Down to a handful, where the quantile of t depends much on the number of items that is sought."""
    found = cc.cohen_kappa(cc.table([[13, 5, 26], [7, 11, 15], [21, 7, 24]]))
    needed = [items_needed(found, goal, 0.8) for goal in (0.1, 0.3, 0.5, 0.7, 0.9, 0.98)]
    assert needed == sorted(needed, reverse=True)
    assert needed[-1] < 10
