"""Formats by their endings; every study in every format and both languages, with nothing left unsaid."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.report.formats import FORMATS, NAMES, study_format
from tests.interpret.study.test_study import NAMES as METHODS
from tests.interpret.study_cases import some_cases, studied, words_in


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a.html", "html"), ("a.HTM", "html"), ("a.md", "md"), ("a.json", "json"), ("a.tex", "latex"),
        ("a.doc", "word"), ("a.bib", "bibtex"), ("folder/", "csv"), ("v1.2/", "csv"), (".", "csv"),
    ],
)  # fmt: skip
def test_the_ending_says_the_format(path: str, name: str) -> None:
    assert study_format(path).name == name


#: Files that are written as they are; what a browser prints has tests of its own.
WRITTEN = [one for one in FORMATS if not (one.folder or one.printed)]


def test_the_format_that_is_named_wins() -> None:
    assert study_format("notes.txt", "md").name == "md"


def test_an_ending_that_says_nothing_is_answered_with_what_there_is() -> None:
    for path in ("a.rtf", "a.docx", "a.csv", "a.html.gz", "report"):
        with pytest.raises(
            OptionError,
            match=r"use one of \.html, \.md, \.json, \.tex, \.bib, \.doc, \.pdf, or / for a folder",
        ):
            study_format(path)
    with pytest.raises(OptionError, match="Did you mean 'html'"):
        study_format("a", "htm")


def test_every_name_has_a_format() -> None:
    assert tuple(sorted(one.name for one in FORMATS)) == tuple(sorted(NAMES))


#: What stays as it is in Chinese: programs, formats, journals' and people's names in references.
ASIDE = {"concordant", "report", "CI", "MAE", "SEM", "ICC", "CCC", "AC", "Prompt", "sha"}


@some_cases(1)
def test_every_study_is_said_whole_in_both_languages(name: str) -> None:
    study = studied(name)
    for kind in FORMATS:
        if kind.name in ("html", "pdf", "json", "bibtex"):
            continue
        for lang in ("en", "zh"):
            text = kind.text(study, lang)  # type: ignore[arg-type]
            assert not re.search(r"(?<![\w{<])(nan|None(?! of the known)|NaN)(?![\w}>])", text), kind.name
            assert not re.search(r"\b(report|shown|study|page|paper)\.[a-z]+-[a-z-]+\b", text), kind.name


@pytest.mark.parametrize("name", ["two slice columns", "gold with people and judges", "repeats of several"])
def test_tables_in_chinese_have_no_english(name: str) -> None:
    from concordant.report.tables import tables_of

    known = METHODS | ASIDE | words_in(name)
    for table in tables_of(studied(name)):
        text = table.text("zh")
        said = " ".join((table.titled("zh"), *text.heads, *(c for row in text.rows for c in row)))
        assert set(re.findall(r"[A-Za-z]{3,}", said)) <= known | {"ordinal"}, said


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("kind", WRITTEN, ids=lambda one: one.name)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_was_saved_is_a_report_and_may_be_saved_again(kind: Any, lang: Any, tmp_path: Path) -> None:
    study = cc.study([1, 2, 3, 1, 2, 3, 1], [1, 2, 3, 1, 2, 2, 1])
    place = tmp_path / f"a{kind.ending}"
    study.save(place, lang=lang)
    first = place.read_bytes()
    study.save(place, lang=lang)
    assert place.read_bytes() == first
