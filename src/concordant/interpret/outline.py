"""A study in reading order: sections of sentences, which every surface shows and any language can say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..result import Result
from .comparison import Comparison
from .finding import Finding
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
    yield from study.headline
    if study.main is not None:
        if study.main.goal is not None:
            yield study.main.goal.said
        elif study.main.stages is not None:
            yield study.main.stages.said
    count = len(study.findings)
    yield Said("study.found" if count else "study.nothing-found", {"n": count})


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


def _item(example: Any) -> str:
    """The item's name, which stands first, and what was said of it."""
    (_, item), *cells = example.items()
    return f"{item} ({', '.join(f'{name} {value}' for name, value in cells if value is not None)})"


def _about(one: Comparison) -> Iterator[Section]:
    names = {"name": _called(one)}
    yield _section(f"agree-{one.kind}", *one.headline, *map(_measure, one.measures), **names)
    yield _section("believe", *_believe(one), **names)
    yield _section("where", *_where(one), **names)
    yield _section("ledger", *(() if one.ledger is None else one.ledger.said), **names)
    yield _section("goals", *_goals(one), **names)
    yield _section("why", *(_why(m) for m in one.measures), **names)


def _called(one: Comparison) -> Any:
    """A judge by their name; people and raters in the words of the language."""
    return one.name if one.kind == "judge" else topic("terms")[one.kind]


def _measure(m: Measured) -> Said:
    """One measure between its floor and its ceiling."""
    facts: dict[str, Any] = {"m": [m.measure, dict(m.options)], "floor": m.floor.level}
    if not m.result.defined:
        return Said("study.measure-undefined", facts)
    amount = _amount(m.result)
    facts |= {"estimate": [m.measure, m.result.estimate], "within": amount}
    if m.ceiling is not None and m.ceiling.defined and m.floor.level == m.floor.level:
        ends = {"ceiling": [m.measure, m.ceiling.estimate], "floor": [m.measure, m.floor.level]}
        return Said("study.measure-between", facts | ends)
    if m.floor.chance is not None or m.floor.constant is not None:
        return Said("study.measure-floor", facts | {"floor": [m.measure, m.floor.level]})
    return Said("study.measure", facts)


def _amount(result: Result) -> list[Any]:
    ends = (float("nan"),) * 2 if result.interval is None else (result.interval.low, result.interval.high)
    return [[result.measure, end] for end in ends]


def _why(m: Measured) -> Said:
    because = {lang: m.why.text(lang) for lang in ("en", "zh")}
    return Said("study.because", {"m": [m.measure, dict(m.options)], "why": because})


def _believe(one: Comparison) -> Iterator[Said]:
    if one.paradox is not None:
        yield from one.paradox.sentences
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
    for report in [one.goal] if one.goal is not None else [] if one.stages is None else one.stages.stages:
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
        yield from profile.said


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
