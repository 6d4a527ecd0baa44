"""Generalisability: components by facet, Eρ² and Φ, and what other designs would bring."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.reliability.generalisability import DecisionDesign
from concordant.coefficients.reliability.three_way import crossed, sources
from concordant.reduce.moments import of_values
from tests.designs import make, repeated, simulated

#: Brennan (2001), Generalizability theory, Table 3.1: synthetic data no. 3, 10 persons × 4 items × 2
#: occasions. Four columns of the first occasion, then four of the second; what he calls persons and items
#: are our items and raters.
BRENNAN = np.array([
    [2, 6, 7, 5, 2, 5, 5, 5],
    [4, 5, 6, 7, 6, 7, 5, 7],
    [5, 5, 4, 6, 5, 4, 5, 5],
    [5, 9, 8, 6, 5, 7, 7, 6],
    [4, 3, 5, 6, 4, 5, 6, 4],
    [4, 4, 4, 7, 6, 4, 7, 8],
    [2, 6, 6, 5, 2, 7, 7, 5],
    [3, 4, 4, 5, 6, 6, 6, 4],
    [0, 5, 4, 5, 5, 5, 5, 3],
    [6, 8, 7, 6, 6, 8, 8, 6],
], dtype=float).reshape(10, 2, 4).transpose(0, 2, 1)  # fmt: skip

#: The components that Brennan prints for them.
PRINTED = {
    "items": 0.5528,
    "raters": 0.4417,
    "occasions": 0.0074,
    "items × raters": 0.5750,
    "items × occasions": 0.1009,
    "raters × occasions": 0.1565,
    "error": 0.9352,
}


def errors(n_r: float, n_o: float) -> tuple[float, float]:
    """σ_δ² and σ_Δ² of a design from the printed components."""
    p = PRINTED
    relative = p["items × raters"] / n_r + p["items × occasions"] / n_o + p["error"] / (n_r * n_o)
    more = p["raters"] / n_r + p["occasions"] / n_o + p["raters × occasions"] / (n_r * n_o)
    return relative, relative + more


# --- the G study ----------------------------------------------------------------------------------


def test_the_components_are_those_that_brennan_printed() -> None:
    result = cc.g_study(repeated(BRENNAN))
    assert {p.category: round(p.estimate, 4) for p in result.parts} == PRINTED
    assert result.estimate == pytest.approx(sum(p.estimate for p in result.parts))
    assert sum(p.details["share"] for p in result.parts) == pytest.approx(1)
    assert result.details["var_items_raters"] == result.parts[3].estimate


def test_a_component_has_the_error_of_its_mean_squares() -> None:
    """Var σ̂² = Σ c²·2·MS²/df: for items × occasions (MS_po − MS_pro)/4, df 9 and 27."""
    result = cc.g_study(repeated(BRENNAN))
    d = result.details
    variance = (2 * d["ms_items_occasions"] ** 2 / 9 + 2 * d["ms_error"] ** 2 / 27) / 16
    assert result.parts[4].se == pytest.approx(math.sqrt(variance))


def test_the_error_variance_has_its_exact_chi_square_interval() -> None:
    from scipy import stats

    part = cc.g_study(repeated(BRENNAN)).parts[-1]
    assert part.interval is not None
    ends = [27 * part.estimate / stats.chi2.ppf(p, 27) for p in (0.975, 0.025)]
    assert (part.interval.low, part.interval.high) == pytest.approx(ends)


def test_without_repeats_a_g_study_is_that_of_items_and_raters() -> None:
    codes = make(simulated(40, 4, 0.0, 1))
    a, b = cc.g_study(codes), cc.variance_components(codes)
    assert [p.estimate for p in a.parts] == pytest.approx([p.estimate for p in b.parts])
    assert [p.interval.low for p in a.parts] == pytest.approx([p.interval.low for p in b.parts])  # type: ignore[union-attr]
    gaps = make(simulated(40, 4, 0.2, 1))
    a, b = cc.g_study(gaps), cc.variance_components(gaps)
    assert [p.estimate for p in a.parts] == pytest.approx([p.estimate for p in b.parts])


def test_the_intervals_of_components_hold_as_often_as_they_say() -> None:
    from concordant.coefficients.reliability.g_study import _classical

    rng = np.random.default_rng(8)
    true = (1.0, 0.2, 0.1, 0.3, 0.2, 0.1, 0.5)
    n, k, t = 25, 4, 3
    axes = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    held = np.zeros((800, 7))
    for study in held:
        y = np.zeros((n, k, t))
        for variance, kept in zip(true, axes, strict=True):
            size = [s if a in kept else 1 for a, s in enumerate(y.shape)]
            y = y + math.sqrt(variance) * rng.normal(size=size)
        table = crossed(of_values(y.reshape(n, -1), list("abcd"), list("123")).complete, k, t)
        for place, name in enumerate(sources(k, t)):
            low, high = _classical(table, table.row(name)).limits(0.95)
            study[place] = low <= true[place] <= high
    assert (np.abs(held.mean(axis=0) - 0.95) < 0.03).all()


# --- reliability ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("n_r", "n_o"), [(None, None), (1, 1), (8, 1), (3, 2)])
def test_both_coefficients_follow_from_the_printed_components(n_r: Any, n_o: Any) -> None:
    data = repeated(BRENNAN)
    relative, absolute = errors(n_r or 4, n_o or 2)
    for name, error in (("g_coefficient", relative), ("phi_coefficient", absolute)):
        result = cc.agreement(data, name, n_raters=n_r, n_occasions=n_o)
        assert result.estimate == pytest.approx(0.5528 / (0.5528 + error), abs=2e-4)
        assert result.details["var_noise"] == pytest.approx(error, abs=2e-4)


def test_a_fixed_facet_moves_what_it_does_to_items_from_error_to_signal() -> None:
    p = PRINTED
    data = repeated(BRENNAN)
    signal = p["items"] + p["items × occasions"] / 2
    relative = p["items × raters"] / 4 + p["error"] / 8
    absolute = relative + p["raters"] / 4 + p["raters × occasions"] / 8
    assert cc.g_coefficient(data, fixed="occasions").estimate == pytest.approx(
        signal / (signal + relative), abs=2e-4
    )
    assert cc.phi_coefficient(data, fixed="occasions").estimate == pytest.approx(
        signal / (signal + absolute), abs=2e-4
    )
    signal = p["items"] + p["items × raters"] / 4
    error = p["items × occasions"] / 3 + p["error"] / 12 + p["occasions"] / 3 + p["raters × occasions"] / 12
    assert cc.phi_coefficient(data, fixed="raters", n_occasions=3).estimate == pytest.approx(
        signal / (signal + error), abs=2e-4
    )


@pytest.mark.parametrize("gaps", [0.0, 0.2])
def test_for_items_and_raters_they_are_intraclass_correlations(gaps: float) -> None:
    """Eρ² is ICC(C,k) and Φ is ICC(A,k), interval, error and test included."""
    data = make(simulated(60, 4, gaps, 2))
    for name, form in (("g_coefficient", "C,k"), ("phi_coefficient", "A,k")):
        for raters in (None, 7):
            a = cc.agreement(data, name, n_raters=raters, null=0.3)
            b = cc.icc(data, form=form, averaged=raters, null=0.3, interval="classical")
            assert a.interval is not None
            assert b.interval is not None
            assert [a.estimate, a.se, a.interval.low, a.interval.high, a.p_value] == pytest.approx(
                [b.estimate, b.se, b.interval.low, b.interval.high, b.p_value], rel=1e-8
            )
            assert a.n_items == b.n_items
            assert a.method == b.method


def test_more_raters_step_up_by_spearman_and_brown() -> None:
    data = make(simulated(60, 4, 0.0, 2))
    one = cc.phi_coefficient(data, n_raters=1).estimate
    assert cc.phi_coefficient(data, n_raters=6).estimate == pytest.approx(cc.spearman_brown(one, 6))


def test_mean_squares_alone_are_enough() -> None:
    # MS_s = 18, MS_r = 24, MS_e = 4, n = 20, k = 5: σ² = 2.8, 1 and 4, so Eρ² = 2.8/3.6, Φ = 2.8/3.8
    stated = cc.mean_squares(items=18, raters=24, error=4, n_items=20, n_raters=5)
    assert cc.g_coefficient(stated).estimate == pytest.approx(7 / 9)
    assert cc.phi_coefficient(stated).estimate == pytest.approx(14 / 19)
    assert [p.estimate for p in cc.g_study(stated).parts] == pytest.approx([2.8, 1, 4])
    assert cc.d_study(stated, n_raters=[5])["phi"] == pytest.approx([14 / 19])


def test_one_rater_with_repeats_speaks_of_occasions() -> None:
    """With one rater the occasions are the only facet: Eρ² is ICC(C,k) of the rater's occasions."""
    data = repeated(BRENNAN[:, :1])
    result = cc.g_coefficient(data)
    assert result.estimate == pytest.approx(cc.icc(BRENNAN[:, 0], form="C,k").estimate)
    assert "one-rater" in [note.code for note in result.notes]
    assert [p.category for p in cc.g_study(data).parts] == ["items", "occasions", "error"]


def test_limits_of_both_coefficients_hold_as_often_as_they_say() -> None:
    rng = np.random.default_rng(9)
    p, r, o, pr, po, ro, e = 1.0, 0.1, 0.05, 0.3, 0.1, 0.05, 0.6
    n, k, t = 25, 3, 3
    relative = pr / k + po / t + e / (k * t)
    true = p / (p + relative), p / (p + relative + r / k + o / t + ro / (k * t))
    held = np.zeros((1000, 2))
    for study in held:
        y = math.sqrt(p) * rng.normal(size=(n, 1, 1)) + math.sqrt(r) * rng.normal(size=(1, k, 1))
        y = y + math.sqrt(o) * rng.normal(size=(1, 1, t)) + math.sqrt(pr) * rng.normal(size=(n, k, 1))
        y = y + math.sqrt(po) * rng.normal(size=(n, 1, t)) + math.sqrt(ro) * rng.normal(size=(1, k, t))
        y = y + math.sqrt(e) * rng.normal(size=(n, k, t))
        m = of_values(y.reshape(n, -1), list("abc"), list("123"))
        table = crossed(m.complete, k, t)
        for place, absolute in enumerate((False, True)):
            low, high = DecisionDesign(m).reliability(table, absolute=absolute).limits(0.95)
            study[place] = low <= true[place] <= high
    assert (np.abs(held.mean(axis=0) - 0.95) < 0.03).all()


def test_an_error_variance_below_zero_leaves_no_share() -> None:
    """Items rise with raters on one occasion and fall on the other: MS_pro is large, MS_pr = MS_po = 0."""
    up = np.array([[1.0, -1], [-1, 1]])
    y = np.array([a * up + 10 * a for a in (-2, -1, 1, 2)])
    result = cc.g_coefficient(repeated(y))
    assert not result.defined
    assert result.notes[0].code == "negative-error"
    assert result.details["var_noise"] < 0
    assert {"negative-error", "negative-variance"} <= {n.code for n in cc.d_study(repeated(y)).notes}


def test_where_only_the_level_of_raters_varies_there_is_nothing_to_take_a_share_of() -> None:
    result = cc.g_coefficient([[1, 2], [1, 2], [1, 2]])
    assert not result.defined
    assert result.notes[0].code == "no-variation"
    # MS_s = MS_e = 0 and MS_r = 3/2: σ_r² = 1/2 is all there is, so Φ = 0/(0 + 1/4)
    assert cc.phi_coefficient([[1, 2], [1, 2], [1, 2]]).estimate == 0


# --- the D study ----------------------------------------------------------------------------------


def test_a_d_study_has_a_row_for_every_design() -> None:
    frame = cc.d_study(repeated(BRENNAN), n_raters=[1, 4], n_occasions=[1, 2, 3])
    assert frame.names == ["n_raters", "n_occasions", "g", "phi", "sem_relative", "sem_absolute"]
    assert len(frame) == 6
    for row in frame:
        relative, absolute = errors(row["n_raters"], row["n_occasions"])
        assert row["sem_relative"] == pytest.approx(math.sqrt(relative), abs=2e-4)
        assert row["sem_absolute"] == pytest.approx(math.sqrt(absolute), abs=2e-4)
        assert row["g"] == pytest.approx(0.5528 / (0.5528 + relative), abs=2e-4)
        assert row["phi"] == pytest.approx(0.5528 / (0.5528 + absolute), abs=2e-4)


def test_a_d_study_agrees_with_the_coefficients() -> None:
    data = repeated(BRENNAN)
    for fixed in (None, "raters", "occasions"):
        for row in cc.d_study(data, fixed=fixed):
            options = {"n_raters": row["n_raters"], "n_occasions": row["n_occasions"], "fixed": fixed}
            assert row["g"] == pytest.approx(cc.g_coefficient(data, **options).estimate)
            assert row["phi"] == pytest.approx(cc.phi_coefficient(data, **options).estimate)


def test_the_number_of_raters_for_a_target_is_the_least_that_reaches_it() -> None:
    data = repeated(BRENNAN)
    for row in cc.d_study(data, n_raters=[1], n_occasions=[1, 2, 5], target=0.75):
        for name, wanted in (("g_coefficient", "raters_for_g"), ("phi_coefficient", "raters_for_phi")):
            least = int(row[wanted])
            reached = [
                cc.agreement(data, name, n_raters=n, n_occasions=row["n_occasions"]).estimate
                for n in (least - 1, least)
            ]
            assert reached[0] < 0.75 <= reached[1]
    # raters do nothing about occasions: 0.5528/(0.5528 + 0.1009) = 0.846 is all that one occasion gives
    assert cc.d_study(data, n_occasions=[1], target=0.85)["raters_for_g"][0] == math.inf


def test_without_repeats_a_d_study_goes_through_raters_only() -> None:
    data = make(simulated(60, 4, 0.0, 2))
    frame = cc.d_study(data, target=0.9)
    assert frame["n_raters"].tolist() == list(range(1, 11))
    assert frame["n_occasions"].tolist() == [1] * 10
    needed = cc.raters_needed(cc.icc(data, form="A,1"), 0.9).estimate
    assert frame["raters_for_phi"].tolist() == [needed] * 10


# --- what cannot be asked -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"n_raters": 0}, "n_raters must be a whole number of raters, 1 or more, got 0"),
        ({"fixed": "items"}, "fixed must be one of"),
        (
            {"fixed": "raters", "n_raters": 9},
            "With fixed raters, their number must be that in the data, 4, not 9",
        ),
        ({"method": "reml"}, "uses analysis of variance of complete items"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(cc.OptionError, match=words):
        cc.g_coefficient(repeated(BRENNAN), **options)


def test_what_was_not_sampled_cannot_be_generalised_over() -> None:
    once = make(simulated(20, 3, 0.0, 1))
    with pytest.raises(cc.OptionError, match="omit n_occasions"):
        cc.g_coefficient(once, n_occasions=3)
    with pytest.raises(cc.OptionError, match="cannot be separated from error"):
        cc.phi_coefficient(once, fixed="raters")
    with pytest.raises(cc.OptionError, match="target must be a reliability between 0 and 1"):
        cc.d_study(once, target=1.5)
    with pytest.raises(cc.OptionError, match="Counts do not record"):
        cc.g_coefficient(cc.counts([[2, 1], [3, 0]], categories=[1, 2]))
    with pytest.raises(
        cc.InputError, match=r"A D study of these data is not possible\. All ratings are the same"
    ):
        cc.d_study([[1, 1], [1, 1], [1, 1]])
