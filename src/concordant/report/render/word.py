"""A study as HTML that pastes into Word: answer, findings, three-line tables, draft text for the paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from ...interpret.study import Section, Study, glance
from ...language.message import Message
from ...language.render import Language
from ...quote import one_line
from ..paper.bibliography import passages_with_sources
from ..paper.passage import Passage
from ..shorten import shortened
from ..tables import NamedTable, tables_of
from ..write_file import MARK

_FONT = {
    "en": "font-family:'Times New Roman',serif;font-size:12pt",
    "zh": "font-family:'Times New Roman','SimSun','宋体',serif;font-size:10.5pt",
}
_TAGS = {"en": "en", "zh": "zh-Hans"}
#: What the author must add; Word knows no <mark>.
_BLANK = "background:yellow;mso-highlight:yellow"
_RULE = "1pt solid windowtext"


def to_word(study: Study, lang: Language = "en") -> str:
    """The answer and findings, every table, numbered, with title and notes, then draft text for a paper."""
    title = escape(Message("page.title").text(lang))
    short = shortened(study)
    tables = enumerate(tables_of(short), start=1)
    words = (
        line
        for heading, passage in passages_with_sources(short, lang)
        for line in _words(heading, passage, lang)
    )
    first = (line for section in glance(short) for line in _first(section, lang))
    shown = (line for place, table in tables for line in _table(place, table, lang))
    body = "\n".join([*first, *shown, *words])
    return (
        f'<!doctype html>\n{MARK}\n<html lang="{_TAGS[lang]}"><head><meta charset="utf-8">'
        f'<title>{title}</title></head>\n<body style="{_FONT[lang]}">\n{body}\n</body></html>\n'
    )


def _first(section: Section, lang: Language) -> Iterator[str]:
    """What is read first, a paragraph for each sentence; its tables are numbered with the others."""
    yield f"<h2>{escape(section.title.text(lang))}</h2>"
    yield from (f"<p>{escape(one_line(message.text(lang)).strip())}</p>" for message in section.sentences)


def _words(message: Message, passage: Passage, lang: Language) -> Iterator[str]:
    yield f"<h2>{escape(message.text(lang))}</h2>"
    yield (
        passage.html()
        .replace('<mark class="blank">', f'<span style="{_BLANK}">')
        .replace("</mark>", "</span>")
    )


def _table(place: int, table: NamedTable, lang: Language) -> Iterator[str]:
    numbered = escape(Message("report.table", {"n": place}).text(lang))
    yield f'<p style="margin:18pt 0 0 0"><b>{numbered}</b></p>'
    yield f'<p style="margin:0 0 6pt 0">{_slanted(table.titled(lang), lang)}</p>'
    yield f'<table style="border-collapse:collapse;{_FONT[lang]}">'
    text = table.text(lang)
    head = _row("th", text.heads, text.right, f"border-top:{_RULE};border-bottom:{_RULE}")
    rules = [""] * (len(text.rows) - 1) + [f"border-bottom:{_RULE}"]
    rows = (_row("td", row, text.right, rule) for row, rule in zip(text.rows, rules, strict=True))
    yield f"<thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"
    for note in table.notes(lang):
        yield f'<p style="margin:6pt 0 0 0">{_note(note, lang)}</p>'


def _note(note: str, lang: Language) -> str:
    return f"{_slanted(Message('report.note').text(lang), lang)}{escape(note)}"


def _slanted(text: str, lang: Language) -> str:
    """As APA has it; Chinese letters stand upright."""
    return f"<i>{escape(text)}</i>" if lang == "en" else escape(text)


def _row(tag: str, cells: Sequence[str], right: Sequence[bool], rules: str) -> str:
    return f"<tr>{''.join(_cell(tag, *cell, rules) for cell in zip(cells, right, strict=True))}</tr>"


def _cell(tag: str, text: str, right: bool, rules: str) -> str:
    side = "right" if right else "left"
    style = f"padding:2pt 6pt;text-align:{side};font-weight:normal;{rules}".rstrip(";")
    return f'<{tag} style="{style}" dir="auto">{escape(text)}</{tag}>'
