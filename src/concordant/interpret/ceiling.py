"""The ceiling: what people reach with each other, each held against all others, or with themselves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..coefficients.catalogue import BY_NAME
from ..inference.measure import Measure
from ..inference.of_total import on_t
from ..inference.spread import Spread
from ..inference.variance import across, influence
from ..ratings.repeats import side_by_side
from ..reduce.against import among
from ..reduce.patterns import cluster_copies
from ..result import Note, Result, whole
from .compared import Compared, counted


def people_with_each_other(compared: Compared) -> Compared | None:
    """Every person of the reference against each other one, as two columns; None with fewer than two.

    Only on items that the judge rated too: others may be easier or harder.
    """
    if len(compared.reference) < 2:
        return None
    items = compared.items
    judged = items.columns[items.place_of(compared.name)] >= 0
    seen = tuple(np.where(judged, column, -1).astype(column.dtype) for column in items.columns)
    rows, origin = among(replace(items, columns=seen), compared.reference)
    if not len(rows):
        return None
    return replace(compared, name="people", kind="people", ratings=rows, origin=origin)


def with_themselves(compared: Compared) -> Compared | None:
    """Every rater's repeats against each other, as two columns; None where nobody rated twice."""
    own = compared.source.select(compared.ratings.raters)
    if own.repeat is None or own.items is None:
        return None
    wide, occasions = side_by_side(own)
    if len(occasions) < 2:
        return None
    places = range(0, wide.n_raters, len(occasions))
    items = counted(wide)
    rows, origin = among(items, *(wide.raters[place : place + len(occasions)] for place in places))
    if not len(rows):
        return None
    return replace(compared, name="within", kind="within", ratings=rows, items=items, origin=origin)


def short_of_people(
    compared: Compared, ceiling: Compared, measure: str, options: Mapping[str, Any]
) -> Result:
    """Judge with people minus people with people, on one measure.

    Both rest on the same items, so what an item adds to one and to the other is taken together:
    variance of the difference = Σ over items of (difference of influence values)².
    """
    sides = [_Side(one, measure, options) for one in (compared, ceiling)]
    title = f"{BY_NAME[measure].title_with(options)}: with people minus among people"
    n = max(side.n for side in sides)
    common: dict[str, Any] = {
        "measure": "difference", "title": title, "n_items": whole(n),
        "n_raters": len(compared.reference) + 1, "options": dict(options),
        "details": {
            "first": sides[0].value, "second": sides[1].value, "paired": True,
            "n_first": sides[0].n, "n_second": sides[1].n,
        },
    }  # fmt: skip
    lost = next((side for side in sides if math.isnan(side.value)), None)
    if lost is not None:
        return Result(**common, estimate=math.nan, method="undefined", notes=(lost.why,))
    by_item = across([side.influence for side in sides])
    around = Spread(
        value=sides[0].value - sides[1].value, variance=by_item.variance_of((1.0, -1.0)),
        df=max(by_item.units - 1, 1.0), units=by_item.units, items=n,
    )  # fmt: skip
    if around.none or math.isnan(around.se):
        note = Note("no-spread", "No item moves the difference, so there is no spread to judge it by.")
        return Result(**common, estimate=around.value, method="analytic, paired", notes=(note,))
    return Result(**common, **on_t(around, compared.plan.level, how=", paired", null=0.0))


class _Side:
    """One measure with the influence of each item on it, items numbered alike on both sides."""

    def __init__(self, compared: Compared, measure: str, options: Mapping[str, Any]) -> None:
        asked = Measure(BY_NAME[measure], compared.ratings, dict(options))
        statistic = asked.reduce()
        estimate = asked.estimate(statistic)
        self.n = float(estimate.n)
        self.why = estimate.undefined or Note("undefined", "The value is not defined on these data.")
        self.value = math.nan if estimate.undefined else float(estimate.value)
        if math.isnan(self.value):
            return
        self.influence = (
            influence(
                estimate, statistic.counts, statistic.clusters, copies=cluster_copies(compared.ratings)
            ),
            np.unique(np.asarray(compared.ratings.clusters)),
        )
