"""Words for a paper: kept as files small enough to read, and true to the numbers of the study.

After a change of words, look at what `python -m tests.report.paper.test_paper` writes before keeping it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.coefficients.references import references as sources
from concordant.interpret.study.study import Study
from concordant.language.render import topic
from concordant.report.paper.bibliography import references
from concordant.report.paper.grras import checklist, grras
from concordant.report.paper.methods import methods
from concordant.report.paper.results import results
from tests.interpret.study_cases import some_cases, studied, words_in
from tests.report.paper_studies import NAMES, made

SNAPSHOTS = Path(__file__).parents[1] / "snapshots"
every_language = pytest.mark.parametrize("lang", ["en", "zh"])


def whole(study: Study, lang: Any) -> str:
    return "\n\n".join(make(study, lang).text() for make in (methods, results, grras, references)) + "\n"


@every_language
@pytest.mark.parametrize("name", NAMES)
def test_the_words_are_as_they_were(name: str, lang: Any) -> None:
    kept = (SNAPSHOTS / f"paper_{name}.{lang}.txt").read_text(encoding="utf-8")
    assert whole(made(name), lang) == kept


#: Latin words that a Chinese text may hold: symbols, names of coefficients, authors and programs.
ALLOWED = {
    "AUTHOR", "CI", "GRRAS", "JSON", "MAE", "MSE", "SEM", "CCC", "ICC", "AC", "Kappa", "Alpha", "Fisher",
    "Pearson", "Bland", "Altman", "concordant", "The", "authors", "Python", "NumPy", "SciPy", "rater",
    "REML", "MOVER", "duckdb", "narwhals", "sha", "s", "de", "Vet", "PABAK", "OL", "EB",
}  # fmt: skip
ALLOWED |= {word for one in sources().values() for name in one.families for word in name.split()}


@every_language
@some_cases(4)
def test_every_shape_of_data_has_its_words(name: str, lang: Any) -> None:
    study = studied(name)
    for make in (methods, results, grras, references):
        text = make(study, lang).text()
        assert text
        assert not re.search(r"\bnan\b|\bNone\b|\binf\b|paper\.|grras\.|[‹›⟦⟧〔〕⁅⁆{}]", bare(text, name)), (
            text
        )
        assert not re.search(r"  | [.,;](?!\d)|[。，；：]{2}|\.\.(?!\.)|, ,", text), text


def bare(text: str, name: str) -> str:
    """The text without what the data bring along."""
    return text if "braces" not in name else re.sub(r"[{}]", "", text)


@some_cases(0)
def test_chinese_words_are_chinese(name: str) -> None:
    study, own = studied(name), words_in(name)
    for make in (methods, results, grras):
        text = re.sub(r"sha256:\w+", "", make(study, "zh").text())
        latin = set(re.findall(r"[A-Za-z]{2,}", text)) - ALLOWED - own
        assert {word for word in latin if not any(word in one for one in own)} == set()


@pytest.mark.parametrize("name", [*NAMES])
def test_both_languages_say_the_same_numbers(name: str) -> None:
    study = made(name)
    for make in (methods, results):
        english, chinese = (numbers_in(make(study, lang).text()) for lang in ("en", "zh"))
        assert sorted(english) == sorted(chinese)


def numbers_in(text: str) -> list[float]:
    spelt = text.replace("−", "-").replace(",", "")
    spelt = re.sub(r"\b(19|20)\d\d\b", "", spelt)  # years
    return [float(found) for found in re.findall(r"(?<![\w.])-?\d*\.?\d+", spelt)]


def test_a_kappa_by_hand_is_printed_as_apa_and_as_chinese_journals_do() -> None:
    study = cc.study([1, 2, 2, 1, 2], [1, 2, 1, 1, 2])  # p_o = 4/5, p_e = 12/25, so kappa = 8/13 = 0.615
    assert "κ = .62, 95% CI [" in results(study, "en").text()
    assert "κ = 0.62，95% CI [" in results(study, "zh").text()
    assert "Exact agreement was 80.0%" in results(study, "en").text()
    assert "n = 5." in results(study, "en").text()


@every_language
@some_cases(1)
def test_every_defined_measure_is_told_with_its_interval(name: str, lang: Any) -> None:
    study = studied(name)
    text = results(study, lang).text()
    for one in study.comparisons:
        for m in one.measures:
            if m.result.defined and m.result.interval is not None:
                for end in (m.result.interval.low, m.result.interval.high):
                    assert shown(m.measure, end, lang) in text


def shown(measure: str, value: float, lang: str) -> str:
    """The number as it should be printed, worked out apart from the code."""
    if measure in ("exact_agreement", "adjacent_agreement"):
        return (
            f"{value:.1%}" if value in (0, 1) or f"{value:.1%}" not in ("0.0%", "100.0%") else f"{value:.2%}"
        )
    if measure in ("mean_absolute_error", "signed_bias", "bland_altman", "sem"):
        usual = value == 0 or 0.01 <= abs(value) < 1e5
        return f"{abs(value):.2f}" if usual else ""
    digits = f"{abs(value):.2f}"
    if digits == "1.00" and abs(value) < 1 - 1e-9:
        digits = f"{abs(value):.3f}"
    return "" if digits == "1.000" else digits.lstrip("0") if lang == "en" else digits


def test_what_is_not_defined_says_why() -> None:
    text = results(studied("one category"), "en").text()
    assert "Unweighted Cohen's kappa among the raters is undefined: All ratings" in text
    assert "无定义：" in results(studied("one category"), "zh").text()


def test_only_what_was_done_is_told() -> None:
    text = methods(studied("measurements of two"), "en").text()
    assert "Cohen" not in text
    assert "alternative annotator" not in text
    assert "false discovery" not in text
    assert (
        "alternative annotator test (Calderon et al., 2025)"
        in methods(studied("raters with the names of roles"), "en").text()
    )
    assert "Welch" in methods(studied("two slice columns"), "en").text()
    assert "weighted by the weights" in methods(studied("fractional case weights"), "en").text()
    assert "made on 2 occasions" in methods(studied("repeats of several"), "en").text()


@every_language
def test_parts_that_stand_out_are_told_with_their_q(lang: Any) -> None:
    study = made("judge")
    table = study.comparison("judge").slices[0]
    worst = min(table.rows, key=lambda row: row.difference.estimate)
    assert worst.q_value < 0.05
    text = results(study, lang).text()
    gap = worst.difference
    assert f"{100 * gap.estimate:.1f}".replace("-", "−") in text
    assert str(worst.value) in text
    assert "q " in text


def test_the_checklist_has_fifteen_points_and_leaves_to_the_author_what_data_cannot_say() -> None:
    for lang in ("en", "zh"):
        points = checklist(made("judge"), lang)
        assert [point.number for point in points] == list(range(1, 16))
        blank = {point.number for point in points if point.answer.blanks}
        assert blank == set(range(1, 16)) - {10, 11, 13}
        assert {point.number for point in points if point.state == "filled"} == {10, 11, 13}
        assert {point.number for point in points if point.state == "author"} == {3, 5, 6, 7, 8, 9}


def test_every_sentence_is_used() -> None:
    code = " ".join(
        path.read_text(encoding="utf-8")
        for folder in ("report/paper", "report/page")
        for path in (Path(cc.__file__).parent / folder).glob("*.py")
    )
    made_of = (
        "level-",
        "called-",
        "weights-",
        "metric-",
        "how-",
        "among-",
        "asks-",
        "add-",
        "part-",
        "reads-",
        "over-rounds-",
    )
    for name in ("paper", "grras"):
        unused = [key for key in topic(name) if not key.startswith(made_of) and f"{key}" not in code]
        assert unused == []


if __name__ == "__main__":
    for study_name in NAMES:
        for language in ("en", "zh"):
            path = SNAPSHOTS / f"paper_{study_name}.{language}.txt"
            path.write_text(whole(made(study_name), language), encoding="utf-8")
