"""A study as a notebook shows it: the verdict, the leaderboard, the first problems, measures; no scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape

from ...interpret.finding import Finding
from ...interpret.study import (
    FIRST,
    MOST_JUDGES,
    OF_ORDER,
    SERIOUS,
    ComparisonReport,
    Study,
    gain_message,
    glance,
    leaderboard_section,
    measures_table,
    read_as,
    rubric_messages,
    title_of,
)
from ...language.message import Message
from ...language.render import Language
from ...language.text_table import TextTable
from ...quote import one_line
from ..page.names import whose
from ..page.verdict import chips
from ..shorten import shortened
from ..tables import cell_text, text_of

_TAGS = {"en": "en", "zh": "zh-Hans"}
# Colours are the notebook's own, so that dark ones stay dark.
_LINE = "border-bottom:1px solid rgba(127,127,127,.4)"
_CHIP = "display:inline-block;border:1px solid rgba(127,127,127,.6);border-radius:1em;padding:.1em .7em"


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
    main = study.main
    yield _title(Message("page.title"), lang)
    if main is not None:
        name = _plain(cell_text(whose(study, main) or "", lang))
        verdicts = (_chip(chip.message, lang) for chip in chips(main))
        yield f'<p style="margin:.3em 0">{" ".join((name, *verdicts))}</p>'
    yield from (f'<p style="margin:.3em 0">{_text(message, lang)}</p>' for message in _sentences(study))
    for section in leaderboard_section(study, MOST_JUDGES):
        yield _title(section.title, lang)
        yield from (f'<p style="margin:.3em 0">{_text(message, lang)}</p>' for message in section.sentences)
        yield from (_table(table, lang) for table in section.tables)
    if study.findings:
        yield _title(Message("study.wrong"), lang)
        yield _problems(study.findings, lang)
    if main is not None:
        yield _title(title_of(main), lang)
        measures = measures_table(_main_measures(main))
        yield _table(measures.in_words(), lang) if measures.read else ""


def _sentences(study: Study) -> Iterator[Message]:
    """Doubts that would undo all else, the first sentence, what it was read from."""
    main = study.main
    if main is None:
        yield from (message for section in glance(study)[:1] for message in section.sentences)
        return
    for doubt in study.scale_doubts:
        if doubt.code in (*SERIOUS, *OF_ORDER):
            yield from doubt.sentences
    yield from rubric_messages(study)
    yield main.headline[0]
    yield read_as(study)


def _main_measures(one: ComparisonReport) -> ComparisonReport:
    """The report with the measures that speak for it: the plain one that comes first, and the main one."""
    return replace(one, measures=tuple(m for place, m in enumerate(one.measures) if m.main or not place))


def _chip(message: Message, lang: Language) -> str:
    return f'<b style="{_CHIP}">{_text(message, lang)}</b>'


def _title(message: Message, lang: Language) -> str:
    return f'<p style="margin:.8em 0 .3em 0"><b>{_text(message, lang)}</b></p>'


def _text(message: Message, lang: Language) -> str:
    return _plain(message.text(lang))


def _problems(findings: Sequence[Finding], lang: Language) -> str:
    """The first problems, each with what to do about it and what that would gain."""
    points = (
        f"<li>{_plain(one.text(lang))}<br>{_plain(one.fix(lang))}<br>{_text(gain_message(one), lang)}</li>"
        for one in findings[:FIRST]
    )
    left = len(findings) - FIRST
    more = f"<p>{_text(Message('report.more-problems', {'n': left}), lang)}</p>" if left > 0 else ""
    return f'<ol style="margin:.3em 0">{"".join(points)}</ol>{more}'


def _plain(text: str) -> str:
    return f"<bdi>{escape(one_line(text).strip())}</bdi>"


def _table(table: TextTable, lang: Language) -> str:
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
