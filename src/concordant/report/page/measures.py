"""Each measure between what takes no skill and what people reach, with its interval, goal and axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...digits import rounded
from ...interpret.compare import MeasureReport, Verdict, counted
from ...interpret.goals import GoalReport, TargetReport
from ...interpret.notes import reason
from ...interpret.study import ComparisonReport
from ...interpret.table_cells import amount, name_of
from ...language.message import Message, fact
from ...language.text_table import NONE, Cell
from .terms import PageTerm, page_terms

_KAPPAS = ("cohen_kappa", "conger_kappa", "fleiss_kappa")
_FIRST = ("exact_agreement", "adjacent_agreement", "mean_absolute_error", "icc", "ccc")
#: Shown elsewhere: the limits of agreement have a panel, the bias stands in the row of the distance.
_ELSEWHERE = ("bland_altman", "signed_bias")


@dataclass(frozen=True)
class MeasureBar:
    """Places on the axis, in percent from the worse end to the better one; None where there is no number."""

    estimate: float
    low: float | None
    high: float | None
    floor: float | None
    ceiling: float | None
    goal: float | None

    @property
    def span(self) -> tuple[float, float] | None:
        """Where the interval begins and how long it is."""
        if self.low is None or self.high is None:
            return None
        return min(self.low, self.high), abs(self.high - self.low)

    @property
    def room(self) -> tuple[float, float] | None:
        """Where the way from no skill to people, or to the best there is, begins and how long it is."""
        if self.floor is None:
            return None
        top = 100.0 if self.ceiling is None else self.ceiling
        return min(self.floor, top), abs(top - self.floor)


@dataclass(frozen=True)
class MeasureRow:
    """One measure: its numbers in words, and where they lie; `ends` are those of the axis.

    `floor` is what takes no skill, `people` what people reach with each other, or a rater with themselves;
    `href` is where the number leads to, where a surface lists the items behind it.
    """

    measure: str
    name: Message
    main: bool
    estimate: Cell
    interval: Message | None
    counted: Message | None
    floor: Message | None
    people: Message | None
    verdict: Message | None
    goal: Message | None
    outcome: str
    bias: Message | None
    why: Message
    undefined: Message | None
    bar: MeasureBar | None
    ends: tuple[Cell, Cell]
    href: str


@dataclass(frozen=True)
class MeasuresView:
    """Those to look at first, and further ones."""

    first: tuple[MeasureRow, ...]
    further: tuple[MeasureRow, ...]
    kind: str

    def draws(self, part: str) -> bool:
        """Whether any bar has this part, so that the key names it."""
        bars = [row.bar for row in (*self.first, *self.further) if row.bar is not None]
        return any(getattr(bar, part) is not None for bar in bars)

    @property
    def terms(self) -> tuple[PageTerm, ...]:
        """What the panel explains: the signs of its key, then its measures."""
        signs = {"confidence-interval": "span", "no-skill-baseline": "floor"}
        named = [term for term, part in signs.items() if self.draws(part)]
        return page_terms([*named, *(row.measure for row in (*self.first, *self.further))])


def measures_view(one: ComparisonReport) -> MeasuresView | None:
    """A row for every measure of a comparison, the main one first."""
    shown = [m for m in one.measures if m.measure not in _ELSEWHERE]
    early = sorted((m for m in shown if _early(m)), key=lambda m: not m.main)
    further = [m for m in shown if not _early(m)]
    made = [tuple(_row(one, m) for m in some) for some in (early, further)]
    return MeasuresView(made[0], made[1], one.kind) if shown else None


def main_row(one: ComparisonReport) -> MeasureRow:
    """The measure that speaks for the comparison."""
    return _row(one, one.main)


def goal_rows(one: ComparisonReport) -> tuple[MeasureRow, ...]:
    """The other measures that the goal asks for, each with the interval by which the goal is judged."""
    rows = []
    for m in one.measures:
        target = None if m.main or m.measure in _ELSEWHERE else _target(one, m)
        if target is not None:
            judged = replace(m, result=target[1].result) if target[1].result.defined else m
            name = Message("page.measure-variant", {"m": [m.measure, dict(m.options)]})
            rows.append(replace(_row(one, judged), name=name))
    return tuple(rows)


def level_of_goals(one: ComparisonReport) -> Message | None:
    """At which level goals are judged, where several judges or rounds are held to them."""
    report = one.stages if one.goal is None else one.goal
    if report is None or report.paid is None:
        return None
    return Message("page.aims-level", {"now": report.paid.facts["now"]})


def _early(m: MeasureReport) -> bool:
    plain = m.measure in _KAPPAS and not m.options.get("weights")
    return m.main or plain or m.measure in _FIRST


def _row(one: ComparisonReport, m: MeasureReport) -> MeasureRow:
    target = _target(one, m)
    goal = None if target is None else _goal(*target)
    result = m.result
    axis = scale_for(m.measure, _numbers(m, None if target is None else target[1]))
    return MeasureRow(
        measure=m.measure,
        name=name_of(m.measure, m.options),
        main=m.main,
        estimate=amount(m.measure, result.estimate),
        **_facts(one, m),
        verdict=_verdict(m),
        goal=goal,
        outcome="" if target is None else target[1].outcome,
        bias=_bias(one) if m.measure == "mean_absolute_error" else None,
        why=m.why,
        undefined=None if result.defined else _undefined(one, m),
        bar=_bar(m, target, axis) if result.defined else None,
        ends=(amount(m.measure, axis.left), amount(m.measure, axis.right)),
        href="",
    )


def _numbers(m: MeasureReport, target: TargetReport | None) -> list[float]:
    """All that must find room on the axis."""
    around, top = m.result.interval, m.ceiling
    ends = [] if around is None else [around.low, around.high]
    goal = [] if target is None else [target.target.threshold]
    return [m.result.estimate, m.floor.level, *ends, *goal, *([] if top is None else [top.estimate])]


def _bar(m: MeasureReport, target: tuple[GoalReport, TargetReport] | None, axis: MeasureAxis) -> MeasureBar:
    around, top = m.result.interval, m.ceiling
    return MeasureBar(
        estimate=axis.place(m.result.estimate) or 0.0,
        low=None if around is None else axis.place(around.low),
        high=None if around is None else axis.place(around.high),
        floor=axis.place(m.floor.level),
        ceiling=None if top is None else axis.place(top.estimate),
        goal=None if target is None else axis.place(target[1].target.threshold),
    )


def _facts(one: ComparisonReport, m: MeasureReport) -> dict[str, Message | None]:
    """Interval, number of items, no skill, people: what the bar draws, in words."""
    result, name = m.result, m.measure
    found: dict[str, Message | None] = dict.fromkeys(("interval", "counted", "floor", "people"))
    if not result.defined:
        return found
    around = result.interval
    if around is not None:
        ends = {"low": [name, around.low], "high": [name, around.high]}
        found["interval"] = Message("page.measure-interval", {"level": around.level, **ends})
    found["counted"] = counted(result.n_items, one.n_distinct)
    if amount(name, m.floor.level) != NONE:
        found["floor"] = Message("page.measure-floor", {"x": [name, m.floor.level]})
    if m.ceiling is not None and m.ceiling.defined:
        beside = "people" if one.kind == "judge" else "self"
        found["people"] = Message(f"page.measure-{beside}", {"x": [name, m.ceiling.estimate]})
    return found


def _verdict(m: MeasureReport) -> Message | None:
    limit = m.verdicts[0].limit if m.verdicts else None
    if limit is None:
        return None
    source = dict(m.verdicts[0].benchmark.label)
    key = "measure-verdict"
    if is_lowest(m.verdicts[0]):
        key = "measure-verdict-within" if is_within(m) else "measure-verdict-lowest"
    return Message(f"page.{key}", {"word": dict(limit.words), "source": source})


def is_lowest(read: Verdict) -> bool:
    """Whether the word that the interval supports is the scale's worst, which every number reaches."""
    return read.limit == read.benchmark.worst


def is_within(m: MeasureReport) -> bool:
    """Whether the whole interval has the scale's worst word."""
    read, around = m.verdicts[0], m.result.interval
    if around is None:
        return False
    best = around.high if read.benchmark.better == "higher" else around.low
    return read.benchmark.band(best) == read.benchmark.worst


def _target(one: ComparisonReport, m: MeasureReport) -> tuple[GoalReport, TargetReport] | None:
    """The target for this measure on all items: of the goal asked for, else of the stage that is next."""
    report = one.goal
    if report is None and one.stages is not None:
        wanted = one.stages.next or one.stages.reached
        report = next(stage for stage in one.stages.stages if stage.goal.key == wanted)
    if report is None:
        return None
    for target in report.targets:
        same = target.result.measure == m.measure and dict(target.target.options) == dict(m.options)
        if same and not target.target.on:
            return report, target
    return None


def _goal(report: GoalReport, target: TargetReport) -> Message:
    facts: dict[str, Any] = {"name": dict(report.goal.name)}
    facts["bound"] = {"code": f"goals.{target.target.bound}", "facts": {}}
    facts["x"] = [target.target.measure, target.target.threshold]
    return Message(f"page.measure-goal-{target.outcome}", facts)


def _undefined(one: ComparisonReport, m: MeasureReport) -> Message:
    """Why there is no number; several people are called so in each language."""
    why, column = reason(m.result), one.raters[0]
    if len(one.reference) > 1:
        texts = {key: _called(one) if value == column else value for key, value in why.facts.items()}
        why = Message(why.code, texts)
    return Message("page.undefined-because", {"why": fact(why)})


def _bias(one: ComparisonReport) -> Message | None:
    """Who rates above whom; unsure where the interval contains 0."""
    m = one.measure("signed_bias")
    if m is None or not m.result.defined:
        return None
    x, around = m.result.estimate, m.result.interval
    facts: dict[str, Any] = {"first": _called(one), "second": one.raters[1], "x": abs(x), "signed": x}
    if around is None:
        return Message("page.measure-bias-bare", facts)
    case = "none" if 0 in around else "above" if x > 0 else "below"
    low, high = sorted((-around.low, -around.high)) if case == "below" else (around.low, around.high)
    facts |= {"low": low, "high": high}
    return Message(f"page.measure-bias-{case}", facts)


def _called(one: ComparisonReport) -> Any:
    return {"code": "terms.people", "facts": {}} if len(one.reference) > 1 else one.raters[0]


#: Where an axis may end, in powers of ten.
_ROUND = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


@dataclass(frozen=True)
class MeasureAxis:
    """From the worse end to the better one; a distance has its 0 on the right."""

    left: float
    right: float

    def place(self, value: float) -> float | None:
        """Percent of the way; what lies beyond is drawn at the end, and what is not defined nowhere."""
        if math.isnan(value) or self.left == self.right:
            return None
        return round(100 * min(max((value - self.left) / (self.right - self.left), 0.0), 1.0), 2)


def scale_for(measure: str, numbers: Sequence[float]) -> MeasureAxis:
    """An axis for these numbers of a measure: from 0 to 1 where it has that range, wider where needed."""
    low, high = BY_NAME[measure].range
    known = [x for x in numbers if math.isfinite(x)]
    if math.isfinite(high):
        least = min(known, default=0.0)
        return MeasureAxis(0.0 if least >= 0 else max(low, math.floor(rounded(4 * least)) / 4), high)
    return MeasureAxis(_rounded(max(known, default=1.0)), 0.0)


def _rounded(x: float) -> float:
    """The next round number that is not below."""
    if x <= 0:
        return 1.0
    x = rounded(x)
    power = 10.0 ** math.floor(math.log10(x))
    return next((r * power for r in _ROUND if r * power >= x), 10 * power)
