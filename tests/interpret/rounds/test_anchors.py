"""Drift on anchor items: every number by another way."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import concordant as cc
from concordant.interpret.rounds.rounds_in_data import anchored_in
from tests.interpret.rounds.anchor_data import (
    FIRST,
    SECOND,
    THIRD,
    codes,
    followed,
    run,
)


def test_the_shift_is_the_paired_t_test_of_scores() -> None:
    found = followed([run("a", [FIRST]), run("b", [SECOND]), run("c", [THIRD])])
    for own, later in zip(found.runs[1:], (SECOND, THIRD), strict=True):
        assert own.shift is not None
        assert own.shift.interval is not None
        test = stats.ttest_rel(later, FIRST)
        ends = test.confidence_interval(0.95)
        assert own.shift.estimate == pytest.approx(np.mean(later - FIRST))
        assert own.shift.p_value == pytest.approx(test.pvalue)
        assert (own.shift.interval.low, own.shift.interval.high) == pytest.approx((ends.low, ends.high))


def test_the_same_value_as_in_the_first_run_is_counted_with_wilsons_interval() -> None:
    found = followed([run("a", [FIRST]), run("b", [SECOND])]).runs[1].same
    k, n, t = int((FIRST == SECOND).sum()), 60, stats.t.ppf(0.975, 59)
    assert found is not None
    assert found.interval is not None
    assert found.estimate == pytest.approx(k / n)
    # the ends solve (p − k/n)² = t² p (1 − p)/n
    for end in (found.interval.low, found.interval.high):
        assert (end - k / n) ** 2 == pytest.approx(t**2 * end * (1 - end) / n)


def test_two_runs_of_yes_and_no_are_mcnemars_test() -> None:
    a = np.array(["no"] * 40)
    b = np.where(np.arange(40) < 9, "yes", "no")
    c = np.where(np.isin(np.arange(40), [0, 1, 2, 20, 21, 22, 23]), "yes", "no")
    found = followed([run("a", [b]), run("b", [c])])
    # of 9 and 7 items with yes three are the same: 6 became no, 4 became yes, (6 − 4)²/10
    assert found.level is not None
    assert found.level.estimate == pytest.approx(0.4)
    assert found.level.p_value == pytest.approx(stats.chi2.sf(0.4, 1))
    assert found.runs[1].shares["yes"].estimate == pytest.approx(-2 / 40)
    assert not found.ordered
    assert found.runs[1].shift is None
    assert found.trend is None
    one_way = followed([run("a", [a]), run("b", [b])])  # 9²/9
    assert one_way.level is not None
    assert one_way.level.estimate == pytest.approx(9.0)


def test_several_runs_of_yes_and_no_are_cochrans_q() -> None:
    made = np.random.default_rng(3).integers(0, 2, (30, 4))
    found = followed([run(str(r), [np.where(x, "yes", "no")]) for r, x in enumerate(made.T)])
    columns, rows = made.sum(0), made.sum(1)
    q = 3 * (4 * (columns**2).sum() - columns.sum() ** 2) / (4 * rows.sum() - (rows**2).sum())
    assert found.level is not None
    assert found.level.estimate == pytest.approx(q)
    assert found.level.p_value == pytest.approx(stats.chi2.sf(q, 3))


def test_three_categories_of_two_runs_are_stuarts_and_maxwells_test() -> None:
    rng = np.random.default_rng(4)
    a, b = rng.choice(["x", "y", "z"], (2, 50))
    table = pd.crosstab(a, b).to_numpy().astype(float)
    d = (table.sum(1) - table.sum(0))[:2]
    v = (np.diag(table.sum(1) + table.sum(0)) - table - table.T)[:2, :2]
    found = followed([run("a", [a]), run("b", [b])])
    assert found.level is not None
    assert found.level.estimate == pytest.approx(d @ np.linalg.solve(v, d))
    assert found.level.details["df"] == 2


def test_the_trend_is_the_mean_of_each_items_slope() -> None:
    found = followed([run("a", [FIRST]), run("b", [SECOND]), run("c", [THIRD])]).trend
    slopes = [np.polyfit([0, 1, 2], own, 1)[0] * 2 for own in zip(FIRST, SECOND, THIRD, strict=True)]
    assert found is not None
    assert found.estimate == pytest.approx(np.mean(slopes))
    assert found.p_value == pytest.approx(stats.ttest_1samp(slopes, 0).pvalue)


def test_noise_within_a_run_and_change_between_runs_are_counted_by_pairs() -> None:
    rng = np.random.default_rng(5)
    a, b = rng.integers(0, 3, (2, 2, 40))
    found = followed([run("a", a), run("b", b)])
    across = np.mean([[x != y for x in a] for y in b], axis=(0, 1))
    within = (1.0 * (a[0] != a[1]) + (b[0] != b[1])) / 2
    assert found.between is not None
    assert found.repeatability is not None
    assert found.beyond_noise is not None
    assert found.between.estimate == pytest.approx(1 - across.mean())
    assert found.repeatability.estimate == pytest.approx(1 - within.mean())
    assert found.beyond_noise.estimate == pytest.approx((across - within).mean())
    p = stats.ttest_1samp(across - within, 0, alternative="greater").pvalue
    assert found.beyond_noise.p_value == pytest.approx(p)
    assert found.runs[0].itself is not None
    assert found.runs[0].itself.estimate == pytest.approx(np.mean(a[0] == a[1]))


def test_measurements_are_apart_by_their_distance() -> None:
    rng = np.random.default_rng(6)
    a, b = rng.normal(50, 9, (2, 3, 30)).round(3)
    found = followed([run("a", a), run("b", b)])
    across = np.mean([[abs(x - y) for x in a] for y in b], axis=(0, 1))
    within = np.mean([[abs(r[i] - r[j]) for i, j in ((0, 1), (0, 2), (1, 2))] for r in (a, b)], axis=(0, 1))
    assert found.measured
    assert found.between is not None
    assert found.between.estimate == pytest.approx(across.mean())
    assert found.repeatability is not None
    assert found.repeatability.estimate == pytest.approx(within.mean())
    mean = np.mean([a.mean(0), b.mean(0)], axis=0)
    assert found.matter == pytest.approx(0.1 * mean.std(ddof=1))


def test_the_band_of_noise_is_what_repeats_alone_would_do() -> None:
    rng = np.random.default_rng(7)
    items = rng.normal(0, 5, 400)
    shifts, bands = [], []
    for _ in range(25):
        a, b = (items + rng.normal(0, 1, (2, 400)) for _ in "ab")
        found = followed([run("a", a), run("b", b)]).runs[1]
        assert found.shift is not None
        shifts.append(found.shift.estimate)
        bands.append(found.noise)
    # two means of 2 · 400 ratings with variance 1 differ by √(2/800)
    assert np.mean(bands) == pytest.approx(1.96 * math.sqrt(1 / 400), rel=0.02)
    assert np.std(shifts) == pytest.approx(math.sqrt(1 / 400), rel=0.5)


def test_dimensions_of_an_item_vary_together() -> None:
    rng = np.random.default_rng(8)
    scores = rng.integers(0, 5, 30)
    move = rng.integers(0, 2, 30)
    frame = pd.DataFrame([
        {"item": i, "part": part, "round": r, "human": scores[i], "judge": scores[i] + r * move[i]}
        for i in range(30) for part in "abc" for r in (0, 1)
    ])  # fmt: skip
    together = anchored_in(
        cc.read(frame, item="item", dimension="part", round="round", raters=["human", "judge"]), "judge"
    )
    alone = frame[frame["part"] == "a"].drop(columns="part")
    single = anchored_in(cc.read(alone, item="item", round="round", raters=["human", "judge"]), "judge")
    assert together is not None
    assert single is not None
    a, b = together.runs[1].shift, single.runs[1].shift
    assert a is not None
    assert b is not None
    assert (together.n_anchors, single.n_anchors) == (90, 30)
    assert (a.estimate, a.se) == pytest.approx((b.estimate, b.se))
    assert together.level is not None
    assert single.level is not None
    assert together.level.p_value == pytest.approx(single.level.p_value)


def test_the_order_of_items_and_of_repeats_does_not_matter() -> None:
    rounds = [run("a", [FIRST, SECOND]), run("b", [SECOND, THIRD])]
    turned = [
        replace(one, ratings=one.ratings.rows(np.random.default_rng(1).permutation(len(one.ratings))))
        for one in rounds
    ]
    a, b = (followed(each) for each in (rounds, turned))
    for name in ("between", "repeatability", "level", "beyond_noise", "with_people_trend"):
        one, other = getattr(a, name), getattr(b, name)
        assert (one.estimate, one.p_value) == pytest.approx((other.estimate, other.p_value), nan_ok=True)


def test_ranks_of_words_that_have_an_order_are_steps() -> None:
    words = np.array(["low", "mid", "high"])
    x, y = np.resize([0, 1, 2], 30), np.resize([1, 1, 2], 30)
    found = followed([run("a", [words[x]], categories=words), run("b", [words[y]], categories=words)])
    shift = found.runs[1].shift
    assert shift is not None
    assert shift.estimate == pytest.approx(1 / 3)
    assert found.ranked
    assert "steps" in codes(found)


def test_agreement_with_people_has_one_interval_wherever_it_is_shown() -> None:
    found = next(one.progress for one in cc.study(cc.example("rounds")).comparisons if one.progress)
    assert found is not None
    assert found.drift is not None
    for each, shown in zip(found.drift.runs, found.rounds, strict=True):
        assert each.with_people is not None
        assert each.with_people.interval is not None
        assert shown.tracked.interval is not None
        ends = (shown.tracked.interval.low, shown.tracked.interval.high)
        assert (each.with_people.interval.low, each.with_people.interval.high) == pytest.approx(ends)
