"""What a comparison has to show, as rows of numbers with all their digits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..interpret.goals.evaluate import GoalReport
from ..interpret.study.comparison_report import ComparisonReport
from ..interpret.trust.sensitivity_words import scheme_name
from ..interpret.where.slice_table import SliceRow
from ..language.message import Message
from ..language.render import LANGUAGES
from ..result import Result
from .tidy_cells import Row, measure, number, whole


def measures(one: ComparisonReport) -> Iterator[Row]:
    """Every measure with its interval, the floor and the ceiling, and what it reads as."""
    for m in one.measures:
        verdict = m.verdicts[0] if m.verdicts else None
        limit = None if verdict is None else verdict.limit
        yield {
            **measure(m.measure, m.options),
            "main": m.main,
            **whole(m.result),
            "floor": m.floor.level,
            **number(m.ceiling, "ceiling_"),
            "reached": m.reached,
            "at_least": None if limit is None else dict(limit.words),
            "benchmark": None if limit is None or verdict is None else dict(verdict.benchmark.label),
        }


def limits(one: ComparisonReport) -> Iterator[Row]:
    """Between which limits the differences of two raters lie."""
    for m in one.measures:
        if m.measure == "bland_altman":
            for side, part in zip(("lower", "upper"), m.result.parts, strict=False):
                raters = {"first": one.raters[0], "second": one.raters[1]}
                yield {"limit": Message(f"report.limit-{side}"), **raters, **whole(part)}


def confusion(one: ComparisonReport) -> Iterator[Row]:
    """How many items got which two categories."""
    table = one.confusion
    if table is None:
        return
    for first, cells in zip(table.labels, table.cells, strict=True):
        for second, n in zip(table.labels, cells, strict=True):
            yield {
                "first": table.first, "second": table.second,
                "first_category": first, "second_category": second, "n_items": n,
            }  # fmt: skip


def slices(one: ComparisonReport) -> Iterator[Row]:
    """Every slice by every measure, with its difference from the rest."""
    for table in one.slices:
        for row in table.rows:
            where = {"column": table.column, "value": _value(row.value, row.missing)}
            yield from ({**where, **cells} for cells in _slice(row, table.measure, table.options))


def grid(one: ComparisonReport) -> Iterator[Row]:
    """Every cell of two columns crossed, by every measure."""
    if one.grid is None:
        return
    for cell in one.grid.cells:
        first, second = (_value(value, value is None) for value in cell.value)
        where = {"row": one.grid.row, "row_value": first, "column": one.grid.column, "value": second}
        yield from ({**where, **cells} for cells in _slice(cell, one.grid.measure, one.grid.options))


def _slice(row: SliceRow, main: str, options: Mapping[str, Any]) -> Iterator[Row]:
    chosen: dict[str, tuple[Result, Mapping[str, Any]]] = {name: (r, {}) for name, r in row.results.items()}
    chosen[main] = (row.main, options)
    q_values = {main: row.q_main, row.tested: row.q_value}
    for name, (result, own) in chosen.items():
        yield {
            **measure(name, own),
            "n_items": row.n,
            "small": row.small,
            **number(result),
            **number(row.differences.get(name), "difference_"),
            "q_value": q_values.get(name, float("nan")),
            "shrunk": row.shrunk.estimate if name == main and row.shrunk is not None else float("nan"),
        }


def _value(value: Any, missing: bool) -> Any:
    return Message("shown.missing") if missing else value


def categories(one: ComparisonReport) -> Iterator[Row]:
    """How often each rater uses a category, or measures in a range."""
    if one.bands is None:
        return
    for band in one.bands.bands:
        for rater, n, share in zip(one.bands.raters, band.counts, band.shares, strict=True):
            where = {"category": band.label, "low": band.low, "high": band.high}
            yield {**where, "rater": rater, "n_ratings": n, "share": share}


def category_agreement(one: ComparisonReport) -> Iterator[Row]:
    """How often raters agree where one of them gives a category; of measurements how far they lie apart."""
    if one.bands is None:
        return
    pair = one.bands.raters if len(one.bands.raters) == 2 else ("", "")
    for band in one.bands.bands:
        asked = (
            ("given", pair[0], band.given_first),
            ("given", pair[1], band.given_second),
            ("any", "", band.specific),
            ("distance", "", band.distance),
            ("shift", "", band.shift),
        )
        for what, rater, result in asked:
            if result is not None:
                where = {"category": band.label, "low": band.low, "high": band.high}
                yield {**where, "what": Message(f"report.what-{what}"), "rater": rater, **whole(result)}


def cuts(one: ComparisonReport) -> Iterator[Row]:
    """Every cut of the scale."""
    for cut in one.boundaries:
        yield {
            "lower": cut.lower, "upper": cut.upper, "n_items": cut.flips.n_items,
            **number(cut.flips, "flips_"), "by_chance": cut.by_chance,
            **number(cut.kappa, "kappa_"), "stricter": cut.strictest,
        }  # fmt: skip


def strata(one: ComparisonReport) -> Iterator[Row]:
    """Every stratum, and the ways to make one number of them."""
    for told in one.strata:
        ways = {way: getattr(told, way) for way in _WAYS}
        rows: list[tuple[Any, Result]] = [(s.value, s.result) for s in told.strata]
        rows += [(Message(f"strata.way-{way}"), result) for way, result in ways.items() if result is not None]
        for name, result in rows:
            yield {"column": told.column, "value": name, **whole(result)}


_WAYS = ("size_weighted", "inverse_variance", "pooled_chance", "pooled_table")


def sensitivity(one: ComparisonReport) -> Iterator[Row]:
    """The coefficient under every scheme of weights."""
    if one.sensitivity is None:
        return
    for scheme in one.sensitivity.schemes:
        name = {lang: scheme_name(scheme.name, lang) for lang in LANGUAGES}
        yield {"measure": one.sensitivity.measure, "weights": name, **whole(scheme.result)}


def goals(one: ComparisonReport) -> Iterator[Row]:
    """Every target, and how it stands."""
    reports: tuple[GoalReport, ...] = () if one.stages is None else one.stages.stages
    for report in (*reports, *(() if one.goal is None else (one.goal,))):
        for target in report.targets:
            yield {
                "goal": dict(report.goal.name),
                **measure(target.target.measure, target.target.options),
                "bound": Message(f"goals.{target.target.bound}"),
                "threshold": target.target.threshold,
                **number(target.result),
                "outcome": Message(f"report.{target.outcome}"),
                "items_needed": target.items_needed,
            }


def ledger(one: ComparisonReport) -> Iterator[Row]:
    """What the disagreement is made of."""
    if one.ledger is None:
        return
    parts = {
        "category-pairs": one.ledger.category_pairs,
        "raters": one.ledger.raters,
        "rater-pairs": one.ledger.rater_pairs,
    }
    for what, entries in parts.items():
        for entry in entries:
            yield {"part": Message(f"report.{what}"), **_entry(entry)}
    for column, entries in one.ledger.slices.items():
        yield from ({"part": column, **_entry(entry)} for entry in entries)


def _entry(entry: Any) -> Row:
    first, second = (*entry.name, None)[:2]
    numbers = {name: getattr(entry, name) for name in ("amount", "share", "size", "ratio", "bias")}
    return {"first": first, "second": second, **numbers}


def adjudicate(one: ComparisonReport) -> Iterator[Row]:
    """The items to look at first, with what everybody said of them."""
    for item in () if one.ledger is None else one.ledger.items:
        (_, name), *cells = item.said.items()
        told = {f"{column}_" if column in ADJUDICATE else column: value for column, value in cells}
        yield {"item": name, "share": item.share, "cumulative": item.cumulative, **told}


#: Heads of ours, which are not to be confused with raters and columns of the same name.
ADJUDICATE = ("comparison", "item", "share", "cumulative")
