"""Rows of files that have one number each, where a table that is read has several in a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..interpret.goals import GoalReport
from ..interpret.rounds import MARKS, Change, Flip, RoundFacts, change_table, marks_cell, stage_of
from ..interpret.study import ComparisonReport
from ..interpret.table import Fields, measure_fields, number_fields, result_fields
from ..interpret.table_cells import own_options
from ..interpret.where import SliceRow
from ..language.message import Message
from ..language.text_table import NONE
from ..result import Result


def limits(one: ComparisonReport) -> Iterator[Fields]:
    """Between which limits the differences of two raters lie."""
    for m in one.measures:
        if m.measure == "bland_altman":
            for side, part in zip(("lower", "upper"), m.result.parts, strict=False):
                raters = {"first": one.raters[0], "second": one.raters[1]}
                yield {"limit": Message(f"report.limit-{side}"), **raters, **result_fields(part)}


def confusion(one: ComparisonReport) -> Iterator[Fields]:
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


def slices(one: ComparisonReport) -> Iterator[Fields]:
    """Every slice by every measure, with its difference from the rest."""
    for table in one.slices:
        for row in table.rows:
            where = {"column": table.column, "value": _value(row.value, row.missing)}
            yield from ({**where, **cells} for cells in _slice(row, table.measure, table.options))


def grid(one: ComparisonReport) -> Iterator[Fields]:
    """Every cell of two columns crossed, by every measure."""
    if one.grid is None:
        return
    for cell in one.grid.cells:
        first, second = (_value(value, value is None) for value in cell.value)
        where = {"row": one.grid.row, "row_value": first, "column": one.grid.column, "value": second}
        yield from ({**where, **cells} for cells in _slice(cell, one.grid.measure, one.grid.options))


def _slice(row: SliceRow, main: str, options: Mapping[str, Any]) -> Iterator[Fields]:
    chosen: dict[str, tuple[Result, Mapping[str, Any]]] = {name: (r, {}) for name, r in row.results.items()}
    chosen[main] = (row.main, options)
    q_values = {main: row.q_main, row.tested: row.q_value}
    for name, (result, own) in chosen.items():
        yield {
            **measure_fields(name, own),
            "n_items": row.n,
            "small": row.small,
            **number_fields(result),
            **number_fields(row.differences.get(name), "difference_"),
            "q_value": q_values.get(name, float("nan")),
            "shrunk": row.shrunk.estimate if name == main and row.shrunk is not None else float("nan"),
        }


def _value(value: Any, missing: bool) -> Any:
    return Message("shown.missing") if missing else value


def categories(one: ComparisonReport) -> Iterator[Fields]:
    """How often each rater uses a category, or measures in a range."""
    if one.bands is None:
        return
    for band in one.bands.bands:
        for rater, n, share in zip(one.bands.raters, band.counts, band.shares, strict=True):
            where = {"category": band.label, "low": band.low, "high": band.high}
            yield {**where, "rater": rater, "n_ratings": n, "share": share}


def category_agreement(one: ComparisonReport) -> Iterator[Fields]:
    """How often raters agree where one of them gives a category; of measurements how much they differ."""
    if one.bands is None:
        return
    pair = one.bands.raters if len(one.bands.raters) == 2 else ("", "")
    for band in one.bands.bands:
        indices = (
            ("given", pair[0], band.given_first),
            ("given", pair[1], band.given_second),
            ("any", "", band.specific),
            ("distance", "", band.distance),
            ("shift", "", band.shift),
        )
        for what, rater, result in indices:
            if result is not None:
                where = {"category": band.label, "low": band.low, "high": band.high}
                yield {
                    **where,
                    "what": Message(f"report.what-{what}"),
                    "rater": rater,
                    **result_fields(result),
                }


def goals(one: ComparisonReport) -> Iterator[Fields]:
    """Every target, and how it stands."""
    reports: tuple[GoalReport, ...] = () if one.stages is None else one.stages.stages
    for report in (*reports, *(() if one.goal is None else (one.goal,))):
        for target in report.targets:
            yield {
                "goal": dict(report.goal.name),
                **measure_fields(target.target.measure, target.target.options),
                "bound": Message(f"goals.{target.target.bound}"),
                "threshold": target.target.threshold,
                **number_fields(target.result),
                "outcome": Message(f"report.{target.outcome}"),
                "items_needed": target.items_needed,
            }


def adjudicate(one: ComparisonReport) -> Iterator[Fields]:
    """The items to look at first, with what everybody said of them."""
    for item in () if one.ledger is None else one.ledger.items:
        (_, name), *cells = item.said.items()
        facts = {f"{column}_" if column in ADJUDICATE else column: value for column, value in cells}
        yield {"item": name, "share": item.share, "cumulative": item.cumulative, **facts}


#: Heads of ours, which are not to be confused with raters and columns of the same name.
ADJUDICATE = ("comparison", "item", "share", "cumulative")


# --- rounds -------------------------------------------------------------------------------------


def rounds(one: ComparisonReport) -> Iterator[Fields]:
    """Every round on all its items: the measure that is tracked, and the main one."""
    if one.progress is None:
        return
    for found in one.progress.rounds:
        results = {found.tracked.measure: found.tracked, found.main.measure: found.main}
        for result in results.values():
            yield _round(found, result)


def _round(found: RoundFacts, result: Result) -> Fields:
    about, stage = found.about, stage_of(found)
    known = {mark: about.marks[mark].name if mark in about.marks else None for mark in MARKS}
    return {
        "round": found.name, "when": about.when, "who": about.who, "note": about.note, **known,
        **measure_fields(result.measure, own_options(result)), "tracked": result is found.tracked,
        **result_fields(result),
        "outcome": None if found.goal is None else Message(f"report.{found.goal}"),
        "stage": None if stage == NONE else stage,
    }  # fmt: skip


def changes(one: ComparisonReport) -> Iterator[Fields]:
    """Every measure of every change; the estimate is the second round minus the first."""
    for change in () if one.progress is None else one.progress.changes:
        more = {**_flipped(change), "changed": _marks(change)}
        yield from ({**_between(change), **row, **more} for row in change_table(change).records())


def _between(change: Change) -> Fields:
    return {"from_round": change.first, "to_round": change.second}


def _flipped(change: Change) -> Fields:
    found = change.flips
    return {
        "n_mended": float("nan") if found is None else found.n_mended,
        "n_broken": float("nan") if found is None else found.n_broken,
        "n_reference_changed": change.n_reference_changed,
        "n_rater_changed": change.n_rater_changed,
    }


def _marks(change: Change) -> Message | None:
    marks = marks_cell(change)
    return marks if isinstance(marks, Message) else None


def flips(one: ComparisonReport) -> Iterator[Fields]:
    """Items on which agreement changed, and what each rater said of them before and after."""
    for change in () if one.progress is None else one.progress.changes:
        if change.flips is not None:
            for way in ("mended", "broken"):
                for flip in getattr(change.flips, way):
                    yield from _flip(change, way, flip)


def _flip(change: Change, way: str, flip: Flip) -> Iterator[Fields]:
    for rater in dict.fromkeys((*flip.before, *flip.after)):
        yield {
            **_between(change), "item": flip.item, "dimension": flip.about.get("dimension"),
            "way": Message(f"report.{way}"),
            "score_before": flip.score_before, "score_after": flip.score_after,
            "rater": rater, "before": flip.before.get(rater), "after": flip.after.get(rater),
        }  # fmt: skip
