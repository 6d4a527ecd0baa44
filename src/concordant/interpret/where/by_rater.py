"""Raters as slices: how far each agrees with the others, and what leaving each out would change."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...errors import ConcordantError, InputError, OptionError
from ...inference.compare import compare
from ...inference.measure import Measure
from ...inference.plan import Plan
from ...language.message import Message
from ...ratings.ratings import Ratings
from ...reduce.judge_vs_people import against
from ...result import Result
from ..compare.cached_measures import CachedMeasures
from ..compare.comparison import Comparison
from ..notes import not_possible
from .slice_table import MOST_VALUES, SliceRow, SliceTable, beside, is_small
from .slice_words import even
from .subgroups import narrowed

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
    found = tuple(_row(compared, rows, rater) for rater in raters)
    return SliceTable(**common, rows=found, said=even(found, 0.0, "even-raters", {}, raters=True))


def _row(compared: Comparison, rows: Ratings, rater: str) -> SliceRow:
    others = [name for name in rows.raters if name != rater]
    one = CachedMeasures(against(rows, others, rater)[0], compared.plan)
    first, (name, options) = beside(compared)[0], compared.main
    result, main = _tried(one, first, {}), _tried(one, name, options)
    differences = {
        first: _left_out(rows, others, first, {}, compared.plan.level),
        name: _left_out(rows, others, name, options, compared.plan.level),
    }
    return SliceRow(
        value=rater,
        n=result.n_items,
        small=is_small(main),
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
