"""All that a study says about one comparison: how far raters agree, whether to believe it, where it fails."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

from ...inference.alt_test import AltTest, alt_test
from ...inference.false_discovery import check_rate
from ...language.message import Message
from ...result import Result
from ..compare import (
    ENOUGH_PEOPLE,
    BesidePeople,
    Comparison,
    MeasureReport,
    Preset,
    Withheld,
    chosen_for,
    headline_of,
    measured,
    people_with_each_other,
    short_of_people,
    with_themselves,
)
from ..goals import (
    ONCE,
    Goal,
    GoalReport,
    Looks,
    StagesReport,
    goal_of,
    goal_of_copy,
    stages_of,
    stages_of_copy,
)
from ..non_inferiority import MarginTest, margin_test
from ..record import Record
from ..rounds import Progress
from ..trust import Components, Paradox, Sensitivity, components_of, correlation_is_not_agreement
from ..trust.paradox import paradox
from ..trust.sensitivity import sensitivity
from ..where import (
    BandTable,
    Boundary,
    Confusion,
    ExplainedStrata,
    Ledger,
    Scatter,
    SliceGrid,
    SliceTable,
    band_table,
    boundaries,
    columns_for_grid,
    confusion_of,
    scatter_of,
    slice_tables,
    strata_of,
    two_way,
    without_advice,
)
from ..where.ledger import ledger
from .rounded_report import RoundedReport, rounded_of


@dataclass(frozen=True, kw_only=True)
class ComparisonReport(Record):
    """`kind` says which consistency it is: between people (or raters), or a judge with people.

    `margin` is whether a loss of that size against people is excluded, where one was given.
    `n_items` is how often items count, each of its rows once; `n_distinct` how many different ones these are,
    nan where every item has one row.
    """

    name: str
    kind: str
    raters: tuple[str, ...]
    reference: tuple[str, ...]
    n_items: float
    headline: tuple[Message, ...]
    measures: tuple[MeasureReport, ...]
    short_of_people: Result | None = None
    short_of_people_main: Result | None = None
    stand_in: AltTest | None = None
    margin: MarginTest | None = None
    confusion: Confusion | None = None
    scatter: Scatter | None = None
    components: Components | None = None
    paradox: Paradox | None = None
    sensitivity: Sensitivity | None = None
    correlation: tuple[Message, ...] = ()
    strata: tuple[ExplainedStrata, ...] = ()
    slices: tuple[SliceTable, ...] = ()
    bands: BandTable | None = None
    grid: SliceGrid | None = None
    boundaries: tuple[Boundary, ...] = ()
    ledger: Ledger | None = None
    goal: GoalReport | None = None
    stages: StagesReport | None = None
    n_distinct: float = math.nan
    progress: Progress | None = None
    rounded: RoundedReport | None = None

    @property
    def main(self) -> MeasureReport:
        """The measure that speaks for the comparison."""
        return next(m for m in self.measures if m.main)

    def measure(self, name: str, **options: Any) -> MeasureReport | None:
        """A measure of the comparison by its name and options, where it was chosen."""
        hits = [m for m in self.measures if m.measure == name and dict(m.options) == options]
        return hits[0] if hits else None


@dataclass(frozen=True, kw_only=True)
class Request:
    """What is asked of every comparison: which measures, weights and slices, and which goal."""

    preset: Preset = "auto"
    weights: Mapping[str, Any] = field(default_factory=dict)
    goal: Goal | None = None
    fdr: float = 0.05
    examples: int = 20
    looks: Looks = ONCE
    margin: float | None = None
    scales: tuple[str, ...] = ()


def comparison(
    compared: Comparison,
    request: Request,
    withheld: Withheld | None = None,
    known: Mapping[tuple[str, str], Comparison] | None = None,
) -> ComparisonReport:
    """Everything about one comparison whose main coefficient is known.

    `withheld` says why it is not claimed that the judge can stand in for people. `known` are the comparisons
    of the scores rounded to a scale, where they are nearly one: goals are judged by those.
    """
    whole, rounded = rounded_of(compared, known or {}, request.preset, request.scales)
    graded = compared if whole is None else whole
    top = people_with_each_other(graded) if compared.kind == "judge" else None
    people = people_with_each_other(compared) if compared.kind == "judge" else None
    ceiling = people if compared.kind == "judge" else with_themselves(compared)
    measures = measured(compared, chosen_for(compared, request.preset), ceiling, request.scales)
    looks = request.looks if compared.kind == "judge" else replace(request.looks, judges=1)
    distance = "mean_absolute_error" if compared.measurements else "exact_agreement"
    beside = BesidePeople(
        gap=None if people is None else short_of_people(compared, people, distance, {}),
        main_gap=None if people is None else short_of_people(compared, people, *compared.main),
        stand_in=_stand_in(compared),
        withheld=withheld,
    )
    beside = replace(beside, margin=margin_test(beside.gap, distance, request.margin))
    check_rate(request.fdr)
    found = ComparisonReport(
        name=compared.name,
        kind=compared.kind,
        raters=compared.ratings.raters,
        reference=compared.reference,
        n_items=next(m for m in measures if m.main).result.n_items,
        n_distinct=compared.n_distinct,
        headline=headline_of(compared, measures, beside),
        measures=measures,
        short_of_people=beside.gap,
        short_of_people_main=beside.main_gap,
        stand_in=beside.stand_in,
        margin=beside.margin,
        confusion=confusion_of(compared),
        scatter=scatter_of(compared),
        components=components_of(compared),
        correlation=correlation_is_not_agreement(compared),
        **_diagnosis(compared, request),
        goal=goal_of(graded, top, request.goal, looks),
        stages=stages_of(graded, top, looks),
        rounded=rounded,
    )
    return _with_details(found, compared, request)


def _with_details(found: ComparisonReport, compared: Comparison, request: Request) -> ComparisonReport:
    """What a summary does not show, found when it is looked at: other weights, slices and their strata."""
    tables = cache(partial(slice_tables, compared, fdr=request.fdr))
    found = found.put_off(lambda: {"slices": tables()}, ["slices"])
    found = found.put_off(lambda: _crossed(compared, request, tables()), ["grid", "strata"])
    if request.weights:  # which may be refused
        return found.but(**_weighted(compared, request))
    return found.put_off(partial(_weighted, compared, request), ["sensitivity"])


def as_copied(report: ComparisonReport, person: str) -> ComparisonReport:
    """The report of a judge whose ratings look like a copy of a person's: no goal is met by that."""
    goal, stages = report.goal, report.stages
    return report.but(
        goal=None if goal is None else goal_of_copy(goal, report.name, person),
        stages=None if stages is None else stages_of_copy(stages, report.name, person),
    )


def unadvised(report: ComparisonReport) -> ComparisonReport:
    """The report without advice on scores and slices, where something else has to be settled first."""
    bands = report.bands
    if bands is not None and bands.said is not None:
        bands = replace(bands, said=without_advice(bands.said))
    return report.but(bands=bands).put_off(lambda: {"slices": _unadvised(report.slices)}, ["slices"])


def _unadvised(tables: Sequence[SliceTable]) -> tuple[SliceTable, ...]:
    return tuple(replace(table, said=without_advice(table.said)) for table in tables)


def _diagnosis(compared: Comparison, request: Request) -> dict[str, Any]:
    """Whether to believe the number, and where it fails."""
    return {
        "paradox": paradox(compared) if compared.categorical else None,
        "bands": band_table(compared),
        "boundaries": boundaries(compared),
        "ledger": ledger(compared, request.examples),
    }


def _weighted(compared: Comparison, request: Request) -> dict[str, Any]:
    """The number under other weights."""
    if not compared.categorical:
        return {"sensitivity": None}
    return {"sensitivity": sensitivity(compared, request.weights or None, request.scales)}


def _crossed(compared: Comparison, request: Request, tables: Sequence[SliceTable]) -> dict[str, Any]:
    """The number by two columns at once, and by stratum."""
    crossed = columns_for_grid(tables)
    return {
        "grid": None if crossed is None else two_way(compared, *crossed, fdr=request.fdr),
        "strata": tuple(strata_of(compared, t.column) for t in tables if t.rows and t.kind == "column"),
    }


def _stand_in(compared: Comparison) -> AltTest | None:
    """Whether the judge may stand in for people, where there are enough of them to leave one out."""
    if compared.kind != "judge" or len(compared.reference) < ENOUGH_PEOPLE:
        return None
    return alt_test(compared.items, compared.name, compared.reference)
