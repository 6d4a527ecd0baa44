"""Plans give the numbers that other software and papers give; the source stands beside each."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.planning.icc import formula_for_test, formula_for_width
from concordant.planning.limits import power_within


def exact(what: str, **options: Any) -> float:
    """The number before it is rounded up."""
    return cc.plan(what, **options).exact


def published(what: str, **options: Any) -> float:
    """The number of the published formula, where the answer is that for the interval of concordant."""
    found = cc.plan(what, **options).published
    assert found is not None
    return found


TEST = {"kappa": 0.6, "null": 0.4}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        # R kappaSize 1.2, PowerBinary(.4, .6, props=.3), 2, 3 and 5 raters
        ({"shares": [0.3, 0.7]}, 190.456),
        ({"shares": [0.3, 0.7], "raters": 3}, 105.522),
        ({"shares": [0.3, 0.7], "raters": 5}, 68.742),
        # props=.5 and .1
        ({"shares": [0.5, 0.5]}, 164.827),
        ({"shares": [0.1, 0.9]}, 404.032),
        # Power3Cats and Power4Cats
        ({"shares": [0.3, 0.6, 0.1]}, 134.782),
        ({"shares": [0.2, 0.25, 0.4, 0.15]}, 91.707),
    ],
)
def test_power_of_kappa_is_that_of_kappa_size(options: dict[str, Any], expected: float) -> None:
    # kappaSize searches its noncentrality to about 5 digits (7.84892 for 7.84888), so 2 units of the last.
    assert published("kappa", **TEST, **options) == pytest.approx(expected, abs=0.002)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        # R kappaSize, CIBinary(.4; .3, .5; p=.3) and CI3Cats(.4; .3, .5; .3, .6, .1)
        ({"kappa": 0.4, "width": 0.2, "shares": [0.3, 0.7]}, 397),
        ({"kappa": 0.4, "width": 0.2, "shares": [0.3, 0.6, 0.1]}, 273),
        # R presize, prec_kappa: it hands twice its α to kappaSize, so its 95 % interval is one of 90 %.
        ({"kappa": 0.5, "width": 0.15, "shares": [0.3, 0.7], "raters": 4, "level": 0.9}, 198),
        ({"kappa": 0.6, "width": 0.2, "shares": [0.3, 0.7], "level": 0.9}, 238),
    ],
)
def test_width_of_kappa_is_that_of_kappa_size(options: dict[str, Any], expected: int) -> None:
    assert math.ceil(published("kappa", **options)) == expected


@pytest.mark.parametrize(
    ("icc", "null", "raters", "one", "two"),
    [(0.8, 0.6, 2, 39, 49), (0.8, 0.6, 3, 27, 33), (0.9, 0.7, 2, 18, 23), (0.6, 0.4, 2, 87, 110)],
)
def test_power_of_icc_is_that_of_icc_sample_size(
    icc: float, null: float, raters: int, one: int, two: int
) -> None:
    # R ICC.Sample.Size, power .8, one- and two-sided
    given = {"icc": icc, "null": null, "raters": raters, "power": 0.8, "level": 0.95}
    assert [math.ceil(formula_for_test(**given, sided=sided)) for sided in (1, 2)] == [one, two]


@pytest.mark.parametrize(("icc", "raters", "expected"), [(0.85, 4, 20), (0.8, 2, 55), (0.6, 3, 101)])
def test_width_of_icc_is_that_of_presize(icc: float, raters: int, expected: int) -> None:
    # R presize, prec_icc
    assert math.ceil(formula_for_width(icc=icc, raters=raters, width=0.2, level=0.95)) == expected


def test_width_of_limits_is_that_of_presize() -> None:
    # R presize, prec_lim_agree: width .5 sd; and n = 100 has a width of .678951 sd
    assert round(published("limits", width=0.5), 2) == 184.39
    assert published("limits", width=0.678951) == pytest.approx(100, abs=1e-3)


def test_power_of_limits_is_that_of_lu_2016() -> None:
    # Lu et al. (2016), example: μ .001167, s .001129, δ .004
    given = {"bias": 0.001167, "sd": 0.001129, "allowed": 0.004}
    powers = [round(power_within(**given, level=0.95, n=n), 4) for n in (78, 79)]
    assert powers == [0.7971, 0.8023]
    assert published("limits", **given) == 79


def test_correlation_and_share_are_those_of_presize() -> None:
    assert cc.plan("correlation", correlation=0.7, width=0.2)["items"] == 105  # prec_cor
    assert round(exact("share", share=0.5, width=0.1), 2) == 380.30  # prec_prop, Wilson
    assert round(exact("share", share=0.7, width=0.1), 2) == 319.57


def test_correlation_is_that_of_statpsych() -> None:
    assert cc.plan("correlation", correlation=0.362, width=0.25)["items"] == 188  # R statpsych, size.ci.cor


def test_a_paired_gain_takes_what_connor_has() -> None:
    assert round(exact("paired", discordant=0.3, gain=0.1), 2) == 233.09  # Connor (1987)


def test_data_in_hand_give_the_variance_of_one_item() -> None:
    # κ .512938, V .506703 (Fleiss, Cohen and Everitt, 1969): V·(1.96/.1)² = 194.65, V·(1.96/.05)² = 778.6
    table = cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]])
    found = cc.plan(table, measure="cohen_kappa", width=0.2)
    assert round(found.options["variance"], 6) == 0.506703
    plans = [cc.plan(table, measure="cohen_kappa", width=w) for w in (0.2, 0.1)]
    assert [round(plan.published, 1) for plan in plans] == [194.6, 778.6]


@pytest.mark.parametrize("width", [0.1, 0.3])
def test_data_in_hand_are_planned_by_the_interval_that_so_many_of_them_have(width: float) -> None:
    """The items asked for, drawn from the data: the interval of `cohen_kappa` has this width on average."""
    counts = np.array([[28, 6, 6], [9, 22, 4], [5, 2, 18]])
    n = int(cc.plan(cc.table(counts), measure="cohen_kappa", width=width)["items"])
    rng, widths = np.random.default_rng(1), []
    for _ in range(60):
        drawn = rng.multinomial(n, counts.ravel() / counts.sum()).reshape(3, 3)
        interval = cc.cohen_kappa(cc.table(drawn)).interval
        widths.append(interval.high - interval.low)
    assert np.mean(widths) == pytest.approx(width, rel=0.04)


@pytest.mark.parametrize(
    ("given", "failed", "passed"),
    [((200, 0.4, 0.7, 0.9, 10), 136, 64), ((1000, 0.1, 0.95, 0.6, 50), 786, 214)],
)
def test_labels_are_divided_as_lee_does(given: tuple[Any, ...], failed: int, passed: int) -> None:
    labels, rate, specificity, sensitivity, pilot = given  # Lee et al. (2025), reference code
    found = cc.plan(
        "labels", labels=labels, pass_rate=rate, specificity=specificity, sensitivity=sensitivity, pilot=pilot
    )
    assert (found["failed"], found["passed"]) == (failed, passed)


def test_a_judge_saves_the_square_of_its_correlation() -> None:
    # Angelopoulos et al. (2023): labels shrink by 1 − ρ². (2·1.96)²·(1 − .64) = 15.366·.36 = 5.5318
    assert exact("labels", correlation=0.8, width=1.0) == pytest.approx(4 * 1.959964**2 * 0.36, rel=1e-6)
    # With N judged items s²/n·(1 − ρ²N/(n + N)) is the squared standard error.
    n = exact("labels", correlation=0.8, width=0.2, judged=1000)
    assert (1 - 0.64 * 1000 / (n + 1000)) / n == pytest.approx((0.1 / 1.959964) ** 2, rel=1e-6)


def test_raters_follow_spearman_and_brown_and_the_budget() -> None:
    # k = .9·.4/(.6·.1) = 6; under a budget k = √(5/1·.7/.3) = 3.4157
    assert cc.plan("raters", reliability=0.6, target=0.9)["raters"] == 6
    assert exact("raters", reliability=0.3, budget=1000, item_cost=5) == pytest.approx(math.sqrt(35 / 3))
