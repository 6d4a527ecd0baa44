"""Numbers as people write them: halves, what rounding leaves, and signs."""

from __future__ import annotations

import pytest

from concordant.language.numerals import in_units, written, written_percent
from concordant.language.render import Language, _Renderer, render


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
    assert [written_percent(x) for x in (0.625, 0.425, 0.125, 0.345)] == ["63%", "43%", "13%", "35%"]
    assert written_percent(0.0025) == "0.3%"
    assert written(1.005, ".2f") == "1.01"


def test_what_rounding_leaves_of_a_difference_is_nought_without_a_sign() -> None:
    assert in_units(1.48e-17) == "0.00"
    assert render("shown.units", {"x": 1.48e-17}) == "0.00"
    assert render("shown.units", {"x": -1.48e-17}) == "0.00"
    assert render("shown.units", {"x": 2e-9}) == "+2e-09"


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (-0.0003328, "−0.00033"),
        (0.0003328, "0.00033"),
        (0.004567, "0.005"),
        (-0.25, "−0.25"),
        (-123456.0, "−123456"),
        (3.14e9, "3.14e+09"),
    ],
)
def test_a_number_in_units_of_the_scale_has_a_true_minus_and_few_digits(number: float, shown: str) -> None:
    assert in_units(number) == shown


def test_shares_below_0_have_a_true_minus() -> None:
    assert [written_percent(x) for x in (-0.17, -0.004, -0.0001)] == ["−17%", "−0.4%", ">−0.1%"]


def test_a_format_that_notes_are_matched_by_keeps_the_hyphen() -> None:
    assert written(-0.123, ".2g") == f"{-0.123:.2g}"


def test_a_share_beyond_its_digits_is_a_phrase_in_chinese() -> None:
    assert _rendered("zh", 0.99999, "pct") == "99.9% 以上"
    assert _rendered("zh", 0.00001, "pct") == "0.1% 以下"
    assert _rendered("zh", (0.97, 0.99999), "cipct") == "97.0% 至 99.9% 以上"
    assert _rendered("en", 0.99999, "pct") == ">99.9%"


def _rendered(language: Language, fact: object, spec: str) -> str:
    return _Renderer(language).format_field(fact, spec)
