"""What is left of a level at each look, and what a look can find."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import norm, t

from concordant.inference.repeated_looks import detectable, detectable_share, level_at


def test_the_first_look_gets_half_of_the_error_and_the_second_a_sixth() -> None:
    # 1 − 0.05/2, 1 − 0.05/6, 1 − 0.05/12
    found = [level_at(0.95, look) for look in (1, 2, 3)]
    assert found == pytest.approx([0.975, 1 - 0.05 / 6, 1 - 0.05 / 12])


def test_over_any_number_of_looks_no_more_than_the_error_is_spent() -> None:
    # 1/(t(t + 1)) = 1/t − 1/(t + 1), so that T looks spend 1 − 1/(T + 1)
    spent = sum(Fraction(1, look * (look + 1)) for look in range(1, 101))
    assert spent == 1 - Fraction(1, 101)
    for level in (0.8, 0.95, 0.99):
        ours = sum(1 - level_at(level, look) for look in range(1, 101))
        assert ours == pytest.approx(float(spent) * (1 - level), rel=1e-9)
        assert ours < 1 - level


def test_the_detectable_change_is_found_with_the_power_asked_for() -> None:
    # (t₀.₉₇₅(29) + z₀.₈)·0.1 = (2.045230 + 0.841621)·0.1
    assert detectable(0.1, 29, 0.95) == pytest.approx(0.2886851, abs=1e-6)
    assert detectable(0.1, math.inf, 0.95, power=0.5) == pytest.approx(0.1959964, abs=1e-6)


@pytest.mark.parametrize(("n", "level", "power"), [(30, 0.95, 0.8), (60, 0.975, 0.8), (300, 0.9991, 0.9)])
def test_drawn_samples_show_it_as_often(n: int, level: float, power: float) -> None:
    true = detectable(1 / math.sqrt(n), n - 1, level, power)
    drawn = np.random.default_rng(5).normal(true, 1, size=(20_000, n))
    around = drawn.std(axis=1, ddof=1) / math.sqrt(n)
    found = (drawn.mean(axis=1) / around > t.ppf(0.5 + level / 2, n - 1)).mean()
    assert found == pytest.approx(power, abs=0.025)


def test_without_a_standard_error_nothing_can_be_said() -> None:
    assert math.isnan(detectable(math.nan, 10, 0.95))
    assert math.isnan(detectable(0.1, 0, 0.95))


@pytest.mark.parametrize(
    ("n", "changed", "look"),
    [
        (100, 1, 3),
        (300, 2, 1),
        (300, 0, 1),
        (300, 10, 1),
        (30, 3, 1),
        (120, 21, 3),
        (20, 20, 1),
        (9000, 1500, 2),
    ],
)
def test_a_share_shows_its_detectable_gain_as_often_as_said(n: int, changed: int, look: int) -> None:
    """Of items that change anyway, or of as many as such a gain takes, drawn many times."""
    level = level_at(0.95, look)
    gain = detectable_share(changed, n, level)
    moved = max(changed / n, gain)
    drawn = np.random.default_rng(n + changed).multinomial(
        n, [(moved + gain) / 2, (moved - gain) / 2, 1 - moved], size=4000
    )
    up, down = drawn[:, 0], drawn[:, 1]
    seen = up - down > norm.ppf(0.5 + level / 2) * np.sqrt(up + down)
    assert seen.mean() == pytest.approx(0.8, abs=0.06)


def test_items_that_change_do_not_make_a_smaller_gain_seen() -> None:
    found = [detectable_share(changed, 300, 0.975) for changed in range(40)]
    assert (np.diff(found) >= -1e-9).all()
    # z² = 5.02, so six items have to change: P(X ≥ 6) = .8 for X binomial(300, .02623)
    assert found[0] == pytest.approx(0.02623, abs=1e-5)


def test_fewer_items_than_it_takes_show_no_gain_at_all() -> None:
    assert detectable_share(0, 5, 0.975) == math.inf  # five that all get right: z = √5 < 2.241
    assert detectable_share(0, 6, 0.975) < 1
