"""A study on one screen: the verdict, a table of several judges, three findings, what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...language.message import Message
from ...language.render import LANGUAGES
from ..compare import ADVICE
from ..finding import Finding
from ..goals import GoalReport, items_for_target
from .comparison_report import ComparisonReport
from .leaderboard_tables import first_rows, leaderboard_table, narrow_table
from .leaderboard_words import two_figures
from .outline import MOST_JUDGES, Section
from .study import Study
from .summary import (
    both_languages,
    first_of,
    gain_message,
    how_many_message,
    interpretation,
    preference_messages,
    ranked_first,
    reading_warnings,
    rubric_messages,
    serious_messages,
    slices_alone,
    weak_band,
)
from .tables import table_message

#: So many findings are shown.
FIRST = 3
#: So many examples are named, and so many signs of a name are shown.
_EXAMPLES, _SIGNS = 5, 24
#: What a screen has no room for, by the beginning of its code; the full text has it.
_FULL_ONLY = (
    "headline.people-main-", "headline.people-other-", "headline.stand-in-", "headline.many-",
    "headline.dimensions", "headline.occasions", ADVICE,
)  # fmt: skip


def brief(study: Study) -> tuple[Section, ...]:
    """What to read first; `outline` has all of it."""
    found = (
        Section(Message("study.glance"), tuple(_verdict(study))),
        *_leaderboard(study),
        Section(Message("study.wrong"), tuple(_findings(study.findings))),
        Section(Message("study.next"), tuple(next_messages(study))),
    )
    return tuple(section for section in found if section.sentences)


def _verdict(study: Study) -> Iterator[Message]:
    yield from reading_warnings(study)
    yield from preference_messages(study)
    yield from serious_messages(study)
    yield from rubric_messages(study)
    yield from ranked_first(study)
    if study.main is not None:
        yield from (m for m in first_of(study.main) if not m.code.startswith(_FULL_ONLY))
        yield from _exact(study.main) if study.leaderboard is None else ()
    for validity in study.validity[:1]:
        yield from validity.sentences[:1]
    for one in study.within[:1]:
        yield from one.sentences[:1]
    if study.comparisons:
        slices = tuple(slices_alone(study))
        yield from slices[:1]
        yield from weak_band(study) if len(study.findings) < FIRST else ()
        if not study.findings:
            yield how_many_message(study, bool(slices))
    yield from interpretation(study)


def _leaderboard(study: Study) -> Iterator[Section]:
    """The judges, in as many columns as fit a line."""
    table = leaderboard_table(study)
    if study.leaderboard is not None and table is not None:
        narrow = narrow_table(first_rows(table, MOST_JUDGES))
        yield Section(Message("study.leaderboard"), study.leaderboard.sentences, (narrow.in_words(),))


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
        facts: dict[str, Any] = {"fix": both_languages(finding, "fix"), "gain": texts}
        if finding.examples:
            yield Message("study.fix-examples", facts | {"items": short_names(finding.examples)})
        else:
            yield Message("study.fix", facts)
    if len(findings) > FIRST:
        yield Message("study.more-findings", {"n": len(findings) - FIRST})


def short_names(items: Sequence[Mapping[str, Any]]) -> list[str]:
    """The ids of items, each once; of long ones the beginning and the end."""
    names = dict.fromkeys(str(next(iter(item.values()))) for item in items)
    return [shortened_name(name) for name in names][:_EXAMPLES]


def shortened_name(name: str) -> str:
    """A name that fits a line; ids of one kind often differ at their ends only."""
    half = _SIGNS // 2
    return name if len(name) <= _SIGNS else f"{name[:half].rstrip()}…{name[half - _SIGNS + 1 :].lstrip()}"


# --- what next ----------------------------------------------------------------------------------


def next_messages(study: Study) -> Iterator[Message]:
    """What to do next: items to collect, and items to look at."""
    main = study.main
    if main is None:
        return
    yield from (message for message in main.headline if message.code == ADVICE)
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
        facts = {"n": two_figures(more), "name": dict(report.goal.name)}
        yield Message("study.next-items", facts)
