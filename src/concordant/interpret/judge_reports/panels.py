"""Several judges, or several runs of one: what each adds, whom to keep, and how to combine them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

import numpy as np

from ...errors import ConcordantError
from ...inference.intervals import fisher
from ...judges.panel import MOST_JUDGES, JudgePanel, PanelSize, agreement_icc, panel, runs_gain
from ...language.message import Message
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from ...result import Interval, Result
from ..compare import RaterRoles, expected_scores, judges_and_people
from ..record import Record
from ..table import (
    COUNT,
    EVERYWHERE,
    FILE,
    NAME,
    RESULT,
    SHARE_RESULT,
    WORDS,
    Column,
    ColumnKind,
    DeclaredTable,
)
from ..table_cells import level_of
from .section import NUMBER, UNITS_RESULT, JudgeSection, judge_message, rated_things

#: So many runs are looked ahead.
RUNS = (1, 2, 3, 5, 10)
_LEAST_ITEMS = 20
#: Dawid–Skene looks at every item; more cells than this take too long for a study.
_MOST_CELLS = 2e6


@dataclass(frozen=True, kw_only=True)
class PanelRow(Record):
    """The best panel of a size: its error on items that did not choose it, and its gain over one judge."""

    size: int
    names: tuple[str, ...]
    result: Result
    expected: float
    reliability: float
    gain: Result | None = None
    cost: float = math.nan


@dataclass(frozen=True, kw_only=True)
class RuleRow(Record):
    """A way to combine all judges, or the best of them alone, beside people."""

    rule: str
    error: Result
    same: Result


@dataclass(frozen=True, kw_only=True)
class PanelReport(Record):
    """Panels of the judges of a study; `correlation` is that of two judges' errors."""

    n_items: float
    correlation: float
    sizes: tuple[PanelRow, ...]
    rules: tuple[RuleRow, ...]
    sentences: tuple[Message, ...]


@dataclass(frozen=True, kw_only=True)
class RunsRow(Record):
    """The mean of so many runs: how far it would repeat itself, and its correlation with people."""

    judge: str
    runs: int
    reliability: float
    result: Result


@dataclass(frozen=True, kw_only=True)
class RunsReport(Record):
    """What the mean of several runs of a judge would gain."""

    judge: str
    rows: tuple[RunsRow, ...]
    sentences: tuple[Message, ...]


def panel_report(ratings: Ratings, who: RaterRoles, level: float) -> PanelReport | None:
    """The panels of two judges or more whose scores are numbers; None where there are none."""
    if len(who.judges) < 2 or not who.reference or ratings.values is None or not ratings.scale.ordered:
        return None
    if len(who.judges) > MOST_JUDGES:
        return None
    once = first_ratings(ratings)
    scores, people = judges_and_people(once, list(who.reference))
    few = once.scale.categories is not None and len(once) * len(scores) * len(once.labels) < _MOST_CELLS
    more = {"dawid-skene": lambda: expected_scores(once, list(scores))} if few and len(scores) > 2 else {}
    try:
        return report_of(panel(scores, people, rules=more, units=rated_things(once)[1], level=level))
    except ConcordantError:  # too few items with every score
        return None


def first_ratings(ratings: Ratings) -> Ratings:
    """One row for what was rated (an item in a dimension): the first rating of each rater."""
    if ratings.repeat is None:
        return ratings
    row, _ = rated_things(ratings)
    _, first = np.unique(row, return_index=True)
    columns = []
    for codes in ratings.columns:
        own = np.full(len(first), -1, dtype=codes.dtype)
        given = np.flatnonzero(codes >= 0)[::-1]  # the last to be written is the first that was given
        own[row[given]] = codes[given]
        columns.append(own)
    return replace(ratings.rows(first), columns=tuple(columns), repeat=None, times=None, comments=None)


def report_of(found: JudgePanel) -> PanelReport:
    """Panels as a study keeps them."""
    sizes = tuple(
        PanelRow(
            size=size.judges,
            names=size.best,
            result=size.error,
            expected=size.expected,
            reliability=size.reliability,
            gain=size.gain,
            cost=size.cost,
        )
        for size in found.sizes
        if size.error is not None
    )
    rules = tuple(
        RuleRow(rule=rule.name, error=rule.apart, same=rule.same)
        for rule in found.rules
        if rule.apart is not None and rule.same is not None
    )
    return PanelReport(
        n_items=found.items,
        correlation=found.correlation,
        sizes=sizes,
        rules=rules,
        sentences=tuple(_panel_sentences(found)),
    )


def _panel_sentences(found: JudgePanel) -> Iterator[Message]:
    first = found.sizes[0]
    better = [size for size in found.sizes[1:] if _sure(size)]
    best: PanelSize = min(better, key=lambda size: size.held_out) if better else found.chosen
    facts: dict[str, Any] = {"n": found.items, "one": list(first.best), "x": first.held_out}
    if better:
        yield judge_message("panel-better", **facts, names=list(best.best), y=best.held_out)
    elif best.judges > 1:
        yield judge_message("panel-open", **facts, names=list(best.best), y=best.held_out)
    else:
        yield judge_message("panel-worse", **facts)
    if math.isfinite(found.budget):
        yield judge_message("panel-budget", budget=found.budget)
    if not math.isnan(found.correlation):
        yield judge_message("panel-correlation", r=found.correlation)


def cost_column(rows: Sequence[Any]) -> Column:
    """What the ratings of an item by a panel cost; read by people where judges do not cost one each."""
    places = EVERYWHERE if any(row.cost != row.size for row in rows) else FILE
    return Column("cost", judge_message("head-cost"), NUMBER, attrgetter("cost"), places)


def _sure(size: PanelSize) -> bool:
    """Whether the panel is reliably closer to people than the best judge alone."""
    around = None if size.gain is None else size.gain.interval
    return around is not None and around.low > 0


# --- runs --------------------------------------------------------------------------------------


def runs_reports(ratings: Ratings, who: RaterRoles, level: float) -> Iterator[RunsReport]:
    """One for each judge that scored items several times, beside the mean of people."""
    if ratings.repeat is None or ratings.values is None or not who.reference or not ratings.scale.ordered:
        return
    for judge in who.judges:
        runs = _by_run(ratings, [judge])
        people = _row_means(_by_run(ratings, list(who.reference)))
        runs = runs[:, (~np.isnan(runs)).sum(axis=0) > 0]
        whole = ~np.isnan(runs).any(axis=1) & ~np.isnan(people)
        if runs.shape[1] < 2 or whole.sum() < _LEAST_ITEMS:
            continue
        found = _runs(judge, runs[whole], people[whole], level)
        if found is not None:
            yield found


def _row_means(scores: Floats) -> Floats:
    """The mean of each row's scores, nan where there are none."""
    there = ~np.isnan(scores)
    n = there.sum(axis=1)
    return np.where(n > 0, np.where(there, scores, 0.0).sum(axis=1) / np.maximum(n, 1), np.nan)


def _by_run(ratings: Ratings, raters: list[str]) -> Floats:
    """Scores of what was rated (an item in a dimension) by rater and run, nan for a gap."""
    row, _ = rated_things(ratings)
    _, run = np.unique(np.asarray(ratings.repeat).astype(str), return_inverse=True)
    values = np.append(np.asarray(ratings.values), np.nan)
    size = int(run.max()) + 1
    out = np.full((int(row.max()) + 1, size * len(raters)), np.nan)
    for at, name in enumerate(raters):
        codes = ratings.columns[ratings.place_of(name)]
        there = codes >= 0
        out[row[there], at * size + run[there]] = values[codes[there]]
    return out


def _runs(judge: str, runs: Floats, people: Floats, level: float) -> RunsReport | None:
    if not np.ptp(people) > 0 or not (np.ptp(runs, axis=0) > 0).all():
        return None
    reliability = agreement_icc(runs)
    r = float(np.mean([np.corrcoef(run, people)[0, 1] for run in runs.T]))
    if not 0 < reliability < 1 or not 0 < r < 1:
        return None
    se = (1 - r * r) / math.sqrt(max(len(people) - 3, 1))
    rows = tuple(_run_row(judge, k, reliability, r, se, len(people), level) for k in RUNS)
    gain = judge_message(
        "runs",
        judge=judge,
        n=len(people),
        reliability=reliability,
        r=r,
        three=rows[2].result.estimate,
        ten=rows[-1].result.estimate,
    )
    return RunsReport(judge=judge, rows=rows, sentences=(gain,))


def _run_row(judge: str, k: int, reliability: float, r: float, se: float, n: int, level: float) -> RunsRow:
    gain = runs_gain(reliability, k)
    low, high = (min(gain * float(end), 1.0) for end in fisher(r, se, level, math.inf))
    value = min(gain * r, 1.0)
    result = Result(
        measure="pearson",
        title="Correlation with people",
        estimate=value,
        se=gain * se,
        interval=Interval(low, high, level, "Fisher"),
        n_items=n,
        n_raters=2,
        method="Fisher",
    )
    return RunsRow(
        judge=judge, runs=k, reliability=k * reliability / (1 + (k - 1) * reliability), result=result
    )


# --- shown -------------------------------------------------------------------------------------


def panel_section(report: PanelReport | None, runs: tuple[RunsReport, ...] = ()) -> JudgeSection:
    """Panels by size, ways to combine all judges, and runs of one judge."""
    sentences = () if report is None else report.sentences
    tables = [] if report is None else [sizes_table(report), rules_table(report)]
    tables += [] if not runs else [_runs_table(runs)]
    return JudgeSection("panel", (*sentences, *(m for one in runs for m in one.sentences)), tuple(tables))


def sizes_table(report: PanelReport) -> DeclaredTable:
    """The best panel of every size."""
    columns = (
        Column("size", judge_message("head-size"), COUNT, attrgetter("size")),
        Column("names", judge_message("head-best"), NAMES, attrgetter("names")),
        Column("", judge_message("head-rms"), UNITS_RESULT, attrgetter("result")),
        Column("gain", judge_message("head-gain"), BETTER, attrgetter("gain")),
        Column("expected", judge_message("head-expected"), NUMBER, attrgetter("expected")),
        Column("reliability", judge_message("head-reliability"), NUMBER, attrgetter("reliability")),
        cost_column(report.sizes),
    )
    title = judge_message(
        "table-panel", n=report.n_items, level=level_of([row.result for row in report.sizes])
    )
    return DeclaredTable("panel", title, columns, report.sizes, (judge_message("note-panel"),))


def rules_table(report: PanelReport) -> DeclaredTable:
    """Ways to combine all judges."""
    columns = (
        Column(
            "rule",
            judge_message("head-rule"),
            ColumnKind(lambda rule: judge_message(f"rule-{rule}")),
            attrgetter("rule"),
        ),
        Column("", judge_message("head-error"), UNITS_RESULT, attrgetter("error")),
        Column("same", judge_message("head-same"), SHARE_RESULT, attrgetter("same")),
    )
    title = judge_message("table-rules", level=level_of([row.error for row in report.rules]))
    return DeclaredTable("combined-judges", title, columns, report.rules)


def _runs_table(reports: tuple[RunsReport, ...]) -> DeclaredTable:
    rows = tuple(row for report in reports for row in report.rows)
    columns = (
        Column("judge", judge_message("head-judge"), NAME, attrgetter("judge")),
        Column("runs", judge_message("head-runs"), COUNT, attrgetter("runs")),
        Column("reliability", judge_message("head-reliability"), NUMBER, attrgetter("reliability")),
        Column("", judge_message("head-correlation"), RESULT, attrgetter("result")),
    )
    title = judge_message("table-runs", level=level_of([row.result for row in rows]))
    return DeclaredTable("runs", title, columns, rows, (judge_message("note-runs"),))


NAMES = ColumnKind(
    lambda names: judge_message("names", names=list(names)), fields=lambda key, names: {key: "; ".join(names)}
)


def _in_words(gain: Result) -> Message:
    around = gain.interval
    side = "open" if around is None or 0 in around else "yes" if around.low > 0 else "no"
    return judge_message(f"gain-{side}")


BETTER = replace(WORDS, words=_in_words, fields=RESULT.fields)
