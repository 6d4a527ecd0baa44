"""Where agreement fails: every slice against the rest, and raters as slices.

Advice depends on what the column is: a kind of content can get a clause of its own in the guide, a system or
a number cannot.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from ...coefficients.catalogue import BY_NAME
from ...errors import ConcordantError, InputError, OptionError
from ...inference.compare import compare
from ...inference.false_discovery import check_rate
from ...inference.measure import Measure
from ...inference.plan import Plan
from ...language.message import Message
from ...ratings.ratings import Ratings
from ...ratings.rows import NOTHING
from ...reduce.judge_vs_people import against
from ...result import Result
from ..compare import CachedMeasures, Comparison
from ..notes import not_possible
from .slice_table import (
    MOST_VALUES,
    SliceRow,
    SliceTable,
    about,
    beside,
    even,
    is_small,
    name_of,
    shrunken,
    surely_worse,
    with_advice,
    with_q_values,
)
from .subgroups import Subgroups, narrowed, split, values_of

ColumnKind = Literal["dimension", "system", "identifier", "content"]

#: Words in the name of a column, in order of precedence; of two or more words one is enough.
_DIMENSION = ("dimension", "criterion", "criteria", "aspect", "rubric", "维度", "指标", "评分项")
_IDENTIFIER = (
    "id", "ids", "uid", "uuid", "key", "index", "number", "no", "batch", "session", "user", "annotator",
    "rater", "reviewer", "page", "document", "doc", "file", "编号", "序号", "批次", "会话", "用户", "文件",
)  # fmt: skip
_SYSTEM = (
    "model", "system", "engine", "bot", "agent", "provider", "vendor", "generator", "version", "checkpoint",
    "candidate", "模型", "系统", "版本", "引擎", "厂商",
)  # fmt: skip


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
    if by_rater is None or found:
        return _tested([*found, *([] if by_rater is None else [by_rater])], fdr)
    return (by_rater.put_off(lambda: _as_fields(*_tested([by_rater], fdr)), _BY_ROWS),)  # a row takes a while


def _tested(tables: Sequence[SliceTable], fdr: float) -> tuple[SliceTable, ...]:
    rows = iter(with_q_values([row for table in tables for row in table.rows]))
    return tuple(
        _with_messages(replace(table, rows=tuple(next(rows) for _ in table.rows)), fdr) for table in tables
    )


#: The fields of a table that follow from its rows.
_BY_ROWS = ("rows", "worst", "said")


def _as_fields(table: SliceTable) -> dict[str, Any]:
    return {name: getattr(table, name) for name in _BY_ROWS}


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
        rows=tuple(row.but(shrunk=one) for row, one in zip(rows, drawn, strict=True)),
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
    measures = {others[0]: {}, name: options}
    whole = {key: parts.whole.answer(key, chosen) for key, chosen in measures.items()}
    for code, (values, part) in enumerate(parts):
        results = {key: part.answer(key) for key in others}
        main = part.answer(name, options)
        here, apart = {**results, name: main}, parts.apart(code)
        differences = {
            key: parts.difference(apart, here[key], whole[key], chosen) for key, chosen in measures.items()
        }
        row = SliceRow.deferred(
            partial(_small, main),
            ["small"],
            value=values[0] if len(values) == 1 else list(values),
            missing=NOTHING in values,
            n=_items(main, results),
            main=main,
            results=results,
            differences=differences,
            tested=others[0],
        )
        yield values, row


def _small(main: Result) -> dict[str, bool]:
    """Found where a table is shown, as it takes an interval."""
    return {"small": is_small(main)}


def _items(main: Result, results: Mapping[str, Result]) -> float:
    """How many items of the part could show agreement."""
    return next((r.n_items for r in results.values() if r.n_items), main.n_items)


# --- in words ---------------------------------------------------------------------------------


def _with_messages(table: SliceTable, fdr: float) -> SliceTable:
    """The table with the slices that are reliably worse, in words."""
    if not table.rows:
        return table
    sure = surely_worse(table.rows, fdr)
    if sure:
        said = about(sure, fdr, raters=table.kind == "rater")
        return replace(table, worst=sure[0].value, said=_advised(said, table, sure[0], fdr))
    raters = table.kind == "rater"
    code, facts = ("even-raters", {}) if raters else ("even", {"column": table.column})
    return replace(table, said=even(table.rows, fdr, code, facts, raters=raters))


def _advised(said: Message, table: SliceTable, worst: SliceRow, fdr: float) -> Message:
    """With what to do about the worst slice, unless the main measure is higher there.

    Of raters and of measurements nothing follows from a column.
    """
    better = worst.q_main <= fdr and not worst.worse_by_main
    if better or table.kind == "rater" or worst.missing or worst.tested != "exact_agreement":
        return said
    return with_advice(said, f"slices.advice-{column_kind(table.column)}", {"slice": name_of(worst)})


#: The most pairs of ratings, over all raters and different rows, that raters are shown by.
_MOST_PAIRED = 30_000_000


def rater_table(compared: Comparison) -> SliceTable | None:
    """A row for each of three raters or more; None where there are fewer, or nobody knows who rated what.

    `differences` are the measure of all raters minus that of all but this one, on the same items: below 0
    the rater lowers the agreement. Raters share their items, so nothing is shrunk and no equality tested.
    """
    raters = compared.ratings.raters
    if len(raters) < 3 or compared.ratings.anonymous:
        return None
    name, options = compared.main
    common: dict[str, Any] = {
        "column": "rater", "kind": "rater", "n_values": len(raters), "measure": name, "options": dict(options)
    }  # fmt: skip
    if len(raters) > MOST_VALUES:
        facts = {"n": len(raters), "most": MOST_VALUES}
        return SliceTable(**common, said=Message("slices.too-many-raters", facts))
    rows = narrowed(compared)
    if len(raters) ** 2 * len(rows) > _MOST_PAIRED:
        return SliceTable(
            **common, said=Message("slices.too-much-by-rater", {"n": len(raters), "rows": len(rows)})
        )

    def find() -> dict[str, Any]:
        found = tuple(_row(compared, rows, rater) for rater in raters)
        return {"rows": found, "said": even(found, 0.0, "even-raters", {}, raters=True)}

    return SliceTable.deferred(find, ["rows", "said"], **common)


def _row(compared: Comparison, rows: Ratings, rater: str) -> SliceRow:
    others = [name for name in rows.raters if name != rater]
    one = CachedMeasures(against(rows, others, rater)[0], compared.plan)
    first, (name, options) = beside(compared)[0], compared.main
    result, main = _tried(one, first, {}), _tried(one, name, options)
    differences = {
        first: _left_out(rows, others, first, {}, compared.plan.level),
        name: _left_out(rows, others, name, options, compared.plan.level),
    }
    return SliceRow.deferred(
        partial(_small, main),
        ["small"],
        value=rater,
        n=result.n_items,
        main=main,
        results={first: result},
        differences=differences,
        tested=first,
    )


def _left_out(
    rows: Ratings, others: list[str], name: str, options: Mapping[str, Any], level: float
) -> Result:
    """All raters minus all but one, paired by item."""
    both = [Measure(BY_NAME[name], part, dict(options)) for part in (rows, rows.select(others))]
    try:
        return compare(both[0], both[1], paired=True, plan=Plan(level=level, test="t"))
    except InputError as why:  # repeated measurements cannot be paired
        return _impossible(name, options, why)


def _tried(one: CachedMeasures, name: str, options: Mapping[str, Any]) -> Result:
    """The measure of one rater against the others, or the reason why pairs cannot have it."""
    try:
        return one.answer(name, options)
    except OptionError as why:
        return _impossible(name, options, why)


def _impossible(name: str, options: Mapping[str, Any], why: ConcordantError) -> Result:
    title = BY_NAME[name].title_with(options)
    return Result(
        measure=name, title=title, estimate=math.nan, method="undefined", notes=(not_possible(why),)
    )


def column_kind(name: str) -> ColumnKind:
    """By its name: `model_id` is an identifier of a system, and advice is that for systems."""
    if _has(name, _DIMENSION):
        return "dimension"
    if _has(name, _SYSTEM):
        return "system"
    return "identifier" if _has(name, _IDENTIFIER) else "content"


def _has(name: str, words: tuple[str, ...]) -> bool:
    parts = re.findall(r"[a-z]+|[\u4e00-\u9fff]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower())
    return any(word in part if not word.isascii() else word == part for part in parts for word in words)
