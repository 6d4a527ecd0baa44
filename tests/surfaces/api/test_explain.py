"""Every coefficient and term is explained in both languages, and found by its names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.language.terms import nearest_terms, terms
from concordant.language.words_file import LANGUAGES, topic
from concordant.surfaces.cli.main import main


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_coefficient_is_explained(lang: str) -> None:
    for c in cc.CATALOGUE:
        found = cc.explain(c.name, lang=lang)
        assert all((found.formula, found.answers, found.use, found.references, found.example))
        assert not re.search(r"\\|frac|sqrt|binom", found.formula), c.name
        assert re.search("[\u4e00-\u9fff]", found.use) is None or lang == "zh"


def test_nothing_is_explained_that_does_not_exist() -> None:
    named = {key.rpartition(".")[0] for key in topic("explain") if "." in key}
    assert named == {c.name for c in cc.CATALOGUE} | set(terms())


@pytest.mark.parametrize(
    ("name", "term"),
    [
        ("kappa", "cohen_kappa"),
        ("Cohen's Kappa 系数", "cohen_kappa"),
        ("ICC", "icc"),
        ("期望一致性", "p_e"),
        ("No-skill baseline", "no-skill-baseline"),
        ("重测信度", "intra-rater-reliability"),
        ("评价者间信度", "inter-rater-reliability"),
        ("Kappa 悖论", "prevalence"),
        ("linear weights", "linear-weights"),
        ("exact", "exact_agreement"),
    ],
)
def test_a_term_is_found_by_its_names(name: str, term: str) -> None:
    assert cc.explain(name).term == term


def test_an_unknown_term_is_answered_with_the_nearest() -> None:
    assert nearest_terms("krippendorf")[0] == "krippendorff_alpha"
    with pytest.raises(cc.OptionError, match=r"Nearest: .*cohen_kappa"):
        cc.explain("kapppa")


def test_weights_are_taught_by_the_cost_of_errors() -> None:
    """Seed document 001: two steps off costs twice with linear, four times with quadratic weights."""
    assert "twice as bad" in cc.explain("linear").use
    assert "2 倍" in cc.explain("线性", lang="zh").use
    assert "four times" in cc.explain("quadratic").use
    assert "4 倍" in cc.explain("二次", lang="zh").use


def test_severity_scores_come_from_a_column(tmp_path: Path) -> None:
    """Seed document 001: g(j) is the mean severity of the ratings in j. Here, with each rating counted once:
    low (2+2+4)/3, high (10+10+4)/3."""
    file = tmp_path / "grades.csv"
    file.write_text("item,a,b,severity\n1,low,low,2\n2,low,high,4\n3,high,high,10\n", encoding="utf-8")
    words = [
        "cohen-kappa",
        str(file),
        "--raters",
        "a,b",
        "--categories",
        "low,high",
        "--scores-from",
        "severity",
    ]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "low = 2.667, high = 8.000" in done.output
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("item,a,b,severity\n1,low,low,2\n2,low,high,bad\n3,high,high,9\n", encoding="utf-8")
    done = CliRunner().invoke(main, [words[0], str(wrong), *words[2:]])
    assert done.exit_code == 2
    assert "'bad' is not a number" in done.output
