"""Raters who read every item several times: the correlation between raters, and of a rater with themself."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant as cc
from concordant.coefficients.reliability.three_way import crossed, replicated, sources
from concordant.reduce.moments import of_values
from tests.designs import repeated

#: Joint angles in degrees of 29 subjects, by two goniometers with three readings each.
#: Eliasziw, Young, Woodbury and Fryday-Field (1994), Table 4, as given in the help of R's irr::relInterIntra.
GONIOMETER = np.array([
    -2, 16, 5, 11, 7, -7, 18, 4, 0, 0, -3, 3, 7, -6, 1, -13, 2, 4, -10, 8, 7, -3, -5, 5, 0, 7, -8, 1, -3,
    0, 16, 6, 10, 8, -8, 19, 5, -3, 0, -2, -1, 9, -7, 1, -14, 1, 4, -9, 9, 6, -2, -5, 5, -1, 6, -8, 1, -3,
    1, 15, 6, 10, 6, -8, 19, 5, -2, -2, -2, 1, 9, -6, 0, -14, 0, 3, -10, 8, 7, -4, -7, 5, -1, 6, -8, 2, -3,
    2, 12, 4, 9, 5, -9, 17, 5, -7, 1, -4, -1, 4, -8, -2, -12, -1, 7, -10, 2, 8, -5, -6, 3, -4, 4, -10, 1, -5,
    1, 14, 4, 7, 6, -10, 17, 5, -6, 2, -3, -2, 4, -10, -2, -12, 0, 6, -11, 8, 7, -5, -8, 4, -3, 4, -11, -1,
    -4,
    1, 13, 4, 8, 6, -9, 17, 5, -5, 1, -3, 1, 2, -9, -3, -12, 0, 4, -10, 8, 7, -5, -7, 4, -4, 4, -10, 0, -5,
], dtype=float).reshape(2, 3, 29).transpose(2, 0, 1)  # fmt: skip


def mean_squares(y: Any) -> tuple[float, float, float, float]:
    """Subjects, raters, both, and readings, by loops over the cells."""
    n, t, m = y.shape
    grand, cell = y.mean(), y.mean(axis=2)
    subjects, raters = cell.mean(axis=1), cell.mean(axis=0)
    ss = m * t * sum((x - grand) ** 2 for x in subjects)
    sr = m * n * sum((x - grand) ** 2 for x in raters)
    ssr = m * sum(
        (cell[i, j] - subjects[i] - raters[j] + grand) ** 2 for i, j in itertools.product(range(n), range(t))
    )
    se = sum((y[i, j, k] - cell[i, j]) ** 2 for i, j, k in itertools.product(range(n), range(t), range(m)))
    return ss / (n - 1), sr / (t - 1), ssr / ((n - 1) * (t - 1)), se / (n * t * (m - 1))


@pytest.mark.parametrize("shape", [(5, 2, 2), (7, 3, 4), (4, 4, 2)])
def test_the_table_of_readings_is_that_of_sums_over_cells(shape: tuple[int, int, int]) -> None:
    y = np.random.default_rng(3).normal(size=shape)
    n, k, t = shape
    m = of_values(y.reshape(n, -1), [str(g) for g in range(k)], [str(o) for o in range(t)])
    assert replicated(m.complete, k, t).squares == pytest.approx(mean_squares(y), rel=1e-10)


@pytest.mark.parametrize("shape", [(5, 2, 2), (7, 3, 4), (4, 4, 2)])
def test_the_three_way_table_is_that_of_sums_over_cells(shape: tuple[int, int, int]) -> None:
    """Every effect is what its cells hold beyond the effects they are made of."""
    y = np.random.default_rng(4).normal(size=shape)
    effects: dict[tuple[int, ...], Any] = {}
    for size in range(4):
        for kept in itertools.combinations(range(3), size):
            others = tuple(a for a in range(3) if a not in kept)
            mean = y.mean(axis=others, keepdims=True) if others else y
            inner = [effects[sub] for s in range(size) for sub in itertools.combinations(kept, s)]
            effects[kept] = mean - sum(inner)
    expected = []
    for kept in [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]:
        total = float((np.broadcast_to(effects[kept], shape) ** 2).sum())
        expected.append(total / np.prod([shape[a] - 1 for a in kept]))
    n, k, t = shape
    m = of_values(y.reshape(n, -1), [str(g) for g in range(k)], [str(o) for o in range(t)])
    assert crossed(m.complete, k, t).squares == pytest.approx(expected, rel=1e-10)


def test_known_components_come_back_from_many_simulated_studies() -> None:
    rng = np.random.default_rng(5)
    true = dict(zip(sources(3, 2), (1.0, 0.4, 0.2, 0.5, 0.3, 0.1, 0.8), strict=True))
    n, k, t, studies = 20, 3, 2, 2000
    axes = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    found = []
    for _ in range(studies):
        y = np.zeros((n, k, t))
        for variance, kept in zip(true.values(), axes, strict=True):
            y = y + np.sqrt(variance) * rng.normal(
                size=[s if a in kept else 1 for a, s in enumerate(y.shape)]
            )
        table = crossed(of_values(y.reshape(n, -1), ["a", "b", "c"], ["1", "2"]).complete, k, t)
        found.append([float(table.component(name)) for name in true])
    error = np.std(found, axis=0) / np.sqrt(studies)
    assert (np.abs(np.mean(found, axis=0) - list(true.values())) < 4 * error).all()


# --- between raters -------------------------------------------------------------------------------


def test_both_correlations_of_the_goniometers_are_those_of_the_paper() -> None:
    """Eliasziw et al. (1994), their estimates for random and for fixed raters, written out."""
    n, t, m = 29, 2, 3
    ms, mr, msr, me = mean_squares(GONIOMETER)
    s, r, sr = (ms - msr) / (m * t), (mr - msr) / (m * n), (msr - me) / m
    fixed_s = (ms - me) / (m * t)
    random = s / (s + r + sr + me)
    fixed = (fixed_s - sr / t) / (fixed_s + (t - 1) * sr / t + me)
    intra = (s + r + sr) / (s + r + sr + me)
    intra_fixed = (fixed_s + (t - 1) * sr / t) / (fixed_s + (t - 1) * sr / t + me)
    data = repeated(GONIOMETER)
    agreement, consistency = cc.icc(data, form="A,1"), cc.icc(data, form="C,1")
    assert agreement.estimate == pytest.approx(random, abs=1e-12)
    assert consistency.estimate == pytest.approx(fixed, abs=1e-12)
    assert agreement.details["intra_rater_icc"] == pytest.approx(intra, abs=1e-12)
    assert consistency.details["intra_rater_icc"] == pytest.approx(intra_fixed, abs=1e-12)
    assert cc.intra_rater_icc(data).estimate == pytest.approx(intra, abs=1e-12)
    assert cc.intra_rater_icc(data, model="mixed").estimate == pytest.approx(intra_fixed, abs=1e-12)


def test_the_lower_limits_between_raters_are_those_of_the_paper() -> None:
    """Eliasziw et al. (1994): one-sided at 95 %, which is the lower end of a two-sided 90 %."""
    n, t, m = 29, 2, 3
    ms, mr, msr, me = mean_squares(GONIOMETER)
    data = repeated(GONIOMETER)
    for form, absolute in (("A,1", 1.0), ("C,1", 0.0)):
        result = cc.icc(data, form=form, level=0.9)
        rho = result.estimate
        a = absolute * t * rho
        b = n * (1 + (t - 1) * rho) - a
        c = n * t * (m - 1) * rho
        below = (
            a**2 * mr**2 / (t - 1) + b**2 * msr**2 / ((n - 1) * (t - 1)) + c**2 * me**2 / (n * t * (m - 1))
        )
        df = (a * mr + b * msr + c * me) ** 2 / below
        f = stats.f.ppf(0.95, n - 1, df)
        rest = absolute * t * (mr - msr) + n * (t - 1) * msr + n * t * (m - 1) * me
        assert result.interval is not None
        assert result.interval.low == pytest.approx(n * (ms - f * msr) / (n * ms + f * rest), abs=1e-9)


def test_the_mean_of_raters_steps_up_and_so_do_its_limits() -> None:
    data = repeated(GONIOMETER)
    one, several = cc.icc(data, form="A,1"), cc.icc(data, form="A,k", averaged=7)
    assert one.interval is not None
    assert several.interval is not None
    for before, after in (
        (one.estimate, several.estimate),
        (one.interval.low, several.interval.low),
        (one.interval.high, several.interval.high),
    ):
        assert after == pytest.approx(cc.spearman_brown(before, 7), abs=1e-10)
    assert cc.icc(data, form="A,k").estimate == pytest.approx(cc.spearman_brown(one.estimate, 2), abs=1e-12)


def test_raters_of_their_own_for_every_item_are_a_nested_design() -> None:
    n, t, m = 29, 2, 3
    ms, mr, msr, me = mean_squares(GONIOMETER)
    within = (mr * (t - 1) + msr * (n - 1) * (t - 1)) / (n * (t - 1))  # raters within items
    s, r = (ms - within) / (m * t), (within - me) / m
    result = cc.icc(repeated(GONIOMETER), form="1,1")
    assert result.estimate == pytest.approx(s / (s + r + me), abs=1e-12)
    assert result.details["var_raters"] == pytest.approx(r, abs=1e-10)


def test_the_test_against_a_limit_has_the_p_of_the_interval() -> None:
    data = repeated(GONIOMETER[:12])
    interval = cc.icc(data, form="C,1", level=0.9).interval
    assert interval is not None
    # the degrees of freedom are those at the tested value, and the limit takes those at the estimate
    assert cc.icc(data, form="C,1", null=interval.low).p_value == pytest.approx(0.05, abs=0.01)


def test_an_estimate_of_variance_below_zero_is_shown_with_a_note() -> None:
    y = np.repeat(np.array([[1.0, 5], [3, 3], [5, 1]])[:, :, None], 2, axis=2)
    result = cc.icc(repeated(y))
    # MS_s = MS_r = MS_e = 0, MS_sr = 2·16/2 = 16; so σ_s² = −16/4, σ_r² = −16/6, σ_sr² = 16/2
    assert result.details["var_items"] == pytest.approx(-4)
    assert result.estimate == pytest.approx(-4 / (-4 - 16 / 6 + 8))
    assert [note.code for note in result.notes if "below 0" in note.text] == ["negative-variance"]


def test_averaged_goes_with_forms_of_the_mean_only() -> None:
    with pytest.raises(cc.OptionError, match="averaged requires a form of the mean, such as 'A,k'"):
        cc.icc(repeated(GONIOMETER), form="A,1", averaged=3)


def test_limits_hold_as_often_as_they_say() -> None:
    """Between raters and within, 1500 studies of 20 items, 3 raters and 2 readings."""
    rng = np.random.default_rng(6)
    n, k, t = 20, 3, 2
    from concordant.coefficients.reliability.icc_forms import form_of
    from concordant.coefficients.reliability.replicates import between, within

    s, r, sr, e = 1.0, 0.1, 0.2, 0.4
    held = np.zeros((1500, 3))
    for study in held:
        y = rng.normal(size=(n, 1, 1)) + np.sqrt(r) * rng.normal(size=(1, k, 1))
        y = y + np.sqrt(sr) * rng.normal(size=(n, k, 1)) + np.sqrt(e) * rng.normal(size=(n, k, t))
        table = replicated(of_values(y.reshape(n, -1), ["a", "b", "c"], ["1", "2"]).complete, k, t)
        true = s / (s + r + sr + e), s / (s + sr + e), (s + r + sr) / (s + r + sr + e)
        found = between(table, form_of("A,1")), between(table, form_of("C,1")), within(table, fixed=False)
        for place, (signal, rho) in enumerate(zip(found, true, strict=True)):
            low, high = signal.limits(0.95)
            study[place] = low <= rho <= high
    assert (np.abs(held.mean(axis=0) - 0.95) < 0.025).all()
