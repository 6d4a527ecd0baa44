"""HTML for Word: three-line tables, styles beside what they are for, nothing that runs."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from concordant.report.render.word import to_word
from concordant.report.tables import tables_of
from concordant.report.write_file import MARK
from tests.interpret.study_cases import some_cases, studied
from tests.interpret.test_study_words import STUDIES


class Seen(HTMLParser):
    """The tags, the widths of rows, and the text of cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.styles: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert {name for name, _ in attrs} <= {"style", "dir", "lang", "charset"}
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.styles.append(dict(attrs)["style"] or "")
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


@pytest.mark.parametrize("lang", ["en", "zh"])
@some_cases(0)
def test_it_shows_every_table_and_only_tables(name: str, lang: Any) -> None:
    study = studied(name)
    seen = Seen(to_word(study, lang))
    assert set(seen.tags) <= {
        "html", "head", "meta", "title", "body", "h2", "p", "b", "i", "sub", "strong", "bdi", "span", "table",
        "thead", "tbody", "tr", "th", "td",
    }  # fmt: skip
    assert seen.open == []
    assert seen.tags.count("table") == len(tables_of(study))


def test_cells_are_those_of_the_table() -> None:
    study = STUDIES["harsh_judge"]()
    seen = Seen(to_word(study))
    wanted = [list(row) for t in tables_of(study) for row in (t.text("en").heads, *t.text("en").rows)]
    assert seen.rows == wanted


def test_a_table_has_three_lines() -> None:
    text = to_word(STUDIES["rare_disease"]())
    assert MARK in text[:200]
    for table in text.split("<table")[1:]:
        head, body = table.split("</thead>")
        first, *_, last = body.split("<tr>")[1:] if body.count("<tr>") > 1 else ["", body]
        assert "border-top" in head
        assert "border-bottom" in head
        assert "border-bottom" in last
        assert "border" not in first
