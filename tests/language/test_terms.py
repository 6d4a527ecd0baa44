"""Terms are explained without the surfaces, so that a page can show them."""

from __future__ import annotations

import pytest

from concordant.coefficients.catalogue import CATALOGUE
from concordant.language.terms import term, terms
from concordant.language.words_file import LANGUAGES, Language


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_term_has_all_its_parts(lang: Language) -> None:
    for name in (*terms(), *(c.name for c in CATALOGUE)):
        found = term(name, lang)
        assert all((found.title, found.answers, found.formula, found.use, found.example)), name
        assert found.lang == lang


def test_the_example_of_a_coefficient_is_its_command() -> None:
    assert term("kappa").example == "concordant cohen-kappa ratings.csv"


def test_any_name_finds_the_term() -> None:
    assert term("期望一致性", "zh").title == "偶然一致率（P_e，期望一致性）"
