"""What measures and raters are called in a paper, and which sources belong to a measure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...interpret.compare import MeasureReport
from ...interpret.study import ComparisonReport
from ...language.render import Language, measure_name, topic
from .passage import MarkedText, name

#: So many names are given one by one.
_FEW = 8


def named(names: Sequence[str], lang: Language) -> MarkedText:
    """a, b, and c; of many the first few and how many more."""
    shown = [name(one) for one in names[:_FEW]]
    more = len(names) - _FEW
    if lang == "zh":
        return MarkedText("、".join(shown) + (f"等 {len(names)} 位" if more > 0 else ""))
    return enumerated([*shown, f"{more} more"] if more > 0 else shown, lang)


def enumerated(parts: Iterable[str], lang: Language, apart: str = ",") -> MarkedText:
    """Parts in a row, the last one after "and"; with `apart` ";" those that hold commas themselves."""
    found = list(parts)
    if lang == "zh":
        return MarkedText(("、" if apart == "," else "；").join(found))
    if len(found) < 3 and apart == ",":
        return MarkedText(" and ".join(found))
    *first, last = found
    return MarkedText(f"{apart} ".join([*first, f"and {last}"]) if first else last)


def sides(one: ComparisonReport, lang: Language) -> MarkedText:
    """Who is compared: a judge with whom, or people, or raters among themselves."""
    words = topic("paper")[f"among-{one.kind}"][lang]
    if one.kind != "judge":
        return MarkedText(words)
    return MarkedText(words.format(judge=name(one.name), reference=reference_of(one, lang)))


def reference_of(one: ComparisonReport, lang: Language) -> MarkedText:
    """The one a judge is compared with by name, several as people."""
    if len(one.reference) == 1:
        return name(one.reference[0])
    return MarkedText(topic("paper")["the-people"][lang])


def title(measure: str, options: Mapping[str, Any], lang: Language) -> str:
    """The name of a measure in the middle of a sentence, with its weights or metric."""
    words = topic("paper")
    for option in ("weights", "metric"):
        chosen = options.get(option, "identity" if option in BY_NAME[measure].options else None)
        shape = words.get(f"{option}-{chosen}" if isinstance(chosen, str) else "")
        if shape is not None and not (measure == "gwet_ac" and chosen == "identity"):
            return shape[lang].format(m=_member(measure, options, lang))
    return _bare(measure, options, lang)


def short_title(measure: str, options: Mapping[str, Any], lang: Language) -> str:
    """The name of a measure beside its symbol, which says the form of an intraclass correlation."""
    return title(measure, {key: value for key, value in options.items() if key != "form"}, lang)


def _member(measure: str, options: Mapping[str, Any], lang: Language) -> str:
    """The name without what its options are said as: Gwet's AC2 of Gwet's AC2 (quadratic weights)."""
    text = measure_name((measure, dict(options)), lang)
    return text.split(" (" if lang == "en" else "（")[0]


def _bare(measure: str, options: Mapping[str, Any], lang: Language) -> str:
    """The name; our own words begin small within a sentence."""
    known = topic("paper").get(f"called-{measure}")
    text = measure_name((measure, dict(options)), lang)
    plain = measure_name(measure, lang)
    return known[lang] + text[len(plain) :] if known is not None and text.startswith(plain) else text


def symbol(measure: str, options: Mapping[str, Any]) -> MarkedText:
    """The symbol of a coefficient: letters of ours in italics, the rest upright, what is below lowered."""
    if measure == "gwet_ac":
        return MarkedText("AC‹_2›" if _weighted(options) else "AC‹_1›")
    if measure == "icc" and "form" in options:
        return MarkedText(f"ICC({options['form']})")
    head, _, below = BY_NAME[measure].symbol.partition("_")
    if measure in ("cohen_kappa", "conger_kappa", "fleiss_kappa") and _weighted(options):
        below = f"{below},w" if below else "w"
    if head.isascii() and len(head) == 1:
        head = f"‹{head}›"
    return MarkedText(head + (f"‹_{below}›" if below else ""))


def sources(one: MeasureReport) -> tuple[str, ...]:
    """The sources of a measure as it was asked."""
    weighted = _weighted(one.options)
    keys = BY_NAME[one.measure].references
    if one.measure == "cohen_kappa":
        return ("cohen1968",) if weighted else ("cohen1960",)
    if one.measure == "gwet_ac":
        return ("gwet2014",) if weighted else ("gwet2008",)
    if one.measure == "krippendorff_alpha":
        return ("krippendorff2011",) if one.options.get("metric") != "masi" else tuple(keys)
    if one.measure == "ccc":
        repeated = any(note.code == "repeated-measures" for note in one.result.notes)
        return ("king2007",) if repeated else ("lin1989",) if one.result.n_raters <= 2 else ("barnhart2002",)
    if one.measure == "bland_altman":
        return ("bland1986", "bland1999")
    return () if one.measure in _PLAIN else tuple(keys)


#: Measures that need no source.
_PLAIN = ("exact_agreement", "adjacent_agreement", "mean_absolute_error", "root_mean_square_error",
          "signed_bias", "pearson")  # fmt: skip


def _weighted(options: Mapping[str, Any]) -> bool:
    weights = options.get("weights")
    return not (weights is None or (isinstance(weights, str) and weights in ("identity", "nominal")))
