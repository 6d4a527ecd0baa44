"""The ledger: what the disagreement is made of, and which items to settle first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...digits import order_key
from ...interpret.study.comparison_report import ComparisonReport
from ...interpret.study.tables import rater_name
from ...interpret.table_cells import percent, word
from ...interpret.where.items import cell_name
from ...interpret.where.ledger import Entry, Ledger, LedgerItem
from ...interpret.where.score_bands import EVERYBODY
from ...language.message import Message
from ...language.numerals import in_units
from ...language.render import LANGUAGES
from ...language.text_table import NONE
from ...ratings.rows import NOTHING
from .names import short
from .table import Axis, Bar, Cell, Row, Table, named, row, table
from .text_helpers import Worded, told

#: Entries and columns of items that are listed.
MOST, MOST_COLUMNS = 10, 8


@dataclass(frozen=True)
class LedgerView(Worded):
    """Sentences, then the disagreement split in several ways, then items."""

    sentences: tuple[Message, ...]
    splits: tuple[Table, ...]
    items: Table | None


def ledger(one: ComparisonReport) -> LedgerView | None:
    """The ledger of a comparison; None where there is none."""
    book = one.ledger
    if book is None or not (book.said or book.items):
        return None
    items = _items(book) if book.items else None
    said = tuple(one for one in book.said if one.code not in _SHOWN)
    return LedgerView(said, tuple(_splits(one, book)), items)


#: What the tables show.
_SHOWN = tuple(f"ledger.{key}" for key in ("first", "these", "ordered", "either", "slice", "raters"))


def _splits(one: ComparisonReport, book: Ledger) -> Iterator[Table]:
    if book.category_pairs:
        names = [(e, _pair(one, e)) for e in book.category_pairs]
        yield _split(told("split-categories"), told("head-pair"), names)
    if len(book.raters) > 2:
        yield _split(told("split-raters"), word("head-rater"), [(e, named(e.name[0])) for e in book.raters])
    if len(book.rater_pairs) > 1:
        names = [(e, Cell(told("two-raters", a=str(e.name[0]), b=str(e.name[1])))) for e in book.rater_pairs]
        yield _split(told("split-rater-pairs"), told("head-rater-pair"), names)
    for column, entries in book.slices.items():
        names = [(e, named(e.name[0])) for e in entries]
        yield _split(told("split-slices", column=column), word("head-column", column=column), names)


def _pair(one: ComparisonReport, entry: Entry) -> Cell:
    """Two categories; of two raters, who said which."""
    a, b = map(str, entry.name)
    everybody = one.bands is not None and one.bands.raters == EVERYBODY
    if len(one.raters) != 2 or everybody:
        return Cell(told("either", a=a, b=b))
    first, second = (rater_name(one, name) for name in one.raters)
    return Cell(told("ordered", a=a, b=b, first=first, second=second))


def _split(caption: Message, head: Message, entries: Sequence[tuple[Entry, Cell]]) -> Table:
    """The largest first, as bars; the tick is the part's share of all items."""
    ranked = sorted(entries, key=lambda one: -order_key(one[0].share))
    axis = Axis(0.0, max(max(e.share, 0.0 if e.size != e.size else e.size) for e, _ in ranked))
    rows = [
        row(name, percent(e.share), Cell("", bar=_bar(e, axis), kind="drawn"), percent(e.size), _ratio(e))
        for e, name in ranked[:MOST]
    ]
    left = len(ranked) - len(rows)
    notes = [told("split-left", n=left)] if left > 0 else []
    heads = (head, told("share-of-disagreement"), "", told("share-of-ratings"), told("ratio"))
    return table(caption, heads, rows, *notes, kind="bars")


def _bar(entry: Entry, axis: Axis) -> Bar:
    return Bar(at=axis.place(entry.share), mark=axis.place(entry.size))


def _ratio(entry: Entry) -> Any:
    return NONE if entry.ratio != entry.ratio else told("times", x=entry.ratio)


# --- items --------------------------------------------------------------------------------------


def _items(book: Ledger) -> Table:
    """Every item with what everybody said of it, the most telling first."""
    columns = list(dict.fromkeys(name for item in book.items for name in item.said))
    shown = columns[:MOST_COLUMNS]
    heads = (*(_column(name, place) for place, name in enumerate(shown)), told("share"), told("cumulative"))
    notes = [told("columns-left", n=len(columns) - len(shown))] if len(columns) > len(shown) else []
    notes += [told("items-tie")] if book.tied else []
    caption = told("items-tied" if book.tied else "items-first", k=len(book.items), n=book.n_items)
    return table(caption, heads, [_item(item, shown) for item in book.items], *notes, kind="items")


def _column(name: str, place: int) -> Cell:
    if place == 0:
        return Cell(told("item"))
    return Cell({lang: short(cell_name(name, lang)) for lang in LANGUAGES}, data=True)


def _item(item: LedgerItem, columns: Sequence[str]) -> Row:
    said = [Cell(*_said(item.said.get(name)), data=True) for name in columns]
    return row(
        *said, percent(item.share), Cell(percent(item.cumulative), bar=Bar(at=100 * min(item.cumulative, 1)))
    )


def _said(value: Any) -> tuple[Any]:
    """A measurement with two decimals; a gap as one."""
    if value is None or value != value:
        return (NONE,)
    if value == NOTHING:
        return (word("missing"),)
    if isinstance(value, float):
        return (f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else in_units(value),)
    return (str(value),)
