"""The ceiling: what people reach with each other, each compared with all others, or with themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...inference.anyone_as_judge import MOST_PEOPLE, Beside, Exchange
from ...inference.measure import Measure
from ...ratings.ratings import Ratings
from ...ratings.repeats import side_by_side
from ...reduce.judge_vs_people import against, among
from ...reduce.patterns import units
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
    items = replace(items, columns=seen)
    rows, origin = among(items, compared.reference)
    if not len(rows):
        return None
    return replace(compared, name="people", kind="people", ratings=rows, items=items, origin=origin)


def measure_of_people(
    ceiling: Comparison, name: str, options: Mapping[str, Any], on: Mapping[str, Any] | None = None
) -> Measure:
    """A measure of people with each other, on the items with given values of slice columns.

    Kappa of three or more is Conger's, which looks at each by their own habits, so that the number is the one
    that people's own comparison has; all else is of their pairs.
    """
    if name != "cohen_kappa" or len(ceiling.reference) < 3:
        rows = ceiling.ratings.where(**on) if on else ceiling.ratings
        return Measure(BY_NAME[name], rows, dict(options))
    rows = _columns_of(ceiling)
    return Measure(BY_NAME["conger_kappa"], rows.where(**on) if on else rows, dict(options))


def _columns_of(ceiling: Comparison) -> Ratings:
    """A column for each person, every item a cluster of the number that it has among pairs."""
    items = ceiling.items
    clusters, copies = units(items)
    return replace(items.select(ceiling.reference), clusters=clusters, cluster_copies=copies)


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
        first = Measure(BY_NAME[measure], one.ratings, dict(options))
        return Beside(first, measure_of_people(people, measure, options), title)

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
