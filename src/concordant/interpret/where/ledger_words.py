"""The ledger in sentences: what was split, and where most of it lies."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...digits import order_key, rounded
from ...language.message import Message
from ...language.render import topic
from ..compare import Comparison
from .items import item_name

if TYPE_CHECKING:
    from .ledger import Ledger, LedgerEntry, LedgerItem

#: Pairs of categories that are told; the ledger lists more.
_MOST_PAIRS = 3
#: Items that are named; the ledger lists more.
_FIRST = 5
#: A part that holds this much more of the disagreement than its size is told, unless it is tiny.
_OVER, _TINY = 1.25, 0.01


def sentences(book: Ledger, compared: Comparison) -> tuple[Message, ...]:
    """What a reader should know first."""
    return tuple(_sentences(book, compared))


def _sentences(book: Ledger, compared: Comparison) -> Iterator[Message]:
    about: dict[str, Any] = {"m": [book.measure, dict(book.options)], "total": book.total}
    if math.isnan(book.total):
        yield Message("ledger.undefined", about)
        return
    yield Message(f"ledger.{book.what}", about)
    if not book.items:
        yield Message("ledger.nothing", {"n": book.n_items})
        return
    share, counted = book.items[-1].cumulative, _counted_in(book, compared)
    if share >= _TINY:
        key = "ledger.tied" if book.tied else "ledger.items"
        yield Message(key, {"k": len(book.items), "n": book.n_items, "share": share, **counted})
        named = [item_name(_of(item, compared)) for item in book.items[:_FIRST]]
        yield Message(f"ledger.{'first' if len(book.items) > _FIRST else 'these'}", {"items": named})
    half: dict[str, Any] = {"n": book.half_items, "share": book.half_items / book.n_items}
    yield Message("ledger.half", half | counted)
    for entry in book.category_pairs[:_MOST_PAIRS]:
        yield _category_pair(entry, compared)
    if book.what == "squared" and not math.isnan(book.bias):
        yield Message("ledger.bias", {"share": book.bias, "rest": 1 - book.bias})
    yield from _over(book)


def _counted_in(book: Ledger, compared: Comparison) -> dict[str, bool]:
    """That ratings are counted, of which items have several."""
    return {"in_ratings": True} if book.n_items > compared.n_distinct else {}


def _of(item: LedgerItem, compared: Comparison) -> dict[str, Any]:
    """The item without what others said who are not compared."""
    compares = {*compared.reference, compared.name} if compared.reference else set(compared.ratings.raters)
    others = set(compared.items.raters) - compares
    return {name: value for name, value in item.said.items() if name not in others}


def _category_pair(entry: LedgerEntry, compared: Comparison) -> Message:
    facts: dict[str, Any] = {"a": entry.name[0], "b": entry.name[1], "share": entry.share}
    if not compared.pair or compared.ratings.anonymous:
        return Message("ledger.either", facts)
    first: Any
    first, second = compared.ratings.raters
    if first not in compared.items.raters:  # several people are one column
        first = topic("terms")["people"]
    return Message("ledger.ordered", {**facts, "first": first, "second": second})


def _over(book: Ledger) -> Iterator[Message]:
    """Of each column, and of the pairs of raters, the one that stands out most."""
    for column, entries in book.slices.items():
        most = _most(entries)
        if most is not None:
            yield Message("ledger.slice", {"column": column, "value": str(most.name[0]), **_facts(most)})
    most = _most(book.rater_pairs)
    if most is not None:
        yield Message("ledger.raters", {"a": most.name[0], "b": most.name[1], **_facts(most)})


def _most(entries: tuple[LedgerEntry, ...]) -> LedgerEntry | None:
    worst = [e for e in entries if e.size >= _TINY and rounded(e.ratio) >= _OVER]
    return max(worst, key=lambda e: order_key(e.share - e.size), default=None)


def _facts(entry: LedgerEntry) -> dict[str, float]:
    return {"share": entry.share, "size": entry.size, "ratio": entry.ratio}
