"""One coefficient over strata: every way to combine them, their errors, and why pooled and mean differ."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from tests.strata_tables import CITIES, DEPARTMENTS, rows, strata

# --- known values -----------------------------------------------------------------------------


def test_the_departments_of_document_000() -> None:
    found = strata(DEPARTMENTS)
    assert [round(result.estimate, 2) for _, result in found] == [0.21, 0.49, 0.33]
    assert round(found.size_weighted.estimate, 3) == 0.334
    assert round(found.pooled_table.estimate, 3) == 0.386
    # chance within strata: Σ n(p_o - p_e)/Σ n(1 - p_e) = (8.6 + 19.4 + 16.08)/(41.6 + 39.4 + 48.08)
    assert found.pooled_chance is not None
    assert found.pooled_chance.estimate == pytest.approx(44.08 / 129.08)
    assert found.from_margins == pytest.approx(found.pooled_table.estimate - 44.08 / 129.08)
    assert found.differs_because == "margins"
    assert found.from_margins / found.difference > 0.85


# R metafor 3.8.1 rma(FE) on kappas of vcd 1.4.11, which also gives the pooled table's
REFERENCE = [
    (
        DEPARTMENTS, 0.333957855123668, 0.349418647961867, 0.0570758306099351,
        0.237552075578685, 0.461285220345048, 0.3414936473504804, 0.385711335948792, 0.0553576588292162,
        4.04938254324222, 0.132034599724087,
    ),
    (
        CITIES, 0.235977386708906, 0.233834908386978, 0.0424447728206678,
        0.150644682326485, 0.317025134447471, 0.23654175787960077, 0.256957746478873, 0.0429341860791174,
        0.900876188747209, 0.342546881361439,
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", REFERENCE, ids=["departments", "cities"])
def test_other_software_gives_the_same(case: Any) -> None:
    tables, *expected = case
    found = strata(tables)
    mean, inverse, chance, pooled, equality = (
        found.size_weighted, found.inverse_variance, found.pooled_chance, found.pooled_table, found.equality,
    )  # fmt: skip
    assert chance is not None
    assert inverse.interval is not None
    ends = (inverse.interval.low, inverse.interval.high)
    ours = [mean.estimate, inverse.estimate, inverse.se, *ends, chance.estimate, pooled.estimate, pooled.se]
    fleiss = [equality.details["chi_square"], equality.details["chi_square_p"]]
    assert [*ours, *fleiss] == pytest.approx(expected, rel=1e-9)
    assert equality.p_value == pytest.approx(expected[-1], rel=0.12)  # strata are not small, but not large


# --- why they differ --------------------------------------------------------------------------


def test_equal_kappas_at_different_prevalence_differ_because_of_margins() -> None:
    # both: p_o = .91, p_e = .82, kappa 1/2; pooled [[182, 18], [18, 182]]: p_e = .5, kappa .82
    found = strata([[[171, 9], [9, 11]], [[11, 9], [9, 171]]])
    assert found.size_weighted.estimate == pytest.approx(0.5)
    assert found.pooled_table.estimate == pytest.approx(0.82)
    assert found.from_margins == pytest.approx(0.32)
    assert found.from_agreement == pytest.approx(0, abs=1e-12)
    assert found.differs_because == "margins"
    assert found.equality.p_value == pytest.approx(1)


def test_where_only_one_rater_shifts_the_difference_is_due_to_agreement() -> None:
    # b says 80 : 20 in both. First: d = .16, e = .32, kappa 1/2. Second: d = e = .68, kappa 0.
    # pooled [[88, 12], [72, 28]]: d = .42, e = .5·.2 + .5·.8 = .5 = (.32 + .68)/2, kappa .16; mean .25
    found = strata([[[72, 8], [8, 12]], [[16, 4], [64, 16]]])
    assert found.size_weighted.estimate == pytest.approx(0.25)
    assert found.pooled_table.estimate == pytest.approx(0.16)
    assert found.from_margins == pytest.approx(0, abs=1e-12)
    assert found.from_agreement == pytest.approx(-0.09)
    assert found.differs_because == "agreement"


def test_with_equal_margins_pooled_and_mean_are_one_however_different_the_strata() -> None:
    # e = .32 in both, so pooled = 1 - mean(d)/.32 = mean of kappas 1/2 and 0
    found = strata([[[72, 8], [8, 12]], [[64, 16], [16, 4]]])
    assert found.pooled_table.estimate == pytest.approx(found.size_weighted.estimate)
    assert found.differs_because == "neither"
    assert found.equality.p_value < 0.001


@pytest.mark.parametrize("options", [{}, {"weights": "linear"}, {"weights": "quadratic"}])
@pytest.mark.parametrize("seed", range(3))
def test_the_two_reasons_add_up_and_are_what_they_are_said_to_be(seed: int, options: Any) -> None:
    tables = np.random.default_rng(seed).integers(0, 9, (4, 3, 3)) + 3 * np.eye(3, dtype=int)
    found = strata(tables, **options)
    assert found.from_margins + found.from_agreement == pytest.approx(found.difference, abs=1e-12)
    n = tables.sum(axis=(1, 2)) / tables.sum()
    power = {"linear": 1, "quadratic": 2}.get(options.get("weights", ""), 0)
    apart = np.abs(np.subtract.outer(range(3), range(3)))
    miss = (apart > 0) * (apart / 2.0) ** power
    p, q = (tables.sum(axis=axis) / tables.sum(axis=(1, 2))[:, None] for axis in (2, 1))
    within = np.einsum("h,hi,hj,ij->", n, p, q, miss)
    d = np.einsum("hij,ij->", tables, miss) / tables.sum()
    # margins: the covariance between strata of what both raters use
    between = np.einsum("h,hi,hj->ij", n, p - n @ p, q - n @ q)
    pooled = within - (between * miss).sum()
    assert found.from_margins == pytest.approx(d / within - d / pooled)
    # agreement: the covariance of kappa and chance disagreement over strata
    e = np.einsum("hi,hj,ij->h", p, q, miss)
    kappa = np.array([result.estimate for _, result in found])
    assert found.from_agreement == pytest.approx((n * kappa * (e - n @ e)).sum() / (n @ e))


# --- other coefficients, and edges ------------------------------------------------------------


def test_a_coefficient_of_several_raters_has_chance_within_strata_where_it_is_of_that_form() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 3, 120)
    data = pd.DataFrame(
        {f"r{j}": np.where(rng.random(120) < 0.7, truth, rng.integers(0, 3, 120)) for j in range(3)}
    )
    data["part"] = rng.choice(["x", "y"], 120)
    asked = {"by": "part", "raters": ["r0", "r1", "r2"]}
    fleiss, icc = (cc.stratified(data, name, **asked) for name in ("fleiss_kappa", "icc"))
    assert fleiss.pooled_chance is not None
    assert fleiss.from_margins + fleiss.from_agreement == pytest.approx(fleiss.difference)
    assert icc.pooled_chance is None
    assert icc.differs_because is None
    n = [result.n_items for _, result in icc]
    mean = sum(m * result.estimate for m, (_, result) in zip(n, icc, strict=True)) / 120
    assert icc.size_weighted.estimate == pytest.approx(mean)
    assert icc.inverse_variance.se < min(result.se for _, result in icc)
    assert icc.size_weighted.interval is not None


@pytest.mark.parametrize("name", ["krippendorff_alpha", "exact_agreement", "mean_absolute_error"])
def test_where_disagreement_does_not_average_no_reason_is_given(name: str) -> None:
    found = strata(DEPARTMENTS, name)
    assert found.pooled_chance is None
    assert set(found.combined) == {"size_weighted", "inverse_variance", "pooled_table"}
    assert math.isnan(found.from_margins)


def test_a_stratum_without_a_kappa_is_left_out_of_the_means_and_adds_nothing_to_chance() -> None:
    found, without = strata([*DEPARTMENTS, [[30, 0], [0, 0]]]), strata(DEPARTMENTS)
    assert found.size_weighted.estimate == pytest.approx(without.size_weighted.estimate)
    assert found.size_weighted.notes[0].text.endswith("without a value or a standard error: s3.")
    assert found.pooled_chance is not None
    assert without.pooled_chance is not None
    assert found.pooled_chance.estimate == pytest.approx(without.pooled_chance.estimate)
    assert found.pooled_chance.se == pytest.approx(without.pooled_chance.se)
    assert found.from_margins + found.from_agreement == pytest.approx(found.difference)
    assert found.equality.notes[0].code == "parts-left-out"


def test_a_stratum_that_two_raters_never_share_is_no_obstacle_where_items_reach_across_strata() -> None:
    names = ("tone_human", "tone_judge", "depth_human", "depth_judge", "wit_human")
    scores = np.random.default_rng(1).integers(1, 4, (5, 30))
    data = {"id": list(range(30)), **dict(zip(names, scores.tolist(), strict=True))}
    found = cc.stratified(cc.read(data), "cohen_kappa", by="dimension")
    without = {name: held for name, held in data.items() if name != "wit_human"}
    both = cc.stratified(cc.read(without), "cohen_kappa", by="dimension")
    assert found.pooled_chance is not None
    assert both.pooled_chance is not None
    assert found.pooled_chance.estimate == pytest.approx(both.pooled_chance.estimate)
    assert found.pooled_chance.se == pytest.approx(both.pooled_chance.se)


def test_strata_without_any_kappa_are_undefined_and_say_so() -> None:
    found = strata([[[5, 0], [0, 0]], [[0, 0], [0, 4]]])
    assert found.pooled_table.estimate == 1  # pooled, both categories are used
    for result in (found.size_weighted, found.inverse_variance, found.pooled_chance):
        assert result is not None
        assert not result.defined
        assert result.notes[0].code == "no-stratum"
    assert found.differs_because is None


def test_perfect_strata_have_a_mean_without_a_standard_error() -> None:
    found = strata([[[5, 0], [0, 3]], [[2, 0], [0, 4]]])
    assert found.size_weighted.estimate == 1
    assert found.size_weighted.interval is None
    assert found.size_weighted.notes[-1].code == "no-spread"
    assert not found.inverse_variance.defined


def test_one_stratum_is_the_whole() -> None:
    found = strata(DEPARTMENTS[:1])
    for result in found.combined.values():
        assert (result.estimate, result.se) == pytest.approx((found["s0"].estimate, found["s0"].se))
    assert found.differs_because == "neither"
    assert not found.equality.defined


def test_small_strata_are_pointed_out() -> None:
    found = strata([*DEPARTMENTS, [[1, 1], [0, 1]]])
    assert found.size_weighted.notes[-1].text.startswith("1 stratum has fewer than 5 items")


def test_rows_that_stand_for_many_give_the_same() -> None:
    counted = rows(DEPARTMENTS).value_counts().reset_index(name="times")
    found = cc.stratified(counted, by="stratum", raters=["a", "b"], case_weights="times")
    written = strata(DEPARTMENTS)
    for name, result in written.combined.items():
        assert found.combined[name].estimate == pytest.approx(result.estimate)
        assert found.combined[name].se == pytest.approx(result.se)


def test_several_columns_names_and_gaps() -> None:
    data = rows(DEPARTMENTS).assign(half=lambda d: np.arange(len(d)) % 2)
    named = data.assign(a=data["a"].map({0: "no", 1: "yes"}), b=data["b"].map({0: "no", 1: "yes"}))
    named.loc[::7, "b"] = None
    found = cc.stratified(named, by=["stratum", "half"], raters=["a", "b"])
    assert len(found) == 6
    kept = named.dropna().query("stratum == 's1' and half == 0")
    assert found["s1", 0].estimate == pytest.approx(cc.cohen_kappa(kept, raters=["a", "b"]).estimate)
    assert found.size_weighted.n_items == named["b"].notna().sum()


def test_it_is_shown_and_stored_whole() -> None:
    found = strata(DEPARTMENTS)
    frame = found.frame()
    assert frame["stratum"].tolist()[-4:] == [
        "size_weighted",
        "inverse_variance",
        "pooled_chance",
        "pooled_table",
    ]
    assert "0.334" in repr(found)
    stored = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert stored["differs_because"] == "margins"
    assert cc.Result.from_dict(stored["pooled_chance"]) == found.pooled_chance
    assert [part["values"] for part in stored["parts"]] == [["s0"], ["s1"], ["s2"]]


def test_without_a_name_it_is_the_coefficient_of_a_study() -> None:
    rng = np.random.default_rng(3)
    part, true = np.arange(120) % 2, rng.normal(50, 10, 120)
    lengths = pd.DataFrame({"a": true, "b": true + rng.normal(0, 2, 120), "part": part})
    scores = pd.DataFrame({n: np.clip(true // 10 + rng.integers(-1, 2, 120), 2, 8) for n in "abc"})
    scores["part"] = part
    names = scores.apply(lambda column: column if column.name == "part" else column.map(lambda x: f"n{x}"))
    for frame, raters, measure, options in (
        (lengths, "ab", "icc", {"form": "A,1"}),
        (scores, "ab", "cohen_kappa", {"weights": "quadratic"}),
        (scores, "abc", "krippendorff_alpha", {"metric": "ordinal"}),
        (names, "bc", "cohen_kappa", {}),
    ):
        found = cc.stratified(frame, by="part", raters=list(raters))
        named = cc.stratified(frame, measure, by="part", raters=list(raters), **options)
        assert found.to_dict() == named.to_dict()
        assert found.pooled_table.measure == measure
    several = cc.stratified(scores, by="part", raters=list("abc"), weights="linear")
    assert several.pooled_table.measure == "conger_kappa"


def test_what_is_asked_wrongly_is_said() -> None:
    with pytest.raises(cc.OptionError, match="by is empty: name one or more columns"):
        cc.stratified(rows(DEPARTMENTS), by=[], raters=["a", "b"])
    with pytest.raises(cc.OptionError, match="Did you mean 'stratum'"):
        cc.stratified(rows(DEPARTMENTS), by="stratums", raters=["a", "b"])


def test_level_and_null_are_followed() -> None:
    narrow, wide = strata(DEPARTMENTS, level=0.5), strata(DEPARTMENTS, level=0.99, null=0.3)
    assert narrow.size_weighted.interval is not None
    assert wide.size_weighted.interval is not None
    assert narrow.size_weighted.interval.low > wide.size_weighted.interval.low
    z = (wide.size_weighted.estimate - 0.3) / wide.size_weighted.se
    assert wide.size_weighted.p_value == pytest.approx(math.erfc(abs(z) / math.sqrt(2)))
