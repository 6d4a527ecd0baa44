"""The ceiling: what people reach with each other, each held against all others, or with themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...inference.exchange import MOST_PEOPLE, Beside, Exchange
from ...inference.measure import Measure
from ...ratings.repeats import side_by_side
from ...reduce.judge_vs_people import against, among
from ...result import Result
from .comparison import Comparison, counted


def people_with_each_other(compared: Comparison) -> Comparison | None:
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


def with_themselves(compared: Comparison) -> Comparison | None:
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
    compared: Comparison, ceiling: Comparison, measure: str, options: Mapping[str, Any]
) -> Result:
    """Judge with people minus people with people, on one measure; both rest on the same items."""
    title = f"{BY_NAME[measure].title_with(options)}: with people minus among people"

    def beside(one: Comparison, people: Comparison) -> Beside:
        first, second = (Measure(BY_NAME[measure], c.ratings, dict(options)) for c in (one, people))
        return Beside(first, second, title)

    def others() -> list[Beside]:
        return [beside(one, people) for one, people in _in_the_judges_place(compared)]

    gap = Exchange(beside(compared, ceiling), others).result(compared.plan.level)
    return replace(gap, n_raters=len(compared.reference) + 1)


def _in_the_judges_place(compared: Comparison) -> Iterator[tuple[Comparison, Comparison]]:
    """Each person as the judge, the judge among the people; of very many people those who rated most."""
    items, everybody = compared.items, (*compared.reference, compared.name)
    rated = [(items.columns[items.place_of(name)] >= 0).sum() for name in compared.reference]
    most = np.argsort(-np.array(rated), kind="stable")[:MOST_PEOPLE]
    for person in (compared.reference[place] for place in most):
        others = tuple(name for name in everybody if name != person)
        rows, origin = against(items, others, person)
        turned = replace(compared, name=person, reference=others, ratings=rows, origin=origin)
        people = people_with_each_other(turned)
        if people is not None and len(rows):
            yield turned, people
