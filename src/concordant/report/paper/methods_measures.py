"""Methods, continued: which measures, how their intervals were had, and by which words they are read."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from ...interpret.compare.measure_report import MeasureReport
from ...interpret.compare.verdict import Verdict
from ...interpret.study.comparison_report import ComparisonReport
from ...interpret.study.study import Study
from ...language.render import Language, is_share, topic
from .interval_methods import SOURCES, way
from .markup import Marked, cite, write
from .measure_names import enumerated, named, reference_of, sources, title
from .methods_self_agreement import intervals_within
from .numbers import level


def measures(study: Study, lang: Language) -> Iterator[Marked]:
    """What comparisons were measured by; those that had the same measures stand together."""
    groups: dict[object, list[ComparisonReport]] = {}
    for one in study.comparisons:
        asked = tuple((m.measure, repr(sorted(m.options.items())), m.main) for m in one.measures)
        groups.setdefault(asked, []).append(one)
    for found in groups.values():
        yield _measured_by(found, lang)


def _measured_by(group: list[ComparisonReport], lang: Language) -> Marked:
    one = group[0]
    others = [_cited(m, lang) for m in one.measures if not m.main]
    facts = {"sides": _sides(group, lang), "main": _cited(one.main, lang)}
    if not others:
        return write("paper.measures-one", lang, **facts)
    return write("paper.measures", lang, **facts, others=enumerated(others, lang))


def _sides(group: list[ComparisonReport], lang: Language) -> Marked:
    """All who were compared: judges with the same reference together."""
    by_reference: dict[object, list[ComparisonReport]] = {}
    for one in group:
        by_reference.setdefault((one.kind, one.reference), []).append(one)
    said = []
    for found in by_reference.values():
        words = topic("paper")[f"among-{found[0].kind}"][lang]
        judges = named([one.name for one in found], lang)
        said.append(words.format(judge=judges, reference=reference_of(found[0], lang)))
    return enumerated(said, lang)


def _cited(one: MeasureReport, lang: Language) -> Marked:
    return Marked(title(one.measure, one.options, lang) + cite(*sources(one)))


def uncertainty(study: Study, lang: Language) -> Iterator[Marked]:
    """How intervals were had, what was tested, and by which scale numbers are read."""
    found = [m for one in study.comparisons for m in one.measures if m.result.interval is not None]
    yield from _intervals(study.comparisons, found, lang)
    yield from intervals_within(study, lang)
    yield from _likelihood(study, lang)
    if any(not math.isnan(m.result.p_value) for one in study.comparisons for m in one.measures):
        yield write("paper.tests", lang)
        yield from _own_error(study.comparisons, lang)
    if beside_no_skill(study):
        yield write("paper.floor", lang)
    scales = dict.fromkeys(v.benchmark.source for one in study.comparisons for v in reading(one.main))
    if scales:
        yield write("paper.benchmark", lang, cite=cite(*scales))


def beside_no_skill(study: Study) -> bool:
    """Whether a share of agreement is told next to what it would be without skill."""
    every = (m for one in study.comparisons for m in one.measures)
    return any(is_share(m.measure) and m.result.defined and not math.isnan(m.floor.level) for m in every)


def _likelihood(study: Study, lang: Language) -> Iterator[Marked]:
    """That variances came from incomplete items too, where they did."""
    found = [m for one in study.comparisons for m in one.measures if _has_note(m, "gaps-by-likelihood")]
    if found:
        names = dict.fromkeys(title(m.measure, m.options, lang) for m in found)
        yield write("paper.likelihood", lang, what=enumerated(names, lang), cite=cite("searle1992"))


def _has_note(m: MeasureReport, code: str) -> bool:
    return any(note.code == code for note in m.result.notes)


def _own_error(comparisons: Sequence[ComparisonReport], lang: Language) -> Iterator[Marked]:
    """Where a test has the standard error of its hypothesis, which is not that of the interval."""
    by_test: dict[str, list[tuple[str, ComparisonReport]]] = {}
    for one, m in ((each, m) for each in comparisons for m in each.measures if m.result.defined):
        kind = "null" if "p_null" in m.result.details else "same"
        by_test.setdefault(kind, []).append((title(m.measure, m.options, lang), one))
    if "null" in by_test:
        yield write("paper.two-errors", lang, what=_what(by_test, "null", lang))


def reading(one: MeasureReport) -> tuple[Verdict, ...]:
    """The verdict of a measure by the usual one of published scales; none where there is none."""
    published = [v for v in one.verdicts if v.benchmark.source and v.point is not None]
    return tuple(published[:1])


def _intervals(
    comparisons: Sequence[ComparisonReport], found: Sequence[MeasureReport], lang: Language
) -> Iterator[Marked]:
    """The ways in which intervals were had, the most usual one last."""
    by_way: dict[str, list[tuple[str, ComparisonReport]]] = {}
    clustered = any(way(m.result) == "t-clustered" for m in found)
    for one, m in ((each, m) for each in comparisons for m in each.measures):
        usual = "t-clustered" if clustered and way(m.result) == "t" else way(m.result)
        if usual not in ("", "edge"):
            by_way.setdefault(usual, []).append((title(m.measure, m.options, lang), one))
    if by_way:
        most = max(by_way, key=lambda one: len(by_way[one]))
        parts = [_part(usual, _what(by_way, usual, lang), lang) for usual in by_way if usual != most]
        parts.append(_part(most, write(f"paper.{_rest(by_way, most)}", lang), lang))
        yield write("paper.intervals", lang, level=_levels(found), how=enumerated(parts, lang, ";"))
    if any(way(m.result) == "edge" for m in found):
        yield write("paper.edge", lang)


def _what(by_way: Mapping[str, Sequence[tuple[str, ComparisonReport]]], usual: str, lang: Language) -> Marked:
    """The measures that had it so; and for whom, where others had them otherwise."""
    measures = dict.fromkeys(measure for measure, _ in by_way[usual])
    what = enumerated(measures, lang)
    if not _elsewhere(by_way, usual) & set(measures):
        return what
    return write("paper.of-sides", lang, what=what, sides=_sides(_once(by_way[usual]), lang))


def _once(found: Sequence[tuple[str, ComparisonReport]]) -> list[ComparisonReport]:
    return list({one.name: one for _, one in found}.values())


def _elsewhere(by_way: Mapping[str, Sequence[tuple[str, ComparisonReport]]], usual: str) -> set[str]:
    return {measure for other, found in by_way.items() if other != usual for measure, _ in found}


def _rest(by_way: Mapping[str, Sequence[tuple[str, ComparisonReport]]], most: str) -> str:
    """What the most usual way is for: everything, all other measures, or else all other cases."""
    if len(by_way) == 1:
        return "all-measures"
    own = {measure for measure, _ in by_way[most]}
    return "other-cases" if _elsewhere(by_way, most) & own else "other-measures"


def _levels(found: Sequence[MeasureReport]) -> str:
    levels = dict.fromkeys(m.result.interval.level for m in found if m.result.interval is not None)
    return ", ".join(level(one) for one in levels)


def _part(usual: str, what: Marked, lang: Language) -> Marked:
    return write(f"paper.how-{usual}", lang, what=what, cite=cite(*SOURCES.get(usual, ())))
