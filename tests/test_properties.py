"""What every coefficient must satisfy, asked of the whole catalogue."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from concordant.coefficients.coefficient import Coefficient
from concordant.coefficients.reliability.mean_squares import mean_squares
from concordant.inference.measure import Measure, as_statistic
from concordant.inference.plan import Plan
from concordant.ratings.reading.arrays import from_columns
from concordant.ratings.scale import Scale
from concordant.reduce.item_weights import CaseWeights, DrawWeights, LeaveOneOut
from concordant.reduce.patterns import patterns
from concordant.result import Result
from tests.designs import K, every_coefficient, every_variant, make, matrices, same, value

#: Half of the variants by `./dev test`, all of them on many examples by `./dev slow`.
half = pytest.mark.by_turns(2)

#: The slope of y on x is one over that of x on y.
TURNED_OVER = {"deming", "passing_bablok"}


@half
@every_variant
@given(matrices(), st.randoms(use_true_random=False))
def test_the_order_of_items_does_not_matter(
    c: Coefficient, options: dict[str, Any], m: Any, random: Any
) -> None:
    order = list(range(len(m)))
    random.shuffle(order)
    assert same(value(c, make(m, c), **options), value(c, make(m[order], c), **options))


@half
@every_variant
@given(matrices())
def test_the_order_of_raters_matters_only_where_it_is_said(
    c: Coefficient, options: dict[str, Any], m: Any
) -> None:
    if "truth" in c.options:
        return  # one of the raters is the truth; asked in tests/coefficients/truth/
    swapped = m[:, :2][:, ::-1] if c.two_raters_only else m[:, [2, 0, 1]]
    if c.name in TURNED_OVER:
        other = {**options, "ratio": 1 / options["ratio"]} if "ratio" in options else options
        assert same(value(c, make(m, c), **options), 1 / value(c, make(swapped, c), **other))
        return
    before, after = value(c, make(m, c), **options), value(c, make(swapped, c), **options)
    if "rater order" in c.ignores:
        assert same(before, after)
    else:  # signed: the order gives the sign
        assert same(abs(before), abs(after))


@half
@every_variant
@given(matrices(), st.lists(st.integers(0, 3), min_size=14, max_size=14))
def test_a_weight_is_that_many_copies(
    c: Coefficient, options: dict[str, Any], m: Any, copies: list[int]
) -> None:
    times = np.array(copies[: len(m)])
    assume(times.sum() > 0)
    weighed = make(m, c, weights=times)
    repeated = make(np.repeat(m, times, axis=0), c)
    assert same(value(c, weighed, **options), value(c, repeated, **options))
    a, b = (Measure(c, r, options).result() for r in (weighed, repeated))
    if a.defined and a.interval and b.interval:
        assert same(a.se, b.se, 1e-7)
        assert same(a.interval.low, b.interval.low, 1e-7)
        assert same(a.n_items, b.n_items)


@half
@every_variant
@given(matrices(), st.integers(1, 13))
def test_parts_add_to_the_whole(c: Coefficient, options: dict[str, Any], m: Any, cut: int) -> None:
    assume(cut < len(m))
    whole, left, right = (make(x, c) for x in (m, m[:cut], m[cut:]))
    added = as_statistic(c.statistic, patterns(left) + patterns(right), keep_rows=False)
    estimate = c(added, **options)
    got = math.nan if estimate.undefined else float(estimate.value)
    assert same(value(c, whole, **options), got)
    by_parts = as_statistic(c.statistic, patterns(left), keep_rows=False) + as_statistic(  # type: ignore[operator]
        c.statistic, patterns(right), keep_rows=False
    )
    estimate = c(by_parts, **options)
    assert same(value(c, whole, **options), math.nan if estimate.undefined else float(estimate.value))


@half
@every_variant
@given(matrices(gaps=False))
def test_perfect_agreement_is_the_top_of_the_range(c: Coefficient, options: dict[str, Any], m: Any) -> None:
    assume(len(np.unique(m[:, 0])) >= 2)
    agreed = np.repeat(m[:, :1], m.shape[1], axis=1)
    if c.name == "prevalence_index" or math.isnan(c.best):
        return  # how the ratings vary at all is not a matter of agreement
    got = value(c, make(agreed, c), **options)
    if c.transform == "fisher" or c.name in ("kendall_w", *TURNED_OVER):  # they pass through a square root
        if c.name != "kendall_w" or options.get("correct_ties", True):
            assert same(got, c.best, 1e-12)
    else:
        assert got == c.best


@every_coefficient
@given(matrices(), st.permutations(range(K)))
def test_renaming_categories_changes_nothing_where_that_is_promised(
    c: Coefficient, m: Any, order: Any
) -> None:
    names = np.array(["zero", "one", "two", "three"])
    plain = make(m, c)
    columns = [[None if x < 0 else str(names[x]) for x in col] for col in plain.matrix.T]
    if "category names" in c.ignores and c.name != "krippendorff_alpha":
        named = from_columns(columns, plain.raters, scale=Scale.ordinal(names.tolist()))
        assert same(value(c, plain), value(c, named))
    if "category order" in c.ignores:
        shuffled = from_columns(columns, plain.raters, scale=Scale.nominal(names[list(order)].tolist()))
        assert same(value(c, plain), value(c, shuffled))


@half
@every_variant
@given(matrices())
def test_the_value_lies_in_its_range(c: Coefficient, options: dict[str, Any], m: Any) -> None:
    got = value(c, make(m, c), **options)
    low, high = c.range
    floor = -math.inf if c.chance_corrected else low  # with gaps kappa may fall below -1; see the docs
    assert math.isnan(got) or floor - 1e-9 <= got <= high + 1e-9


@half
@every_variant
@given(matrices(), st.integers(0, 2**32 - 1), st.booleans())
def test_many_draws_at_once_are_the_draws_one_by_one(
    c: Coefficient, options: dict[str, Any], m: Any, seed: int, whole: bool
) -> None:
    measure = Measure(c, make(m, c), options)
    statistic = measure.reduce()
    rng = np.random.default_rng(seed)
    draws = rng.integers(0, 4, (3, len(statistic.counts))).astype(float)
    if not whole:  # weights of a survey: their sums round
        draws *= rng.uniform(1, 3, draws.shape)
    together = measure.values(statistic, DrawWeights(draws))
    for weights, got in zip(draws, together, strict=True):
        if weights.sum() == 0:
            continue
        alone = measure.estimate(statistic.weighed(CaseWeights(weights)))
        expected = math.nan if alone.undefined else float(alone.value)
        assert same(float(got), expected, 1e-8)


@half
@every_variant
@given(matrices())
def test_leaving_one_out_is_leaving_one_out(c: Coefficient, options: dict[str, Any], m: Any) -> None:
    measure = Measure(c, make(m, c), options)
    statistic = measure.reduce()
    assume(len(statistic.counts) > 0)
    without = measure.values(statistic, LeaveOneOut(statistic.counts))
    weights = statistic.counts.copy()
    weights[0] -= 1
    assume(weights.sum() > 0)
    alone = measure.estimate(statistic.weighed(CaseWeights(weights)))
    assert same(float(without[0]), math.nan if alone.undefined else float(alone.value), 1e-8)


@half
@every_variant
@given(matrices(least=4))
def test_slopes_are_derivatives(c: Coefficient, options: dict[str, Any], m: Any) -> None:
    """The influence values against a central difference in the weight of each pattern."""
    if c.name == "passing_bablok" or options.get("limits") == "nonparametric":
        return  # quantiles move in steps; their slopes are those of a smooth density
    if (
        c.name == "kappa_max"
    ):  # margins tie in small samples; asked in tests/coefficients/categories/test_cohen.py
        return
    measure = Measure(c, make(m, c), options)
    statistic = measure.reduce()
    estimate = measure.estimate(statistic)
    assume(not estimate.undefined and not _at_a_corner(c, statistic))
    h = 1e-5
    up, down = (
        measure.values(statistic, DrawWeights(statistic.counts + sign * h * np.eye(len(statistic.counts))))
        for sign in (1, -1)
    )
    slope = estimate.value.slope
    assert slope is not None
    if c.name == "krippendorff_alpha":  # its slope is that of the large-sample form 1 - D_o/D_e
        added = h * statistic.given * statistic.paired
        n = float(estimate.details["n_pairable"])
        up, down = (1 - (1 - x) * m / (m - 1) for x, m in ((up, n + added), (down, n - added)))
    numeric = (up - down) / (2 * h)
    assume(np.isfinite(numeric).all())
    assert np.abs(numeric - slope).max() <= 1e-4 * (1 + np.abs(slope).max())


def _at_a_corner(c: Coefficient, statistic: Any) -> bool:
    """Absolute values and minima have no derivative where two margins tie."""
    if c.name == "bias_index":
        return bool(np.any(np.abs(statistic.rows.value - statistic.columns.value) < 1e-6))
    if c.name == "prevalence_index":
        return bool(np.any(np.abs(statistic.pooled.shares - 1 / K) < 1e-6))
    if c.name in ("sem", "smallest_detectable_change"):  # a rater variance below 0 counts as 0
        return any(abs(float(mean_squares(statistic, method=r).var_raters)) < 1e-6 for r in ("auto", "anova"))
    return c.name in ("root_mean_square_error",) and bool(
        float(statistic.sum(statistic.mean_over_pairs(lambda a, b: (a != b) * 1.0))) == 0
    )


@half
@every_variant
@given(matrices())
def test_a_result_comes_back_from_json(c: Coefficient, options: dict[str, Any], m: Any) -> None:
    result = Measure(c, make(m, c), options).result()
    text = json.dumps(result.to_dict(), allow_nan=False)
    back = Result.from_dict(json.loads(text))
    assert back.to_dict() == result.to_dict()
    assert str(back) == str(result)


@half
@every_variant
@given(matrices())
def test_undefined_is_nan_without_interval_and_with_a_reason(
    c: Coefficient, options: dict[str, Any], m: Any
) -> None:
    result = Measure(c, make(m, c), options).result()
    if not result.defined:
        assert result.interval is None
        assert math.isnan(result.p_value)
        assert result.notes


@every_coefficient
def test_one_category_only_is_undefined_and_says_so(c: Coefficient) -> None:
    ratings = from_columns([["a"] * 6, ["a"] * 6], ["A", "B"], scale=None)
    if "nominal" not in c.scales:
        ratings = from_columns([[2] * 6, [2] * 6], ["A", "B"])
    result = Measure(c, ratings).result()
    if c.chance_corrected or c.transform == "fisher" or c.name == "kendall_w":
        assert not result.defined
        assert result.notes[0].text.endswith(".")
        assert result.interval is None
    if c.chance_corrected and c.name != "krippendorff_alpha":
        assert result.details["observed_agreement"] == 1


@every_coefficient
def test_nobody_rated_the_same_item_is_undefined_and_says_so(c: Coefficient) -> None:
    m = np.array([[0, -1], [1, -1], [-1, 2], [-1, 0]])
    result = Measure(c, make(m)).result()
    assert not result.defined
    assert result.notes[0].code in ("no-pairs", "no-complete-items")


@every_coefficient
def test_one_item_gives_no_traceback(c: Coefficient) -> None:
    for row in ([0, 1], [1, 1]):
        result = Measure(c, make(np.array([row]))).result()
        assert result.defined or result.notes


@half
@every_variant
@given(matrices(gaps=False, least=5))
def test_a_higher_level_gives_a_wider_interval(c: Coefficient, options: dict[str, Any], m: Any) -> None:
    measure = Measure(c, make(m, c), options)
    narrow, wide = (measure.result(Plan(level=level)).interval for level in (0.8, 0.99))
    if narrow is not None and wide is not None:
        assert wide.low <= narrow.low + 1e-12
        assert wide.high >= narrow.high - 1e-12
