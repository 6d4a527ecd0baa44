"""What to say of what kappa lacks: the parts, whether it is a paradox, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...digits import order_key
from ...language.message import Message
from ...language.render import topic
from .paradox import Paradox, Shortfall, Use

#: A part that rounds to 0.00 is not worth a number.
_NOTHING = 0.005
#: A largest possible kappa below this is worth a sentence.
_CEILING = 0.95
#: So many categories are named at most.
_NAMED = 3
#: Fewer items of a rare category than this say little about it.
_FEW = 30


def sentences(found: Paradox) -> tuple[Message, ...]:
    """The paragraph, sentence by sentence."""
    if found.shortfall is None:
        return tuple(_undefined(found))
    parts = _parts(found, found.shortfall)
    if found.verdict == "paradox":
        return (*_paradox(found), *parts, *_what_to_do(found))
    return (_no_paradox(found, found.shortfall), *parts)


def _measure(found: Paradox) -> list[Any]:
    return [found.kappa.measure, dict(found.options)]


# --- how much comes from what -----------------------------------------------------------------


def _parts(found: Paradox, short: Shortfall) -> Iterator[Message]:
    facts = {"m": _measure(found), "kappa": found.kappa.estimate, "total": short.total}
    if short.total <= _NOTHING:
        return
    yield Message("paradox.shortfall", facts)
    yield Message("paradox.disagreement", {"part": short.disagreement, "even": 1 - short.disagreement})
    yield _part("prevalence", short.prevalence, found.pooled.estimate)
    if found.raters:
        yield _part("bias", short.bias, found.pooled.estimate)


def _part(name: str, part: float, pooled: float) -> Message:
    kind = "nothing" if abs(part) < _NOTHING else "costs" if part > 0 else "gives"
    return Message(f"paradox.{name}-{kind}", {"part": abs(part), "pooled": pooled})


def _agreement(found: Paradox) -> dict[str, Any]:
    plain = found.options.get("weights", "identity") == "identity"
    kind = "agreement" if plain else "weighted-agreement"
    return {"agreement": kind, "observed": found.observed, "kappa": found.kappa.estimate}


# --- the verdict ------------------------------------------------------------------------------


def _no_paradox(found: Paradox, short: Shortfall) -> Message:
    facts = _agreement(found)
    if short.total <= _NOTHING:
        return Message("paradox.perfect", facts)
    return Message("paradox.none", facts)


def _paradox(found: Paradox) -> Iterator[Message]:
    common = max(found.use, key=lambda use: order_key(use.share))
    facts = {
        **_agreement(found),
        "expected": found.expected,
        "common": common.category,
        "share": common.share,
    }
    within = found.kappa.interval
    if within is not None and within.low <= 0 <= within.high:
        facts |= {"level": within.level, "within": [within.low, within.high]}
        yield Message("paradox.found-by-chance", facts)
    else:
        yield Message("paradox.found", facts)
    for use in _rare(found)[:_NAMED]:
        yield from _rarely_used(found, use)
    if found.kappa_max is not None and found.kappa_max.estimate < _CEILING:
        yield Message("paradox.ceiling", {"max": found.kappa_max.estimate})


def _rarely_used(found: Paradox, use: Use) -> Iterator[Message]:
    agreed = next(part for part in found.specific.parts if part.category == use.category)
    yield Message(
        "paradox.rare",
        {
            "category": use.category,
            "n": use.n_items,
            "total": found.kappa.n_items,
            "specific": agreed.estimate,
        },
    )
    names: list[Any] = list(found.raters)
    if found.several_people:
        names[0] = topic("terms")["people"]
    never = [name for name, share in zip(names, use.by_rater, strict=False) if share == 0]
    if never:
        yield Message("paradox.never", {"raters": never, "category": use.category})


def _rare(found: Paradox) -> list[Use]:
    """Categories that were used, but less than half as often as the even share; at least the rarest one."""
    used = sorted((use for use in found.use if use.share > 0), key=lambda use: order_key(use.share))
    rare = [use for use in used if use.share < 0.5 / len(found.use)]
    return rare or used[:1]


def _what_to_do(found: Paradox) -> Iterator[Message]:
    rare = _rare(found)[:_NAMED]
    facts = {"rare": _quoted([use.category for use in rare])}
    few = min(use.n_items for use in rare) < _FEW
    yield Message("paradox.steady", {"gwet": found.gwet.estimate, "even": found.even.estimate})
    for standard in found.standardised:
        if standard.margins == "even":
            yield standard.why_not or Message("paradox.standard", {"estimate": standard.estimate})
    yield Message("paradox.too-few" if few else "paradox.weak-there", facts)
    yield Message("paradox.collect" if few else "paradox.look", facts)


def _quoted(names: list[str]) -> list[str]:
    return [f"“{name}”" for name in names]


# --- undefined --------------------------------------------------------------------------------


def _undefined(found: Paradox) -> Iterator[Message]:
    if not found.agreement.defined:
        yield Message("paradox.undefined-pairs", {"m": _measure(found)})
        return
    used = [use.category for use in found.use if use.share > 0]
    if len(used) > 1:
        yield Message("paradox.undefined-weights", {"m": _measure(found)})
        return
    yield Message("paradox.undefined-one", {"m": _measure(found), "category": used[0]})
    yield _raw(found)
    others = [use.category for use in found.use if use.share == 0]
    if not others:
        yield Message("paradox.undefined-declare", {"category": used[0]})
        return
    if found.even.defined:
        yield Message("paradox.undefined-steady", {"gwet": found.gwet.estimate, "even": found.even.estimate})
    yield Message("paradox.undefined-collect", {"others": _quoted(others[:_NAMED])})


def _raw(found: Paradox) -> Message:
    """Raw agreement as a count, with its interval."""
    result = found.agreement
    facts: dict[str, Any] = {
        "same": result.estimate * result.n_items,
        "n": result.n_items,
        "share": result.estimate,
    }
    if result.interval is None:
        return Message("paradox.undefined-raw", facts)
    within = [result.interval.low, result.interval.high]
    return Message(
        "paradox.undefined-raw-within", {**facts, "level": result.interval.level, "within": within}
    )
