"""The ledger: what the disagreement is made of, and which items to settle first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...interpret.study import ComparisonReport
from ...interpret.table_cells import percent, word
from ...interpret.where import Ledger, LedgerEntry, LedgerItem, cell_name
from ...language.message import Message
from ...language.numerals import in_units
from ...language.render import LANGUAGES
from ...language.text_table import NONE
from ...ratings.rows import NOTHING
from ..ledger_tables import ledger_tables
from .names import short
from .table import Axis, Cell, IntervalBar, PageTable, Row, page_table, row, table
from .text_helpers import PanelView, sentence

#: Columns of items that are listed.
MOST_COLUMNS = 8


@dataclass(frozen=True)
class LedgerView(PanelView):
    """Sentences, then the disagreement split in several ways, then items."""

    sentences: tuple[Message, ...]
    splits: tuple[PageTable, ...]
    items: PageTable | None


def ledger(one: ComparisonReport) -> LedgerView | None:
    """The ledger of a comparison; None where there is none."""
    book = one.ledger
    if book is None or not (book.said or book.items):
        return None
    items = _items(book) if book.items else None
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
            yield page_table(declared, declared.title, *declared.notes, bars=bars, kind="bars")


#: Of two raters each has half of the disagreement, and all of it lies between them.
_FEWEST = {"ledger-raters": 3, "ledger-rater-pairs": 2}


def _bar(entry: LedgerEntry, axis: Axis) -> IntervalBar:
    return IntervalBar(at=axis.place(entry.share), mark=axis.place(entry.size))


# --- items --------------------------------------------------------------------------------------


def _items(book: Ledger) -> PageTable:
    """Every item with what everybody said of it, the most telling first."""
    columns = list(dict.fromkeys(name for item in book.items for name in item.said))
    shown = columns[:MOST_COLUMNS]
    heads = (
        *(_column(name, place) for place, name in enumerate(shown)),
        sentence("share"),
        sentence("cumulative"),
    )
    notes = [sentence("columns-left", n=len(columns) - len(shown))] if len(columns) > len(shown) else []
    notes += [sentence("items-tie")] if book.tied else []
    caption = sentence("items-tied" if book.tied else "items-first", k=len(book.items), n=book.n_items)
    return table(caption, heads, [_item(item, shown) for item in book.items], *notes, kind="items")


def _column(name: str, place: int) -> Cell:
    if place == 0:
        return Cell(sentence("item"))
    return Cell({lang: short(cell_name(name, lang)) for lang in LANGUAGES}, data=True)


def _item(item: LedgerItem, columns: Sequence[str]) -> Row:
    cells = [Cell(*_value_cell(item.said.get(name)), data=True) for name in columns]
    return row(
        *cells,
        percent(item.share),
        Cell(percent(item.cumulative), bar=IntervalBar(at=100 * min(item.cumulative, 1))),
    )


def _value_cell(value: Any) -> tuple[Any]:
    """A measurement with two decimals; a gap as one."""
    if value is None or value != value:
        return (NONE,)
    if value == NOTHING:
        return (word("missing"),)
    if isinstance(value, float):
        return (f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else in_units(value),)
    return (str(value),)
