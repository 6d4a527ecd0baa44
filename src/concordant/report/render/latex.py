"""A study in LaTeX, for \\input in a paper: the answer, findings, tables, draft text for the paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...interpret.study import Section, Study, glance
from ...language.message import Message
from ...language.render import Language
from ...language.text_table import NONE
from ...quote import one_line
from ..paper.bibliography import passages
from ..paper.passage import Passage, escape_latex
from ..shorten import shortened
from ..tables import NamedTable, tables_of
from ..write_file import LATEX_MARK

#: From so many columns on the letters are smaller.
_WIDE = 6


def to_latex(study: Study, lang: Language = "en") -> str:
    """What it needs, the answer and findings, every table with caption and label, methods and results."""
    short = shortened(study)
    words = (line for title, passage in passages(short, lang) for line in _words(title, passage, lang))
    tables = (line for table in tables_of(short) for line in _table(table, lang))
    first = (line for section in glance(short) for line in _first(section, lang))
    return "\n".join([*_preamble(lang), *first, *tables, *words])


def escape_latex_line(text: str) -> str:
    """Text that LaTeX sets as it stands; a bracket that begins a row would be taken for a distance."""
    return escape_latex(one_line(text)).replace("[", "{[}")


def _first(section: Section, lang: Language) -> Iterator[str]:
    """What is read first, a paragraph for each sentence; its tables are among the others."""
    yield rf"\subsection*{{{escape_latex_line(section.title.text(lang))}}}"
    for message in section.sentences:
        yield from (escape_latex_line(message.text(lang)).strip(), "")


def _words(message: Message, passage: Passage, lang: Language) -> Iterator[str]:
    yield rf"\subsection*{{{escape_latex_line(message.text(lang))}}}"
    yield passage.latex()
    yield ""


def _preamble(lang: Language) -> Iterator[str]:
    yield LATEX_MARK
    for key in ("latex-needs", "latex-letters"):
        yield f"% {Message(f'report.{key}').text(lang)}"
    yield ""


def _table(table: NamedTable, lang: Language) -> Iterator[str]:
    text = table.text(lang)
    yield r"\begin{table}[htbp]"
    yield r"\centering"
    if len(text.heads) >= _WIDE:
        yield r"\footnotesize\setlength{\tabcolsep}{3pt}"
    yield rf"\caption{{{escape_latex_line(table.titled(lang))}}}"
    yield rf"\label{{tab:{table.name}}}"
    yield rf"\begin{{tabular}}{{{''.join('r' if right else 'l' for right in text.right)}}}"
    yield r"\toprule"
    yield _row(text.heads)
    yield r"\midrule"
    yield from (_row(row) for row in text.rows)
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield from (rf"\par\smallskip{{\footnotesize {escape_latex_line(note)}}}" for note in table.notes(lang))
    yield r"\end{table}"
    yield ""


def _row(cells: Sequence[str]) -> str:
    return " & ".join("--" if text == NONE else escape_latex_line(text) for text in cells) + r" \\"
