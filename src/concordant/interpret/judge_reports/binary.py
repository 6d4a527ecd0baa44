"""A judge that answers one of two categories, against people: which errors it makes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

import numpy as np

from ...language.message import Message
from ...result import Result
from ..compare import Comparison, tried
from ..record import Record
from ..table import NAME, SHARE, SHARE_RESULT, WORDS, Column, DeclaredTable
from ..table_cells import level_of
from .section import NUMBER_RESULT, JudgeSection, judge_message

_LEAST_ITEMS = 10


@dataclass(frozen=True, kw_only=True)
class BinaryMeasure(Record):
    """One measure: of the judge, of one that answers as often at random, and of one person with another."""

    name: str
    result: Result
    no_skill: float = math.nan
    people: Result | None = None


@dataclass(frozen=True, kw_only=True)
class BinaryReport(Record):
    """A judge's errors by kind, `positive` being the category to be detected."""

    judge: str
    positive: str
    n_items: float
    prevalence: float
    flagged: float
    measures: tuple[BinaryMeasure, ...]
    sentences: tuple[Message, ...]


def binary_reports(compared: Sequence[Comparison]) -> Iterator[BinaryReport]:
    """One for each judge on a scale of two categories."""
    people = next((one for one in compared if one.kind == "people"), None)
    for one in compared:
        if one.kind == "judge" and one.ratings.scale.categories is not None and len(one.ratings.labels) == 2:
            found = _report(one, people)
            if found is not None:
                yield found


def _report(one: Comparison, people: Comparison | None) -> BinaryReport | None:
    positive = str(one.ratings.labels[-1])
    result = tried(one, "diagnostic_accuracy", {"truth": one.ratings.raters[0], "positive": positive})
    if not result.parts or result.n_items < _LEAST_ITEMS:
        return None
    prevalence, flagged = _shares(one)
    known = _without_skill(prevalence, flagged)
    others = _of_people(people, positive)
    parts = {str(part.category): part for part in result.parts}
    parts["balanced accuracy"] = replace(result, parts=(), details={}, notes=())
    measures = tuple(
        BinaryMeasure(name=name, result=part, no_skill=known[name], people=others.get(name))
        for name, part in parts.items()
    )
    return BinaryReport(
        judge=one.name,
        positive=positive,
        n_items=result.n_items,
        prevalence=prevalence,
        flagged=flagged,
        measures=measures,
        sentences=tuple(_sentences(one.name, positive, measures)),
    )


def _shares(one: Comparison) -> tuple[float, float]:
    """How often the reference and the judge say the positive category, on items that both rated."""
    first, second = one.ratings.columns
    both = (first >= 0) & (second >= 0)
    weights = one.weights[both]
    return tuple(float(np.average(column[both] == 1, weights=weights)) for column in (first, second))  # type: ignore[return-value]


def _without_skill(prevalence: float, flagged: float) -> Mapping[str, float]:
    """What a judge reaches that answers as often but without regard to the item."""
    both = prevalence + flagged
    return {
        "sensitivity": flagged,
        "specificity": 1 - flagged,
        "precision": prevalence,
        "negative predictive value": 1 - prevalence,
        "f1": 2 * prevalence * flagged / both if both else math.nan,
        "mcc": 0.0,
        "balanced accuracy": 0.5,
    }


def _of_people(people: Comparison | None, positive: str) -> Mapping[str, Result]:
    """One person against another: sensitivity, precision and F1 are all 2a/(2a + b + c) then."""
    if people is None:
        return {}
    found = tried(people, "specific_agreement", {})
    parts = {str(part.category): part for part in found.parts if part.defined}
    negative = next((part for name, part in parts.items() if name != positive), None)
    known: dict[str, Result] = {}
    if positive in parts:
        known |= dict.fromkeys(("sensitivity", "precision", "f1"), parts[positive])
    if negative is not None:
        known |= dict.fromkeys(("specificity", "negative predictive value"), negative)
    return known


def _sentences(judge: str, positive: str, measures: Sequence[BinaryMeasure]) -> Iterator[Message]:
    known = {one.name: one.result for one in measures}
    found, spared = known["sensitivity"], known["specificity"]
    if found.interval is None or spared.interval is None:
        return
    yield judge_message(
        "binary",
        judge=judge,
        positive=positive,
        found=found.estimate,
        n=found.n_items,
        found_within=[found.interval.low, found.interval.high],
        false=1 - spared.estimate,
        false_within=[1 - spared.interval.high, 1 - spared.interval.low],
        m=spared.n_items,
    )
    low, high = found.interval, spared.interval
    if low.high < high.low or high.high < low.low:
        yield judge_message(
            "binary-misses" if low.high < high.low else "binary-flags", judge=judge, positive=positive
        )


def binary_section(reports: tuple[BinaryReport, ...]) -> JudgeSection:
    """All judges, one table each."""
    sentences = tuple(message for report in reports for message in report.sentences)
    return JudgeSection("binary", sentences, tuple(map(_table, reports)))


def _table(report: BinaryReport) -> DeclaredTable:
    columns = (
        Column("judge", judge_message("head-judge"), NAME, lambda row: report.judge, ("file",)),
        Column("measure", judge_message("head-measure"), WORDS, _name, ("text", "page")),
        Column("measure", judge_message("head-measure"), NAME, attrgetter("name"), ("file",)),
        Column("", judge_message("head-judge-value"), _VALUE, _shown),
        Column(
            "no_skill",
            judge_message("head-no-skill"),
            SHARE,
            lambda row: None if row.name == "mcc" else row.no_skill,
        ),
        Column("people", judge_message("head-people"), SHARE_RESULT, attrgetter("people")),
    )
    level = level_of([row.result for row in report.measures])
    title = judge_message(
        "table-binary",
        judge=report.judge,
        positive=report.positive,
        n=report.n_items,
        level=level,
        prevalence=report.prevalence,
        flagged=report.flagged,
    )
    notes = (judge_message("note-binary"),)
    return DeclaredTable("binary", title, columns, report.measures, notes)


def _name(row: BinaryMeasure) -> Message:
    return judge_message(f"measure-{row.name.replace(' ', '-')}")


def _shown(row: BinaryMeasure) -> Result:
    return row.result


#: Shares in percent; Matthews' correlation is none.
_VALUE = replace(
    SHARE_RESULT,
    words=lambda result: (NUMBER_RESULT if result.category == "mcc" else SHARE_RESULT).in_words(result),
    parts=lambda result: (NUMBER_RESULT if result.category == "mcc" else SHARE_RESULT).in_parts(result),
)
