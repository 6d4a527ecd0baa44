"""What to say of a coefficient under several weights: whether the verdict holds, where it turns, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...language.message import Message
from ...language.render import LANGUAGES, Language, topic
from ...language.text_table import NONE
from ...number_text import show
from ..compare import Band
from ..table import FILE, PRINTED, PRINTED_ENDS, SHOWN, TEXT, WORDS, Column, DeclaredTable
from .sensitivity import Scheme, Sensitivity

#: A gap between quadratic and linear weights from which on it is worth a reason.
_GAP = 0.05


def sentences(found: Sensitivity, pointless: str | None) -> tuple[Message, ...]:
    """The paragraph, sentence by sentence."""
    measure = {"m": [found.measure, {}]}
    if pointless:
        return (Message(f"sensitivity.{pointless}", measure),)
    undefined = [s for s in found.schemes if not s.result.defined]
    if undefined:
        return (Message("sensitivity.undefined", {**measure, "names": _names(undefined)}),)
    return (*_verdicts(found), *_changes(found), *_gap(found), *_concordance(found))


def _names(schemes: Sequence[Scheme]) -> dict[str, list[str]]:
    return {language: [scheme_name(s.name, language) for s in schemes] for language in LANGUAGES}


def scheme_name(name: str, language: Language) -> str:
    """What a scheme is called; the user's own by the name they gave it."""
    known = topic("sensitivity").get(f"scheme-{name}")
    return known[language] if known else name


# --- is the verdict the same? -----------------------------------------------------------------


def _verdicts(found: Sensitivity) -> Iterator[Message]:
    if found.robust is None:
        return
    credit = [s for s in found.schemes if s.name != "identity"]
    values = [s.result.estimate for s in credit]
    source = credit[0].verdict.benchmark.label if credit[0].verdict else {}
    facts = {"names": _names(credit), "within": [min(values), max(values)], "source": source}
    if found.robust_by_estimate:
        code = "robust" if found.robust else "robust-by-estimate"
        yield Message(f"sensitivity.{code}", {**facts, "band": _words(_point(credit[0]))})
    else:
        yield Message("sensitivity.not-robust", facts)
        yield from _by_band(credit)
    yield from _by_limit(found, credit)
    yield from _unweighted(found, credit)


def _by_band(schemes: Sequence[Scheme]) -> Iterator[Message]:
    """One sentence for each band, with the schemes that lead to it."""
    bands = dict.fromkeys(_word(_point(s)) for s in schemes)
    for band in bands:
        there = [s for s in schemes if _word(_point(s)) == band]
        values = [show(s.result.estimate, 2) for s in there]
        yield Message(
            "sensitivity.reads-as",
            {"names": _names(there), "values": values, "band": _words(_point(there[0]))},
        )


def _by_limit(found: Sensitivity, credit: Sequence[Scheme]) -> Iterator[Message]:
    if found.robust_by_limit is None:
        return
    limits = [s.verdict.limit for s in credit if s.verdict is not None]
    order = sorted((band for band in limits if band is not None), key=lambda band: band.start)
    facts = {"low": _words(order[0]), "high": _words(order[-1])}
    yield Message("sensitivity.limit-same" if found.robust_by_limit else "sensitivity.limit-differs", facts)


def _unweighted(found: Sensitivity, credit: Sequence[Scheme]) -> Iterator[Message]:
    plain = next(s for s in found.schemes if s.name == "identity")
    same = all(_point(s) == _point(plain) for s in credit)
    facts = {"value": plain.result.estimate, "band": _words(_point(plain))}
    yield Message("sensitivity.unweighted-same" if same else "sensitivity.unweighted-other", facts)


def _point(scheme: Scheme) -> Band | None:
    return scheme.verdict.point if scheme.verdict else None


def _words(band: Band | None) -> dict[str, str]:
    return dict(band.words) if band else {}


def _word(band: Band | None) -> str:
    return _words(band).get("en", "")


# --- where it turns, and why ------------------------------------------------------------------


def _changes(found: Sensitivity) -> Iterator[Message]:
    for change in found.changes:
        facts = {"power": change.power, "before": _words(change.before), "after": _words(change.after)}
        yield Message("sensitivity.change", facts)


def _gap(found: Sensitivity) -> Iterator[Message]:
    """Quadratic beside linear weights, and the reason where it shows."""
    if found.difference is None or not found.difference.defined:
        return
    gap = -found.difference.estimate
    by_name = {s.name: s.result.estimate for s in found.schemes}
    facts: dict[str, Any] = {"gap": gap, "linear": by_name["linear"], "quadratic": by_name["quadratic"]}
    within = found.difference.interval
    if within is not None:
        facts["within"] = [-within.high, -within.low]
    fine = "-fine" if _two_decimals_mislead(by_name["quadratic"], by_name["linear"]) else ""
    yield Message(("sensitivity.gap" if within is None else "sensitivity.gap-within") + fine, facts)
    if gap >= _GAP and found.one_step > 0.5:
        yield Message("sensitivity.one-step", {"share": found.one_step})
    elif gap <= -_GAP and found.one_step < 0.5:
        yield Message("sensitivity.far-apart", {"share": 1 - found.one_step})


def _two_decimals_mislead(first: float, second: float) -> bool:
    """Whether the difference of two rounded numbers is not their rounded difference."""
    return f"{round(first, 2) - round(second, 2):.2f}" != f"{first - second:.2f}"


def _concordance(found: Sensitivity) -> Iterator[Message]:
    if found.ccc is not None and found.ccc.defined:
        yield Message("sensitivity.concordance", {"ccc": found.ccc.estimate})


# --- the table --------------------------------------------------------------------------------


def schemes_table(found: Sensitivity) -> DeclaredTable:
    """The coefficient under every scheme of weights, and what it reads as."""
    columns = (
        Column("measure", NONE, WORDS, lambda _: found.measure, FILE),
        Column("weights", _head("weights"), WORDS, _called),
        Column("result", _head("value"), PRINTED, lambda scheme: scheme.result),
        Column("interval", _head("interval"), PRINTED_ENDS, lambda scheme: scheme.result, TEXT),
        Column("band", _head("band"), WORDS, lambda scheme: _words(_point(scheme)) or None, SHOWN),
    )
    title = Message("sensitivity.title", {"m": [found.measure, {}]})
    return DeclaredTable("sensitivity", title, columns, found.schemes)


def _head(name: str) -> Message:
    return Message(f"sensitivity.head-{name}")


def _called(scheme: Scheme) -> dict[str, str]:
    return {lang: scheme_name(scheme.name, lang) for lang in LANGUAGES}


def text(found: Sensitivity, language: Language) -> str:
    """The schemes as lines of a table, then the sentences."""
    return "\n".join(
        [schemes_table(found).lines(language), "", *(message.text(language) for message in found.sentences)]
    )
