"""What the gate says of slices: which lost, which gained, and what could not be seen in them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...digits import order_key
from ...language.message import Message, fact
from ...language.numerals import written
from ...language.render import LANGUAGES
from ...language.text_table import NONE
from ..compare.comparison import called
from ..rounds.gain import direction
from ..rounds.slice_changes import SliceChange
from ..where.item_words import said_value
from ..where.subgroups import LEAST_TESTED
from .amounts import apart
from .baseline_change import gain_ends, is_unmoved

if TYPE_CHECKING:
    from .gate import Gate

#: So many slices are named in a sentence; tables name them all.
MOST_NAMED = 5
#: A slice, and the comparison that it is of.
Named = tuple[str, SliceChange]


def slices_said(gate: Gate, common: dict[str, Any], beyond: Any) -> Iterator[Message]:
    """Which slices lost, and which gained, of all that were tested; or what could not be seen in them.

    `common` says which baseline it is, and `beyond` how large a loss is allowed.
    """
    defined = [(name, one) for name, one in gate.every_slice if one.difference.defined]
    found = [(name, one) for name, one in defined if one.n >= LEAST_TESTED]
    counted = common | {"n": len(found)}
    lost, gained = ([each for each in found if getattr(each[1], key)] for key in ("lost", "gained"))
    if lost:
        facts = {"lost": len(lost), "fdr": gate.fdr, "slices": _named(gate, lost)}
        yield Message("gate.slices-lost", counted | facts)
    elif found:
        yield from _none_lost(gate, found, counted, beyond)
    if gained:
        yield Message("gate.slices-gained", counted | {"gained": len(gained), "slices": _named(gate, gained)})
    if small := len(defined) - len(found):
        yield Message("gate.slices-small", {"n": small, "least": LEAST_TESTED})


def _none_lost(gate: Gate, found: Sequence[Named], common: dict[str, Any], beyond: Any) -> Iterator[Message]:
    if all(is_unmoved(one.difference) for _, one in found):
        yield Message("gate.slices-unchanged", common)
        return
    around = [gain_ends(one.difference, one.measure) for _, one in found]
    lows = [(ends[0], place) for place, ends in enumerate(around) if ends is not None]
    if not lows:
        return
    low, place = min(lows, key=lambda one: (order_key(one[0]), one[1]))
    name, one = found[place]
    most = apart(one.measure, max(0.0, -low))
    where = fact(of(gate, name, Message("gate.slice-where", _where(one))))
    yield Message("gate.slices-none-lost", common | {"most": most, "where": where, "beyond": beyond})


def _named(gate: Gate, slices: Sequence[Named]) -> list[Any]:
    """The largest changes first, the others counted."""
    ordered = sorted(slices, key=lambda each: -order_key(abs(each[1].difference.estimate)))
    named = [fact(of(gate, name, slice_said(one))) for name, one in ordered[:MOST_NAMED]]
    more = len(ordered) - MOST_NAMED
    return [*named, *([fact(Message("gate.slice-more", {"n": more}))] if more > 0 else [])]


def of(gate: Gate, name: str, said: Message) -> Message:
    """The sentence, led by who it is about where several are judged."""
    if len(gate.judged) == 1:
        return said
    return Message("gate.of", {"name": called(name, gate.judged[name]), "said": fact(said)})


def slice_said(one: SliceChange) -> Message:
    """What became of a slice."""
    change = apart(one.measure, direction(one.measure) * one.difference.estimate, sign=True)
    return Message("gate.slice", {**_where(one), "change": change, "q": q_words(one)})


def _where(one: SliceChange) -> dict[str, Any]:
    value = {lang: said_value(one.value, lang) for lang in LANGUAGES}
    return {"column": one.column, "value": value, "n": one.n}


def q_words(one: SliceChange) -> str:
    """The q-value of a loss, or of a gain, as people write it behind the letter."""
    q = one.q_gained if one.gained else one.q_value
    if math.isnan(q):
        return NONE
    return "< 0.001" if q < 0.001 else f"= {written(q, '.3f')}"
