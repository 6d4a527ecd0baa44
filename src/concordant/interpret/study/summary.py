"""What is read first of a study: doubts about the data, how far raters agree, and what is wrong."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from ...digits import order_key
from ...language.message import Message
from ...ratings.audit import CHOICES, WARNINGS
from ..data_checks import SERIOUS
from ..finding import LEAST_GAIN, Finding, overrides_others
from ..goals import StagesReport
from ..judge_reports import PREFERENCE_NOTES
from ..notes import is_note
from ..rounds import last_change_message
from ..where import ADVISED, item_name
from .comparison_report import ComparisonReport
from .study import Study
from .tables import limits_messages


def summary_messages(study: Study) -> Iterator[Message]:
    """Doubts about the data first, then how far raters agree, the truth, repeats, and how much is wrong."""
    yield from reading_warnings(study)
    yield from preference_messages(study)
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


def preference_messages(study: Study) -> Iterator[Message]:
    """That the ratings are preferences, and how they were counted."""
    yield from _told(study, PREFERENCE_NOTES)


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
        yield from by_value_messages(one.stages)
    said = None if one.progress is None else last_change_message(one.progress)
    if said is not None:
        yield said


def by_value_messages(stages: StagesReport) -> Iterator[Message]:
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


def wrong_messages(study: Study) -> Iterator[Message]:
    """Each finding with its cause, its repair, its gain and its items, and the small ones."""
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
