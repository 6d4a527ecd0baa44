"""A blurred cut is told from a crowd of items at a sharp one, wherever the items lie."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.patterns.sharpness import blur
from concordant.interpret.where.cuts import CutCounts
from concordant.ratings.scale import Scale

from .made import codes, judge, only, people, rated
from .test_cuts import blurred

SHAPES: dict[str, Any] = {
    "bimodal": lambda rng, n: np.where(rng.random(n) < 0.5, -1.5, 1.5) + 0.4 * rng.normal(size=n),
    "exponential": lambda rng, n: rng.exponential(size=n) - 1,
    "gamma": lambda rng, n: (rng.gamma(2, 1, n) - 2) / 1.4,
    "J-shaped": lambda rng, n: 4 * rng.beta(0.6, 0.25, n) - 2,
    "U-shaped": lambda rng, n: 4 * rng.beta(0.4, 0.4, n) - 2,
    "flat": lambda rng, n: rng.uniform(-1.7, 1.7, n),
    "mixture": lambda rng, n: np.where(rng.random(n) < 0.7, -0.8, 1.2) + 0.6 * rng.normal(size=n),
    "heavy-tailed": lambda rng, n: 0.6 * rng.standard_t(3, n),
}

SHARP = (
    [-0.6, 0.6], [-1, 0, 1], [-1, -0.35, 0.35, 1], [-0.7, -0.3, 0.3, 1.2], [-1.8, -0.8, 0.8, 1.8],
    [-1.5, -0.9, -0.3, 0.3, 0.9, 1.5], [-2, -1.3, -0.6, 0.6, 1.3, 2],
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_sharp_cuts_are_not_blurred_wherever_the_items_lie(shape: str) -> None:
    """Over all cuts, sizes and numbers of raters; a model of normal items alone fires in up to 95 %."""
    rng = np.random.default_rng(sorted(SHAPES).index(shape))
    hits = studies = 0
    for cuts in SHARP:
        for n, raters, noise in ((200, 3, 0.4), (600, 2, 0.4), (1000, 3, 0.6), (3000, 2, 0.35)):
            x = SHAPES[shape](rng, n)
            columns = [np.digitize(x + noise * rng.normal(size=n), cuts) + 1 for _ in range(raters)]
            ratings = rated(columns, scale=Scale.ordinal(list(range(1, len(cuts) + 2))))
            got = codes(judge(ratings) if raters == 2 else people(ratings))
            studies += 1
            hits += bool({"unstable-boundary", "top-inconsistent"} & {*got})
    assert hits <= 0.05 * studies + 2 * np.sqrt(0.05 * 0.95 * studies)


@pytest.mark.parametrize("shape", ["bimodal", "flat", "mixture", "U-shaped"])
def test_a_blur_is_found_wherever_the_items_lie(shape: str) -> None:
    rng = np.random.default_rng(4)
    x = SHAPES[shape](rng, 2000)
    a, b = (np.digitize(x + 0.2 * rng.normal(size=2000), [-1.2, -0.4, 0.4, 1.2]) + 1 for _ in range(2))
    assert only(judge(rated([a, blurred(b, 7, 4)])), "top-inconsistent").about["score"] == "5"


@pytest.mark.parametrize("share", [0.35, 0.5])
def test_the_headroom_of_a_blur_is_what_the_judge_has_with_a_sharp_cut(share: float) -> None:
    # items near the cut 2|3 fall on either side of it by chance
    rng = np.random.default_rng(3)
    n, cuts = 4000, [-1.2, -0.4, 0.4, 1.2]
    x = rng.normal(size=n)
    seen = x + 0.3 * rng.normal(size=n)
    human, good = (np.digitize(y, cuts) + 1 for y in (x + 0.3 * rng.normal(size=n), seen))
    hit = (np.abs(seen + 0.4) < 0.8) & np.isin(good, (2, 3)) & (rng.random(n) < share)
    now = np.where(hit, 5 - good, good)
    main = ("cohen_kappa", {"weights": "quadratic"})
    f = only(judge(rated([human, now]), main=main), "unstable-boundary")
    truly = cc.cohen_kappa(human, good, weights="quadratic").estimate
    assert f.headroom is not None
    assert f.headroom.now < truly - 0.03
    assert f.headroom.repaired == pytest.approx(truly, abs=0.02)


def test_the_blur_is_half_a_log_odds_ratio_by_hand() -> None:
    cells = {(1, 1): 40, (1, 2): 10, (2, 1): 5, (2, 2): 60, (3, 3): 30}
    a, b = zip(*cells, strict=True)
    ratings = rated([a, b], weights=list(cells.values()), scale=Scale.ordinal([1, 2, 3]))
    order = np.arange(3)
    got = blur(ratings, CutCounts(ratings, order), order, 0, np.asarray(ratings.weights))
    assert float(got.value) == pytest.approx(np.log(10.5 * 5.5 / (40.5 * 60.5)) / 2)
    assert got.variance == pytest.approx((1 / 10.5 + 1 / 5.5 + 1 / 40.5 + 1 / 60.5) / 4)
    assert got.agreed == 40


def test_more_items_of_a_category_do_not_blur_a_cut() -> None:
    def of(times: int) -> float:
        cells = {(1, 1): 400, (1, 2): 100 * times, (2, 1): 50 * times, (2, 2): 600 * times**2}
        a, b = zip(*cells, strict=True)
        ratings = rated([a, b], weights=list(cells.values()), scale=Scale.ordinal([1, 2]))
        order = np.arange(2)
        counted = CutCounts(ratings, order)
        return float(blur(ratings, counted, order, 0, np.asarray(ratings.weights)).value)

    assert of(3) == pytest.approx(of(1), abs=0.01)
