"""Items as they are shown: their order, their names, and what everybody said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...language.numerals import in_units
from ...language.render import LANGUAGES, Language, column_name, render, topic
from ...ratings.ratings import Ratings
from ...ratings.rows import NOTHING
from ...ratings.texts import Written
from ...reduce.item_weights import Ints
from ..record import Record

#: What tells the rows of an item apart.
PARTS = ("dimension", "repeat", "round")

#: Longer texts are cut: a page shows them, it does not keep them.
_LONGEST = 2000


@dataclass(frozen=True, kw_only=True)
class ItemFacts(Record):
    """One item, or one row of it.

    `about` holds its dimension, repeat, round and slices; `ratings` everybody's value, None for a gap;
    `texts` the columns that say what the item is; `comments` what raters wrote beside their value. A text
    of more than 2,000 characters is cut there and ends with "…". `item` is empty where rows have no names.
    """

    item: str
    about: Mapping[str, Any] = field(default_factory=dict)
    ratings: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class CellItems(Record):
    """Some items of one cell of a table of two: `first` and `second` are places among its labels.

    `items` are places among the study's items; `n` is how many items the cell has in all. With several
    people as the first, an item lies in the cell of each, so that `n` may be more than the cell's count.
    """

    first: int
    second: int
    n: float
    items: tuple[int, ...] = ()


def item_facts(ratings: Ratings, rows: Sequence[int], *, named: bool = True) -> Iterator[ItemFacts]:
    """What is known of some rows."""
    labels = [*ratings.labels.tolist(), None]
    names = ratings.item_labels
    parts = {name: ratings.part_column(name) for name in PARTS if getattr(ratings, name) is not None}
    comments = dict(zip(ratings.raters, ratings.comments or (), strict=False))
    for row in rows:
        yield ItemFacts(
            item=str(names[row]) if named else "",
            about={name: column.label(row) for name, column in {**parts, **ratings.slices}.items()},
            ratings={
                rater: labels[int(column[row])]
                for rater, column in zip(ratings.raters, ratings.columns, strict=True)
            },
            texts=_written(ratings.texts, row),
            comments=_written(comments, row),
        )


def _written(columns: Mapping[str, Written | None], row: int) -> dict[str, str]:
    found = {name: None if column is None else column.text(row) for name, column in columns.items()}
    return {name: cut_text(text) for name, text in found.items() if text is not None}


def cut_text(text: str, longest: int = _LONGEST) -> str:
    """The text, or its beginning with an ellipsis where it is longer."""
    return text if len(text) <= longest else text[:longest] + "…"


def place_of(items: Sequence[ItemFacts], example: Mapping[str, Any]) -> int | None:
    """Which of the study's items an example of a finding, or of the ledger, is; None if it is not there."""
    name, stated = row_identity(example)
    for place, one in enumerate(items):
        if one.item == name and all(str(one.about.get(part)) == value for part, value in stated.items()):
            return place
    return None


def row_identity(example: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """The item of an example, which stands first, and what tells its row from others of the item."""
    name = next(iter(example.values()), "")
    return str(name), {part: str(example[part]) for part in PARTS if example.get(part) is not None}


#: Of text, so many labels are looked at to guess where the smallest ones end.
_LOOKED_AT = 2000


def in_item_order(ratings: Ratings, rows: Ints) -> Ints:
    """Some rows by item, then by what tells rows of an item apart."""
    if ratings.items is None:
        return rows
    keys = [ratings.items, *(x for x in (getattr(ratings, name) for name in PARTS) if x is not None)]
    return np.asarray(rows[np.lexsort([_rank(key[rows]) for key in reversed(keys)])])


def _rank(labels: NDArray[Any]) -> NDArray[Any]:
    """Something to sort by: numbers themselves, else the rank among all labels; text comes after numbers."""
    if labels.dtype.kind in "iuf":
        return labels
    values = labels.tolist()
    distinct = set(values)
    if all(type(x) is str for x in distinct):
        ordered = sorted(distinct)
    else:
        ordered = sorted(distinct, key=lambda x: (isinstance(x, str), x if _is_number(x) else str(x)))
    place = {label: rank for rank, label in enumerate(ordered)}
    return np.fromiter(map(place.__getitem__, values), dtype=np.int64, count=len(values))


def _is_number(label: Any) -> bool:
    return isinstance(label, (int, float))


def smallest_rows(ratings: Ratings, count: int) -> Ints:
    """About so many rows with the smallest items or more, in order: to sort a million texts takes long."""
    everything = np.arange(len(ratings))
    if len(ratings) <= 2 * count or ratings.items is None or ratings.items.dtype.kind in "iuf":
        return in_item_order(ratings, everything)
    labels = ratings.items.tolist()
    if set(map(type, labels)) != {str}:
        return in_item_order(ratings, everything)
    some = sorted(labels[:: max(1, len(labels) // _LOOKED_AT)])
    end = some[min(len(some) - 1, -(-2 * count * len(some) // len(labels)))]
    early = [row for row, label in enumerate(labels) if label <= end]
    return in_item_order(ratings, np.array(early, dtype=np.int64))


def rows_called(ratings: Ratings, names: Sequence[Any]) -> Ints:
    """The rows of items of these names."""
    labels = ratings.item_labels
    if labels.dtype.kind in "iuf":
        return np.flatnonzero(np.isin(labels, [x for x in names if _is_number(x)]))
    known = set(names)
    return np.array([row for row, label in enumerate(labels.tolist()) if label in known], dtype=np.int64)


#: So many cells are named; the item itself can be looked up for the others.
_MOST = 8
#: What ratings are called of which nobody knows who gave them.
_PLACE = re.compile(r"place (\d+)")


def item_name(item: Mapping[str, Any]) -> dict[str, str]:
    """The item's name, which stands first, and its other cells, in each language."""
    (_, name), *cells = item.items()
    known = [(column, value) for column, value in cells if value is not None]
    return {lang: _text(str(name), known, lang) for lang in LANGUAGES}


def _text(name: str, cells: list[tuple[str, Any]], lang: Language) -> str:
    cells_text = [_cell(column, value, lang) for column, value in cells[:_MOST]]
    if len(cells) > _MOST:
        cells_text.append("…" if lang == "en" else "……")
    return f"{name} ({', '.join(cells_text)})" if lang == "en" else f"{name}（{'，'.join(cells_text)}）"


def row_name(item: str, parts: Mapping[str, Any]) -> dict[str, str]:
    """A row of an item by what tells it from the item's other rows, in each language."""
    return {lang: " · ".join(_row(item, parts, lang)) for lang in LANGUAGES}


def _row(item: str, parts: Mapping[str, Any], lang: Language) -> Iterator[str]:
    if item:
        yield item
    yield from (_part(name, value, lang) for name, value in parts.items())


def cell_name(column: str, lang: Language) -> str:
    """What a cell of an item is called; ratings of unknown raters have numbers."""
    found = _PLACE.fullmatch(column)
    return render("terms.nth-place", {"n": found[1]}, lang) if found else column_name(column, lang)


def _cell(column: str, value: Any, lang: Language) -> str:
    return (
        _part(column, value, lang)
        if column in _TIMES
        else f"{cell_name(column, lang)} {value_text(value, lang)}"
    )


#: What counts the ratings of an item.
_TIMES = ("repeat", "round")


def _part(name: str, value: Any, lang: Language) -> str:
    """Which of an item's rows: a dimension by its name, a repeat or a round by its number."""
    shown = value_text(value, lang)
    if name not in _TIMES:
        return shown
    if shown.isdecimal():
        return render(f"terms.{name}-number", {"n": shown}, lang)
    return f"{column_name(name, lang)} {shown}"


def value_text(value: Any, lang: Language) -> str:
    """A measurement with two decimals; a whole number as it is."""
    if value == NOTHING:
        return topic("shown")["missing"][lang]
    if not isinstance(value, float):
        return str(value)
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else in_units(value)
