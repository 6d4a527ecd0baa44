"""A result in a sentence: value, interval, test."""

from __future__ import annotations

from ...interpret.compare.measure_report import MeasureReport
from ...language.render import Language, is_share
from ...result import Result
from .interval_methods import way
from .markup import Marked, write
from .measure_names import symbol
from .numbers import amount, ends, p_value, statistic

#: Measures that are mean differences.
BIASES = ("signed_bias", "bland_altman")


def stat(m: MeasureReport, lang: Language) -> Marked:
    """κ = .63, 95% CI [.58, .68], ‹p› < .001: a measure with its symbol, a share without."""
    value = amount(m.measure, m.result.estimate, lang)
    shown = value if is_share(m.measure) else f"{symbol(m.measure, m.options)} = {value}"
    return numbers(m.result, shown, m.measure, lang, one_sided=way(m.result) == "edge")


def numbers(result: Result, shown: str, measure: str, lang: Language, *, one_sided: bool = False) -> Marked:
    """A value, its interval and its test, as far as there are any."""
    around = "" if result.interval is None else ends(measure, result.interval, lang)
    if around and one_sided:
        told = write("paper.one-sided", lang)
        around += f" ({told})" if lang == "en" else f"（{told}）"
    tested = statistic(result, lang) if measure in (*BIASES, "icc") else ""
    found = [shown, around, tested, p_value(result.p_value, lang)]
    return Marked((", " if lang == "en" else "，").join(part for part in found if part))


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
