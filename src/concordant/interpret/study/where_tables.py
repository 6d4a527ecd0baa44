"""Where it fails, as tables that are declared once: slices, two columns crossed, categories, cuts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from ...language.render import is_share
from ...language.text_table import NONE, Cell
from ...ratings.rows import NOTHING
from ..table import (
    AMOUNT,
    COUNT,
    ESTIMATE,
    FILE,
    NAME,
    P_VALUE,
    PAGE,
    RESULT,
    SHARE,
    SHARE_ESTIMATE,
    SHARE_RESULT,
    SHOWN,
    WORDS,
    Column,
    ColumnKind,
    DeclaredTable,
    estimate_kind,
    signed,
)
from ..table_cells import amount, brackets_of, count, name_of, word
from ..where import EVERYBODY, BandTable, Boundary, ScoreBand, SliceGrid, SliceRow, SliceTable
from .comparison_report import ComparisonReport
from .tables import MOST, rater_name


def failing_tables(one: ComparisonReport) -> Iterator[DeclaredTable]:
    """Where it fails: slices, categories, the cuts between them, and two columns crossed."""
    yield from (slices_table(table) for table in one.slices if table.rows)
    bands = one.bands
    if bands is not None and len(bands.raters) <= MOST and len(bands.bands) > 1:
        yield bands_table(one, bands)
    if len(one.boundaries) > 1:  # a single one is said in words
        yield cuts_table(one)
    if one.grid is not None and one.grid.cells and len(one.grid.column_values) <= MOST:
        yield grid_table(one.grid)


# --- slices -------------------------------------------------------------------------------------


def slices_table(table: SliceTable) -> DeclaredTable:
    """Every slice: its size, its agreement, its difference from the rest, and what to expect of it."""
    by_rater, tested = table.kind == "rater", table.rows[0].tested
    other, share = table.measure != tested, is_share(tested)
    apart = f"head-{'with-without' if by_rater else 'difference'}{'-points' if share else ''}"
    brackets = brackets_of([row.results.get(tested) for row in table.rows])
    by_column = word("by-column", column=table.column, brackets=brackets)
    columns = (
        Column(
            "value",
            word("head-rater") if by_rater else word("head-column", column=table.column),
            NAME,
            lambda row: NOTHING if row.missing else row.value,
            SHOWN,
        ),
        Column("n", word("head-items"), _SIZE, lambda row: (row.n, row.small), SHOWN),
        Column("tested", name_of(tested, {}), RESULT, lambda row: row.results.get(row.tested), SHOWN),
        Column(
            "main",
            name_of(table.measure, table.options),
            RESULT,
            lambda row: row.main if other else None,
            SHOWN,
        ),
        Column("difference", word(apart), estimate_kind(signed(share)), lambda row: row.difference, SHOWN),
        Column("q_value", word("head-q"), P_VALUE, lambda row: row.q_value, SHOWN),
        Column("shrunk", word("head-expected"), AMOUNT, lambda row: _shrunk(row, table.measure), PAGE),
    )
    notes = (word("small"),) if any(row.small for row in table.rows) else ()
    title = word("by-rater", brackets=brackets) if by_rater else by_column
    return DeclaredTable("slices", title, columns, table.rows, notes)


#: How many items, with a mark in text where they say little by themselves: (number, whether few).
_SIZE = ColumnKind(
    lambda size: word("count-small" if size[1] else "count", n=size[0]), lambda size: (count(size[0]), None)
)


def _shrunk(row: SliceRow, measure: str) -> tuple[str, float] | None:
    return None if row.shrunk is None else (measure, row.shrunk.estimate)


def grid_table(grid: SliceGrid) -> DeclaredTable:
    """Two slice columns crossed: agreement in every cell, with its number of items."""
    tested = grid.cells[0].tested
    names = {"row": grid.row, "column": grid.column}
    columns = (
        Column("value", word("head-crossed", **names), NAME, _or_gap, SHOWN),
        *(
            Column(
                f"column-{place}",
                word("missing") if value is None else str(value),
                _CELL,
                partial(grid.cell, column=value),
                SHOWN,
                data=value is not None,
            )
            for place, value in enumerate(grid.column_values)
        ),
    )
    notes = (word("small-cell"),) if any(cell.small for cell in grid.cells) else ()
    return DeclaredTable("grid", word("by-two", **names, m=[tested, {}]), columns, grid.row_values, notes)


def _or_gap(value: Any) -> Any:
    return NOTHING if value is None else value


def _cell_words(cell: SliceRow) -> Cell:
    result = cell.results.get(cell.tested)
    if result is None or not result.defined:
        return NONE
    return word("cell-small" if cell.small else "cell", x=[result.measure, result.estimate], n=cell.n)


def _cell_parts(cell: SliceRow) -> tuple[Cell, Cell | None]:
    result = cell.results.get(cell.tested)
    if result is None:
        return NONE, None
    return amount(result.measure, result.estimate), word("n", n=cell.n)


#: A slice by two columns: its agreement and its size.
_CELL = ColumnKind(_cell_words, _cell_parts)


# --- categories and cuts ------------------------------------------------------------------------


def bands_table(one: ComparisonReport, table: BandTable) -> DeclaredTable:
    """Every category, or range of measurements: how often each rater uses it, and how far they agree."""
    few = table.raters if len(table.raters) <= MOST else ()
    raters = [rater_name(one, name) for name in few]
    measured = is_measured(table.bands)
    head = "head-values" if measured else "head-share"
    everybody = table.raters == EVERYBODY
    used = [
        Column(
            f"share-{place}",
            word("head-use") if everybody else word(head, rater=rater),
            SHARE,
            partial(_share, place=place),
            SHOWN,
        )
        for place, rater in enumerate(raters)
    ]
    return _ranges(table.bands, used) if measured else _categories(table.bands, used, raters)


def _share(band: ScoreBand, place: int) -> float:
    return band.shares[place]


def is_measured(bands: Sequence[ScoreBand]) -> bool:
    """Whether bands are ranges of measurements."""
    return any(band.distance is not None for band in bands)


def _categories(
    bands: tuple[ScoreBand, ...], used: Sequence[Column], raters: Sequence[Cell]
) -> DeclaredTable:
    pair = raters if len(raters) == 2 else (NONE, NONE)  # of more there is no other one
    given = [word("head-given", rater=rater) for rater in pair]
    columns = (
        Column("category", word("head-category"), NAME, lambda band: band.label, SHOWN),
        *used,
        Column("given_first", given[0], SHARE_RESULT, lambda band: band.given_first, SHOWN),
        Column("given_second", given[1], SHARE_RESULT, lambda band: band.given_second, SHOWN),
        Column("specific", word("head-specific"), SHARE_RESULT, lambda band: band.specific, SHOWN),
    )
    title = word("categories", brackets=brackets_of([band.specific for band in bands]))
    return DeclaredTable("categories", title, columns, bands)


def _ranges(bands: tuple[ScoreBand, ...], used: Sequence[Column]) -> DeclaredTable:
    columns = (
        Column("range", word("head-band"), WORDS, _range, SHOWN),
        Column("n", word("head-items"), COUNT, lambda band: band.n, SHOWN),
        *used,
        Column("distance", word("head-distance"), RESULT, lambda band: band.distance, SHOWN),
        Column("shift", word("head-shift"), RESULT, lambda band: band.shift, SHOWN),
    )
    title = word("bands", brackets=brackets_of([band.distance for band in bands]))
    return DeclaredTable("bands", title, columns, bands)


def _range(band: ScoreBand) -> Cell:
    return word("ends", low=["mean_absolute_error", band.low], high=["mean_absolute_error", band.high])


def cuts_table(one: ComparisonReport) -> DeclaredTable:
    """The cuts of a scale: how often raters fall on different sides, by chance too, and who is stricter."""
    kappa = name_of(one.boundaries[0].kappa.measure, {})
    columns = (
        Column("cut", word("head-cut"), _CUT, lambda cut: cut),
        Column("n_items", NONE, COUNT, lambda cut: cut.flips.n_items, FILE),
        Column("flips", word("head-flips"), SHARE_ESTIMATE, lambda cut: cut.flips),
        Column("by_chance", word("head-by-chance"), SHARE, lambda cut: cut.by_chance),
        Column("kappa", kappa, ESTIMATE, lambda cut: cut.kappa),
        Column(
            "stricter",
            word("head-stricter"),
            ColumnKind(lambda name: rater_name(one, name), data=True),
            lambda cut: cut.strictest,
        ),
        Column("next_to", word("head-next-to"), SHARE, lambda cut: cut.next_to.estimate, PAGE),
    )
    return DeclaredTable("cuts", word("cuts"), columns, one.boundaries)


def _cut(cut: Boundary) -> Cell:
    return f"{cut.lower}|{cut.upper}"


#: A cut by the categories on both sides of it.
_CUT = ColumnKind(
    _cut,
    lambda cut: (word("cut", lower=str(cut.lower), upper=str(cut.upper)), None),
    lambda _, cut: {"lower": cut.lower, "upper": cut.upper},
)
