"""A study as Markdown: what to read first, findings, every table, the data, and draft text for the paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ...interpret.study import Section, Study
from ...interpret.study.outline import outline
from ...language.message import Message
from ...language.render import Language
from ...language.text_table import TextTable
from ...quote import one_line
from ..paper.bibliography import passages_with_sources
from ..shorten import shortened
from ..tables import text_of
from ..write_file import MARK

#: What means something to Markdown wherever it stands, and what only where a line begins.
_ANYWHERE = re.compile(r"[\\`*\[\]|~$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_AT_THE_START = re.compile(r"^(#+|[>+=-]|\d+[.)])(?=[\s=-]|$)|^>")
_ENTITY = re.compile(r"&(?=#?\w+;)")


def to_markdown(study: Study, lang: Language = "en") -> str:
    """The study as one Markdown file."""
    short = shortened(study)
    blocks = [MARK, f"# {escape_markdown(Message('page.title').text(lang))}"]
    for section in outline(short):
        blocks += [f"## {escape_markdown(section.title.text(lang))}", *_section(section, lang)]
    blocks.append(f"## {escape_markdown(Message('paper.panel').text(lang))}")
    for title, passage in passages_with_sources(short, lang):
        blocks += [f"### {escape_markdown(title.text(lang))}", passage.markdown()]
    return "\n\n".join(blocks) + "\n"


def escape_markdown(text: str) -> str:
    """Text that Markdown shows as it is, inside a line."""
    plain = _ENTITY.sub("&amp;", one_line(text)).replace("<", "&lt;")
    return _ANYWHERE.sub(lambda sign: f"\\{sign[0]}", plain).strip()


def _begun(text: str) -> str:
    """Text that Markdown shows as it is at the start of a line, where `#`, `-` and `1.` have a meaning."""
    return _AT_THE_START.sub(lambda start: f"{start[0][:-1]}\\{start[0][-1]}", escape_markdown(text))


def _section(section: Section, lang: Language) -> Iterator[str]:
    if section.sentences:
        yield "\n".join(_line(message, lang) for message in section.sentences)
    for table in section.tables:
        yield f"**{escape_markdown(table.title.text(lang))}**"
        yield pipe_table(table, lang)
        yield from (f"_{escape_markdown(note.text(lang))}_" for note in table.notes)


def _line(message: Message, lang: Language) -> str:
    """A point of a list; problems are numbered, and what belongs to one stands below it."""
    if message.code == "study.finding":
        return f"{message.facts['place']}. **{escape_markdown(message.facts['text'][lang])}**"
    text = message.text(lang)
    return f"{'   ' if text.startswith('   ') else ''}- {_begun(text)}"


def pipe_table(table: TextTable, lang: Language, escape: Callable[[str], str] = escape_markdown) -> str:
    """A table in Markdown, every cell through `escape`."""
    text = text_of(table, lang)
    under = ["---:" if right else ":---" for right in text.right]
    heads, *rows = ([escape(cell) for cell in row] for row in (text.heads, *text.rows))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, under, *rows))
