"""Where it fails: two columns crossed, and every slice with its number of items and its interval."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...interpret.study.comparison_report import ComparisonReport
from ...interpret.study.study import Study
from ...interpret.table_cells import amount, chance, count, name_of, word
from ...interpret.where.grid import Grid
from ...interpret.where.slice_table import SliceRow, SliceTable
from ...language.message import Message
from ...language.render import Language, is_share
from ...language.text_table import NONE
from ..figure import Figure
from .table import Axis, Cell, Row, Table, axis_of, held, named, row, table
from .text_helpers import Picture, Worded, told

#: Columns whose slices are drawn as a figure too.
_DRAWN = 3


@dataclass(frozen=True)
class SliceBlock:
    """The slices by one column, or why there are none."""

    column: Message
    said: Message
    table: Table | None = None
    picture: Picture | None = None


@dataclass(frozen=True)
class SlicesView(Worded):
    """The grid of two columns, then each column by itself."""

    grid: Table | None
    grid_said: Message | None
    blocks: tuple[SliceBlock, ...]


def slices(study: Study, one: ComparisonReport, *, pictures: bool = True) -> SlicesView | None:
    """The slices of a comparison; None where there is no column to slice by."""
    if not one.slices:
        return None
    fdr = float(study.options.get("fdr", 0.05))
    grid = one.grid if one.grid is not None and one.grid.cells else None
    return SlicesView(
        grid=None if grid is None else _grid(grid, fdr),
        grid_said=None if one.grid is None else one.grid.said,
        blocks=tuple(
            _block(one, t, fdr, drawn=pictures and place < _DRAWN) for place, t in enumerate(one.slices)
        ),
    )


def _block(one: ComparisonReport, t: SliceTable, fdr: float, *, drawn: bool) -> SliceBlock:
    title = told("by-rater") if t.kind == "rater" else told("by-column", column=t.column)
    if not t.rows:
        return SliceBlock(title, t.said)
    picture = Picture(told("forest"), lambda lang: _forest(one, t, fdr, lang)) if drawn else None
    return SliceBlock(title, t.said, _table(one, t, fdr), picture)


def _forest(one: ComparisonReport, t: SliceTable, fdr: float, lang: Language) -> Figure:
    from ..figures.forest import forest

    return forest(t, one.main.result, fdr=fdr, lang=lang)


# --- one column ---------------------------------------------------------------------------------


def _table(one: ComparisonReport, t: SliceTable, fdr: float) -> Table:
    first, by_rater = t.rows[0], t.kind == "rater"
    whole = _whole(one, first.tested)
    axis = axis_of([r.results.get(first.tested) for r in t.rows], whole)
    share = is_share(first.tested)
    heads = (
        word("head-rater") if by_rater else word("head-column", column=t.column),
        word("head-items"),
        name_of(first.tested, {}),
        "",
        name_of(t.measure, t.options) if t.measure != first.tested else NONE,
        word(f"{'head-with-without' if by_rater else 'head-difference'}{'-points' if share else ''}"),
        word("head-q"),
        told("expected"),
    )
    rows = [_row(r, t, axis, whole, fdr) for r in t.rows]
    return table(_caption(t, axis, whole), heads, rows, *_notes(t.rows, fdr), *_expected(t), kind="slices")


def _caption(t: SliceTable, axis: Axis, whole: float) -> Message:
    measure = t.rows[0].tested
    ends = {"low": [measure, axis.low], "high": [measure, axis.high]}
    if math.isnan(whole):
        return told("slices-bars-alone", m=[measure, {}], **ends)
    return told("slices-bars", m=[measure, {}], whole=[measure, whole], **ends)


def _whole(one: ComparisonReport, measure: str) -> float:
    """What the measure is on all items, where the comparison has it."""
    found = one.measure(measure)
    return math.nan if found is None else found.result.estimate


def _row(r: SliceRow, t: SliceTable, axis: Axis, whole: float, fdr: float) -> Row:
    tested = r.results.get(r.tested)
    worse = r.worse and r.q_value <= fdr
    return row(
        named(r.value),
        count(r.n),
        held(tested),
        Cell("", bar=axis.bar(tested, whole), kind="drawn"),
        held(r.main) if t.measure != r.tested else NONE,
        _difference(r),
        Cell(chance(r.q_value), kind="sure" if worse else "", label=told("surely-worse") if worse else None),
        _shrunk(r, t.measure),
        kind="small" if r.small and not worse else "",
    )


def _difference(r: SliceRow) -> Cell:
    """How far it lies from the rest, with the interval of that."""
    key = "points" if is_share(r.tested) else "units"
    return held(r.difference, lambda number: told(f"gap-{key}", x=number))


def _shrunk(r: SliceRow, measure: str) -> Any:
    return NONE if r.shrunk is None else amount(measure, r.shrunk.estimate)


def _notes(rows: tuple[SliceRow, ...], fdr: float) -> Iterator[Message]:
    if any(r.small and not (r.worse and r.q_value <= fdr) for r in rows):
        yield told("small-greyed")
    if any(r.worse and r.q_value <= fdr for r in rows):
        yield told("sure-sign", fdr=fdr)


def _expected(t: SliceTable) -> Iterator[Message]:
    if any(r.shrunk is not None for r in t.rows):
        yield told("expected-note", m=[t.measure, dict(t.options)])


# --- two columns --------------------------------------------------------------------------------


def _grid(grid: Grid, fdr: float) -> Table:
    tested = grid.cells[0].tested
    known = [c.results[tested] for c in grid.cells if tested in c.results]
    axis = axis_of(known)
    heads = (told("crossed", row=grid.row, column=grid.column), *map(named, grid.column_values))
    rows = [
        Row((named(r), *(_cell(grid, r, c, axis, fdr) for c in grid.column_values))) for r in grid.row_values
    ]
    better = told("heat-less" if BY_NAME[tested].best == 0 else "heat-more")
    coloured = any(cell.heat is not None and "small" not in cell.kind for r in rows for cell in r.cells)
    notes = (*([better] if coloured else []), *_notes(grid.cells, fdr))
    return table(
        told("grid", row=grid.row, column=grid.column, m=[tested, {}]), heads, rows, *notes, kind="heat"
    )


def _cell(grid: Grid, r: Any, c: Any, axis: Axis, fdr: float) -> Cell:
    found = grid.cell(r, c)
    result = None if found is None else found.results.get(found.tested)
    if found is None or result is None:
        return Cell(kind="empty", label=told("no-items"))
    if not result.defined:
        return Cell(aside=told("n", n=found.n), kind="small", label=told("undefined"))
    place = axis.place(result.estimate)
    heat = None if place is None else place / 100
    if heat is not None and BY_NAME[result.measure].best == 0:
        heat = 1 - heat
    sure = found.worse and found.q_value <= fdr
    return Cell(
        amount(result.measure, result.estimate),
        kind="sure" if sure else "small" if found.small else "",
        heat=heat,
        aside=told("n", n=found.n),
        label=told("surely-worse") if sure else told("few") if found.small else None,
    )
