"""Items on which agreement changed since the baseline: a few of them, those of slices that lost first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...interpret.gate.gate import Gate
from ...interpret.rounds.change import Change, Flip
from ...language.message import Message
from ...language.text_table import NONE, TextTable, shown

#: So many raters are named beside an item.
_RATERS = 6


def flips_said(gate: Gate, change: Change) -> Message | None:
    """How many items are worse and better than before; nothing where items are not known to be the same."""
    if change.flips is None:
        return None
    key = "flipped-rows" if gate.wholes[change.name].rows else "flipped"
    return Message(f"gate.{key}", {"broken": change.flips.n_broken, "mended": change.flips.n_mended})


def flips_table(gate: Gate, change: Change, most: int) -> TextTable | None:
    """So many items of either direction, those that are worse first."""
    if change.flips is None:
        return None
    sides = (("worse", _broken(gate, change)), ("better", change.flips.mended))
    rows = [_row(gate, change, key, one) for key, flips in sides for one in flips[:most]]
    heads = tuple(Message(f"gate.head-{name}") for name in ("state", "item", "before", "now"))
    return None if not rows else shown(Message("gate.flipped-shown"), heads, rows)


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


def _row(gate: Gate, change: Change, key: str, one: Flip) -> tuple[Any, ...]:
    dimension = one.about.get("dimension")
    item = one.item if dimension is None else f"{one.item} · {dimension}"
    before, after = (
        _values(gate, change, values, name)
        for values, name in ((one.before, change.name_before), (one.after, change.name))
    )
    return (Message(f"gate.{key}"), item, before, after)


def _values(gate: Gate, change: Change, values: Mapping[str, Any], judge: str) -> str:
    """What was said: the judge first, without the other judges."""
    others = {*gate.judged, *gate.gone, *(c.name_before for c in gate.changes)} - {judge}
    names = [
        *([judge] if judge in values else []),
        *(name for name in values if name not in {judge, *others}),
    ]
    told = [f"{name} {values[name]}" for name in names[:_RATERS] if values[name] is not None]
    return ", ".join(told) or NONE
