"""Numbers as people write them: halves, what rounding leaves, and signs."""

from __future__ import annotations

import pytest

from concordant.language.numerals import in_units, percent, written
from concordant.language.render import render


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (62.5, "63"),
        (42.5, "43"),
        (-62.5, "−63"),
        (0.5, "1"),
        (100 * 0.285, "29"),
        (2.4999, "2"),
        (1e300, None),
    ],
)
def test_halves_are_rounded_away_from_nought(number: float, shown: str | None) -> None:
    assert written(number, ".0f") == (f"{number:.0f}" if shown is None else shown)


def test_shares_with_halves_are_rounded_alike() -> None:
    assert [percent(x) for x in (0.625, 0.425, 0.125, 0.345)] == ["63%", "43%", "13%", "35%"]
    assert percent(0.0025) == "0.3%"
    assert written(1.005, ".2f") == "1.01"


def test_what_rounding_leaves_of_a_difference_is_nought_without_a_sign() -> None:
    assert in_units(1.48e-17) == "0.00"
    assert render("shown.units", {"x": 1.48e-17}) == "0.00"
    assert render("shown.units", {"x": -1.48e-17}) == "0.00"
    assert render("shown.units", {"x": 2e-9}) == "+2e-09"
