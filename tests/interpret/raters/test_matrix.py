"""Every rater with every other: by hand, beside the catalogue, and with many raters."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.measure import Measure
from concordant.interpret.raters.matrix import RaterMatrix, rater_matrix
from concordant.ratings.ratings import Ratings
from concordant.ratings.reading.arrays import from_columns
from concordant.ratings.scale import Scale

KAPPA: tuple[str, Any] = ("cohen_kappa", {})


def noisy(n: int = 60, raters: int = 4, gaps: float = 0.3, seed: int = 2) -> Ratings:
    rng = np.random.default_rng(seed)
    codes = np.clip(rng.integers(0, 4, n)[:, None] + rng.choice([-1, 0, 0, 1], (n, raters)), 0, 3)
    codes[rng.random((n, raters)) < gaps] = -1
    columns = [[None if c < 0 else [1, 2, 4, 8][c] for c in column] for column in codes.T]
    return from_columns(columns, [f"r{g}" for g in range(raters)], scale=Scale.ordinal([1, 2, 4, 8]))


def test_three_raters_by_hand() -> None:
    # a: x x y y; b: x y y –; c: – – – x. a and b share 3 items and agree on 2; a and c share one item and
    # do not agree; b and c never meet. Kappa of a and b: p_o = 2/3, p_e = 2/3·1/3 + 1/3·2/3 = 4/9, so 2/5
    r = from_columns(
        [["x", "x", "y", "y"], ["x", "y", "y", None], [None, None, None, "x"]], list("abc"),
        scale=Scale.nominal(list("xyz")),
    )  # fmt: skip
    m = rater_matrix(r, KAPPA)
    assert m.overlap == ((4, 3, 1), (3, 3, 0), (1, 0, 1))
    assert m.exact[0][1] == m.exact[1][0] == pytest.approx(2 / 3)
    assert m.exact[0][2] == 0
    assert math.isnan(m.exact[1][2])
    assert math.isnan(m.exact[0][0])
    assert m.main[0][1] == m.main[1][0] == pytest.approx(2 / 5)
    assert math.isnan(m.main[1][2])
    assert [row.others for row in m.rows] == [2, 1, 1]
    assert m.rows[0].exact == pytest.approx(1 / 3)
    assert (m.rows[0].exact_least, m.rows[0].exact_most) == (0, pytest.approx(2 / 3))
    assert [s.text() for s in m.said] == ["1 pair of raters shares no items and cannot be compared: b–c."]
    assert [s.text("zh") for s in m.said] == ["有 1 对评分者没有共同评过的条目，无法比较：b–c。"]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("cohen_kappa", {"weights": "quadratic"}),
        ("krippendorff_alpha", {"metric": "ordinal"}),
        ("gwet_ac", {}),
        ("icc", {"form": "A,1"}),
    ],
)
def test_every_pair_is_what_the_catalogue_says_of_the_two(name: str, options: Any) -> None:
    r = noisy()
    m = rater_matrix(r, (name, options))
    for g, a in enumerate(r.raters):
        for h, b in enumerate(r.raters):
            if g == h:
                continue
            pair = r.select([a, b])
            assert m.main[g][h] == pytest.approx(Measure(BY_NAME[name], pair, options).result().estimate)
            exact = Measure(BY_NAME["exact_agreement"], pair, {}).result()
            assert m.exact[g][h] == pytest.approx(exact.estimate)
            assert m.overlap[g][h] == exact.n_items


def test_rows_that_stand_for_many_items_count_as_many() -> None:
    r = noisy(30)
    copies = np.random.default_rng(1).integers(1, 5, len(r))
    a = rater_matrix(replace(r, weights=copies.astype(float)), KAPPA)
    b = rater_matrix(r.rows(np.repeat(np.arange(len(r)), copies)), KAPPA)
    assert a.overlap == b.overlap
    assert np.allclose(a.main, b.main, equal_nan=True)
    assert np.allclose(a.exact, b.exact, equal_nan=True)


def test_clusters_do_not_change_the_numbers() -> None:
    r = noisy()
    a, b = rater_matrix(r, KAPPA), rater_matrix(replace(r, clusters=np.arange(60) // 5), KAPPA)
    assert np.allclose(a.main, b.main, equal_nan=True)
    assert a.overlap == b.overlap


def test_raters_stand_by_kind_and_kinds_have_means() -> None:
    r = replace(noisy(), rater_kinds=("judge", "human", "gold", "human"))
    m = rater_matrix(r, KAPPA)
    assert m.raters == ("r1", "r3", "r0", "r2")
    assert m.kinds == ("human", "human", "judge", "gold")
    groups = {g.kinds: g for g in m.groups}
    assert groups["human", "human"].pairs == 1
    assert groups["human", "human"].main == pytest.approx(m.main[0][1])
    assert groups["human", "judge"].pairs == 2
    assert groups["human", "judge"].exact == pytest.approx((m.exact[0][2] + m.exact[1][2]) / 2)
    assert ("judge", "judge") not in groups
    told = rater_matrix(noisy(), KAPPA, kinds={"r2": "human"})
    assert told.raters[0] == "r2"


def test_a_pair_without_variation_is_undefined_and_named() -> None:
    r = from_columns([[1, 1, 1], [1, 1, 1], [1, 2, 1]], list("abc"), scale=Scale.ordinal([1, 2]))
    m = rater_matrix(r, KAPPA)
    assert math.isnan(m.main[0][1])
    assert m.exact[0][1] == 1
    assert [s.code for s in m.said] == ["profiles.undefined-pairs"]
    assert "a–b" in m.said[0].text("zh")


def test_of_many_pairs_without_a_common_item_some_are_named_as_some() -> None:
    # one item each: of four raters 6 pairs share none, of three 3
    for raters, between in ((4, ", including r0–r1"), (3, ": r0–r1")):
        columns = [[1 if g == i else None for i in range(raters)] for g in range(raters)]
        ratings = from_columns(columns, [f"r{g}" for g in range(raters)], scale=Scale.ordinal([1, 2]))
        sentence = next(s for s in rater_matrix(ratings, KAPPA).said if s.code == "profiles.no-overlap")
        assert f"cannot be compared{between}" in sentence.text()
        assert ("例如" in sentence.text("zh")) == (raters == 4)


def test_with_many_raters_only_each_ones_summary_is_given() -> None:
    r = noisy(n=50, raters=61, gaps=0.5)
    m = rater_matrix(r, KAPPA)
    assert (m.overlap, m.exact, m.main) == ((), (), ())
    assert len(m.rows) == 61
    small = rater_matrix(r.select(r.raters[:60]), KAPPA)
    assert len(small.exact) == 60
    assert m.said[0].code == "profiles.matrix-left-out"
    others = [Measure(BY_NAME["exact_agreement"], r.select(["r0", x]), {}).result() for x in r.raters[1:]]
    known = [o.estimate for o in others if o.defined]
    assert m.rows[0].exact == pytest.approx(np.mean(known))
    assert (m.rows[0].exact_least, m.rows[0].exact_most) == (
        pytest.approx(min(known)),
        pytest.approx(max(known)),
    )


def test_measurements_have_a_matrix_too() -> None:
    rng = np.random.default_rng(0)
    true = rng.normal(size=70)
    columns = [(true + rng.normal(0, 0.5, 70)).tolist() for _ in range(3)]
    r = from_columns(columns, list("abc"), level="interval")
    m = rater_matrix(r, ("pearson", {}))
    assert m.main[0][1] == pytest.approx(np.corrcoef(columns[0], columns[1])[0, 1])
    assert m.exact[0][1] == 0
    assert m.overlap[0][1] == 70


@pytest.mark.parametrize(
    ("ratings", "code"),
    [
        (replace(noisy(), anonymous=True), "profiles.anonymous"),
        (noisy().select(["r1"]), "profiles.alone"),
    ],
)
def test_where_there_is_no_matrix_it_says_why(ratings: Ratings, code: str) -> None:
    m = rater_matrix(ratings, KAPPA)
    assert m.exact == ()
    assert [s.code for s in m.said] == [code]


def test_a_coefficient_that_two_raters_cannot_have_is_left_out() -> None:
    r = from_columns([["x", "y", "y"], ["y", "x", "y"]], list("ab"), scale=Scale.nominal(list("xy")))
    m = rater_matrix(r, ("krippendorff_alpha", {"metric": "interval"}))
    assert math.isnan(m.main[0][1])
    assert m.exact[0][1] == pytest.approx(1 / 3)
    assert [s.code for s in m.said] == ["profiles.main-impossible"]


def test_a_matrix_is_strict_json_and_returns() -> None:
    m = rater_matrix(noisy(), KAPPA)
    told = json.dumps(m.to_dict(), allow_nan=False)
    assert RaterMatrix.from_dict(json.loads(told)).to_dict() == m.to_dict()
