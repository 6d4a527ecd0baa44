"""The options of reading that change ratings, understood: merge, shift, rescale, reverse."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...errors import OptionError, is_number
from ...quote import quote
from ..observed import number_in, spelling
from .recode import EVERYBODY, Recoding, Rescale, whole_if_near

_NUMBER = r"\s*([-+]?\d+(?:\.\d+)?)\s*"
_SPAN = re.compile(rf"{_NUMBER}\.\.{_NUMBER}")
_SPANS = re.compile(rf"{_NUMBER}\.\.{_NUMBER}(?::|->|→){_NUMBER}\.\.{_NUMBER}")


def recoding_of(given: Mapping[str, Any], categories: Sequence[Any] | None) -> Recoding:
    """The options of reading that change ratings, understood."""
    return Recoding(
        merge={spelling(old): _meant(new) for old, new in (given.get("merge") or {}).items()},
        shift={rater: _step(step) for rater, step in _by_rater(given.get("shift")).items()},
        rescale={rater: _rescale(spans) for rater, spans in _by_rater(given.get("rescale")).items()},
        reverse=_reversed(given.get("reverse")),
        categories=tuple(categories or ()),
    )


def _by_rater(option: Any) -> dict[str, Any]:
    if option is None:
        return {}
    return {str(r): x for r, x in option.items()} if isinstance(option, Mapping) else {EVERYBODY: option}


def _meant(label: Any) -> Any:
    number = number_in(label) if isinstance(label, str) else None
    return label if number is None else whole_if_near(number)


def _step(step: Any) -> float:
    number = number_in(step) if isinstance(step, str) else float(step) if is_number(step) else None
    if number is None:
        raise OptionError(f"shift must be a number to add, such as {{'judge': 1}}, got {quote(step)}.")
    return number


def _rescale(spans: Any) -> Rescale:
    found = _SPANS.fullmatch(spans) if isinstance(spans, str) else None
    if found is None:
        raise OptionError(
            "rescale must give the original scale and the new one, such as "
            f"{{'judge': '1..100:1..5'}}, got {quote(spans)}."
        )
    low, high, to_low, to_high = map(float, found.groups())
    if low == high or to_low == to_high:
        raise OptionError(f"The scales of rescale need two different ends, got {quote(spans)}.")
    return Rescale(low, high, to_low, to_high)


def _reversed(option: Any) -> dict[str, tuple[float, float] | None]:
    if option is None:
        return {}
    if not isinstance(option, Mapping):
        names = [option] if isinstance(option, str) else option
        return {str(name): None for name in names}
    return {str(rater): _ends(ends) for rater, ends in option.items()}


def _ends(ends: Any) -> tuple[float, float]:
    text = ends[0] if isinstance(ends, (list, tuple)) and len(ends) == 1 else ends
    found = _SPAN.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise OptionError(
            f"reverse must give the ends of a scale, such as {{'judge': '1..5'}}, got {quote(ends)}."
        )
    return float(found[1]), float(found[2])


def nice_ends(low: float, high: float) -> tuple[float, float]:
    """The ends of the scale that ratings from `low` to `high` are probably on."""
    for top in (1.0, 5.0, 10.0, 100.0, 1000.0):
        if low >= 0 and high <= top:
            return (1.0 if low == 1 or (low > 1 and top <= 10) else 0.0), top
    return low, high


def rescale_option(rater: str, own: tuple[float, float], others: tuple[float, float]) -> str:
    """How to say that a rater's scale is to become that of the others."""
    low, high = nice_ends(*own)
    spans = f"{low:g}..{high:g}:{others[0]:g}..{others[1]:g}"
    return f"rescale={{{rater!r}: {spans!r}}}"


#: Pairs of words of which the first is the better one.
_OPPOSITES = tuple(
    pair.split("/")
    for pair in (
        "pass/fail", "yes/no", "y/n", "true/false", "good/bad", "correct/incorrect", "right/wrong",
        "win/lose", "是/否", "对/错", "好/差", "通过/不通过", "合格/不合格", "正确/错误",
    )
)  # fmt: skip


def merge_option(label: Any, known: Any, labels: Iterable[Any] = ()) -> str:
    """How to say that a label means one of those that others use: merge={'A': '5'}.

    Where `labels`, all that the column holds, are a word and its opposite beside numbers: 1 and 0.
    """
    held = {str(one).strip().casefold(): str(one) for one in labels}
    for better, worse in _OPPOSITES:
        if isinstance(known, float) and set(held) == {better, worse}:
            return f"merge={ {held[better]: '1', held[worse]: '0'}!r}"
    meant = f"{known:g}" if isinstance(known, float) else str(known)
    meanings = {str(label): meant}
    return f"merge={meanings!r}"
