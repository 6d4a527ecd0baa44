"""Two columns at once: the agreement in every combination of their values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...digits import rounded
from ...errors import OptionError
from ...inference.false_discovery import check_rate
from ...language.message import Message
from ...quote import quote
from ..compare import Comparison
from ..record import Record
from .shrinkage import Common
from .slice_table import MOST_VALUES, SliceRow, SliceTable, about, even, shrunken, surely_worse, with_q_values
from .slices import sliced_rows
from .subgroups import split, values_of

#: More cells than this are no picture any more.
MOST_CELLS = 400


@dataclass(frozen=True, kw_only=True)
class SliceGrid(Record):
    """`cells` holds the combinations that occur, each with its two values as a list."""

    row: str
    column: str
    row_values: tuple[Any, ...]
    column_values: tuple[Any, ...]
    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    cells: tuple[SliceRow, ...] = ()
    common: Common | None = None
    said: Message

    def cell(self, row: Any, column: Any) -> SliceRow | None:
        """The cell of two values, None where they do not meet."""
        return next((cell for cell in self.cells if list(cell.value) == [row, column]), None)


def two_way(compared: Comparison, a: str, b: str, fdr: float = 0.05) -> SliceGrid:
    """n, exact agreement and the main coefficient in every cell, each set against all other items.

    Small cells are greyed, all are shrunk to what they have in common, and the rate of false discoveries is
    held over the cells.
    """
    check_rate(fdr)
    if a == b:
        raise OptionError(f"A two-way table needs two different columns, got {quote(a)} twice.")
    values = [values_of(compared, name) for name in (a, b)]
    (name, options), sizes = compared.main, [len(some) for some in values]
    common: dict[str, Any] = {
        "row": a, "column": b, "row_values": tuple(values[0]), "column_values": tuple(values[1]),
        "measure": name, "options": dict(options),
    }  # fmt: skip
    if max(sizes) > MOST_VALUES or math.prod(sizes) > MOST_CELLS:
        facts = {"row": a, "column": b, "n": math.prod(sizes), "most": MOST_CELLS}
        return SliceGrid(**common, said=Message("slices.too-many-cells", facts))
    parts = split(compared, a, b)
    cells = with_q_values([cell for _, cell in sliced_rows(compared, parts, briefly=True)])
    whole = parts.whole.answer(name, options)
    together = parts.covariance(name, options)
    shared, drawn = shrunken([cell.main for cell in cells], whole, compared.plan.level, together)
    done = tuple(cell.but(shrunk=one) for cell, one in zip(cells, drawn, strict=True))
    return SliceGrid(**common, cells=done, common=shared, said=_worst_message(done, a, b, fdr))


def _worst_message(cells: Sequence[SliceRow], a: str, b: str, fdr: float) -> Message:
    """The combinations that are reliably worse, in words."""
    sure = surely_worse(cells, fdr)
    if sure:
        return about(sure, fdr)
    return even(cells, fdr, "even-cells", {"row": a, "column": b})


def columns_for_grid(tables: Sequence[SliceTable]) -> tuple[str, str] | None:
    """Which two columns to cross: the dimension and the first other column, else the two least equal ones."""
    usable = [table for table in tables if table.kind == "column" and table.rows]
    if len(usable) < 2:
        return None
    if usable[0].column == "dimension":
        return "dimension", usable[1].column
    first, second = sorted(usable, key=_p)[:2]
    return first.column, second.column


def _p(table: SliceTable) -> float:
    known = table.equality is not None and not math.isnan(table.equality.p_value)
    return rounded(table.equality.p_value) if known and table.equality is not None else math.inf
