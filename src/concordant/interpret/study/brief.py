"""A study on one screen: the verdict, a table of several judges, three findings, what to do next."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...language.message import Message
from ...language.render import LANGUAGES
from ...language.text_table import NONE, Cell, TextTable, shown
from ..finding import Finding
from ..goals import GoalReport, items_for_target
from ..table_cells import amount, level_of, percent_within, within
from .comparison_report import ComparisonReport
from .outline import (
    Section,
    both_languages,
    first_of,
    gain_message,
    how_many_message,
    interpretation,
    reading_warnings,
    rubric_messages,
    serious_messages,
    slices_alone,
    weak_band,
)
from .study import Study
from .tables import table_message

#: So many findings are shown, and so many judges in the table.
FIRST, MOST_JUDGES = 3, 8
#: So many examples are named, and so many signs of a name are shown.
_EXAMPLES, _SIGNS = 5, 24
#: What a screen has no room for, by the beginning of its code; the full text has it.
_FULL_ONLY = (
    "headline.people-main-", "headline.people-other-", "headline.stand-in-", "headline.many-",
    "headline.dimensions", "headline.occasions",
)  # fmt: skip


def brief(study: Study) -> tuple[Section, ...]:
    """What to read first; `outline` has all of it."""
    judges = [one for one in study.comparisons if one.kind == "judge"]
    tables = (judges_table(judges),) if len(judges) > 1 else ()
    found = (
        Section(Message("study.glance"), tuple(_verdict(study)), tables),
        Section(Message("study.wrong"), tuple(_findings(study.findings))),
        Section(Message("study.next"), tuple(_next(study))),
    )
    return tuple(section for section in found if section.sentences)


def _verdict(study: Study) -> Iterator[Message]:
    yield from reading_warnings(study)
    yield from serious_messages(study)
    yield from rubric_messages(study)
    if study.main is not None:
        yield from (m for m in first_of(study.main) if not m.code.startswith(_FULL_ONLY))
        yield from _exact(study.main)
    for validity in study.validity[:1]:
        yield from validity.sentences[:1]
    for one in study.within[:1]:
        yield from one.sentences[:1]
    if study.comparisons:
        slices = tuple(slices_alone(study))
        yield from slices[:1]
        yield from weak_band(study)
        if not study.findings:
            yield how_many_message(study, bool(slices))
    yield from interpretation(study)


def _exact(one: ComparisonReport) -> Iterator[Message]:
    """Exact agreement on its table, by value and by interval."""
    exact = one.measure("exact_agreement")
    if exact is not None and not exact.main and exact.verdicts and exact.verdicts[0].point is not None:
        yield table_message(exact)


# --- findings -----------------------------------------------------------------------------------


def _findings(findings: Sequence[Finding]) -> Iterator[Message]:
    for place, finding in enumerate(findings[:FIRST], start=1):
        yield Message("study.finding", {"place": place, "text": both_languages(finding, "text")})
        gain = gain_message(finding)
        texts = {lang: gain.text(lang).strip() for lang in LANGUAGES}
        yield Message("study.fix", {"fix": both_languages(finding, "fix"), "gain": texts})
        if finding.examples:
            yield Message("study.examples", {"items": short_names(finding.examples)})
    if len(findings) > FIRST:
        yield Message("study.more-findings", {"n": len(findings) - FIRST})


def short_names(items: Sequence[Mapping[str, Any]]) -> list[str]:
    """The ids of items, each once; of long ones the beginning."""
    names = dict.fromkeys(str(next(iter(item.values()))) for item in items)
    return [shortened_name(name) for name in names][:_EXAMPLES]


def shortened_name(name: str) -> str:
    """A name that fits a line."""
    return name if len(name) <= _SIGNS else f"{name[: _SIGNS - 1].rstrip()}…"


# --- what next ----------------------------------------------------------------------------------


def _next(study: Study) -> Iterator[Message]:
    main = study.main
    if main is None:
        return
    report = open_goal(main)
    if report is not None:
        yield from _items_to_collect(report)
    if main.ledger is not None and main.ledger.items:
        yield Message("study.next-review", {"items": short_names([one.said for one in main.ledger.items])})


def open_goal(one: ComparisonReport) -> GoalReport | None:
    """The goal that was asked for, else the next stage."""
    if one.goal is not None or one.stages is None:
        return one.goal
    return next((stage for stage in one.stages.stages if stage.goal.key == one.stages.next), None)


def _items_to_collect(report: GoalReport) -> Iterator[Message]:
    """How many more items would settle every open target of a goal, where a number can be given."""
    counts = [(items_for_target(t, t.items), t.items) for t in report.targets if t.outcome == "cannot-tell"]
    if report.outcome != "cannot-tell" or not counts or any(n is None for n, _ in counts):
        return
    more = max(n - now for n, now in counts if n is not None)
    if more > 0:
        facts = {"n": _rounded_up(more), "name": dict(report.goal.name)}
        yield Message("study.next-items", facts)


def _rounded_up(number: float) -> float:
    """Two figures: more would claim to know."""
    step = 10 ** max(math.floor(math.log10(number)) - 1, 0)
    return float(math.ceil(number / step) * step)


# --- several judges -----------------------------------------------------------------------------


def judges_table(judges: Sequence[ComparisonReport]) -> TextTable:
    """Every judge with people: exact agreement, the main coefficient, its level and the stage."""
    main = judges[0].main
    heads = [
        *(Message(f"study.head-{name}") for name in ("judge", "exact", "adjacent")),
        Message("study.head-main", {"m": [main.measure, dict(main.options)]}),
        *(Message(f"study.head-{name}") for name in ("level", "stage")),
    ]
    rows = [_row(one) for one in judges[:MOST_JUDGES]]
    left_out = len(judges) - MOST_JUDGES
    notes = [Message("study.more-judges", {"n": left_out})] if left_out > 0 else []
    title = Message("study.judges", {"level": level_of([main.result])})
    return shown(title, heads, rows, *notes)


def _row(one: ComparisonReport) -> list[Cell]:
    exact, near = one.measure("exact_agreement"), one.measure("adjacent_agreement")
    limit = one.main.verdicts[0].limit if one.main.verdicts else None
    near_cell = NONE if near is None else amount(near.measure, near.result.estimate)
    return [
        shortened_name(one.name),
        NONE if exact is None else percent_within(exact.result),
        near_cell,
        within(one.main.result),
        NONE if limit is None else dict(limit.words),
        _stage(one),
    ]


def _stage(one: ComparisonReport) -> Cell:
    """The stage reached by the interval, or how the goal stands."""
    if one.goal is not None:
        return Message(f"report.{one.goal.outcome}")
    if one.stages is None:
        return NONE
    known = {stage.goal.key: stage.goal.name for stage in one.stages.stages}
    return NONE if one.stages.reached is None else dict(known[one.stages.reached])
