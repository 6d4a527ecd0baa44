"""What the disagreement is made of, as tables of page and files: by categories, raters and slices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..digits import order_key
from ..interpret.study import ComparisonReport, rater_name
from ..interpret.table import FILE, NAME, PAGE_AND_FILE, SHARE, WORDS, Column, ColumnKind, DeclaredTable
from ..interpret.table_cells import word
from ..interpret.where import EVERYBODY, LedgerEntry
from ..language.message import Message
from ..language.text_table import NONE, Cell

#: Entries that are listed, the largest first.
LISTED = 10


def ledger_tables(one: ComparisonReport) -> Iterator[DeclaredTable]:
    """The disagreement split in every way that there is."""
    book = one.ledger
    if book is None:
        return
    parts: list[tuple[str, Message, Callable[[Any], Cell], Sequence[LedgerEntry]]] = [
        ("category-pairs", _message("head-pair"), lambda name: _categories(one, name), book.category_pairs),
        ("raters", word("head-rater"), _alone, book.raters),
        ("rater-pairs", _message("head-rater-pair"), _raters, book.rater_pairs),
    ]
    for key, head, name, entries in parts:
        title = _message(f"split-{key.replace('category-pairs', 'categories')}")
        kind = ColumnKind(name, fields=_two, data=True)
        yield _split(f"ledger-{key}", Message(f"report.{key}"), title, head, kind, entries)
    for column, entries in book.slices.items():
        title, head = _message("split-slices", column=column), word("head-column", column=column)
        yield _split(
            "ledger-slices", column, title, head, ColumnKind(_alone, fields=_two, data=True), entries
        )


def _message(key: str, **facts: Any) -> Message:
    return Message(f"page_lower.{key}", facts)


def _split(
    name: str, part: Any, title: Message, head: Message, kind: ColumnKind, entries: Sequence[LedgerEntry]
) -> DeclaredTable:
    listed = tuple(sorted(entries, key=lambda entry: -order_key(entry.share))[:LISTED])
    left = len(entries) - len(listed)
    columns = (
        Column("part", NONE, WORDS, lambda _: part, FILE),
        Column("name", head, kind, lambda entry: entry.name, PAGE_AND_FILE),
        Column("amount", NONE, WORDS, lambda entry: entry.amount, FILE),
        Column("share", _message("share-of-disagreement"), SHARE, lambda entry: entry.share, PAGE_AND_FILE),
        Column("size", _message("share-of-ratings"), SHARE, lambda entry: entry.size, PAGE_AND_FILE),
        Column("ratio", _message("ratio"), _TIMES, lambda entry: entry.ratio, PAGE_AND_FILE),
        Column("bias", NONE, WORDS, lambda entry: entry.bias, FILE),
    )
    notes = (_message("split-left", n=left),) if left > 0 else ()
    return DeclaredTable(name, title, columns, tuple(entries), notes, listed)


#: How many times more a part holds than its size would give.
_TIMES = ColumnKind(lambda ratio: NONE if ratio != ratio else _message("times", x=ratio))


def _two(_: str, name: tuple[Any, ...]) -> dict[str, Any]:
    first, second = (*name, None)[:2]
    return {"first": first, "second": second}


def _alone(name: tuple[Any, ...]) -> Cell:
    return NAME.words(name[0])


def _raters(name: tuple[Any, ...]) -> Cell:
    return _message("two-raters", a=str(name[0]), b=str(name[1]))


def _categories(one: ComparisonReport, name: tuple[Any, ...]) -> Cell:
    """Two categories; of two raters, who said which."""
    a, b = map(str, name)
    everybody = one.bands is not None and one.bands.raters == EVERYBODY
    if len(one.raters) != 2 or everybody:
        return _message("either", a=a, b=b)
    first, second = (rater_name(one, rater) for rater in one.raters)
    return _message("ordered", a=a, b=b, first=first, second=second)
