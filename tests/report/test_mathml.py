"""LaTeX of the catalogue as MathML."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from concordant.coefficients.catalogue import CATALOGUE
from concordant.errors import OptionError
from concordant.report.mathml import mathml


def inside(latex: str) -> str:
    """What stands in the row of a formula."""
    found = re.fullmatch(r'<math display="block"><mrow>(.*)</mrow></math>', mathml(latex))
    assert found
    return found.group(1)


@pytest.mark.parametrize("c", CATALOGUE, ids=lambda c: c.name)
def test_every_formula_of_the_catalogue_is_drawn_with_all_its_letters(c):
    drawn = ElementTree.fromstring(mathml(c.formula))  # noqa: S314 - our own
    words = {"frac", "tfrac", "sqrt", "binom", "bar", "overline", "left", "right", "mathrm", "operatorname"}
    text = "".join(drawn.itertext())
    latin = re.sub(r"\\([A-Za-z]+)", lambda m: m[1] if m[1] in ("min", "max") else "", c.formula)
    assert sorted(re.findall("[A-Za-z0-9]", text)) == sorted(re.findall("[A-Za-z0-9]", latin))
    assert not any(f"\\{word}" in text for word in words)


def test_a_fraction_has_its_two_parts_in_order():
    assert inside(r"\frac{a}{b + 1}") == (
        "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>"
    )


def test_a_short_fraction_takes_one_sign_for_each_part():
    assert inside(r"\frac1n") == "<mfrac><mn>1</mn><mi>n</mi></mfrac>"
    assert inside(r"\tfrac12") == "<mfrac><mn>1</mn><mn>2</mn></mfrac>"


def test_a_letter_with_both_scripts_has_the_lower_one_first():
    low_first, high_first = inside(r"\sigma_s^2"), inside(r"\sigma^2_s")
    assert low_first == high_first == "<msubsup><mi>σ</mi><mi>s</mi><mn>2</mn></msubsup>"


def test_what_a_sum_is_over_stands_below_it():
    assert inside(r"\sum_i x") == "<munder><mo>∑</mo><mi>i</mi></munder><mi>x</mi>"


def test_a_name_of_several_capitals_is_one_name():
    assert inside("MAE = 1") == "<mi>MAE</mi><mo>=</mo><mn>1</mn>"


def test_letters_in_an_index_are_apart():
    assert inside("x_{ig}") == "<msub><mi>x</mi><mrow><mi>i</mi><mi>g</mi></mrow></msub>"


def test_brackets_hold_what_is_in_them():
    assert inside(r"\left(1\right)") == "<mrow><mo>(</mo><mrow><mn>1</mn></mrow><mo>)</mo></mrow>"


def test_signs_of_markup_are_escaped():
    assert "&lt;" in inside("a < b")
    assert "&amp;" in inside("a & b")


@pytest.mark.parametrize("latex", [r"\unheard{x}", "{a", "a}", r"\frac{a}", r"\left(a", "x_"])
def test_a_formula_that_cannot_be_drawn_is_said_to_be_one(latex):
    with pytest.raises(OptionError, match="formula"):
        mathml(latex)
