"""The results of a study as a paper reports them: estimates, intervals, tests, and slices that differ."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...digits import order_key
from ...interpret.compare import MeasureReport
from ...interpret.notes import reason
from ...interpret.study import ComparisonReport, Study
from ...interpret.where import ExplainedStrata, SliceRow, SliceTable
from ...language.numerals import written
from ...language.render import Language, is_share, topic
from ...result import Result
from .measure_names import enumerated, reference_of, short_title, sides, title
from .methods_measures import column, equality_of, reading
from .numbers import apa_amount, apa_count, apa_percent, level, many, p_value, units
from .passage import MarkedText, Passage, cite, name, passage, write
from .result_sentence import BIASES, capital, numbers, stat
from .results_comparisons import against_truth, beside_people, points, stand_in, with_themselves
from .rounds import round_sentences


def results(study: Study, lang: Language = "en") -> Passage:
    """A paragraph for each comparison, another for its parts, then repeats and the truth."""
    paragraphs: list[list[MarkedText]] = []
    if not study.comparisons:
        paragraphs.append([write("paper.nothing", lang)])
    first = [study.main] if study.main is not None else []
    for one in (*first, *(c for c in study.comparisons if c is not study.main)):
        paragraphs += [list(_comparison(one, lang)), list(parts(one, study, lang))]
        paragraphs.append(list(round_sentences(one, lang)))
    paragraphs += [list(with_themselves(study, lang)), list(against_truth(study, lang))]
    return passage(paragraphs, lang)


def main_result(study: Study, lang: Language) -> Iterator[MarkedText]:
    """The main coefficient of the comparison that is asked for first; repeats where there is none."""
    if study.main is not None:
        yield from _main(study.main, lang)
    else:
        yield from with_themselves(study, lang)


def _comparison(one: ComparisonReport, lang: Language) -> Iterator[MarkedText]:
    yield from _main(one, lang)
    others = [m for m in one.measures if not m.main]
    shares = [m for m in others if is_share(m.measure) and m.result.defined]
    if shares:
        apart = "; " if lang == "en" else "；"
        yield _sentence(apart.join(_share(m, lang) for m in shares), lang)
    further = [m for m in others if m.measure not in BIASES and not is_share(m.measure) and m.result.defined]
    if further:
        yield write("paper.also", lang, stats=enumerated([_also(m, lang) for m in further], lang, ";"))
    yield from _paradox(one, lang)
    for m in others:
        if m.measure in BIASES and m.result.defined and not _repeats_limits(one, m):
            yield from _difference(one, m, lang)
    yield from _undefined(one, lang)
    yield from beside_people(one, lang)
    yield from stand_in(one, lang)


def _main(one: ComparisonReport, lang: Language) -> Iterator[MarkedText]:
    m = one.main
    facts: dict[str, Any] = {
        "title": capital(short_title(m.measure, m.options, lang)),
        "sides": sides(one, lang),
    }
    if not m.result.defined:
        yield write("paper.main-undefined", lang, **facts, why=_why(m.result, one))
        return
    n = m.result.n_items
    facts |= {"stat": stat(m, lang), "n": apa_count(n, lang)}
    if n > one.n_distinct:
        yield write("paper.main-rows", lang, **facts, items=many(one.n_distinct, "item", "items"))
    else:
        yield write("paper.main", lang, **facts)
    for verdict in reading(m):
        point = verdict.point.words if verdict.point is not None else {}
        about = {"point": point, "cite": cite(verdict.benchmark.source)}
        if verdict.limit is None:
            yield write("paper.reads-point", lang, **about)
        elif verdict.limit == verdict.point:
            yield write("paper.reads-held", lang, **about)
        else:
            yield write("paper.reads-less", lang, **about, limit=verdict.limit.words)


def _share(m: MeasureReport, lang: Language) -> str:
    text = write("paper.share", lang, title=short_title(m.measure, m.options, lang), stat=stat(m, lang))
    if math.isnan(m.floor.level):
        return text
    return write("paper.without-skill", lang, said=text, floor=apa_amount(m.measure, m.floor.level, lang))


def _also(m: MeasureReport, lang: Language) -> MarkedText:
    return write("paper.also-one", lang, title=short_title(m.measure, m.options, lang), stat=stat(m, lang))


def _paradox(one: ComparisonReport, lang: Language) -> Iterator[MarkedText]:
    """High agreement beside a low kappa, where one category is so common that this can be."""
    found = one.paradox
    if found is None or found.verdict != "paradox":
        return
    common = max(found.use, key=lambda use: order_key(use.share))
    facts: dict[str, Any] = {"share": apa_percent(common.share), "common": name(common.category)}
    for key, result in (("", found.kappa), ("even_", found.even), ("gwet_", found.gwet)):
        facts[f"{key}title"] = short_title(result.measure, found.options, lang)
        facts[key.rstrip("_") or "kappa"] = apa_amount(result.measure, result.estimate, lang)
    agreed = apa_amount("exact_agreement", found.agreement.estimate, lang)
    yield write("paper.paradox", lang, **facts, agreement=agreed, cite=cite("byrt1993"))


def _repeats_limits(one: ComparisonReport, m: MeasureReport) -> bool:
    """Whether limits of agreement tell the same mean difference, the other way round."""
    limits = one.measure("bland_altman")
    return m.measure == "signed_bias" and limits is not None and limits.result.defined


def _difference(one: ComparisonReport, m: MeasureReport, lang: Language) -> Iterator[MarkedText]:
    """The mean difference, and the limits of single differences where they were had."""
    first, second = _pair(one, lang) if m.measure == "bland_altman" else reversed(_pair(one, lang))
    value = numbers(m.result, units(m.result.estimate), m.measure, lang)
    yield write("paper.difference", lang, first=first, second=second, stat=value)
    if m.measure == "bland_altman" and all(part.defined for part in m.result.parts):
        low, high = (numbers(part, units(part.estimate), "", lang) for part in m.result.parts[:2])
        share = level(m.result.details["agreement"])
        yield write("paper.limits", lang, share=share, low=low, high=high)


def _pair(one: ComparisonReport, lang: Language) -> tuple[MarkedText, MarkedText]:
    """The two whose ratings are compared, in their order."""
    if one.kind == "judge":
        return reference_of(one, lang), name(one.name)
    return name(one.raters[0]), name(one.raters[1])


def _undefined(one: ComparisonReport, lang: Language) -> Iterator[MarkedText]:
    """What is not defined beside the main measure, each reason once."""
    reasons: dict[str, list[MeasureReport]] = {}
    for m in one.measures:
        if not m.main and not m.result.defined:
            reasons.setdefault(reason(m.result).text(lang), []).append(m)
    for found in reasons.values():
        named = enumerated([short_title(m.measure, m.options, lang) for m in found], lang)
        code = "undefined" if len(found) == 1 else "undefined-several"
        yield write(f"paper.{code}", lang, title=MarkedText(capital(named)), why=_why(found[0].result, one))


def _why(result: Result, one: ComparisonReport) -> dict[str, object]:
    """The reason as a sentence; people who stand together as one side are called so in each language."""
    why = reason(result)
    together = one.kind == "judge" and one.raters[0] not in one.reference
    people = {one.raters[0]: topic("terms")["people"]} if together else {}
    facts = {
        key: people.get(fact, fact) if isinstance(fact, str) else fact for key, fact in why.facts.items()
    }
    return {"code": why.code, "facts": facts}


def _sentence(text: str, lang: Language) -> MarkedText:
    return MarkedText(f"{capital(text)}.") if lang == "en" else MarkedText(f"{text}。")


#: So many parts of a column are told one by one.
_MOST = 5
#: Below this p parts are said to differ.
_SURE = 0.05


def parts(one: ComparisonReport, study: Study, lang: Language) -> Iterator[MarkedText]:
    """Whether the main coefficient is the same in all parts, and which parts differ from the rest."""
    fdr = float(study.options.get("fdr", 0.05))
    facts = {strata.column: strata for strata in one.strata}
    for table in one.slices:
        if not table.rows:
            continue
        if table.kind == "column" and table.column in facts:
            yield from _equality(facts[table.column], table, lang)
        yield from _outstanding(table, fdr, lang)


def _equality(strata: ExplainedStrata, table: SliceTable, lang: Language) -> Iterator[MarkedText]:
    found = strata.equality
    if not equality_of(strata):
        return
    code, named = "unequal", title(table.measure, table.options, lang)
    if found.p_value >= _SURE:
        code = "equal"
    elif lang == "en":
        named = capital(named)
    yield write(f"paper.{code}", lang, title=named, column=column(table, lang), stat=_f(found, lang))


def _f(found: Result, lang: Language) -> MarkedText:
    """‹F›(2, 282.4) = 2.83, ‹p› = .061."""
    d = found.details
    text = f"‹F›({d['df']:.0f}, {d['df_within']:.1f}) = {written(d['f'], '.2f')}"
    return MarkedText((", " if lang == "en" else "，").join([text, p_value(found.p_value, lang)]))


def _outstanding(table: SliceTable, fdr: float, lang: Language) -> Iterator[MarkedText]:
    sure = [row for row in table.rows if row.q_value <= fdr and row.difference.defined]
    sure.sort(key=lambda row: -order_key(abs(row.difference.estimate)))
    for row in sure[:_MOST]:
        yield _part(row, table, lang)
    raters = table.kind == "rater"
    by = {} if raters else {"column": column(table, lang)}
    if len(sure) > _MOST:
        code = "more-raters" if raters else "more-parts"
        yield write(f"paper.{code}", lang, **by, n=apa_count(len(sure) - _MOST, lang))
    if not sure and any(not math.isnan(row.q_value) for row in table.rows):
        code = "no-rater" if raters else "no-part"
        yield write(f"paper.{code}", lang, **by, title=title(table.rows[0].tested, {}, lang))


def _part(row: SliceRow, table: SliceTable, lang: Language) -> MarkedText:
    """A part beside all other items, or all raters beside all but one."""
    by, measure = _without_p(row.difference), row.tested
    here, rest = (apa_amount(measure, by.details[side], lang) for side in ("first", "second"))
    gap = points(by, lang) if is_share(measure) else numbers(by, units(by.estimate), "", lang)
    text = (", " if lang == "en" else "，").join([gap, p_value(row.q_value, lang, "q")])
    facts: dict[str, Any] = {"title": title(measure, {}, lang), "here": here, "rest": rest}
    facts |= {"value": _value(row, lang), "stat": MarkedText(text)}
    if table.kind == "rater":
        return write("paper.rater", lang, **facts)
    return write("paper.part", lang, **facts, column=column(table, lang), n=apa_count(row.n, lang))


def _without_p(by: Result) -> Result:
    """The difference without its own p, in whose place q is told."""
    return replace(by, p_value=math.nan)


def _value(row: SliceRow, lang: Language) -> MarkedText:
    if row.missing:
        return write("paper.blank-value", lang)
    found: list[Any] = row.value if isinstance(row.value, list) else [row.value]
    return MarkedText(" × ".join(name(one) for one in found))
