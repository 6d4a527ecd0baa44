"""Results, continued: a judge beside people, raters beside themselves and beside the truth."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...interpret.study import ComparisonReport, Study
from ...language.render import Language
from ...result import Interval, Result
from .measure_names import enumerated, short_title, symbol, title
from .methods_measures import options_of, was_tested
from .numbers import apa_amount, apa_count, apa_percent, bounded, level, many, p_value, units
from .passage import MarkedText, name, write
from .result_sentence import capital, numbers


def beside_people(one: ComparisonReport, lang: Language) -> Iterator[MarkedText]:
    """How far a judge with people falls short of people among themselves."""
    gap = one.short_of_people
    if gap is None or not gap.defined:
        return
    shares = one.measure("exact_agreement") is not None
    measure = "exact_agreement" if shares else "mean_absolute_error"
    value = points(gap, lang) if shares else numbers(gap, units(gap.estimate), "difference", lang)
    named = capital(title(measure, {}, lang))
    yield write("paper.beside-people", lang, title=named, judge=name(one.name), stat=value)
    every, shared = gap.details["n_first"], gap.details["n_second"]
    if shared < every:
        facts = {"n": apa_count(shared, lang), "all": many(every, "item", "items")}
        yield write("paper.beside-items", lang, **facts)


def points(gap: Result, lang: Language) -> MarkedText:
    """A difference of shares in percentage points, with its interval and test."""
    text = write("paper.points", lang, x=_points(gap.estimate))
    found = [text, "" if gap.interval is None else _within(gap.interval), p_value(gap.p_value, lang)]
    return MarkedText((", " if lang == "en" else "，").join(part for part in found if part))


def _within(interval: Interval) -> str:
    return f"{level(interval.level)} CI [{_points(interval.low)}, {_points(interval.high)}]"


def _points(gap: float) -> str:
    return apa_percent(gap).removesuffix("%")


def stand_in(one: ComparisonReport, lang: Language) -> Iterator[MarkedText]:
    """The outcome of the alternative annotator test."""
    test = one.stand_in
    if test is None or not was_tested(one) or any(math.isnan(rate) for rate in test.winning_rates):
        return
    rates = [
        write("paper.rate", lang, rate=bounded(rate, lang), epsilon=bounded(epsilon, lang))
        for epsilon, rate in zip(test.epsilons, test.winning_rates, strict=True)
    ]
    yield write(
        "paper.stood-in", lang, judge=name(test.judge), rates=enumerated(rates, lang),
        advantage=apa_percent(test.advantage),
    )  # fmt: skip


def with_themselves(study: Study, lang: Language) -> Iterator[MarkedText]:
    """Every rater's agreement with their own repeats, plainly and by the coefficient of the scale."""
    again = [part for one in study.within for part in one.again.parts if part.defined]
    if again:
        measure = again[0].measure
        key = "paper.themselves" if measure == "exact_agreement" else "paper.themselves-measured"
        yield write(key, lang, list=_each(again, measure, "", lang))
    by_coefficient: dict[str, list[Result]] = {}
    for part in (part for one in study.within for part in one.main.parts if part.defined):
        by_coefficient.setdefault(short_title(part.measure, options_of(part), lang), []).append(part)
    for called, found in by_coefficient.items():
        measure = found[0].measure
        if measure != "exact_agreement":
            listed = _each(found, measure, f"{symbol(measure, options_of(found[0]))} = ", lang)
            yield write("paper.themselves-main", lang, title=called, list=listed)


def _each(found: list[Result], measure: str, before: str, lang: Language) -> MarkedText:
    sentences = [
        write(
            "paper.of-rater", lang, rater=name(part.category),
            stat=numbers(part, before + apa_amount(measure, part.estimate, lang), measure, lang),
        )
        for part in found
    ]  # fmt: skip
    return enumerated(sentences, lang, ";")


def against_truth(study: Study, lang: Language) -> Iterator[MarkedText]:
    """Every rater's error against the truth."""
    for one in study.validity:
        found = [part for part in one.result.parts if part.defined]
        if found:
            listed = enumerated([_error(part, one.result, lang) for part in found], lang, ";")
            yield write("paper.errors", lang, truth=name(one.truth), list=listed)


def _error(part: Result, whole: Result, lang: Language) -> MarkedText:
    d = part.details
    around = level(whole.interval.level if whole.interval is not None else 0.95)
    if part.interval is not None:
        around = level(part.interval.level)
    return write(
        "paper.of-errors", lang, rater=name(part.category), mse=units(part.estimate), bias=units(d["bias"]),
        ci=f"{around} CI [{units(d['bias_low'])}, {units(d['bias_high'])}]", p=p_value(d["bias_p"], lang),
    )  # fmt: skip
