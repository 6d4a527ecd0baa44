"""The Markdown of whole studies, as files small enough to read, and hostile text that stays text.

After a change of words, look at what `python -m tests.report.render.test_markdown` writes before keeping it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from concordant.interpret.study.study import Study
from concordant.quote import one_line
from concordant.report.render.markdown import escape_markdown, to_markdown
from concordant.report.write_file import MARK
from tests.interpret.study_cases import studied
from tests.interpret.test_study_words import STUDIES

SNAPSHOTS = Path(__file__).parents[1] / "snapshots"
GITHUB = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def fixed(name: str) -> Study:
    """A study that says the same whatever it is computed with."""
    return replace(STUDIES[name](), version="1.2.3", versions={"python": "3.11.0"})


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", STUDIES)
def test_the_markdown_is_as_it_was(name: str, lang: Any) -> None:
    assert to_markdown(fixed(name), lang) == (SNAPSHOTS / f"{name}.{lang}.md").read_text(encoding="utf-8")


HOSTILE = [
    "<script>alert(1)</script>", "a|b", "`code`", "*bold* and __bold__ and _it_", "# not a head",
    "- no point", "1. no point", "2) no point", "[x](http://example.org)", "![x](y)", "\\", "a\\|b",
    "&lt; &amp; &copy;", "~~gone~~", "$x^2$", "line\nbreak | and\r\n# more", "=cmd()", "---", "===",
    "+ more", "<!-- x -->", "a_b_c", "_a", "> quoted", "***", "| a | b |", "&#60;b&#62;",
    "😀 עברית", "`` ` ``", "    code",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_shown_as_it_is_in_a_table_a_point_and_a_head(text: str) -> None:
    wanted = " ".join(one_line(text).split())
    for shape in ("| h |\n| --- |\n| {} |", "# {}", "1. **x {}**"):
        html = GITHUB.render(shape.format(escape_markdown(text)))
        shown = " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
        assert shown.removeprefix("h ").removeprefix("x ").strip() == wanted, html


def test_a_study_of_hostile_names_has_only_our_own_structure() -> None:
    html = GITHUB.render(to_markdown(studied("raters with markup")))
    assert set(re.findall(r"<(\w+)", html)) <= {
        "h1", "h2", "h3", "ul", "ol", "li", "p", "strong", "em", "table", "thead", "tbody", "tr", "th", "td",
        "sub",
    }  # fmt: skip
    assert "&lt;script&gt;" in html


def test_rows_are_as_wide_as_their_heads() -> None:
    for name in STUDIES:
        text = to_markdown(STUDIES[name]())
        html = GITHUB.render(text)
        assert html.count("<table>") == len(re.findall(r"^\| :?---", text, re.M)) > 0
        for table in re.findall(r"<table>.*?</table>", html, re.S):
            widths = {len(re.findall(r"<t[hd]", row)) for row in re.findall(r"<tr>.*?</tr>", table, re.S)}
            assert len(widths) == 1


def test_it_begins_with_the_mark_and_says_the_numbers_of_the_study() -> None:
    study = STUDIES["harsh_judge"]()
    text = to_markdown(study)
    assert text.startswith(MARK)
    main = study.main
    assert main is not None
    for m in main.measures:
        if m.measure == "exact_agreement":
            assert f"| Exact agreement | {m.result.estimate:.0%} |" in text


if __name__ == "__main__":
    SNAPSHOTS.mkdir(exist_ok=True)
    for name in STUDIES:
        for lang in ("en", "zh"):
            (SNAPSHOTS / f"{name}.{lang}.md").write_text(to_markdown(fixed(name), lang), encoding="utf-8")
