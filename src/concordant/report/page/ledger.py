"""The ledger: what the disagreement is made of, and which items to settle first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ...interpret.study import ComparisonReport, Study
from ...interpret.table import DeclaredTable
from ...interpret.table_cells import percent
from ...interpret.where import Ledger, LedgerEntry, LedgerItem
from ...language.message import Message
from ..ledger_tables import ledger_tables
from .items import label_of, link_to_card, who_said
from .table import Axis, Cell, IntervalBar, ItemPart, Look, PageTable, Row, page_table, row, table
from .text_helpers import PanelView, sentence


@dataclass(frozen=True)
class LedgerView(PanelView):
    """Sentences, then the disagreement split in several ways, then items."""

    sentences: tuple[Message, ...]
    splits: tuple[PageTable, ...]
    items: PageTable | None

    @property
    def gist(self) -> Message | None:
        """What is read before it is opened."""
        return next(iter(self.sentences), None)


def ledger(study: Study, one: ComparisonReport) -> LedgerView | None:
    """The ledger of a comparison; None where there is none."""
    book = one.ledger
    if book is None or not (book.said or book.items):
        return None
    items = _items(study, book) if book.items else None
    messages = tuple(one for one in book.said if one.code not in _SHOWN)
    return LedgerView(messages, tuple(_splits(one)), items)


#: What the tables show.
_SHOWN = tuple(f"ledger.{key}" for key in ("first", "these", "ordered", "either", "slice", "raters"))


def _splits(one: ComparisonReport) -> Iterator[PageTable]:
    """Every way to split the disagreement that tells anything; ticks are the parts' shares of all ratings."""
    for declared in ledger_tables(one):
        if len(declared.rows) >= _FEWEST.get(declared.name, 1):
            ends = (max(e.share, 0.0 if e.size != e.size else e.size) for e in declared.rows)
            bars = {"share": partial(_bar, axis=Axis(0.0, max(ends)))}
            looks = {"": _look(one, declared), "name": _plain}
            yield page_table(declared, declared.title, *declared.notes, looks=looks, bars=bars, kind="bars")


#: Of two raters each has half of the disagreement, and all of it lies between them.
_FEWEST = {"ledger-raters": 3, "ledger-rater-pairs": 2}


def _look(one: ComparisonReport, declared: DeclaredTable) -> Look:
    """Numbers of a part lead to its items."""
    return lambda entry, _, cell: replace(cell, about=_part(one, declared, entry.name))


def _plain(_entry: LedgerEntry, _name: Any, cell: Cell) -> Cell:
    return cell


def _part(one: ComparisonReport, declared: DeclaredTable, name: tuple[Any, ...]) -> ItemPart | None:
    """The items of a part; None of those without a value in a column, which have no name to ask for."""
    values = tuple(map(str, name))
    if declared.name != "ledger-category-pairs":
        if declared.name != "ledger-slices":
            return ItemPart(raters=values)
        return None if name[0] is None else ItemPart(slices=((declared.title.facts["column"], values[0]),))
    if one.confusion is None:
        return ItemPart(both=values)
    first, second = (1 + one.confusion.labels.index(value) for value in values)
    return ItemPart(cell=(first, second))


def _bar(entry: LedgerEntry, axis: Axis) -> IntervalBar:
    return IntervalBar(at=axis.place(entry.share), mark=axis.place(entry.size))


# --- items --------------------------------------------------------------------------------------


def _items(study: Study, book: Ledger) -> PageTable:
    """Every item with the ratings it was given, the largest disagreement first."""
    heads = (sentence("item"), sentence("who-said"), sentence("share"), sentence("cumulative"))
    notes = [sentence("items-tie")] if book.tied else []
    caption = sentence("items-tied" if book.tied else "items-first", k=len(book.items), n=book.n_items)
    return table(caption, heads, [_item(study, item) for item in book.items], *notes, kind="items")


def _item(study: Study, item: LedgerItem) -> Row:
    return row(
        Cell(label_of(item.said), data=True, href=link_to_card(study, item.said)),
        Cell(who_said(item.said), data=True),
        percent(item.share),
        Cell(percent(item.cumulative), bar=IntervalBar(at=Axis(0.0, 1.0).place(item.cumulative))),
    )
