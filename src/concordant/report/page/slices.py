"""Where it fails: two columns crossed, and every slice with its number of items and its interval."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...digits import order_key
from ...interpret.study import ComparisonReport, Study, grid_table, slices_table
from ...interpret.table_cells import amount, count, word
from ...interpret.where import SliceGrid, SliceRow, SliceTable
from ...language.message import Message, fact
from .table import Axis, Cell, IntervalBar, ItemPart, PageTable, axis_of, page_table
from .text_helpers import PanelView, sentence

#: So many slices are drawn before the tables; all are in these.
_DRAWN = 12


@dataclass(frozen=True)
class SliceDot:
    """One slice in the plot: name, value, number of items, and its interval with all items as the mark."""

    name: Message
    value: Any
    n: Any
    bar: IntervalBar | None
    kind: str
    about: ItemPart | None = None
    href: str = ""


@dataclass(frozen=True)
class SliceBlock:
    """The slices by one column, or why there are none."""

    column: Message
    message: Message
    table: PageTable | None = None


@dataclass(frozen=True)
class SlicesView(PanelView):
    """All slices in one plot, the worst first; then each column by itself, and two columns crossed."""

    dots: tuple[SliceDot, ...]
    caption: Message | None
    notes: tuple[Message, ...]
    grid: PageTable | None
    grid_message: Message | None
    blocks: tuple[SliceBlock, ...]


def slices(study: Study, one: ComparisonReport) -> SlicesView | None:
    """The slices of a comparison; None where there is no column to slice by."""
    if not one.slices:
        return None
    fdr = float(study.options.get("fdr", 0.05))
    grid = one.grid if one.grid is not None and one.grid.cells else None
    drawn = [t for t in one.slices if t.rows and t.rows[0].tested == _tested(one)]
    rows = [(t, r) for t in drawn for r in t.rows]
    axis = axis_of([r.results.get(r.tested) for _, r in rows], _whole(one, _tested(one)))
    return SlicesView(
        dots=tuple(_dots(one, rows, axis, fdr)),
        caption=_caption(drawn[0], axis, _whole(one, _tested(one))) if drawn else None,
        notes=tuple(_notes(tuple(r for _, r in rows), fdr)),
        grid=None if grid is None else _grid(grid, fdr),
        grid_message=None if one.grid is None else one.grid.said,
        blocks=tuple(_block(one, t, fdr) for t in one.slices),
    )


def _tested(one: ComparisonReport) -> str:
    """The measure by which slices are compared."""
    return next((t.rows[0].tested for t in one.slices if t.rows), "")


def _dots(
    one: ComparisonReport, rows: list[tuple[SliceTable, SliceRow]], axis: Axis, fdr: float
) -> Iterator[SliceDot]:
    tested = _tested(one)
    defined = [(t, r) for t, r in rows if r.results.get(tested) is not None and r.results[tested].defined]
    worst = 1 if tested and BY_NAME[tested].best != 0 else -1
    ordered = sorted(defined, key=lambda row: worst * order_key(row[1].results[tested].estimate))
    for t, r in ordered[:_DRAWN]:
        result = r.results[tested]
        kind = "sure" if _surely(r, fdr) else "small" if r.small else ""
        name = Message(
            "findings.slice-rater" if t.kind == "rater" else "findings.slice",
            {"column": t.column, "value": fact(word("missing")) if r.missing else r.value},
        )
        bar = axis.bar(result, _whole(one, tested))
        value, n = amount(tested, result.estimate), count(result.n_items)
        yield SliceDot(name, value, n, bar, kind, _part(t, r))


def _block(one: ComparisonReport, t: SliceTable, fdr: float) -> SliceBlock:
    title = sentence("by-rater") if t.kind == "rater" else sentence("by-column", column=t.column)
    return SliceBlock(title, t.said, _table(one, t, fdr) if t.rows else None)


# --- one column ---------------------------------------------------------------------------------


def _table(one: ComparisonReport, t: SliceTable, fdr: float) -> PageTable:
    tested = t.rows[0].tested
    whole = _whole(one, tested)
    axis = axis_of([r.results.get(tested) for r in t.rows], whole)
    return page_table(
        slices_table(t), _caption(t, axis, whole), *_notes(t.rows, fdr), *_expected(t),
        looks={
            "q_value": lambda r, _, cell: _sure(cell) if _surely(r, fdr) else cell,
            "n": lambda r, _, cell: replace(cell, about=_part(t, r)),
        },
        bars={"tested": lambda r: axis.bar(r.results.get(tested), whole)},
        row_kind=lambda r: "small" if r.small and not _surely(r, fdr) else "", kind="slices",
    )  # fmt: skip


def _part(t: SliceTable, r: SliceRow) -> ItemPart | None:
    """The items of a slice; None of those without a value, which have no name to ask for."""
    if r.missing:
        return None
    name = str(r.value)
    return ItemPart(raters=(name,)) if t.kind == "rater" else ItemPart(slices=((t.column, name),))


def _surely(r: SliceRow, fdr: float) -> bool:
    return r.worse and r.q_value <= fdr


def _sure(cell: Cell) -> Cell:
    return replace(cell, kind="sure", label=sentence("surely-worse"))


def _caption(t: SliceTable, axis: Axis, whole: float) -> Message:
    measure = t.rows[0].tested
    ends = {"low": [measure, axis.low], "high": [measure, axis.high]}
    if math.isnan(whole):
        return sentence("slices-bars-alone", m=[measure, {}], **ends)
    return sentence("slices-bars", m=[measure, {}], whole=[measure, whole], **ends)


def _whole(one: ComparisonReport, measure: str) -> float:
    """What the measure is on all items, where the comparison has it."""
    found = one.measure(measure)
    return math.nan if found is None else found.result.estimate


def _notes(rows: tuple[SliceRow, ...], fdr: float) -> Iterator[Message]:
    if any(r.small and not _surely(r, fdr) for r in rows):
        yield sentence("small-greyed")
    if any(_surely(r, fdr) for r in rows):
        yield sentence("sure-sign", fdr=fdr)


def _expected(t: SliceTable) -> Iterator[Message]:
    if any(r.shrunk is not None for r in t.rows):
        yield sentence("expected-note", m=[t.measure, dict(t.options)])


# --- two columns --------------------------------------------------------------------------------


def _grid(grid: SliceGrid, fdr: float) -> PageTable:
    tested = grid.cells[0].tested
    axis = axis_of([c.results[tested] for c in grid.cells if tested in c.results])

    def look(_: Any, found: SliceRow | None, cell: Cell) -> Cell:
        return replace(_coloured(found, cell, axis, fdr), about=_crossed(grid, found))

    shown = page_table(
        grid_table(grid), sentence("grid", row=grid.row, column=grid.column, m=[tested, {}]),
        looks={"value": lambda _row, _value, cell: cell, "": look}, kind="heat",
    )  # fmt: skip
    better = sentence("heat-less" if BY_NAME[tested].best == 0 else "heat-more")
    coloured = any(cell.heat is not None and "small" not in cell.kind for r in shown.rows for cell in r.cells)
    return replace(shown, notes=(*([better] if coloured else []), *_notes(grid.cells, fdr)))


def _crossed(grid: SliceGrid, found: SliceRow | None) -> ItemPart | None:
    """The items of two values at once."""
    if found is None or any(value is None for value in found.value):
        return None
    first, second = map(str, found.value)
    return ItemPart(slices=((grid.row, first), (grid.column, second)))


def _coloured(found: SliceRow | None, cell: Cell, axis: Axis, fdr: float) -> Cell:
    """The cell of two values with its heat, and with a word where a colour alone would tell."""
    result = None if found is None else found.results.get(found.tested)
    if found is None or result is None:
        return Cell(kind="empty", label=sentence("no-items"))
    if not result.defined:
        return replace(cell, kind="small", label=sentence("undefined"))
    place = axis.place(result.estimate)
    heat = None if place is None else place / 100
    if heat is not None and BY_NAME[result.measure].best == 0:
        heat = 1 - heat
    if _surely(found, fdr):
        return replace(_sure(cell), heat=heat)
    warm = replace(cell, heat=heat)
    return replace(warm, kind="small", label=sentence("few")) if found.small else warm
