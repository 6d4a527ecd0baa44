"""A study as a notebook shows it: what to read first, the main measures, the first problems; no scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import islice

from ..interpret.outline import glance, title_of
from ..interpret.said import Said
from ..interpret.shown import agreement_tables
from ..interpret.speak import Language
from ..interpret.study import Study
from ..interpret.tabular import Shown
from .one_line import one_line
from .shorten import shortened
from .tables import text_of

#: So many problems are shown; all are in the report.
FIRST = 3
_TAGS = {"en": "en", "zh": "zh-Hans"}
# Colours are the notebook's own, so that dark ones stay dark.
_LINE = "border-bottom:1px solid rgba(127,127,127,.4)"


@dataclass(frozen=True)
class Glance:
    """HTML that notebooks show by itself."""

    html: str

    def _repr_html_(self) -> str:
        return self.html


def compact(study: Study, lang: Language = "en") -> Glance:
    """What matters of a study, in one language, everything from the data escaped."""
    body = "".join(_body(shortened(study), lang))
    return Glance(f'<div lang="{_TAGS[lang]}" style="max-width:60em;overflow-x:auto">{body}</div>')


def _body(study: Study, lang: Language) -> Iterator[str]:
    first, *others = glance(study)
    yield _title(Said("page.title"), lang)
    yield from (f'<p style="margin:.3em 0">{_text(said, lang)}</p>' for said in first.sentences)
    main = study.main
    if main is not None:
        for table in islice(agreement_tables(main), 1):
            yield _title(title_of(main), lang)
            yield _table(table, lang)
    for section in others:
        yield _title(section.title, lang)
        yield _problems(section.sentences, lang)


def _title(said: Said, lang: Language) -> str:
    return f'<p style="margin:.8em 0 .3em 0"><b>{_text(said, lang)}</b></p>'


def _text(said: Said, lang: Language) -> str:
    return f"<bdi>{escape(one_line(said.text(lang)).strip())}</bdi>"


def _problems(sentences: Sequence[Said], lang: Language) -> str:
    """The first problems, each with what to do about it."""
    found = [i for i, said in enumerate(sentences) if said.code == "study.finding"]
    points = (
        f"<li>{escape(one_line(sentences[i].facts['text'][lang]))}<br>{_text(sentences[i + 1], lang)}</li>"
        for i in found[:FIRST]
    )
    left = len(found) - FIRST
    more = f"<p>{_text(Said('report.more-problems', {'n': left}), lang)}</p>" if left > 0 else ""
    return f'<ol style="margin:.3em 0">{"".join(points)}</ol>{more}'


def _table(table: Shown, lang: Language) -> str:
    text = text_of(table, lang)
    body = "".join(_row("td", row, text.right) for row in text.rows)
    style = "border-collapse:collapse;font-size:inherit;font-variant-numeric:tabular-nums"
    head = _row("th", text.heads, text.right)
    return f'<table style="{style}"><thead>{head}</thead><tbody>{body}</tbody></table>'


def _row(tag: str, cells: Sequence[str], right: Sequence[bool]) -> str:
    sides = ("right" if number else "left" for number in right)
    return "<tr>" + "".join(_cell(tag, text, side) for text, side in zip(cells, sides, strict=True)) + "</tr>"


def _cell(tag: str, text: str, side: str) -> str:
    return f'<{tag} style="text-align:{side};padding:.15em .6em;{_LINE}" dir="auto">{escape(text)}</{tag}>'
