"""What is left of a level at each look, and what a look can find."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import t

from concordant.inference.looks import detectable, level_at


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
