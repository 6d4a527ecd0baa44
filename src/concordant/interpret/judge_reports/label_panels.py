"""Several judges that give categories without order, or two: the majority of panels, beside people."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from ...errors import ConcordantError
from ...judges.label_panel import LabelPanel, LabelPanelSize, label_panel
from ...judges.panel import MOST_JUDGES
from ...language.message import Message
from ...language.text_table import Cell
from ...ratings.ratings import Ratings
from ...result import Result
from ..compare import RaterRoles, judge_labels_and_people, probable_labels
from ..record import Record
from ..table import COUNT, NAME, SHARE, SHARE_RESULT, Column, ColumnKind, DeclaredTable
from ..table_cells import level_of
from .panels import BETTER, NAMES, cost_column, first_ratings
from .section import JudgeSection, judge_message, rated_things

#: Dawid–Skene looks at every item, with 3 judges or more; more cells than this take too long for a study.
_LEAST_JUDGES, _MOST_CELLS = 3, 2e6


@dataclass(frozen=True, kw_only=True)
class LabelPanelRow(Record):
    """The best panel of a size by majority, on items that did not choose it, and its gain over one judge."""

    size: int
    names: tuple[str, ...]
    result: Result
    expected: float
    gain: Result | None = None
    cost: float = math.nan


@dataclass(frozen=True, kw_only=True)
class LabelRuleRow(Record):
    """A judge alone, or a way to combine all of them, beside people."""

    rule: str
    result: Result
    combined: bool = False


@dataclass(frozen=True, kw_only=True)
class LabelPanelReport(Record):
    """Panels of judges that give labels; `correlation` is that of two judges' errors."""

    n_items: float
    correlation: float
    same_error: float
    judges: tuple[LabelRuleRow, ...]
    sizes: tuple[LabelPanelRow, ...]
    rules: tuple[LabelRuleRow, ...]
    sentences: tuple[Message, ...]


def gives_labels(ratings: Ratings) -> bool:
    """Whether a panel votes: categories without order, or two of them."""
    categories = ratings.scale.categories is not None
    return categories and (not ratings.scale.ordered or ratings.values is None or len(ratings.labels) <= 2)


def label_panel_report(ratings: Ratings, who: RaterRoles, level: float) -> LabelPanelReport | None:
    """The panels of two judges or more that give labels; None where there are none."""
    if not 2 <= len(who.judges) <= MOST_JUDGES or not who.reference or not gives_labels(ratings):
        return None
    try:
        return label_report_of(label_panel_of(ratings, list(who.reference), level=level))
    except ConcordantError:  # too few items with every label
        return None


def label_panel_of(ratings: Ratings, reference: Any, **more: Any) -> LabelPanel:
    """The panels of the judges of ratings; of repeats the first counts."""
    once = first_ratings(ratings)
    answers, people = judge_labels_and_people(once, reference)
    few = len(once) * len(answers) * len(once.labels) < _MOST_CELLS
    model = {"dawid-skene": lambda: probable_labels(once, list(answers))}
    rules = model if few and len(answers) >= _LEAST_JUDGES else {}
    return label_panel(answers, people, rules=rules, units=rated_things(once)[1], **more)


def label_report_of(found: LabelPanel) -> LabelPanelReport:
    """Panels as a study keeps them."""
    sizes = tuple(
        LabelPanelRow(
            size=size.judges,
            names=size.best,
            result=size.same,
            expected=size.expected,
            gain=size.gain,
            cost=size.cost,
        )
        for size in found.sizes
        if size.same is not None
    )
    return LabelPanelReport(
        n_items=found.items,
        correlation=found.correlation,
        same_error=found.same_error,
        judges=tuple(LabelRuleRow(rule=one.name, result=one.same) for one in found.judges),
        sizes=sizes,
        rules=tuple(LabelRuleRow(rule=one.name, result=one.same, combined=True) for one in found.rules),
        sentences=tuple(_sentences(found)),
    )


def _sentences(found: LabelPanel) -> Iterator[Message]:
    first = found.sizes[0]
    better = [size for size in found.sizes[1:] if _sure(size)]
    best = max(better, key=_same) if better else found.chosen
    facts = {"n": found.items, "one": list(first.best), "x": _same(first)}
    panel = {"names": list(best.best), "y": _same(best)}
    if better:
        yield judge_message("labels-better", **facts, **panel)
    elif best.judges > 1:
        yield judge_message("labels-open", **facts, **panel)
    else:
        yield judge_message("labels-worse", **facts)
    if math.isfinite(found.budget):
        yield judge_message("panel-budget", budget=found.budget)
    if not math.isnan(found.correlation):
        yield judge_message("panel-correlation", r=found.correlation)
    if not math.isnan(found.same_error):
        yield judge_message("labels-same-error", x=found.same_error)


def _same(size: LabelPanelSize) -> float:
    return math.nan if size.same is None else size.same.estimate


def _sure(size: LabelPanelSize) -> bool:
    """Whether the panel reliably agrees more with people than the best judge alone."""
    around = None if size.gain is None else size.gain.interval
    return around is not None and around.low > 0


# --- shown -------------------------------------------------------------------------------------


def label_panel_section(report: LabelPanelReport) -> JudgeSection:
    """Panels by size, each judge alone, and ways to combine all judges."""
    return JudgeSection("panel", report.sentences, (_sizes_table(report), _rules_table(report)))


def _sizes_table(report: LabelPanelReport) -> DeclaredTable:
    columns = (
        Column("size", judge_message("head-size"), COUNT, attrgetter("size")),
        Column("names", judge_message("head-best"), NAMES, attrgetter("names")),
        Column("", judge_message("head-same-label"), SHARE_RESULT, attrgetter("result")),
        Column("gain", judge_message("head-gain"), BETTER, attrgetter("gain")),
        Column("expected", judge_message("head-expected"), SHARE, attrgetter("expected")),
        cost_column(report.sizes),
    )
    level = level_of([row.result for row in report.sizes])
    title = judge_message("table-label-panel", n=report.n_items, level=level)
    return DeclaredTable("label-panel", title, columns, report.sizes, (judge_message("note-label-panel"),))


def _rules_table(report: LabelPanelReport) -> DeclaredTable:
    columns = (
        Column("rule", judge_message("head-rule-or-judge"), _RULE, lambda row: row),
        Column("", judge_message("head-same-label-plain"), SHARE_RESULT, attrgetter("result")),
    )
    rows = (*report.judges, *report.rules)
    title = judge_message("table-label-rules", level=level_of([row.result for row in rows]))
    return DeclaredTable("combined-labels", title, columns, rows)


def _rule_cell(row: LabelRuleRow) -> Cell:
    return judge_message(f"rule-all-{row.rule}") if row.combined else NAME.in_words(row.rule)


_RULE = ColumnKind(_rule_cell, fields=lambda key, row: {key: row.rule})
