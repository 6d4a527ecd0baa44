"""Digits that are kept, and orders that do not depend on the others."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from concordant.digits import order_key, rounded, rounded_all, tied
from concordant.number_text import show


def test_ten_digits_are_kept_of_large_and_small_numbers() -> None:
    assert rounded(1 / 3) == 0.3333333333
    assert rounded(-2e-12 / 3) == -6.666666667e-13
    assert rounded(1e6 / 7) == 142857.1429


def test_a_half_goes_one_way_whatever_the_last_digit() -> None:
    half = 2.0**-15  # 3.0517578125e-05 lies between two numbers of ten digits
    assert {rounded(math.nextafter(half, end)) for end in (0, half, 1)} == {3.051757812e-05}


def test_six_digits_are_kept_far_in_a_tail() -> None:
    assert rounded(9.0944752145e-214) == 9.09448e-214


def test_whole_numbers_keep_all_digits() -> None:
    assert rounded(12345678901234.0) == 12345678901234.0
    assert rounded_all(12345678901234) == 12345678901234


def test_zero_has_no_sign_and_what_is_not_finite_stays() -> None:
    assert math.copysign(1, rounded(-0.0)) == 1
    assert rounded(-math.inf) == -math.inf
    assert math.isnan(rounded(math.nan))


def test_numbers_are_rounded_however_deep_they_lie() -> None:
    told = {"a": [0.1 + 0.2, {"b": (1 / 3, True, None, "1/3")}], "n": 3}
    assert json.dumps(rounded_all(told)) == '{"a": [0.3, {"b": [0.3333333333, true, null, "1/3"]}], "n": 3}'


@pytest.mark.parametrize(("one", "same"), [(0.1 + 0.2, 0.3), (1e-17, 0.0), (-1e-17, 0.0), (0.7 - 0.6, 0.1)])
def test_numbers_that_are_equal_but_for_rounding_sort_as_one(one: float, same: float) -> None:
    assert one != same
    assert order_key(one) == order_key(same)


def test_ties_in_an_array_are_equal_and_dust_is_zero() -> None:
    found = tied([0.1 + 0.2, 0.3, 0.4, 1e-17, -1e-17, np.nan, np.inf])
    assert found[:5].tolist() == [0.1 + 0.2, 0.1 + 0.2, 0.4, 0.0, 0.0]
    assert np.isnan(found[5])
    assert np.isinf(found[6])


def test_ties_are_of_the_size_of_the_numbers() -> None:
    small = np.array([3.0, 2.0, 1.0]) * 1e-15
    assert tied(small).tolist() == small.tolist()
    assert tied([0.0, 0.0]).tolist() == [0.0, 0.0]
    assert tied([]).tolist() == []


def test_a_shown_number_does_not_depend_on_the_last_digit() -> None:
    half = 0.0625  # lies between 0.062 and 0.063
    near = {math.nextafter(half, 0), half, math.nextafter(half, 1)}
    assert len({show(x) for x in near}) == 1
