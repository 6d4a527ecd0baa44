"""A study in reading order: sections of sentences, which every surface shows and any language can say."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...digits import order_key
from ...language.message import Message
from ...language.render import Language, topic
from ...language.text_table import TextTable
from ...quote import one_line
from ...ratings.audit import CHOICES, WARNINGS
from ..compare import MeasureReport, called
from ..data_checks import SERIOUS
from ..finding import LEAST_GAIN, Finding, overrides_others
from ..goals import GoalReport, StagesReport
from ..judge_reports import judge_sections
from ..notes import is_note
from ..rounds import last_change_message, round_messages, rounds_tables
from ..table import DeclaredTable
from ..trust import margins_messages
from ..where import ADVISED, item_name
from .comparison_report import ComparisonReport
from .leaderboard_tables import first_rows, leaderboard_tables
from .rater_tables import rater_tables
from .study import Study
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
        _section("glance", *_glance(study)),
        *leaderboard_section(study, most),
        _section("wrong", *_wrong(study)),
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
    yield _section("truth", *(message for v in study.validity for message in v.sentences))
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


def _glance(study: Study) -> Iterator[Message]:
    """Doubts about the data first, then how far raters agree, the truth, repeats, and how much is wrong."""
    yield from reading_warnings(study)
    yield from serious_messages(study)
    yield from rubric_messages(study)
    yield from ranked_first(study)
    if study.main is not None:
        yield from first_of(study.main)
    for validity in study.validity:
        yield from validity.sentences
    for within in study.within:
        yield from within.sentences
    if study.comparisons:
        slices = tuple(slices_alone(study))
        yield from slices
        yield from weak_band(study)
        yield how_many_message(study, bool(slices))
    yield from interpretation(study)


def ranked_first(study: Study) -> Iterator[Message]:
    """Of which judge the summary speaks, where there are several."""
    board = study.leaderboard
    if board is not None:
        yield Message("study.ranked-first", {"name": board.best, "n": len(board.rows)})


def interpretation(study: Study) -> Iterator[Message]:
    """What the data were taken for: the round, items, raters and scale, and every choice made in reading."""
    if study.data.rounds:
        yield Message("study.last-round", {"name": study.data.rounds[-1], "n": len(study.data.rounds)})
    yield read_as(study)
    yield from _told(study, CHOICES)
    for doubt in study.scale_doubts:
        if doubt.code in OF_ORDER:
            yield from doubt.sentences


def serious_messages(study: Study) -> Iterator[Message]:
    """Doubts about the data that come before any number."""
    for doubt in study.scale_doubts:
        if doubt.code in SERIOUS:
            yield from doubt.sentences


def reading_warnings(study: Study) -> Iterator[Message]:
    """What was not used, or could not be read, that a reader must know before any number."""
    yield from _told(study, WARNINGS)


def _told(study: Study, codes: Sequence[str]) -> Iterator[Message]:
    """The notes of reading with these codes."""
    yield from (message for message in study.audit if is_note(message, codes))


def rubric_messages(study: Study) -> Iterator[Message]:
    """That the rubric has to be fixed before anything else, where people hardly agree at all."""
    for finding in study.findings:
        if finding.code == "unclear-rubric":
            yield Message("study.rubric-first", {"text": both_languages(finding, "text")})


def how_many_message(study: Study, slices: bool) -> Message:
    """How many problems there are and in which order, or that there is none besides what was said."""
    if study.findings:
        gains = [-math.inf if f.headroom is None else order_key(f.headroom.gain) for f in study.findings]
        if study.findings[0].code == "no-skill":
            return Message("study.found-no-skill", {"n": len(study.findings)})
        if study.findings[0].code == "unclear-rubric":
            return Message("study.found-rubric", {"n": len(study.findings)})
        first = study.findings[0].code == "constant-rater" and gains[0] < max(gains)
        return Message("study.found-constant" if first else "study.found", {"n": len(study.findings)})
    if slices:
        return Message("study.nothing-beside-slices", {"n": 0})
    explained = any(doubt.explains for doubt in study.scale_doubts)
    return Message("study.nothing-else-found" if explained else "study.nothing-found", {"n": 0})


#: Doubts about the order of categories, said behind what the data were taken for.
OF_ORDER = ("numbers-in-words", "words-among-numbers")


def first_of(one: ComparisonReport) -> Iterator[Message]:
    """What to read first of one comparison."""
    yield from one.headline
    yield from (message for message in limits_messages(one) if message.code != "study.measure-undefined")
    yield from () if one.rounded is None else one.rounded.sentences
    if one.paradox is not None and one.paradox.verdict != "none":
        sentences = one.paradox.sentences
        yield from (
            sentences[:1] if one.paradox.verdict == "paradox" else ()
        )  # the headline says what is undefined
        yield from sentences[1:][-1:]
    if one.main.measure == "pearson":
        yield from one.correlation
    if one.goal is not None:
        yield one.goal.said
    elif one.stages is not None:
        yield one.stages.said
        yield from _by_value(one.stages)
    said = None if one.progress is None else last_change_message(one.progress)
    if said is not None:
        yield said


def _by_value(stages: StagesReport) -> Iterator[Message]:
    """Which stage the values found alone would reach, where it is another one."""
    if stages.by_value is not None:
        yield stages.by_value


def slices_alone(study: Study) -> Iterator[Message]:
    """The worst slice of a column, where it stands out among slices but not among all that was looked at."""
    known = {finding.about.get("column") for finding in study.findings}
    if study.main is not None and overrides_others(study.findings, study.main.name):
        return
    for one in study.comparisons:
        if one is study.main:
            for table in one.slices:
                if table.kind == "column" and table.worst is not None and table.column not in known:
                    texts = {"code": table.said.code, "facts": table.said.facts}
                    yield Message("study.among-slices", {"said": texts})


def weak_band(study: Study) -> Iterator[Message]:
    """The score on which raters agree reliably less than on the others, with what to check."""
    bands = None if study.main is None else study.main.bands
    if bands is not None and bands.said is not None and bands.said.code == ADVISED:
        yield bands.said


def read_as(study: Study) -> Message:
    """What the data were taken for, in a line."""
    who, scale = study.who, study.scale
    facts: dict[str, Any] = {"n": study.n_items, "level": scale.level}
    names = scale.categories
    if len(names) > _FEW and scale.level != "nominal":
        facts["scale"] = f"{names[0]} … {names[-1]}"
    elif names:
        some = [*names[:_FEW], *(["…"] if len(names) > _FEW else [])]
        facts["scale"] = {"en": ", ".join(some), "zh": "、".join(some)}
    key = "study.read-as" if names else "study.read-as-measured"
    if who.held:
        return Message(f"{key}-judged", facts | {"people": list(who.reference), "judges": list(who.held)})
    return Message(key, facts | {"raters": len(who.people) or len(who.judges)})


#: So many categories are named one by one.
_FEW = 7


def _wrong(study: Study) -> Iterator[Message]:
    for place, finding in enumerate(study.findings, start=1):
        yield Message("study.finding", {"place": place, "text": both_languages(finding, "text")})
        yield Message(
            "study.cause-and-fix",
            {"cause": both_languages(finding, "cause"), "fix": both_languages(finding, "fix")},
        )
        yield gain_message(finding)
        if finding.examples:
            yield Message("study.examples", {"items": [item_name(example) for example in finding.examples]})
    if study.small_findings:
        yield Message("study.small", {"least": LEAST_GAIN})
        yield from (
            Message("study.small-finding", {"text": both_languages(finding, "text")})
            for finding in study.small_findings
        )


def gain_message(finding: Finding) -> Message:
    """What a repair would gain, or that this is not known, or nothing."""
    gain = finding.headroom
    if gain is None or math.isnan(gain.gain):
        return Message("study.headroom-unknown")
    facts: dict[str, Any] = {"m": [gain.measure, dict(gain.options)], "now": gain.now}
    if gain.gain <= 0:
        return Message("study.headroom-none", facts)
    kind = "study.headroom-at-most" if gain.at_most else "study.headroom"
    return Message(kind, facts | {"repaired": gain.repaired})


def both_languages(finding: Finding, part: str) -> dict[str, str]:
    """A part of a finding in each language."""
    return {lang: getattr(finding, part)(lang) for lang in ("en", "zh")}


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
    """The only one a judge is held against by their name, several as people."""
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
        yield from _by_value(one.stages)
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
