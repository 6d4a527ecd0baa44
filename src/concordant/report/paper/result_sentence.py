"""A result in a sentence: value, interval, test, and how the interval was computed."""

from __future__ import annotations

import re

from ...interpret.compare import MeasureReport
from ...language.render import Language, is_share
from ...result import Result
from .measure_names import symbol
from .numbers import apa_amount, ends, p_value, statistic
from .passage import MarkedText, write

#: Measures that are mean differences.
BIASES = ("signed_bias", "bland_altman")


def stat(m: MeasureReport, lang: Language) -> MarkedText:
    """κ = .63, 95% CI [.58, .68], ‹p› < .001: a measure with its symbol, a share without."""
    value = apa_amount(m.measure, m.result.estimate, lang)
    shown = value if is_share(m.measure) else f"{symbol(m.measure, m.options)} = {value}"
    return numbers(m.result, shown, m.measure, lang, one_sided=way(m.result) == "edge")


def numbers(
    result: Result, shown: str, measure: str, lang: Language, *, one_sided: bool = False
) -> MarkedText:
    """A value, its interval and its test, as far as there are any."""
    around = "" if result.interval is None else ends(measure, result.interval, lang)
    if around and one_sided:
        text = write("paper.one-sided", lang)
        around += f" ({text})" if lang == "en" else f"（{text}）"
    tested = statistic(result, lang) if measure in (*BIASES, "icc") else ""
    found = [shown, around, tested, p_value(result.p_value, lang)]
    return MarkedText((", " if lang == "en" else "，").join(part for part in found if part))


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


#: How an interval says that it was had, and what it is called in `how-…`.
_WAYS = (
    (r"one-sided limit", "edge"),
    (r"Wilson t\(.*clustered", "wilson-clustered"),
    (r"Wilson t\(", "wilson"),
    (r"^score t\(.*clustered", "score-clustered"),
    (r"^score t\(", "score"),
    (r"analytic z", "z"),
    (r"analytic t\(.*clustered", "t-clustered"),
    (r"analytic t\(", "t"),
    (r"adjusted, F, effective", "f-adjusted"),
    (r"adjusted, generalised pivot", "pivot"),
    (r"adjusted, .*jackknife", "jackknife"),
    (r"adjusted, chi-square", "chi-adjusted"),
    (r"classical, F, effective", "f-gaps"),
    (r"classical, F", "f"),
    (r"classical, Lin", "lin"),
    (r"classical, t\(", "mean"),
    (r"classical, chi-square", "chi"),
)

#: Who wrote of an interval.
SOURCES = {
    "z": ("fleiss1969",),
    "wilson": ("wilson1927",),
    "wilson-clustered": ("wilson1927",),
    "f": ("mcgraw1996",),
    "f-gaps": ("mcgraw1996",),
    "f-adjusted": ("mcgraw1996", "miller1968"),
    "pivot": ("ionan2014",),
    "jackknife": ("miller1968",),
    "chi-adjusted": ("graybill1980", "miller1968"),
    "limits-adjusted": ("zou2008",),
    "f-repeats": ("eliasziw1994",),
    "lin": ("lin1989",),
    "lin-several": ("barnhart2002", "lin1989"),
    "lin-repeats": ("king2007", "lin1989"),
    "limits-exact": ("carkeet2015",),
    "limits-mover": ("zou2013",),
    "chi-sum": ("graybill1980",),
}


def way(result: Result) -> str:
    """How the interval of a result was had; nothing where it is none of the known ways."""
    method = "" if result.interval is None else result.interval.method
    found = next((name for pattern, name in _WAYS if re.search(pattern, method)), "")
    return {"f": _f, "lin": _lin, "mean": _limits, "chi": _chi}.get(found, lambda _: found)(result)


def _f(result: Result) -> str:
    return "f-repeats" if "n_replicates" in result.details else "f"


def _lin(result: Result) -> str:
    """Lin's own variance is that of two raters who rated once."""
    if any(note.code == "repeated-measures" for note in result.notes):
        return "lin-repeats"
    return "lin-several" if result.n_raters > 2 else "lin"


def _limits(result: Result) -> str:
    """Limits of agreement have a way of their own beside that of the mean difference."""
    methods = {part.interval.method for part in result.parts if part.interval is not None}
    if not methods:
        return "mean"
    if any("effective df" in method for method in methods):
        return "limits-adjusted"
    return "limits-mover" if any("MOVER" in method for method in methods) else "limits-exact"


def _chi(result: Result) -> str:
    """The standard error of measurement adds the variance of raters to that of error."""
    return "chi-sum" if "var_raters" in result.details else "chi"
