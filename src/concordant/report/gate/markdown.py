"""The gate as Markdown for a pull request: short, with a hidden mark for bots and items that changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ...interpret.gate import Gate
from ...interpret.rounds import Change, Flip
from ...interpret.table import TEXT, WORDS, Column, DeclaredTable
from ...language.message import Message
from ...language.render import Language
from ...language.text_table import NONE
from ..render.markdown import escape_markdown, pipe_table
from ..shorten import shortened
from .tables import SIGNS, beside_tables, changes_table, checked, comparison_name, targets_table, word

#: The first line. Nobody sees it; a bot looks for it to replace its comment.
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
    return _LINKING.sub(lambda sign: f"{sign[0]}{_BREAK}", escape_markdown(text))


def _blocks(gate: Gate, lang: Language) -> Iterator[str]:
    first, *others = (shown_as_text(message.text(lang)) for message in beside_tables(gate))
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
    message, table = flips_message(gate, change), flips_table(gate, change, _ITEMS)
    if message is None or table is None:
        return
    lead = "" if len(gate.judged) == 1 else f"{comparison_name(gate, change.name, lang)}: "
    yield f"<details><summary>{shown_as_text(lead + message.text(lang))}</summary>"
    yield _table(table, lang)
    more = [shown_as_text(one.text(lang)) for one in flips_more(gate, change, _ITEMS)]
    if more:
        yield (" " if lang == "en" else "").join(more)
    yield "</details>"


def _table(table: DeclaredTable, lang: Language) -> str:
    return pipe_table(table.in_words(), lang, shown_as_text)


#: So many raters are named beside an item.
_RATERS = 6


def flips_message(gate: Gate, change: Change) -> Message | None:
    """How many items are worse and better than before; nothing where items are not known to be the same."""
    if change.flips is None:
        return None
    key = "flipped-rows" if gate.wholes[change.name].rows else "flipped"
    return Message(f"gate.{key}", {"broken": change.flips.n_broken, "mended": change.flips.n_mended})


def flips_table(gate: Gate, change: Change, most: int) -> DeclaredTable | None:
    """So many items of either direction, those that are worse first."""
    if change.flips is None:
        return None
    sides = (("worse", _broken(gate, change)), ("better", change.flips.mended))
    rows = tuple((key, one) for key, flips in sides for one in flips[:most])
    values = partial(_values, gate, change)
    columns = (
        Column("state", Message("gate.head-state"), WORDS, lambda row: Message(f"gate.{row[0]}"), TEXT),
        Column("item", Message("gate.head-item"), WORDS, lambda row: _item(row[1]), TEXT),
        Column(
            "before", Message("gate.head-before"), WORDS,
            lambda row: values(row[1].before, change.name_before), TEXT,
        ),
        Column("now", Message("gate.head-now"), WORDS, lambda row: values(row[1].after, change.name), TEXT),
    )  # fmt: skip
    return DeclaredTable("flips", Message("gate.flipped-shown"), columns, rows) if rows else None


def flips_more(gate: Gate, change: Change, most: int) -> tuple[Message, ...]:
    """How many are not in the table, and by what those that are were chosen."""
    flips = change.flips
    if flips is None:
        return ()
    shown_broken, shown_mended = min(most, len(flips.broken)), min(most, len(flips.mended))
    if (shown_broken, shown_mended) == (flips.n_broken, flips.n_mended):
        return ()
    facts = {"broken": flips.n_broken, "mended": flips.n_mended}
    more = Message("gate.flipped-more", facts | {"shown_broken": shown_broken, "shown_mended": shown_mended})
    chosen = any(_in_lost_slice(gate, change, one) for one in flips.broken)
    return (more, *((Message("gate.flipped-of-slices"),) if chosen else ()))


def _broken(gate: Gate, change: Change) -> Sequence[Flip]:
    """Those that are worse, the ones of slices that lost first."""
    flips = () if change.flips is None else change.flips.broken
    return sorted(flips, key=lambda one: not _in_lost_slice(gate, change, one))


def _in_lost_slice(gate: Gate, change: Change, one: Flip) -> bool:
    lost = (slice_ for slice_ in gate.slices.get(change.name, ()) if slice_.lost)
    return any(str(one.about.get(slice_.column)) == str(slice_.value) for slice_ in lost)


def _item(one: Flip) -> str:
    dimension = one.about.get("dimension")
    return one.item if dimension is None else f"{one.item} · {dimension}"


def _values(gate: Gate, change: Change, values: Mapping[str, Any], judge: str) -> str:
    """What was said: the judge first, without the other judges."""
    others = {*gate.judged, *gate.gone, *(c.name_before for c in gate.changes)} - {judge}
    names = [
        *([judge] if judge in values else []),
        *(name for name in values if name not in {judge, *others}),
    ]
    texts = [f"{name} {values[name]}" for name in names[:_RATERS] if values[name] is not None]
    return ", ".join(texts) or NONE
