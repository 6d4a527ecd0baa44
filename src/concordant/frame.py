"""Many rows of numbers: what is returned where one `Result` would be too little."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal
from unicodedata import east_asian_width

import numpy as np
from numpy.typing import NDArray

from .arguments import check_arguments
from .columns import P_VALUE
from .errors import MissingLibrary, OptionError, choose
from .number_text import show, show_count
from .quote import one_line, quote
from .result import Note, Sentence
from .wording import text_in

#: So many signs of a name are shown in a line; the columns hold it whole.
_LONGEST = 80


@dataclass(frozen=True, eq=False)
class Frame:
    """Named columns of equal length, in order, with a title and what to know about them.

    `frame["estimate"]` is a numpy array; `to_pandas()` and `to_polars()` hand the columns over.
    """

    columns: Mapping[str, NDArray[Any]]
    title: str = ""
    notes: tuple[Note, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> NDArray[Any]:
        choose("a column", name, self.columns)
        return self.columns[name]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Row by row."""
        lists = [column.tolist() for column in self.columns.values()]
        for row in zip(*lists, strict=True):
            yield dict(zip(self.columns, row, strict=True))

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return list(self.columns)

    def rows(self) -> list[dict[str, Any]]:
        """All rows."""
        return list(self)

    def where(self, keep: NDArray[Any]) -> Frame:
        """The rows marked True, or the rows with these numbers."""
        rows = rows_kept(keep, len(self))
        kept = {name: column[rows] for name, column in self.columns.items()}
        return Frame(kept, self.title, self.notes, self.options)

    def to_pandas(self) -> Any:
        """The columns as a pandas DataFrame."""
        try:
            import pandas
        except ImportError:
            raise MissingLibrary("to_pandas needs pandas: pip install pandas.") from None
        return pandas.DataFrame(dict(self.columns))

    def to_polars(self) -> Any:
        """The columns as a polars DataFrame."""
        try:
            import polars
        except ImportError:
            raise MissingLibrary("to_polars needs polars: pip install 'concordant[polars]'.") from None
        return polars.DataFrame({name: column.tolist() for name, column in self.columns.items()})

    def __repr__(self) -> str:
        return self.text(20)

    @check_arguments
    def text(self, most: int | None = None, lang: Literal["en", "zh"] = "en") -> str:
        """The rows as lines, at most so many of them, in English or Chinese."""
        if lang != "en":
            return text_in("frame", self, lang, most)
        most = len(self) if most is None else most
        lines = [one_line(self.title)] if self.title else []
        lines += lines_of([self.names, *self._shown(most)])
        if len(self) > most:
            lines.append(f"… {len(self) - most} more rows")
        return "\n".join([*lines, *(one_line(f"note: {note.text}") for note in self.notes)])

    def shown_cells(self, most: int | None = None) -> list[list[str]]:
        """The cells as they are shown, row by row, of the first so many rows."""
        return self._shown(len(self) if most is None else most)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.names)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in self._shown(100)
        )
        caption = f"<caption>{escape(self.title)}</caption>"
        more = f"<p>… {len(self) - 100} more rows</p>" if len(self) > 100 else ""
        notes = "".join(f"<li>{escape(note.text)}</li>" for note in self.notes)
        table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return table + more + (f"<ul>{notes}</ul>" if notes else "")

    def _shown(self, most: int) -> list[list[str]]:
        few = [column[:most].tolist() for column in self.columns.values()]
        return [
            [_cell(name, x) for name, x in zip(self.columns, row, strict=True)]
            for row in zip(*few, strict=True)
        ]


def lines_of(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of equal length as lines, their cells one below the other."""
    cells = [[one_line(cell, _LONGEST) for cell in row] for row in rows]
    widths = [max(width(row[i]) for row in cells) for i in range(len(cells[0]))]
    return [
        "  ".join(c + " " * (w - width(c)) for c, w in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


def width(text: str) -> int:
    """How many places text takes on a terminal: a Chinese character takes two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def _cell(name: str, value: Any) -> str:
    if name == P_VALUE and isinstance(value, float) and value < 0.001:
        return "< 0.001"
    if value is None:
        return "–"
    counted = name.startswith(("n_", "raters_for_"))
    if isinstance(value, bool) or not isinstance(value, (int, float)) or (type(value) is int and not counted):
        return value if isinstance(value, Sentence) else str(value)
    if counted:
        return show_count(value) if math.isfinite(value) else show(value)
    return show(value)


def rows_kept(keep: Any, count: int) -> NDArray[Any]:
    """The marks, one True or False for each of so many rows, or the numbers of rows from 0 on."""
    kept = keep if isinstance(keep, np.ndarray) else _array(keep)
    marks = kept.dtype.kind == "b" and kept.shape == (count,)
    numbers = kept.dtype.kind in "iu" and kept.ndim == 1
    if not marks and not (numbers and (not kept.size or -count <= kept.min() <= kept.max() < count)):
        raise OptionError(
            f"Rows must be chosen by an array of True and False, one for each of the {count} rows, or by "
            "their "
            f"numbers from 0 to {count - 1}, got {quote(keep)}."
        )
    return kept


def _array(keep: Any) -> NDArray[Any]:
    try:
        held = np.asarray(keep)
    except (TypeError, ValueError):
        return np.zeros((0, 0))
    return held.astype(int) if held.ndim == 1 and not held.size else held
