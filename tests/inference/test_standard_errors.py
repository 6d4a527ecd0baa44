"""Analytic standard errors against jackknife, bootstrap and repeated sampling."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from concordant.coefficients.catalogue import BY_NAME
from concordant.coefficients.coefficient import Coefficient
from concordant.inference.measure import Measure
from concordant.inference.plan import Plan
from tests.designs import every_variant, make, simulated


@pytest.mark.by_turns(3)
@every_variant
@pytest.mark.parametrize("gaps", [0.0, 0.25])
def test_analytic_error_agrees_with_the_jackknife(
    c: Coefficient, options: dict[str, Any], gaps: float
) -> None:
    if options.get("limits") == "nonparametric":
        return  # a median of whole numbers does not move by one item; asked of others in test_loa_shapes.py
    measure = Measure(c, make(simulated(300, 4, gaps, seed=1), c), options)
    analytic, jackknife = (measure.result(Plan(interval=i, test="t")).se for i in ("analytic", "jackknife"))
    assert analytic == pytest.approx(jackknife, rel=0.03)


@pytest.mark.slow
@every_variant
def test_analytic_error_agrees_with_the_bootstrap(c: Coefficient, options: dict[str, Any]) -> None:
    if c.name in ("bias_index", "prevalence_index", "kappa_max"):
        return  # absolute values and minima have a kink where margins tie, and the bootstrap sees it
    if options.get("limits") == "nonparametric":
        return  # as above
    draws = 300 if c.transform == "fisher" or c.name == "kendall_w" else 1500
    measure = Measure(c, make(simulated(250, 3, 0.2, seed=2), c), options)
    analytic = measure.result(Plan(test="t")).se
    resampled = measure.result(Plan(interval="bootstrap", draws=draws)).se
    # a standard error from B draws is off by a relative 1/sqrt(2B): 2 to 4 %
    assert analytic == pytest.approx(resampled, rel=0.16 if draws == 300 else 0.09)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["cohen_kappa", "fleiss_kappa", "gwet_ac", "krippendorff_alpha", "conger_kappa"]
)
def test_intervals_cover_the_truth_as_often_as_they_say(name: str) -> None:
    """Many samples from one known population; 95 % intervals must hold its value about 95 % of the time."""
    c = BY_NAME[name]
    population = make(simulated(200_000, 3, 0.15, seed=3), c)
    truth = Measure(c, population).result(Plan(interval="none")).estimate
    codes = population.matrix
    rng = np.random.default_rng(5)
    hits = 0
    times = 600
    for _ in range(times):
        sample = make(codes[rng.integers(0, len(codes), 120)], c)
        interval = Measure(c, sample).result().interval
        assert interval is not None
        hits += truth in interval
    # binomial(600, .95) has standard deviation 0.9 %
    assert 0.92 <= hits / times <= 0.98


def _under_chance(
    name: str, options: dict[str, Any], draw: Callable[[np.random.Generator], Any], times: int, seed: int
) -> tuple[float, float]:
    """The spread of a coefficient over samples without agreement, and its mean null error."""
    rng = np.random.default_rng(seed)
    values, errors = [], []
    for _ in range(times):
        result = Measure(BY_NAME[name], make(draw(rng)), options).result(Plan(interval="none"))
        values.append(result.estimate)
        errors.append(result.details["se_null"])
    return float(np.std(values)), float(np.mean(errors))


def _independent(
    habits: list[list[float]], n: int, gaps: float = 0.0
) -> Callable[[np.random.Generator], Any]:
    """Raters who pick as their habits say, whatever the item, and skip some."""

    def draw(rng: np.random.Generator) -> Any:
        m = np.stack([rng.choice(4, n, p=p) for p in habits], axis=1)
        m[rng.random(m.shape) < gaps] = -1
        return m

    return draw


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("weights", ["identity", "quadratic"])
def test_the_null_error_is_the_spread_under_independence(weights: str) -> None:
    draw = _independent([[0.5, 0.3, 0.15, 0.05], [0.25, 0.25, 0.25, 0.25]], n=150)
    spread, error = _under_chance("cohen_kappa", {"weights": weights}, draw, times=1500, seed=5)
    assert spread == pytest.approx(error, rel=0.06)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("fleiss_kappa", {"weights": "linear"}),
        ("fleiss_kappa", {"margins": "ratings"}),
        ("light_kappa", {}),
        ("hubert_kappa", {"weights": "quadratic"}),
        ("krippendorff_alpha", {"metric": "ordinal"}),
        ("krippendorff_alpha", {"metric": "interval"}),
    ],
)
def test_the_null_error_of_several_raters_with_gaps(name: str, options: dict[str, Any]) -> None:
    draw = _independent([[0.4, 0.3, 0.2, 0.1]] * 4, n=100, gaps=0.3)
    spread, error = _under_chance(name, options, draw, times=500, seed=6)
    assert spread == pytest.approx(error, rel=0.1)


@pytest.mark.slow
def test_the_null_error_of_raters_with_habits_of_their_own() -> None:
    draw = _independent([[0.9, 0.1, 0, 0], [0.6, 0.2, 0.2, 0], [0.4, 0.3, 0.2, 0.1]], n=100)
    spread, error = _under_chance("conger_kappa", {}, draw, times=600, seed=15)
    assert spread == pytest.approx(error, rel=0.08)
    gaps = make(np.array([[0, 1, -1], [1, 1, 0], [0, -1, 0], [1, 0, 1]]))
    # with gaps chance does not give 0
    assert "se_null" not in Measure(BY_NAME["conger_kappa"], gaps).result().details


@pytest.mark.slow
def test_the_null_error_where_most_items_have_one_rating() -> None:
    """Single ratings move the margins but not the agreement; the error must know."""

    def draw(rng: np.random.Generator) -> Any:
        m = rng.choice(4, (120, 2), p=[0.7, 0.2, 0.07, 0.03])
        m[rng.random(120) < 0.6, 1] = -1
        return m

    def paired_only(rng: np.random.Generator) -> Any:
        m = draw(rng)
        return m[m[:, 1] >= 0]

    quadratic = {"weights": "quadratic"}
    spread, error = _under_chance("fleiss_kappa", quadratic, draw, times=1200, seed=14)
    _, without_singles = _under_chance("fleiss_kappa", quadratic, paired_only, times=300, seed=14)
    assert spread == pytest.approx(error, rel=0.08)
    assert abs(without_singles / spread - 1) > 0.1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"), [("brennan_prediger", {"weights": "linear"}), ("randolph_kappa", {})]
)
def test_the_null_error_against_even_picking(name: str, options: dict[str, Any]) -> None:
    draw = _independent([[0.25] * 4] * 3, n=80, gaps=0.2)
    spread, error = _under_chance(name, options, draw, times=500, seed=7)
    assert spread == pytest.approx(error, rel=0.1)


def test_clusters_of_equal_items_count_once() -> None:
    """Ten copies of every item in a cluster of their own say no more than one copy."""
    c = BY_NAME["fleiss_kappa"]
    m = simulated(60, 3, 0.0, seed=8)
    once = Measure(c, make(m)).result()
    copied = make(np.repeat(m, 10, axis=0), clusters=np.repeat(np.arange(60), 10))
    clustered = Measure(c, copied).result()
    assert clustered.estimate == pytest.approx(once.estimate)
    assert clustered.se == pytest.approx(once.se, rel=1e-9)
    naive = Measure(c, make(np.repeat(m, 10, axis=0))).result()
    assert naive.se < once.se / 3


@pytest.mark.parametrize("interval", ["jackknife", "bootstrap", "bca"])
def test_clusters_are_resampled_whole(interval: str) -> None:
    c = BY_NAME["gwet_ac"]
    m = simulated(80, 3, 0.1, seed=9)
    clusters = np.arange(80) // 4
    analytic = Measure(c, make(m, clusters=clusters)).result()
    other = Measure(c, make(m, clusters=clusters)).result(Plan(interval=interval, draws=2000))
    assert analytic.se == pytest.approx(other.se, rel=0.15)


def test_a_fully_rated_population_leaves_no_sampling_error() -> None:
    c = BY_NAME["cohen_kappa"]
    ratings = make(simulated(50, 2, 0.0, seed=10))
    free, half, all_ = (Measure(c, ratings).result(Plan(population=n)).se for n in (None, 100, 50))
    # 1 - n/N is 1/2 for n = 50 of N = 100
    assert half == pytest.approx(free * math.sqrt(0.5))
    assert all_ == 0


def test_sampling_raters_too_widens_the_interval() -> None:
    c = BY_NAME["fleiss_kappa"]
    ratings = make(simulated(200, 5, 0.1, seed=11))
    fixed, sampled = (Measure(c, ratings).result(Plan(raters_are=r)) for r in ("fixed", "sampled"))
    assert sampled.se > fixed.se
    assert sampled.details["df"] == 4
    # jackknife over raters by hand
    values = [
        Measure(c, ratings.select([r for r in ratings.raters if r != out])).result().estimate
        for out in ratings.raters
    ]
    extra = 4 / 5 * sum((v - np.mean(values)) ** 2 for v in values)
    assert sampled.se**2 == pytest.approx(fixed.se**2 + extra)


def test_irrcac_variance_differs_only_where_items_have_unequally_many_ratings() -> None:
    full, gaps = make(simulated(100, 3, 0.0, seed=12)), make(simulated(100, 3, 0.5, seed=12))
    for name in ("fleiss_kappa", "gwet_ac", "conger_kappa", "krippendorff_alpha"):
        c = BY_NAME[name]
        ours, theirs = (Measure(c, full).result(Plan(variance=v)).se for v in ("delta", "irrcac"))
        assert ours == pytest.approx(theirs, rel=1e-12)
        ours, theirs = (Measure(c, gaps).result(Plan(variance=v)).se for v in ("delta", "irrcac"))
        assert ours != theirs


def test_bootstrap_cost_depends_on_patterns_not_items() -> None:
    """A million items of two raters on four categories are at most 16 rows to resample."""
    c = BY_NAME["cohen_kappa"]
    measure = Measure(c, make(simulated(1_000, 2, 0.0, seed=13), weights=np.full(1_000, 1_000.0)))
    assert len(measure.reduce().counts) <= 16
    result = measure.result(Plan(interval="bca", draws=500))
    assert result.n_items == 1_000_000


def test_undefined_resamples_are_counted_and_said() -> None:
    m = np.array([[0, 0], [0, 0], [0, 0], [1, 1], [0, 1]])
    result = Measure(BY_NAME["cohen_kappa"], make(m)).result(Plan(interval="bootstrap", draws=1000, rng=1))
    note = next(n for n in result.notes if n.code == "undefined-resamples")
    # a draw has one category only with probability (3/5)^5 = 243/3125, about 78 of 1000
    count = int(note.text.split()[5])
    assert 45 <= count <= 115


@pytest.mark.slow
def test_weights_that_are_not_whole_are_those_of_a_sample() -> None:
    """Items drawn with unequal chances and weighed up again: the error must be that of the sample."""
    rng = np.random.default_rng(16)
    c = BY_NAME["cohen_kappa"]
    values, errors = [], []
    for _ in range(400):
        m = simulated(150, 2, 0.0, seed=int(rng.integers(1 << 30)))
        weights = rng.lognormal(0, 0.7, 150)
        result = Measure(c, make(m, weights=weights)).result(Plan(interval="none"))
        values.append(result.estimate)
        errors.append(result.se)
        assert result.n_items == pytest.approx(150)
    assert np.std(values) == pytest.approx(np.mean(errors), rel=0.1)


@pytest.mark.parametrize("interval", ["analytic", "jackknife", "bootstrap"])
def test_weights_of_a_sample_only_compare_rows(interval: str) -> None:
    m = simulated(60, 3, 0.2, seed=17)
    weights = np.random.default_rng(18).random(60) + 0.1
    for name in ("fleiss_kappa", "krippendorff_alpha"):
        small, large = (
            Measure(BY_NAME[name], make(m, weights=w)).result(Plan(interval=interval, draws=200))
            for w in (weights / 100, weights * 100 + 0.0)
        )
        assert small.estimate == pytest.approx(large.estimate)
        assert small.se == pytest.approx(large.se)
        assert any(note.code == "sampling-weights" for note in small.notes)
