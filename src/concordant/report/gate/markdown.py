"""The gate as Markdown for a pull request: short, and with a hidden mark by which a bot finds its comment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...interpret.gate.gate import Gate
from ...interpret.rounds.change import Change
from ...language.render import Language
from ...language.text_table import TextTable
from ..render.markdown import escaped
from ..shorten import shortened
from ..tables import text_of
from .flips import flips_more, flips_said, flips_table
from .tables import SIGNS, beside_tables, changes_table, checked, targets_table, who_said, word

#: The first line. Nobody sees it; a bot looks for it to write its comment anew.
MARK = "<!-- concordant gate -->"
#: So many items of either direction are shown.
_ITEMS = 3
#: Behind these signs GitHub makes links of names, numbers and addresses, and tells people of it.
_LINKING = re.compile(r"@|#(?=\w)|:(?=//)|\bwww(?=\.)|\bGH-(?=\d)", re.IGNORECASE)
#: Takes no room, and parts what belongs together.
_BREAK = "&#8203;"


def to_markdown(gate: Gate, lang: Language = "en") -> str:
    """The outcome, the targets, what changed since the baseline, a few items; the rest is in the JSON."""
    short = shortened(gate)
    return "\n\n".join(_blocks(short, lang)) + "\n"


def shown_as_text(text: str) -> str:
    """Text from the data that GitHub shows as it is: no markup, no mention, no link."""
    return _LINKING.sub(lambda sign: f"{sign[0]}{_BREAK}", escaped(text))


def _blocks(gate: Gate, lang: Language) -> Iterator[str]:
    first, *others = (shown_as_text(said.text(lang)) for said in beside_tables(gate))
    title = f"{SIGNS[gate.outcome]} concordant: {word(gate.outcome).text(lang)}"
    where = (shown_as_text(name) for name in checked(gate, lang))
    yield f"{MARK}\n### {' · '.join((title, *where))}"
    yield first
    for table in (targets_table(gate), changes_table(gate)):
        if table is not None:
            yield f"**{shown_as_text(table.title.text(lang))}**"
            yield _table(table, lang)
    if others:
        yield "\n".join(f"- {line}" for line in others)
    for change in gate.changes:
        yield from _flips(gate, change, lang)


def _flips(gate: Gate, change: Change, lang: Language) -> Iterator[str]:
    """A few items on which agreement changed, folded."""
    said, table = flips_said(gate, change), flips_table(gate, change, _ITEMS)
    if said is None or table is None:
        return
    lead = "" if len(gate.judged) == 1 else f"{who_said(gate, change.name, lang)}: "
    yield f"<details><summary>{shown_as_text(lead + said.text(lang))}</summary>"
    yield _table(table, lang)
    more = [shown_as_text(one.text(lang)) for one in flips_more(gate, change, _ITEMS)]
    if more:
        yield (" " if lang == "en" else "").join(more)
    yield "</details>"


def _table(table: TextTable, lang: Language) -> str:
    text = text_of(table, lang)
    under = ["---:" if right else ":---" for right in text.right]
    heads, *rows = ([shown_as_text(cell) for cell in row] for row in (text.heads, *text.rows))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, under, *rows))
