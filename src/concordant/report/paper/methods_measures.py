"""The methods section: measures, intervals, self-agreement, slices, and a judge in place of people."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...interpret.compare import MeasureReport, Verdict
from ...interpret.study import ComparisonReport, Study
from ...interpret.where import ExplainedStrata, SliceTable
from ...language.render import Language, column_name, is_share, topic
from ...result import Result
from .measure_names import enumerated, named, reference_of, sources, title
from .numbers import bounded, level
from .passage import MarkedText, cite, name, write
from .result_sentence import SOURCES, way


def measures(study: Study, lang: Language) -> Iterator[MarkedText]:
    """What comparisons were measured by; those that had the same measures stand together."""
    groups: dict[object, list[ComparisonReport]] = {}
    for one in study.comparisons:
        key = tuple((m.measure, repr(sorted(m.options.items())), m.main) for m in one.measures)
        groups.setdefault(key, []).append(one)
    for found in groups.values():
        yield _measured_by(found, lang)


def _measured_by(group: list[ComparisonReport], lang: Language) -> MarkedText:
    one = group[0]
    others = [_cited(m, lang) for m in one.measures if not m.main]
    facts = {"sides": _sides(group, lang), "main": _cited(one.main, lang)}
    if not others:
        return write("paper.measures-one", lang, **facts)
    return write("paper.measures", lang, **facts, others=enumerated(others, lang))


def _sides(group: list[ComparisonReport], lang: Language) -> MarkedText:
    """All who were compared: judges with the same reference together."""
    by_reference: dict[object, list[ComparisonReport]] = {}
    for one in group:
        by_reference.setdefault((one.kind, one.reference), []).append(one)
    sentences = []
    for found in by_reference.values():
        words = topic("paper")[f"among-{found[0].kind}"][lang]
        judges = named([one.name for one in found], lang)
        sentences.append(words.format(judge=judges, reference=reference_of(found[0], lang)))
    return enumerated(sentences, lang)


def _cited(one: MeasureReport, lang: Language) -> MarkedText:
    return MarkedText(title(one.measure, one.options, lang) + cite(*sources(one)))


def uncertainty(study: Study, lang: Language) -> Iterator[MarkedText]:
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


def _likelihood(study: Study, lang: Language) -> Iterator[MarkedText]:
    """That variances came from incomplete items too, where they did."""
    found = [m for one in study.comparisons for m in one.measures if _has_note(m, "gaps-by-likelihood")]
    if found:
        names = dict.fromkeys(title(m.measure, m.options, lang) for m in found)
        yield write("paper.likelihood", lang, what=enumerated(names, lang), cite=cite("searle1992"))


def _has_note(m: MeasureReport, code: str) -> bool:
    return any(note.code == code for note in m.result.notes)


def _own_error(comparisons: Sequence[ComparisonReport], lang: Language) -> Iterator[MarkedText]:
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
) -> Iterator[MarkedText]:
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


def _what(
    by_way: Mapping[str, Sequence[tuple[str, ComparisonReport]]], usual: str, lang: Language
) -> MarkedText:
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


def _part(usual: str, what: MarkedText, lang: Language) -> MarkedText:
    return write(f"paper.how-{usual}", lang, what=what, cite=cite(*SOURCES.get(usual, ())))


def measures_within(study: Study, lang: Language) -> Iterator[MarkedText]:
    """The measures of raters' agreement with themselves."""
    called = dict.fromkeys(title(part.measure, options_of(part), lang) for part in _parts(study))
    if called:
        yield write("paper.measures-within", lang, measures=enumerated(called, lang))


def intervals_within(study: Study, lang: Language) -> Iterator[MarkedText]:
    """How the intervals of raters' agreement with themselves were had."""
    by_way: dict[str, dict[str, None]] = {}
    levels: dict[str, None] = {}
    for part in _parts(study):
        if way(part) not in ("", "edge") and part.interval is not None:
            by_way.setdefault(way(part), {})[title(part.measure, options_of(part), lang)] = None
            levels[level(part.interval.level)] = None
    if by_way:
        how = [
            write(f"paper.how-{usual}", lang, what=enumerated(what, lang), cite=cite(*SOURCES.get(usual, ())))
            for usual, what in by_way.items()
        ]
        text = enumerated(how, lang, ";")
        yield write("paper.intervals-within", lang, level=enumerated(levels, lang), how=text)


def _parts(study: Study) -> list[Result]:
    """Every rater's own result, plainly and by the coefficient of the scale."""
    found = (part for one in study.within for whole in (one.again, one.main) for part in whole.parts)
    return [part for part in found if part.defined]


def options_of(result: Result) -> Mapping[str, Any]:
    """What a coefficient is called by: its weights or metric, and the form it had without being asked."""
    options = {key: result.options[key] for key in ("weights", "metric", "form") if key in result.options}
    if result.measure == "icc" and "form" not in options:
        options["form"] = BY_NAME["icc"].options["form"].default
    return options


def tested_parts(study: Study, lang: Language) -> Iterator[MarkedText]:
    """By which columns parts were compared, whether raters were left out, and how tests were adjusted."""
    tables = [table for one in study.comparisons for table in one.slices if table.rows]
    by_column = [table for table in tables if table.kind == "column"]
    if by_column:
        columns = dict.fromkeys(column(table, lang) for table in by_column)
        yield write("paper.slices", lang, columns=enumerated(columns, lang), m=_tested(by_column, lang))
        yield write("paper.slices-error", lang)
    by_rater = [table for table in tables if table.kind == "rater"]
    if by_rater:
        yield write("paper.raters-left-out", lang, m=_tested(by_rater, lang))
    if tables:
        fdr = level(study.options.get("fdr", 0.05))
        yield write("paper.fdr", lang, cite=cite("benjamini1995"), fdr=fdr)
    if any(equality_of(strata) for one in study.comparisons for strata in one.strata):
        yield write("paper.equality-tested", lang, cite=cite("welch1951"))


def _tested(tables: list[SliceTable], lang: Language) -> MarkedText:
    return enumerated(dict.fromkeys(title(table.rows[0].tested, {}, lang) for table in tables), lang)


def equality_of(strata: ExplainedStrata) -> bool:
    """Whether there is a test that the parts are equal."""
    return strata.equality.defined and not math.isnan(strata.equality.p_value)


def column(table: SliceTable, lang: Language) -> MarkedText:
    """The column that a table of parts is by."""
    known = column_name(table.column, lang)
    return name(known) if known == table.column else MarkedText(known)


def stood_in(study: Study, lang: Language) -> Iterator[MarkedText]:
    """The alternative annotator test, where it was done."""
    tests = [one.stand_in for one in study.comparisons if was_tested(one)]
    epsilons = dict.fromkeys(e for test in tests if test is not None for e in test.epsilons)
    if tests:
        yield write(
            "paper.stand-in", lang, judges=named([t.judge for t in tests if t is not None], lang),
            epsilons=enumerated([bounded(e, lang) for e in epsilons], lang), cite=cite("calderon2025"),
            adjusted=cite("benjamini2001"),
        )  # fmt: skip


def was_tested(one: ComparisonReport) -> bool:
    """Whether the alternative annotator test had anybody to leave out."""
    return one.stand_in is not None and bool(one.stand_in.tested)
