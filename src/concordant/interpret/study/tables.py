"""The tables of a study as they are shown: every number is one of the study's own."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...language.message import Message
from ...language.render import is_share, topic
from ...language.text_table import NONE, Cell, TextTable, shown
from ...result import Result
from ..compare.measure_report import MeasureReport
from ..notes import reason
from ..table_cells import (
    _alike,
    _level,
    amount,
    brackets_of,
    chance,
    count,
    name_of,
    shared_count,
    within,
    word,
)
from ..where.score_bands import EVERYBODY, Band
from ..where.slice_table import SliceRow, SliceTable
from .comparison_report import ComparisonReport

#: More categories or raters than this make no table that can be read.
MOST = 12


def agreement_tables(one: ComparisonReport) -> Iterator[TextTable]:
    """How far raters agree: every measure, and who said what where the other said what."""
    yield from _measures(one)
    yield from _confusion(one)


def failing_tables(one: ComparisonReport) -> Iterator[TextTable]:
    """Where it fails: slices, categories, and the cuts between them."""
    for table in one.slices:
        yield from _slices(table)
    yield from _bands(one)
    yield from _boundaries(one)


# --- cells --------------------------------------------------------------------------------------


#: A measure that is a share, for shares of no measure.
_SHARE = "exact_agreement"


def percent(number: float) -> Cell:
    """A share in percent."""
    return amount(_SHARE, number)


def percent_within(result: Result | None) -> Cell:
    """A share with its interval."""
    if result is None or not result.defined:
        return NONE
    if result.interval is None:
        return percent(result.estimate)
    x, low, high = _alike(_SHARE, result.estimate, result.interval.low, result.interval.high)
    return word("within", x=x, low=low, high=high)


def _called(one: ComparisonReport, name: str) -> Cell:
    """A rater's name, or that of several people who are one column."""
    several = len(one.reference) > 1 and name == one.raters[0]
    return topic("terms")["people"] if several else name


# --- measures -----------------------------------------------------------------------------------


def _measures(one: ComparisonReport) -> Iterator[TextTable]:
    told = [m for m in one.measures if m.measure != "bland_altman"]
    if not told:
        return
    level = _level([m.result for m in told])
    beside = "head-people" if one.kind == "judge" else "head-self"
    heads = (
        word("head-measure"),
        word("head-estimate"),
        word("head-interval", level=level),
        word("head-floor"),
        word(beside),
        word("head-limit"),
    )
    labels = [m.verdicts[0].benchmark.label for m in told if _limit(m) is not NONE]
    sources = {label["en"]: dict(label) for label in labels}
    notes = [word("sources", names=list(sources.values()))] if sources else []
    yield shown(word("measures"), heads, [_measure(m) for m in told], *notes, *reasons(told))


def _measure(m: MeasureReport) -> tuple[Cell, ...]:
    result, top = m.result, m.ceiling
    name = name_of(m.measure, m.options)
    if not result.defined:
        return (name, word("undefined"), NONE, NONE, NONE, NONE)
    ends: Cell = NONE
    if result.interval is not None:
        low, high = _alike(m.measure, result.interval.low, result.interval.high)
        ends = word("ends", low=low, high=high)
    ceiling = NONE if top is None or not top.defined else amount(m.measure, top.estimate)
    return (
        name,
        amount(m.measure, result.estimate),
        ends,
        amount(m.measure, m.floor.level),
        ceiling,
        _limit(m),
    )


def _limit(m: MeasureReport) -> Cell:
    """The word that the limit of the interval bears out, on the first scale that suits."""
    band = m.verdicts[0].limit if m.verdicts else None
    return NONE if band is None else dict(band.words)


def _confusion(one: ComparisonReport) -> Iterator[TextTable]:
    table = one.confusion
    if table is None or not 1 < len(table.labels) <= MOST:
        return
    first, second = _called(one, table.first), _called(one, table.second)
    heads = (word("head-against", first=first, second=second), *table.labels, word("head-total"))
    whole = all(float(cell).is_integer() for cells in table.cells for cell in cells)
    number = count if whole else shared_count
    rows: list[tuple[Cell, ...]] = [
        (label, *map(number, cells), number(total))
        for label, cells, total in zip(table.labels, table.cells, table.first_totals, strict=True)
    ]
    rows.append((word("head-total"), *map(number, table.second_totals), number(table.total)))
    yield shown(word("confusion", first=first, second=second), heads, rows)


# --- slices -------------------------------------------------------------------------------------


def _slices(table: SliceTable) -> Iterator[TextTable]:
    if not table.rows:
        return
    first = table.rows[0]
    by_rater = table.kind == "rater"
    tested, share = first.tested, is_share(first.tested)
    kind = "head-with-without" if by_rater else "head-difference"
    heads: list[Cell] = [
        word("head-rater") if by_rater else word("head-column", column=table.column),
        word("head-items"),
        name_of(tested, {}),
        name_of(table.measure, table.options) if table.measure != tested else NONE,
        word(f"{kind}-points" if share else kind),
        word("head-q"),
    ]
    brackets = brackets_of([row.results.get(tested) for row in table.rows])
    title = (
        word("by-rater", brackets=brackets)
        if by_rater
        else word("by-column", column=table.column, brackets=brackets)
    )
    notes = [word("small")] if any(row.small for row in table.rows) else []
    yield shown(title, heads, [_slice(row, table, share) for row in table.rows], *notes)


def _slice(row: SliceRow, table: SliceTable, share: bool) -> tuple[Cell, ...]:
    gap = row.difference.estimate
    difference: Cell = NONE
    if not math.isnan(gap):
        difference = word("points" if share else "units", x=gap)
    return (
        word("missing") if row.missing else str(row.value),
        word("count-small" if row.small else "count", n=row.n),
        within(row.results.get(row.tested)),
        within(row.main) if table.measure != row.tested else NONE,
        difference,
        chance(row.q_value),
    )


# --- categories and cuts ------------------------------------------------------------------------


def _bands(one: ComparisonReport) -> Iterator[TextTable]:
    table = one.bands
    if table is None or len(table.raters) > MOST or len(table.bands) < 2:
        return
    raters = [_called(one, name) for name in table.raters]
    measured = any(band.distance is not None for band in table.bands)
    head = "head-values" if measured else "head-share"
    everybody = table.raters == EVERYBODY
    used = [word("head-use") if everybody else word(head, rater=rater) for rater in raters]
    yield _ranges(table.bands, used) if measured else _categories(table.bands, used, raters)


def _categories(bands: Sequence[Band], used: Sequence[Cell], raters: Sequence[Cell]) -> TextTable:
    pair = raters if len(raters) == 2 else (NONE, NONE)  # of more there is no other one
    given = [word("head-given", rater=rater) for rater in pair]
    heads = (word("head-category"), *used, *given, word("head-specific"))
    title = word("categories", brackets=brackets_of([band.specific for band in bands]))
    return shown(title, heads, [_category(band) for band in bands])


def _ranges(bands: Sequence[Band], used: Sequence[Cell]) -> TextTable:
    heads = (word("head-band"), word("head-items"), *used, word("head-distance"), word("head-shift"))
    title = word("bands", brackets=brackets_of([band.distance for band in bands]))
    return shown(title, heads, [_range(band) for band in bands])


def _category(band: Band) -> tuple[Cell, ...]:
    agreed = (
        percent_within(band.given_first),
        percent_within(band.given_second),
        percent_within(band.specific),
    )
    return (str(band.label), *map(percent, band.shares), *agreed)


def _range(band: Band) -> tuple[Cell, ...]:
    ends = word("ends", low=["mean_absolute_error", band.low], high=["mean_absolute_error", band.high])
    return (ends, count(band.n), *map(percent, band.shares), within(band.distance), within(band.shift))


def _boundaries(one: ComparisonReport) -> Iterator[TextTable]:
    """The cuts of a scale; a single one is said in words."""
    if len(one.boundaries) < 2:
        return
    kappa = one.boundaries[0].kappa
    heads = (
        word("head-cut"),
        word("head-flips"),
        word("head-by-chance"),
        name_of(kappa.measure, {}),
        word("head-stricter"),
    )
    rows = [
        (
            f"{cut.lower}|{cut.upper}",
            percent(cut.flips.estimate),
            percent(cut.by_chance),
            amount(cut.kappa.measure, cut.kappa.estimate),
            NONE if cut.strictest is None else _called(one, cut.strictest),
        )
        for cut in one.boundaries
    ]
    yield shown(word("cuts"), heads, rows)


def reasons(told: Iterable[MeasureReport]) -> Iterator[Message]:
    """A sentence for each reason, with the measures that it concerns."""
    because: dict[str, tuple[Message, list[Any]]] = {}
    for m in told:
        if not m.result.defined and m.result.notes:
            why = reason(m.result)
            name = Message("shown.measure", {"m": [m.measure, dict(m.options)]})
            because.setdefault(why.text("en"), (why, []))[1].append(_within(name))
    for why, names in because.values():
        yield Message("shown.undefined-because", {"names": names, "why": _within(why)})


def _within(said: Message) -> dict[str, Any]:
    """A sentence within another."""
    return {"code": said.code, "facts": said.facts}
