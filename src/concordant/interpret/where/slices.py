"""Where it fails: the agreement in every slice, how it differs from the rest, and whether to believe that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...inference.false_discovery import check_rate
from ...language.message import Message
from ...ratings.rows import NOTHING
from ...result import Result
from ..compare.comparison import Comparison
from .by_rater import rater_table
from .slice_table import (
    MOST_VALUES,
    SliceRow,
    SliceTable,
    beside,
    is_small,
    shrunken,
    surely_worse,
    with_q_values,
)
from .slice_words import about, even
from .subgroups import Subgroups, split, values_of


def slice_tables(
    compared: Comparison, columns: Sequence[str] | None = None, fdr: float = 0.05
) -> tuple[SliceTable, ...]:
    """A table for every slice column, for the dimension where there is one, and by rater if they are several.

    A slice is tested by how often raters agree exactly there (by how far apart they are, of measurements),
    and the rate of false discoveries (Benjamini and Hochberg) is held over all slices of all columns
    together; the main coefficient's differences have q-values of their own.
    """
    check_rate(fdr)
    found = [_table(compared, name) for name in (slice_columns(compared) if columns is None else columns)]
    by_rater = rater_table(compared) if columns is None else None
    found += [] if by_rater is None else [by_rater]
    rows = iter(with_q_values([row for table in found for row in table.rows]))
    return tuple(_told(replace(table, rows=tuple(next(rows) for _ in table.rows)), fdr) for table in found)


def slice_columns(compared: Comparison) -> list[str]:
    """The columns that can be sliced by, the dimension first."""
    own = compared.ratings
    dimension = own.dimension is not None or "dimension" in own.slices
    return [*(["dimension"] if dimension else []), *(name for name in own.slices if name != "dimension")]


def _table(compared: Comparison, column: str) -> SliceTable:
    values = values_of(compared, column)
    name, options = compared.main
    common: dict[str, Any] = {
        "column": column, "n_values": len(values), "measure": name, "options": dict(options)
    }  # fmt: skip
    if not 1 < len(values) <= MOST_VALUES:
        return SliceTable(**common, said=_not_sliced(column, values))
    parts = split(compared, column)
    rows = [row for _, row in sliced_rows(compared, parts)]
    mains, together = [row.main for row in rows], parts.covariance(name, options)
    shared, drawn = shrunken(mains, parts.whole.answer(name, options), compared.plan.level, together)
    return SliceTable(
        **common,
        rows=tuple(replace(row, shrunk=one) for row, one in zip(rows, drawn, strict=True)),
        equality=parts.equality(mains, name, options),
        common=shared,
        said=even(rows, 0.0, "even", {"column": column}),
    )


def _not_sliced(column: str, values: Sequence[Any]) -> Message:
    if not values:
        return Message("slices.no-rows", {"column": column})
    if len(values) == 1:
        return Message("slices.one-value", {"column": column, "value": values[0]})
    return Message("slices.too-many", {"column": column, "n": len(values), "most": MOST_VALUES})


# --- one slice --------------------------------------------------------------------------------


def sliced_rows(
    compared: Comparison, parts: Subgroups, *, briefly: bool = False
) -> Iterator[tuple[tuple[Any, ...], SliceRow]]:
    """A row for every part, with its values; q-values and shrinkage come when all are known.

    `briefly` leaves out all measures but the main one and the first beside it.
    """
    others, (name, options) = beside(compared)[: 1 if briefly else None], compared.main
    asked = {others[0]: {}, name: options}
    whole = {key: parts.whole.answer(key, chosen) for key, chosen in asked.items()}
    for code, (values, part) in enumerate(parts):
        results = {key: part.answer(key) for key in others}
        main = part.answer(name, options)
        here, apart = {**results, name: main}, parts.apart(code)
        differences = {
            key: parts.difference(apart, here[key], whole[key], chosen) for key, chosen in asked.items()
        }
        row = SliceRow(
            value=values[0] if len(values) == 1 else list(values),
            missing=NOTHING in values,
            n=_items(main, results),
            small=is_small(main),
            main=main,
            results=results,
            differences=differences,
            tested=others[0],
        )
        yield values, row


def _items(main: Result, results: Mapping[str, Result]) -> float:
    """How many items of the part could show agreement."""
    return next((r.n_items for r in results.values() if r.n_items), main.n_items)


# --- in words ---------------------------------------------------------------------------------


def _told(table: SliceTable, fdr: float) -> SliceTable:
    """The table with the slices that are surely worse, in words."""
    if not table.rows:
        return table
    sure = surely_worse(table.rows, fdr)
    if sure:
        return replace(table, worst=sure[0].value, said=about(sure, fdr, raters=table.kind == "rater"))
    raters = table.kind == "rater"
    code, facts = ("even-raters", {}) if raters else ("even", {"column": table.column})
    return replace(table, said=even(table.rows, fdr, code, facts, raters=raters))
