"""Sentences on a terminal: no line too long, no word or sign in the wrong place, nothing lost."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.frame import width
from concordant.interpret.study.outline import outline
from concordant.language.chinese import line_breaks
from concordant.surfaces.cli import wrap as cli_wrap
from concordant.surfaces.cli.flags import as_flags
from concordant.surfaces.cli.main import main

DATA = cc.examples()["scores"].path


def test_lines_after_the_first_stand_further_in() -> None:
    assert cli_wrap.wrapped("  one two three four", 11) == "  one two\n    three\n    four"


def test_what_belongs_to_a_number_stands_below_its_text() -> None:
    assert cli_wrap.wrapped("  1. one two three", 13) == "  1. one two\n     three"


def test_a_line_that_just_fits_is_left_alone() -> None:
    assert cli_wrap.wrapped("  one two", 9) == "  one two"
    assert cli_wrap.wrapped("  one two", 8) == "  one\n    two"


def test_a_chinese_character_takes_two_places() -> None:
    # Two blanks and three characters are eight places; the others have room for two after four blanks.
    assert cli_wrap.wrapped("  甲乙丙丁戊", 8) == "  甲乙丙\n    丁戊"


def test_a_line_begins_with_no_closing_sign_and_ends_with_no_opening_one() -> None:
    assert cli_wrap.wrapped("甲乙丙，丁", 6) == "甲乙\n  丙，\n  丁"
    assert cli_wrap.wrapped("甲乙“丙”", 5) == "甲乙\n  “丙”"
    assert cli_wrap.wrapped("甲（judge）", 5) == "甲\n  （judge）"


def test_a_word_longer_than_the_line_is_not_broken() -> None:
    assert cli_wrap.wrapped("a content_type b", 6) == "a\n  content_type\n  b"


def test_help_in_chinese_breaks_no_word(monkeypatch: pytest.MonkeyPatch) -> None:
    for places in ("60", "80"):
        monkeypatch.setenv("COLUMNS", places)
        text = CliRunner().invoke(main, ["--help", "--lang", "zh"]).output
        joined = re.sub(r"[│\s]", "", text)
        for word in ("concordant", "CONCORDANT_LANG", "JSONL"):
            assert text.count(word) == joined.count(word)
        assert not re.search(r"^[│ ]*[，。：；、）]", text, re.MULTILINE)
        assert all(width(line) <= int(places) for line in text.splitlines())


def test_breaks_of_lines_lose_nothing_and_fit() -> None:
    text = "评分者类别列（human、judge、code 或 gold），或写成 concordant_is_a_long_word。"
    for places in range(4, 60):
        ends = [*line_breaks(text, places, width), len(text)]
        lines = [text[a:b] for a, b in zip([0, *ends], ends, strict=False)]
        assert "".join(lines) == text
        assert all(width(line.rstrip()) <= places for line in lines)


@pytest.mark.parametrize("places", [30, 60, 100])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_whole_study_fits_and_loses_nothing(
    lang: str, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [replace(section, tables=()) for section in outline(cc.study(DATA))]
    monkeypatch.setattr(cli_wrap, "page_width", lambda: None)
    plain = cli_wrap.sections(found, lang)  # type: ignore[arg-type]
    monkeypatch.setattr(cli_wrap, "page_width", lambda: places)
    shown = re.sub(r"\x1b\[\d+m", "", cli_wrap.sections(found, lang))  # type: ignore[arg-type]
    without_bold = re.sub(r"\x1b\[\d+m", "", plain)
    assert re.sub(r"\s", "", shown) == re.sub(r"\s", "", without_bold)
    too_long = [line for line in shown.splitlines() if width(line) > places and len(line.split()) > 1]
    assert too_long == []
    assert [line for line in shown.splitlines() if line.strip().startswith(tuple("，。：；、）”"))] == []


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_columns_of_a_study_that_do_not_fit_stand_below(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = outline(cc.study(DATA))
    monkeypatch.setattr(cli_wrap, "page_width", lambda: 80)
    shown = re.sub(r"\x1b\[\d+m", "", cli_wrap.sections(found, lang))  # type: ignore[arg-type]
    assert [line for line in shown.splitlines() if width(line) > 80] == []
    words = shown.split()
    for section in found:
        for table in section.tables:
            for line in table.lines(lang):  # type: ignore[arg-type]
                assert set(line.split()) <= set(words)


def test_a_table_is_never_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_wrap, "page_width", lambda: 20)
    text = cli_wrap.table_and_sentences("Title\nfirst column  second column\n\nA sentence that is long.")
    assert text.splitlines()[1:] == ["first column  second column", "", "A sentence that is", "  long."]


def test_an_interval_in_a_table_stays_as_it_is() -> None:
    text = cli_wrap.table_and_sentences("Title\n0.5  [0.4, 0.6]\n\nPass shape=… to say otherwise.")
    assert text.splitlines()[1:] == ["0.5  [0.4, 0.6]", "", "Pass --shape … to say otherwise."]


def test_a_line_is_no_longer_than_is_good_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "300")
    assert cli_wrap.page_width() == cli_wrap.WIDEST
    monkeypatch.setenv("COLUMNS", "60")
    assert cli_wrap.page_width() == 60


def test_without_a_terminal_a_sentence_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert cli_wrap.page_width() is None
    long = "  " + "word " * 40
    assert cli_wrap.wrapped(long, cli_wrap.page_width()) == long


def test_what_a_column_was_taken_for_is_no_option() -> None:
    assert as_flags("Columns: rater_kind = kind. Pass rater_kind=….") == (
        "Columns: rater_kind = kind. Pass --rater-kind …."
    )
