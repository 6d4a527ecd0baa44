"""A study in reading order: sections of sentences, which every surface shows and any language can say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ...language.message import Message
from ...language.render import Language, topic
from ...language.text_table import TextTable
from ...quote import one_line
from ..compare import MeasureReport, called
from ..goals import GoalReport
from ..judge_reports import judge_sections
from ..rounds import round_messages, rounds_tables
from ..table import DeclaredTable
from ..trust import margins_messages
from .comparison_report import ComparisonReport
from .leaderboard_tables import first_rows, leaderboard_tables
from .rater_tables import rater_tables, truth_tables
from .study import Study
from .summary import by_value_messages, summary_messages, wrong_messages
from .tables import agreement_tables, limits_messages, reading_messages
from .where_tables import failing_tables

#: So many judges are listed where there is little room.
MOST_JUDGES = 8


@dataclass(frozen=True)
class Section:
    """A title, and what is said and shown under it."""

    title: Message
    sentences: tuple[Message, ...]
    tables: tuple[TextTable, ...] = ()

    def body(self, lang: Language = "en", fit: Callable[[str], str] = str, places: int | None = None) -> str:
        """All of it in one language: sentences through `fit`, tables never wider than so many places."""
        lines = [_line(message, lang, fit) for message in self.sentences]
        for table in self.tables:
            room = None if places is None else places - 2
            lines += [_line(table.title, lang, fit), *(f"  {line}" for line in table.lines(lang, room))]
            lines += [_line(note, lang, fit) for note in table.notes]
        return "\n".join(lines)


def _line(message: Message, lang: Language, fit: Callable[[str], str]) -> str:
    """A sentence as a line, in which no name from the data steers a terminal."""
    return fit(f"  {one_line(message.text(lang))}")


def outline(study: Study) -> tuple[Section, ...]:
    """The answer, the leaderboard, findings, the evidence of each comparison, then methods and data."""
    return tuple(section for section in _sections(study) if section.sentences or section.tables)


def glance(study: Study, most: int | None = MOST_JUDGES) -> tuple[Section, ...]:
    """What to read first: the answer, so many of the judges, and what is wrong."""
    found = (
        _section("glance", *summary_messages(study)),
        *leaderboard_section(study, most),
        _section("wrong", *wrong_messages(study)),
    )
    return tuple(section for section in found if section.sentences)


def leaderboard_section(study: Study, most: int | None) -> Iterator[Section]:
    """Who is reliably better than whom, and what judges reach: so many of them, or all and every pair."""
    if study.leaderboard is None:
        return
    tables = tuple(leaderboard_tables(study))
    if most is not None:
        tables = (first_rows(tables[0], most),)
    yield _section("leaderboard", *study.leaderboard.sentences, tables=_in_words(tables))


def _sections(study: Study) -> Iterator[Section]:
    yield from glance(study, most=None)
    for one in comparisons_in_order(study):
        yield from _evidence(one)
    yield _section("raters", *rater_messages(study), tables=_in_words(rater_tables(study)))
    sentences = (message for v in study.validity for message in v.sentences)
    yield _section("truth", *sentences, tables=_in_words(truth_tables(study)))
    for part in judge_sections(study.judge_reports):
        yield Section(part.title, part.sentences, _in_words(part.tables))
    for one in comparisons_in_order(study):
        yield from _methods(one)
    yield _section("data", *_data(study))


def comparisons_in_order(study: Study) -> tuple[ComparisonReport, ...]:
    """The comparison that is read first, then the others."""
    return tuple(sorted(study.comparisons, key=lambda one: one is not study.main))


def _section(key: str, *sentences: Message, tables: Iterable[TextTable] = (), **facts: Any) -> Section:
    return Section(Message(f"study.{key}", facts), sentences, tuple(tables))


def _in_words(tables: Iterable[DeclaredTable]) -> tuple[TextTable, ...]:
    return tuple(table.in_words() for table in tables)


def _evidence(one: ComparisonReport) -> Iterator[Section]:
    """How far raters agree, where they do not, changes over rounds, and goals."""
    names = {"name": called(one.name, one.kind)}
    rounded = () if one.rounded is None else one.rounded.sentences
    agree = (*one.headline, *limits_messages(one), *rounded, *reading_messages(one))
    yield Section(title_of(one), agree, _in_words(agreement_tables(one)))
    yield _section("where", *_where(one), tables=_in_words(failing_tables(one)), **names)
    if one.progress is not None:
        yield _section(
            "rounds", *round_messages(one.progress), tables=_in_words(rounds_tables(one.progress)), **names
        )
    yield _section("ledger", *(() if one.ledger is None else one.ledger.said), **names)
    yield _section("goals", *_goals(one), **names)


def _methods(one: ComparisonReport) -> Iterator[Section]:
    """Whether to believe the number, and why these measures."""
    names = {"name": called(one.name, one.kind)}
    yield _section("believe", *_believe(one), **names)
    yield _section("why", *(_why(m) for m in one.measures), **names)


def title_of(one: ComparisonReport) -> Message:
    """Who is compared with whom."""
    return Message(
        f"study.agree-{one.kind}", {"name": called(one.name, one.kind), "reference": _reference(one)}
    )


def _reference(one: ComparisonReport) -> Any:
    """The only one a judge is compared with by their name, several as people."""
    return one.reference[0] if len(one.reference) == 1 else topic("terms")["people"]


def _why(m: MeasureReport) -> Message:
    because = {lang: m.why.text(lang) for lang in ("en", "zh")}
    return Message("study.because", {"m": [m.measure, dict(m.options)], "why": because})


def _believe(one: ComparisonReport) -> Iterator[Message]:
    if one.paradox is not None:
        yield from one.paradox.sentences
        yield from margins_messages(one.paradox.homogeneity)
    if one.sensitivity is not None:
        yield from one.sensitivity.sentences
    yield from one.correlation
    for strata in one.strata:
        yield from strata.said


def _where(one: ComparisonReport) -> Iterator[Message]:
    for table in one.slices:
        yield table.said
    if one.grid is not None:
        yield one.grid.said
    if one.bands is not None and one.bands.said is not None:
        yield one.bands.said
    if len(one.boundaries) == 1:
        yield one.boundaries[0].said


def _goals(one: ComparisonReport) -> Iterator[Message]:
    reports: tuple[GoalReport, ...] = () if one.goal is None else (one.goal,)
    if one.goal is None and one.stages is not None:
        yield one.stages.said
        yield from by_value_messages(one.stages)
        yield Message("goals.built-in")
        yield from () if one.stages.paid is None else (one.stages.paid,)
        reports = tuple(r for r in one.stages.stages if r.goal.key in (one.stages.reached, one.stages.next))
    for report in reports:
        yield report.said
        yield from () if report.paid is None else (report.paid,)
        for target in report.targets:
            yield target.said
            yield from (said for said in (target.warning, target.mark) if said is not None)


def rater_messages(study: Study) -> Iterator[Message]:
    """What each says again, who agrees with whom, and how each differs from the others."""
    for within in study.within:
        yield from within.sentences
    if study.matrix is not None:
        yield from study.matrix.said
    for profile in study.profiles:
        yield from (message for message in profile.said if _is_shown(message.code, len(study.profiles) > 2))


def _is_shown(code: str, several: bool) -> bool:
    """What the table of several raters does not show; of two, what the comparison has not said."""
    return code not in _SHOWN if several else code in _OF_ONE


#: What the table of raters shows.
_SHOWN = ("profiles.exact", "profiles.exact-person", "profiles.main")


#: What is said of a rater even beside a single other one, of whom the comparison has said the rest.
_ALONE = (
    "constant", "never", "drift-up", "drift-down", "drift-up-measured", "drift-down-measured", "agreement-up",
    "agreement-down",
)  # fmt: skip
_OF_ONE = tuple(f"profiles.{key}" for key in _ALONE)


def _data(study: Study) -> Iterator[Message]:
    yield from study.audit
    yield from study.who.notes
    yield study.design.said
    for obstacle in study.design.obstacles:
        yield obstacle.said
    for help_ in study.design.helps:
        yield help_.said
    for doubt in study.scale_doubts:
        yield from doubt.sentences
