"""How far raters agree, as tables that are declared once: every measure, and the confusion matrix."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from ...language.message import Message, fact
from ...language.render import topic
from ...language.text_table import NONE, Cell
from ..compare import MeasureReport
from ..notes import note_message, reason
from ..table import (
    AMOUNT,
    ENDS,
    ESTIMATE,
    EVERYWHERE,
    FILE,
    MEASURE,
    SHOWN,
    WORDS,
    Column,
    ColumnKind,
    DeclaredTable,
    result_fields,
)
from ..table_cells import amount, count, level_of, name_of, shared_count, word
from ..where import Confusion
from .comparison_report import ComparisonReport
from .rounded_report import RoundedReport

#: More categories or raters than this make no table that can be read as text.
MOST = 12


def agreement_tables(one: ComparisonReport) -> Iterator[DeclaredTable]:
    """How far raters agree: every measure, and the confusion matrix."""
    measures = measures_table(one)
    if measures.read:
        yield measures
    if one.rounded is not None:
        yield rounded_table(one, one.rounded)
    if one.confusion is not None and 1 < len(one.confusion.labels) <= MOST:
        yield confusion_table(one, one.confusion)


def rater_name(one: ComparisonReport, name: str) -> Cell:
    """A rater's name, or that of several people who are one column."""
    several = len(one.reference) > 1 and name == one.raters[0]
    return dict(topic("terms")["people"]) if several else name


# --- measures -----------------------------------------------------------------------------------


def measures_table(one: ComparisonReport) -> DeclaredTable:
    """Every measure between what takes no skill and what people reach; limits have no place in it."""
    listed = tuple(m for m in one.measures if m.measure != "bland_altman")
    people = "head-people" if one.kind == "judge" else "head-self"
    level = level_of([m.result for m in listed])
    columns = (
        Column("measure", word("head-measure"), MEASURE, lambda m: (m.measure, m.options)),
        Column("main", NONE, WORDS, lambda m: m.main, FILE),
        Column("result", word("head-estimate"), _OR_UNDEFINED, lambda m: m.result),
        Column("interval", word("head-interval", level=level), ENDS, lambda m: m.result, SHOWN, _defined),
        Column(
            "floor", word("head-floor"), AMOUNT, lambda m: (m.measure, m.floor.level), EVERYWHERE, _defined
        ),
        Column("ceiling", word(people), ESTIMATE, lambda m: m.ceiling, EVERYWHERE, _defined),
        Column("reached", NONE, WORDS, lambda m: m.reached, FILE),
        Column("verdict", word("head-limit"), WORDS, _verdict, SHOWN, _defined),
        Column("at_least", NONE, WORDS, _claimed, FILE, _defined),
        Column("benchmark", NONE, WORDS, _benchmark, FILE),
    )
    labels = [_benchmark(m) for m in listed if _defined(m) and m.main]
    sources = {label["en"]: label for label in labels if label is not None}
    notes = [word("sources", names=list(sources.values()))] if sources else []
    below = (*notes, *reasons(listed), *_without_pairs(listed))
    return DeclaredTable("measures", word("measures"), columns, tuple(one.measures), below, listed)


def rounded_table(one: ComparisonReport, found: RoundedReport) -> DeclaredTable:
    """Every measure of the scores as ordered categories, once they are rounded."""
    table = measures_table(replace(one, measures=found.measures))
    return replace(table, name="rounded", title=word("rounded", low=found.low, high=found.high))


#: An estimate, or the word that there is none; a file has the whole result.
_OR_UNDEFINED = ColumnKind(
    lambda result: amount(result.measure, result.estimate) if result.defined else word("undefined"),
    fields=lambda _, result: result_fields(result),
)


def _defined(m: MeasureReport) -> bool:
    return m.result.defined


def _verdict(m: MeasureReport) -> Any:
    """The word of the measure that speaks for the comparison: one scale decides."""
    return _claimed(m) if m.main else None


def reading_messages(one: ComparisonReport) -> Iterator[Message]:
    """Each measure on its table, by value and by interval; the main one, which was read, on other scales."""
    for m in one.measures:
        if not m.main and m.verdicts and m.verdicts[0].point is not None:
            yield table_message(m)
        reads = [read for read in (m.verdicts[1:] if m.main else ()) if read.limit is not None]
        if reads:
            each = [
                fact(Message("study.reading-one", {"word": dict(read.limit.words), "source": dict(label)}))
                for read in reads
                if read.limit is not None
                for label in (read.benchmark.label,)
            ]
            yield Message("study.reading", {"m": [m.measure, dict(m.options)], "readings": each})
    shown = [m.verdicts[0] for m in one.measures if m.verdicts and m.verdicts[0].point is not None]
    for scale in [read.benchmark for read in shown if not read.benchmark.source][:1]:
        yield Message("benchmarks.built-in", {"source": dict(scale.label)})


def table_message(m: MeasureReport) -> Message:
    """What a value is on its first scale, by itself and by its interval."""
    read = m.verdicts[0]
    point = {} if read.point is None else dict(read.point.words)
    facts: dict[str, Any] = {
        "m": [m.measure, dict(m.options)], "estimate": [m.measure, read.estimate], "point": point,
        "source": dict(read.benchmark.label),
    }  # fmt: skip
    if read.limit is None:
        return Message("benchmarks.table-no-interval", facts)
    case = "held" if read.limit == read.point else "less"
    return Message(f"benchmarks.table-{case}", facts | {"limit": dict(read.limit.words)})


def _claimed(m: MeasureReport) -> Any:
    """The word that the limit of the interval supports, on the first scale that suits."""
    band = m.verdicts[0].limit if m.verdicts else None
    return None if band is None else dict(band.words)


def _benchmark(m: MeasureReport) -> Any:
    """The scale that the word is of."""
    return None if _claimed(m) is None else dict(m.verdicts[0].benchmark.label)


def reasons(reports: Iterable[MeasureReport]) -> Iterator[Message]:
    """A sentence for each reason why a number is not defined, with the measures that it concerns."""
    because: dict[str, tuple[Message, list[Any]]] = {}
    for m in reports:
        if not m.result.defined and m.result.notes:
            why = reason(m.result)
            because.setdefault(why.text("en"), (why, []))[1].append(fact(name_of(m.measure, m.options)))
    for why, names in because.values():
        yield Message("shown.undefined-because", {"names": names, "why": fact(why)})


def _without_pairs(reports: Iterable[MeasureReport]) -> Iterator[Message]:
    """Which means over pairs of raters leave pairs out, and why."""
    for m in reports:
        for note in (n for n in m.result.notes if n.code == "pairs-left-out"):
            names = [fact(name_of(m.measure, m.options))]
            yield Message("shown.pairs-left-out", {"names": names, "why": fact(note_message(note))})


# --- the confusion matrix ---------------------------------------------------------------------------


def confusion_table(one: ComparisonReport, table: Confusion) -> DeclaredTable:
    """How many items got which two categories, with the margins."""
    first, second = rater_name(one, table.first), rater_name(one, table.second)
    kind = ColumnKind(count_words(table))
    names = {"first": first, "second": second}
    rows = [*zip(table.labels, table.cells, table.first_totals, strict=True)]
    columns = (
        Column("label", word("head-against", **names), WORDS, lambda row: row[0], SHOWN),
        *(
            Column(f"category-{place}", label, kind, partial(_count_in, place=place), SHOWN, data=True)
            for place, label in enumerate(table.labels)
        ),
        Column("total", word("head-total"), kind, lambda row: row[2], SHOWN),
    )
    total = (word("head-total"), table.second_totals, table.total)
    return DeclaredTable("confusion", word("confusion", **names), columns, (*rows, total))


def _count_in(row: Any, place: int) -> float:
    return float(row[1][place])


def count_words(table: Confusion) -> Callable[[float], Cell]:
    """How the counts of a table are written: with a decimal where people share an item."""
    whole = all(float(cell).is_integer() for cells in table.cells for cell in cells)
    return count if whole else shared_count


# --- limits of agreement ------------------------------------------------------------------------


def limits_messages(one: ComparisonReport) -> tuple[Message, ...]:
    """Between which limits the differences of two lie, where limits of agreement were asked for.

    What the limits rest on follows them: differences that are not normal, or change with size.
    """
    asked = [m for m in one.measures if m.measure == "bland_altman"]
    doubts = [note_message(n) for m in asked for n in m.result.notes if n.code in _DOUBTS_OF_LIMITS]
    return (*(_limits(one, m) for m in asked), *doubts)


#: Notes on limits of agreement without which these mislead.
_DOUBTS_OF_LIMITS = ("differences-follow-size", "spread-follows-size", "differences-not-normal")


def _limits(one: ComparisonReport, m: MeasureReport) -> Message:
    facts: dict[str, Any] = {"m": [m.measure, dict(m.options)]}
    if not m.result.defined:
        return Message("study.measure-undefined", facts)
    facts |= {"estimate": [m.measure, m.result.estimate], "share": m.result.details["agreement"]}
    facts["limits"] = [part.estimate for part in m.result.parts]
    facts |= {"first": rater_name(one, one.raters[0]), "second": one.raters[1]}
    around = m.result.interval
    if around is None:
        return Message("study.measure-limits-bare", facts)
    ends = [[m.measure, end] for end in (around.low, around.high)]
    return Message("study.measure-limits", facts | {"within": ends})
