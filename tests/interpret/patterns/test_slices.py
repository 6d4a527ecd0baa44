"""One slice misjudged: found where agreement is lower, exactly tested where slices are small."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import hypergeom

import concordant as cc
from concordant.interpret.patterns.slices import at_least
from concordant.ratings.scale import Scale

from .made import codes, judge, noisy, only, people, rated, tried, truth

TYPES = np.array(["news", "chat", "mood"])


def by_type(n: int) -> Any:
    """A content type for each item."""
    return TYPES[np.arange(n) % 3]


def test_a_type_on_which_the_judge_fails_is_misjudged() -> None:
    t, kind = truth(600), by_type(600)
    off = np.where(kind == "mood", noisy(t, 3, 0.7), noisy(t, 2, 0.2))
    f = only(judge(rated([noisy(t, 1, 0.2), off], slices={"type": kind})), "slice-misjudged")
    assert f.about == {"comparison": "b", "column": "type", "value": "mood"}
    same = noisy(t, 1, 0.2) == off
    assert f.facts["agreement"] == pytest.approx(same[kind == "mood"].mean())
    assert f.facts["rest"] == pytest.approx(same[kind != "mood"].mean())
    assert f.evidence.estimate == pytest.approx(f.facts["agreement"] - f.facts["rest"])
    assert f.evidence.n_items == 200
    assert all(e["type"] == "mood" and e["a"] != e["b"] for e in f.examples)


def test_raising_it_gives_the_slice_the_agreement_of_the_rest_for_each_score_of_the_people() -> None:
    t, kind = truth(600), by_type(600)
    a, off = noisy(t, 1, 0.2), np.where(kind == "mood", noisy(t, 3, 0.7), noisy(t, 2, 0.2))
    f = only(judge(rated([a, off], slices={"type": kind})), "slice-misjudged")
    rest = kind != "mood"
    same = np.array([(off == a)[rest & (a == score)].mean() for score in range(1, 6)])
    inside = same[a[~rest] - 1].sum()
    assert f.facts["exact_repaired"] == pytest.approx((inside + (off == a)[rest].sum()) / 600)
    assert f.headroom is not None
    assert f.headroom.gain > 0.05
    assert not f.headroom.at_most


@pytest.mark.parametrize("times", [3, 5])
def test_the_headroom_of_a_slice_is_what_the_judge_has_without_the_noise(times: float) -> None:
    rng = np.random.default_rng(5)
    n = 6000
    x, e = rng.normal(size=n), 0.5 * rng.normal(size=n)
    cuts = [-1.2, -0.4, 0.4, 1.2]
    kind = rng.choice(["p", "q", "r"], n, p=[0.2, 0.5, 0.3])
    human = np.digitize(x + 0.5 * rng.normal(size=n), cuts) + 1
    now, good = (np.digitize(x + e * np.where(kind == "p", k, 1), cuts) + 1 for k in (times, 1))
    main = ("cohen_kappa", {"weights": "quadratic"})
    f = only(judge(rated([human, now], slices={"type": kind}), main=main), "slice-misjudged")
    assert f.headroom is not None
    truly = cc.cohen_kappa(human, good, weights="quadratic").estimate
    assert f.headroom.now < truly - 0.05
    assert f.headroom.repaired == pytest.approx(truly, abs=0.015)


def test_of_two_equal_raters_the_headroom_of_a_slice_does_not_depend_on_their_order() -> None:
    t, kind = truth(600), by_type(600)
    a, off = noisy(t, 1, 0.2), np.where(kind == "mood", noisy(t, 3, 0.7), noisy(t, 2, 0.2))
    one, other = (
        only(people(rated(pair, slices={"type": kind})), "slice-misjudged") for pair in ([a, off], [off, a])
    )
    assert one.headroom is not None
    assert other.headroom is not None
    assert one.headroom.repaired == pytest.approx(other.headroom.repaired)


def test_measurements_of_a_slice_get_the_spread_of_the_rest() -> None:
    rng = np.random.default_rng(2)
    kind = by_type(900)
    x = rng.normal(size=900)
    e = rng.normal(size=900)
    off = x + np.where(kind == "mood", 1.5 * e + 1, 0.3 * e)
    f = only(
        judge(rated([x, off], scale=Scale.interval(), slices={"type": kind}), main=("ccc", {"divisor": "n"})),
        "slice-misjudged",
    )
    assert f.headroom is not None
    truly = cc.ccc(x, x + 0.3 * e, divisor="n").estimate
    assert f.headroom.repaired == pytest.approx(truly, abs=0.02)


def test_types_of_equal_skill_are_not() -> None:
    t, kind = truth(600), by_type(600)
    assert codes(judge(rated([noisy(t, 1), noisy(t, 2)], slices={"type": kind}))) == []


def test_a_type_that_is_harder_by_its_mixture_alone_is_not() -> None:
    # easy: 384 of 400 the same (96 %), kappa 1 − .04/.0582 = .31; mixed: 340 of 400 (85 %), kappa .7
    cells = [(0, 0, 380), (0, 1, 8), (1, 0, 8), (1, 1, 4), (0, 0, 170), (0, 1, 30), (1, 0, 30), (1, 1, 170)]
    a, b = (np.repeat([c[at] for c in cells], [c[2] for c in cells]) for at in (0, 1))
    kind = np.repeat(["easy", "mixed"], 400)
    assert cc.cohen_kappa(a[:400], b[:400]).estimate == pytest.approx(0.3127, abs=1e-3)
    compared = judge(rated([a, b], scale=Scale.nominal([0, 1]), slices={"type": kind}))
    (mixed,) = (c for c in tried(compared, "slice-misjudged") if c.about["value"] == "mixed")
    assert mixed.evidence.estimate == pytest.approx(0.85 - 0.96)
    assert mixed.evidence.p_value < 1e-6
    assert codes(compared) == []


def test_a_slice_that_always_fails_beside_one_that_never_does_is_found() -> None:
    # nothing varies within either part, so a test must take its spread from both together
    t = np.tile([1, 2, 3, 4], 20)
    kind = np.where(np.arange(80) < 20, "x", "y")
    off = np.where(kind == "x", 5 - t, t)
    f = only(judge(rated([t, off], slices={"type": kind})), "slice-misjudged")
    assert (f.facts["agreement"], f.facts["rest"]) == (0, 1)
    assert f.facts["exact_repaired"] == pytest.approx(1)


def test_small_slices_are_tested_exactly() -> None:
    # 5 of 12 disagree in the slice, 5 of 88 in the rest
    a = np.zeros(100, dtype=int)
    b = np.concatenate([np.repeat([1, 0], [5, 7]), np.repeat([1, 0], [5, 83])])
    kind = np.where(np.arange(100) < 12, "x", "y")
    compared = judge(rated([a, b], scale=Scale.nominal([0, 1]), slices={"type": kind}))
    (one,) = (c for c in tried(compared, "slice-misjudged") if c.about["value"] == "x")
    # mid-p: what was seen counts half
    assert one.evidence.p_value == pytest.approx(
        hypergeom.sf(5, 100, 10, 12) + hypergeom.pmf(5, 100, 10, 12) / 2
    )


def test_the_exact_probability_is_the_hypergeometric_one() -> None:
    for case in (
        (0, 5, 3, 20),
        (3, 7, 9, 30),
        (5, 5, 5, 5),
        (40, 100, 200, 1000),
        (5000, 10**5, 10**4, 10**6),
    ):
        hits, drawn, marked, among = case
        assert at_least(*case) == pytest.approx(hypergeom.sf(hits - 1, among, marked, drawn))


def test_people_can_misjudge_a_slice_too_and_dimensions_are_slices() -> None:
    t = truth(600)
    dimension = by_type(600)
    columns = [np.where(dimension == "mood", noisy(t, s, 0.9), noisy(t, s + 10, 0.2)) for s in (1, 2, 3)]
    f = only(people(rated(columns, items=np.arange(600) // 3, dimension=dimension)), "slice-misjudged")
    assert f.about["column"] == "dimension"
    assert f.about["value"] == "mood"


def test_slices_of_a_handful_are_not_looked_at_and_gaps_are_no_value() -> None:
    t = truth(100)
    kind = np.where(np.arange(100) < 9, "x", "y").astype(object)
    kind[50:60] = None
    compared = judge(rated([t, 6 - t], slices={"type": kind}))
    assert [c.about["value"] for c in tried(compared, "slice-misjudged")] == ["y"]


def test_words_without_order_have_slices() -> None:
    rng = np.random.default_rng(5)
    kind = by_type(450)
    a = np.array(["cat", "dog", "cow"])[rng.integers(0, 3, 450)]
    b = np.where((kind == "chat") & (rng.random(450) < 0.6), "dog", a)
    f = only(people(rated([a, b], scale=Scale.nominal(["cat", "dog", "cow"]), slices={"type": kind}),
                    main=("cohen_kappa", {})), "slice-misjudged")  # fmt: skip
    assert f.about["value"] == "chat"


def test_a_small_sure_difference_is_not_spoken_of() -> None:
    # 90 % against 92 % of 20,000 each; kappa .8 against .84
    cells = [(0, 0, 9000), (0, 1, 1000), (1, 0, 1000), (1, 1, 9000),
             (0, 0, 9200), (0, 1, 800), (1, 0, 800), (1, 1, 9200)]  # fmt: skip
    a, b, copies = zip(*cells, strict=True)
    kind = ["p"] * 4 + ["q"] * 4
    compared = judge(rated([a, b], scale=Scale.nominal([0, 1]), slices={"type": kind}, weights=copies))
    (one,) = (c for c in tried(compared, "slice-misjudged") if c.about["value"] == "p")
    assert one.evidence.estimate == pytest.approx(-0.02)
    assert one.evidence.p_value < 1e-10
    assert codes(compared) == []


def in_documents(documents: int) -> Any:
    """Forty documents of ten items, and a type that fills the first few of them."""
    t = truth(400)
    doc = np.repeat(np.arange(40), 10)
    kind = np.where(doc < documents, "rare", "common")
    off = np.where(kind == "rare", noisy(t, 3, 0.9), noisy(t, 2, 0.2))
    return judge(rated([noisy(t, 1, 0.2), off], slices={"type": kind}, clusters=doc))


def test_the_degrees_of_freedom_are_those_of_the_documents_in_the_slice() -> None:
    (one,) = (c for c in tried(in_documents(12), "slice-misjudged") if c.about["value"] == "rare")
    assert one.evidence.method == "analytic t(11), clustered"
    (other,) = (c for c in tried(in_documents(12), "slice-misjudged") if c.about["value"] == "common")
    assert other.evidence.method == "analytic t(11), clustered"


def test_a_slice_of_three_documents_is_too_small_however_many_items_it_has() -> None:
    assert not tried(in_documents(3), "slice-misjudged")


@pytest.mark.parametrize(
    ("column", "advice"),
    [
        ("type", "Add instructions specific to mood to the prompt."),
        ("dimension", "Improve this dimension first"),
        ("model", "Read the items below to see what distinguishes the output of mood"),
        ("batch", "mood itself is only an identifier"),
    ],
)
def test_advice_fits_the_column(column: str, advice: str) -> None:
    t = truth(600)
    kind = by_type(600)
    off = np.where(kind == "mood", noisy(t, 2, 0.9), noisy(t, 3, 0.2))
    f = only(judge(rated([noisy(t, 1, 0.1), off], slices={column: kind})), "slice-misjudged")
    assert advice in f.fix()
    assert ("补充专项条款" in f.fix("zh")) is (column == "type")


def test_ratings_far_off_are_seen_where_not_many_more_are() -> None:
    """Nearly as many are not the same in the slice as elsewhere, but those are three steps off, not one."""
    t = np.tile([1, 5], 150)
    here = np.arange(300) < 100
    off = np.where(np.arange(300) % 4 == 0, np.where(here, 3, 1), 0)
    judged_by = np.where(t == 1, t + off, t - off)
    compared = judge(rated([t, judged_by], slices={"type": np.where(here, "x", "y")}))
    (one,) = (c for c in tried(compared, "slice-misjudged") if c.about["value"] == "x")
    assert one.evidence.measure == "slice_closeness"
    assert one.evidence.p_value < 0.01
