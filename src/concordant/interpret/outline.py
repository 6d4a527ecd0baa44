"""A study in reading order: sections of sentences, which every surface shows and any language can say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..result import Interval, show
from .comparison import Comparison
from .finding import Finding
from .goals import GoalReport
from .margins import margins_said
from .measured import Measured
from .said import Said
from .speak import topic
from .study import Study


@dataclass(frozen=True)
class Section:
    """A title and what is said under it."""

    title: Said
    sentences: tuple[Said, ...]


def outline(study: Study) -> tuple[Section, ...]:
    """What is first, then what is wrong, then each comparison, the raters, and the data behind it all."""
    return tuple(section for section in _sections(study) if section.sentences)


def glance(study: Study) -> tuple[Section, ...]:
    """What to read first: the headline, and what is wrong."""
    found = (_section("glance", *_glance(study)), _section("wrong", *_wrong(study)))
    return tuple(section for section in found if section.sentences)


def _sections(study: Study) -> Iterator[Section]:
    yield from glance(study)
    for one in study.comparisons:
        yield from _about(one)
    yield _section("raters", *_raters(study))
    yield _section("truth", *(said for v in study.validity for said in v.sentences))
    yield _section("data", *_data(study))


def _section(key: str, *sentences: Said, **facts: Any) -> Section:
    return Section(Said(f"study.{key}", facts), sentences)


def _glance(study: Study) -> Iterator[Said]:
    """Doubts about the data first, then how far raters agree, the truth, repeats, and how much is wrong."""
    for doubt in study.scale_doubts:
        if doubt.code in _SERIOUS:
            yield from (doubt.said, doubt.fix)
    judges = [one for one in study.comparisons if one.kind == "judge"]
    for one in judges or study.comparisons[:1]:
        yield from _first_of(one)
    for validity in study.validity:
        yield from validity.sentences
    for within in study.within:
        yield from within.sentences
    if study.comparisons:
        yield from _slices_alone(study)
        count = len(study.findings)
        yield Said("study.found" if count else "study.nothing-found", {"n": count})
    yield _read_as(study)


#: Doubts that make all that follows worthless if they are right.
_SERIOUS = ("other-unit", "shifted", "reversed", "reversed-words", "unset", "look-alike", "mixed-truth")


def _first_of(one: Comparison) -> Iterator[Said]:
    yield from one.headline
    if one.paradox is not None and one.paradox.verdict != "none":
        told = one.paradox.sentences
        yield from told[:1] if one.paradox.verdict == "paradox" else ()  # the headline says what is undefined
        yield from told[1:][-1:]
    if one.main.measure == "pearson":
        yield from one.correlation
    if one.goal is not None:
        yield one.goal.said
    elif one.stages is not None:
        yield one.stages.said


def _slices_alone(study: Study) -> Iterator[Said]:
    """The worst slice of a column, where it stands out among slices but not among all that was looked at."""
    known = {name for finding in study.findings for name in finding.about}
    for one in study.comparisons:
        if one is study.main:
            yield from (t.said for t in one.slices if t.worst is not None and t.column not in known)


def _read_as(study: Study) -> Said:
    """What the data were taken for, in a line."""
    who, scale = study.who, study.scale
    facts: dict[str, Any] = {"n": study.n_items, "level": scale.level}
    names = scale.categories
    if len(names) > _FEW and scale.level != "nominal":
        facts["scale"] = f"{names[0]} … {names[-1]}"
    elif names:
        facts["scale"] = ", ".join(names[:_FEW]) + (", …" if len(names) > _FEW else "")
    key = "study.read-as" if names else "study.read-as-measured"
    if who.held:
        return Said(f"{key}-judged", facts | {"people": list(who.reference), "judges": list(who.held)})
    return Said(key, facts | {"raters": len(who.people) or len(who.judges)})


#: So many categories are named one by one.
_FEW = 7


def _wrong(study: Study) -> Iterator[Said]:
    for place, finding in enumerate(study.findings, start=1):
        yield Said("study.finding", {"place": place, "text": _both(finding, "text")})
        yield Said("study.cause-and-fix", {"cause": _both(finding, "cause"), "fix": _both(finding, "fix")})
        gain = finding.headroom
        if gain is not None and gain.gain > 0:
            yield Said(
                "study.headroom",
                {"m": [gain.measure, dict(gain.options)], "now": gain.now, "repaired": gain.repaired},
            )
        if finding.examples:
            yield Said("study.examples", {"items": [_item(example) for example in finding.examples]})


def _both(finding: Finding, part: str) -> dict[str, str]:
    return {lang: getattr(finding, part)(lang) for lang in ("en", "zh")}


def _item(example: Any) -> dict[str, str]:
    """The item's name, which stands first, and what was said of it."""
    (_, item), *cells = example.items()
    said = [f"{name} {show(x) if isinstance(x, float) else x}" for name, x in cells if x is not None]
    return {"en": f"{item} ({', '.join(said)})", "zh": f"{item}（{'，'.join(said)}）"}


def _about(one: Comparison) -> Iterator[Section]:
    names = {"name": _called(one)}
    agree = (*one.headline, *(_measure(one, m) for m in one.measures))
    yield _section(f"agree-{one.kind}", *agree, **names, reference=_reference(one))
    yield _section("believe", *_believe(one), **names)
    yield _section("where", *_where(one), **names)
    yield _section("ledger", *(() if one.ledger is None else one.ledger.said), **names)
    yield _section("goals", *_goals(one), **names)
    yield _section("why", *(_why(m) for m in one.measures), **names)


def _called(one: Comparison) -> Any:
    """A judge by their name; people and raters in the words of the language."""
    return one.name if one.kind == "judge" else topic("terms")[one.kind]


def _reference(one: Comparison) -> Any:
    """The only one a judge is held against by their name, several as people."""
    return one.reference[0] if len(one.reference) == 1 else topic("terms")["people"]


def _measure(one: Comparison, m: Measured) -> Said:
    """One measure between its floor and its ceiling."""
    facts: dict[str, Any] = {"m": [m.measure, dict(m.options)], "floor": m.floor.level}
    if not m.result.defined:
        return Said("study.measure-undefined", facts)
    facts |= {"estimate": [m.measure, m.result.estimate]}
    limits = m.measure == "bland_altman"
    if limits:
        facts["limits"] = [part.estimate for part in m.result.parts]
        facts |= {"first": one.raters[0], "second": one.raters[1]}
    if m.result.interval is None:
        return Said("study.measure-limits-bare" if limits else "study.measure-bare", facts)
    facts["within"] = _amounts(m.measure, m.result.interval)
    if limits:
        return Said("study.measure-limits", facts)
    if m.ceiling is not None and m.ceiling.defined and m.floor.level == m.floor.level:
        ends = {"ceiling": [m.measure, m.ceiling.estimate], "floor": [m.measure, m.floor.level]}
        beside = "people" if one.kind == "judge" else "self"
        return Said(f"study.measure-between-{beside}", facts | ends)
    if m.floor.chance is not None or m.floor.constant is not None:
        return Said("study.measure-floor", facts | {"floor": [m.measure, m.floor.level]})
    return Said("study.measure", facts)


def _amounts(measure: str, interval: Interval) -> list[Any]:
    return [[measure, end] for end in (interval.low, interval.high)]


def _why(m: Measured) -> Said:
    because = {lang: m.why.text(lang) for lang in ("en", "zh")}
    return Said("study.because", {"m": [m.measure, dict(m.options)], "why": because})


def _believe(one: Comparison) -> Iterator[Said]:
    if one.paradox is not None:
        yield from one.paradox.sentences
        yield from margins_said(one.paradox.homogeneity)
    if one.sensitivity is not None:
        yield from one.sensitivity.sentences
    yield from one.correlation
    for strata in one.strata:
        yield from strata.said


def _where(one: Comparison) -> Iterator[Said]:
    for table in one.slices:
        yield table.said
    if one.grid is not None:
        yield one.grid.said
    if one.bands is not None and one.bands.said is not None:
        yield one.bands.said
    for boundary in one.boundaries:
        yield boundary.said


def _goals(one: Comparison) -> Iterator[Said]:
    reports: tuple[GoalReport, ...] = () if one.goal is None else (one.goal,)
    if one.goal is None and one.stages is not None:
        yield one.stages.said
        reports = tuple(r for r in one.stages.stages if r.goal.key in (one.stages.reached, one.stages.next))
    for report in reports:
        yield report.said
        for target in report.targets:
            yield target.said
            if target.warning is not None:
                yield target.warning


def _raters(study: Study) -> Iterator[Said]:
    for within in study.within:
        yield from within.sentences
    if study.matrix is not None:
        yield from study.matrix.said
    for profile in study.profiles:
        yield from (said for said in profile.said if len(study.profiles) > 2 or said.code in _OF_ONE)


#: What is said of a rater even beside a single other one, of whom the comparison has said the rest.
_OF_ONE = tuple(
    f"profiles.{key}"
    for key in ("constant", "never", "drift-up", "drift-down", "agreement-up", "agreement-down")
)


def _data(study: Study) -> Iterator[Said]:
    yield from study.audit
    yield from study.who.notes
    yield study.design.said
    for obstacle in study.design.obstacles:
        yield obstacle.said
    for help_ in study.design.helps:
        yield help_.said
    for doubt in study.scale_doubts:
        yield doubt.said
        yield doubt.fix
