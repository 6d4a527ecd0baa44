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
from .bilingual import in_each
from .names import short
from .table import Axis, Cell, IntervalBar, PageTable, Row, page_table, row, table
from .text_helpers import PanelView, sentence

#: Raters of an item that are named.
MOST_RATERS_NAMED = 12


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
    """Every item with who said what of it, the most telling first."""
    heads = (sentence("item"), sentence("who-said"), sentence("share"), sentence("cumulative"))
    notes = [sentence("items-tie")] if book.tied else []
    caption = sentence("items-tied" if book.tied else "items-first", k=len(book.items), n=book.n_items)
    return table(caption, heads, [_item(item) for item in book.items], *notes, kind="items")


def _item(item: LedgerItem) -> Row:
    name, *rest = item.said.items()
    return row(
        Cell(*_value_cell(name[1]), data=True),
        Cell(_who_said(rest), data=True),
        percent(item.share),
        Cell(percent(item.cumulative), bar=IntervalBar(at=Axis(0.0, 1.0).place(item.cumulative))),
    )


def _who_said(said: Sequence[tuple[str, Any]]) -> dict[str, str]:
    """Everybody who rated the item, with the rating: w40 5 · w91 1."""
    known = [(name, _value_cell(value)[0]) for name, value in said if value is not None and value == value]
    shown = known[:MOST_RATERS_NAMED]
    more = [f"+{len(known) - len(shown)}"] if len(known) > len(shown) else []
    return {
        lang: " · ".join(
            [*(f"{short(cell_name(name, lang), 24)} {in_each(value)[lang]}" for name, value in shown), *more]
        )
        for lang in LANGUAGES
    }


def _value_cell(value: Any) -> tuple[Any]:
    """A measurement with two decimals; a gap as one."""
    if value is None or value != value:
        return (NONE,)
    if value == NOTHING:
        return (word("missing"),)
    if isinstance(value, float):
        return (f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else in_units(value),)
    return (str(value),)
