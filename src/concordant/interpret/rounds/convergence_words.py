"""Convergence in sentences: the verdict, what the rule says, and what the noise allows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from ...coefficients.catalogue import BY_NAME
from ...digits import order_key
from ...language.message import Message, fact
from ...language.render import is_share, template
from ...result import Result
from ..compare import same
from ..goals import FAR
from ..notes import places, reason
from .gain import Gain, direction
from .round import rated_in

if TYPE_CHECKING:
    from .convergence import Convergence


def sentences(
    called: Convergence,
    steps: Sequence[Gain],
    over: Gain | None,
    values: Sequence[Result],
    names: Sequence[str],
) -> Iterator[Message]:
    """The verdict first; `steps` and `over` are the gains that it rests on."""
    rounds = list(names) or [str(place + 1) for place in range(len(values))]
    window = slice(max(0, len(rounds) - called.in_a_row - 1), None)
    facts = {
        "m": (called.measure, dict(called.options)), "least": (called.measure, _rounded(called)),
        "k": called.in_a_row, "first": rounds[window][0], "last": rounds[-1],
        "missing": called.in_a_row - len(called.gains),
    }  # fmt: skip
    yield from _verdict(called, steps, over, facts)
    yield from _past_best(called, values, rounds, facts)
    yield from _rule(called, facts)
    yield from _line(called, values, rounds, facts)
    for name, value in zip(rounds[window], values[window], strict=True):
        if not value.defined:
            yield _message("undefined-round", facts, round=name, why=fact(reason(value)))
    yield from _noise(called, facts)


def _verdict(
    called: Convergence, steps: Sequence[Gain], over: Gain | None, facts: Mapping[str, Any]
) -> Iterator[Message]:
    if called.verdict == "converged":
        paired = all(step.paired for step in steps)
        facts = {**facts, "on": fact(Message(f"convergence.{'same-items' if paired else 'not-all-same'}"))}
        yield _message("converged", facts, high=gain_fact(called, max(step.high for step in steps)))
        if over is not None and over.low > 0:
            yield _message("converged-rising", facts, **_size(called, over))
    elif over is None:
        yield _not_known(called.over, facts)
    elif called.verdict != "cannot-tell":
        yield _message(called.verdict, facts, **_size(called, over), on=_on(called.over))
    else:
        shown = {**_shown(called, over.value, over.low, over.high), "on": _on(called.over)}
        yield _message(
            _open(called), facts, **shown, more=called.items_needed, far=FAR, rounds=list(called.items_in)
        )
    if not all(gain.paired for gain in (*steps, *([over] if over else []))):
        yield Message("convergence.other-items")


def _open(called: Convergence) -> str:
    """What would settle it: more rounds, more items, or hardly anything."""
    if called.rounds_needed is not None:
        return "cannot-tell-rounds"
    if called.items_needed is not None and not math.isinf(called.items_needed):
        return "cannot-tell"
    return "cannot-tell-early" if called.rule == "too-few-rounds" else "cannot-tell-far"


def _past_best(
    called: Convergence, values: Sequence[Result], rounds: Sequence[str], facts: Mapping[str, Any]
) -> Iterator[Message]:
    """That the last rounds got worse by more than is nothing, where all of them together still are a gain."""
    worse = list(takewhile(lambda gain: gain < 0 and not same(gain, 0.0), reversed(called.gains)))
    if called.verdict != "improving" or not worse:
        return
    sign = direction(called.measure)
    known = {name: sign * one.estimate for name, one in zip(rounds, values, strict=True) if one.defined}
    best = max(known, key=lambda name: order_key(known[name]))
    loss = known[best] - known[rounds[-1]]
    if loss >= called.least_gain:
        key = "past-best" if len(worse) > 1 else "past-best-once"
        yield _message(key, facts, n=len(worse), best=best, loss=gain_fact(called, loss, "-size"))


def _line(
    called: Convergence, values: Sequence[Result], rounds: Sequence[str], facts: Mapping[str, Any]
) -> Iterator[Message]:
    """Of what the least gain is a share, where the measure has units of its own."""
    whole = next((n for n, one in enumerate(values) if one.defined and one.estimate > 0), None)
    if math.isinf(BY_NAME[called.measure].range[1]) and whole is not None:
        share = called.least_gain / values[whole].estimate
        yield _message("line", facts, round=rounds[whole], share=share, x=values[whole].estimate)


def _rounded(called: Convergence) -> float:
    """The least gain with few digits, where it is a share of some value."""
    least = called.least_gain
    return float(f"{least:.3g}") if math.isinf(BY_NAME[called.measure].range[1]) else least


def _on(over: Result | None) -> dict[str, Any]:
    """On the same items, on different ones, or with few in common; and how many, where that is known."""
    details = {} if over is None else over.details
    if over is None or not {"items", "items_first"} & details.keys():
        return fact(Message(f"convergence.{'same' if details.get('paired', True) else 'different'}-items"))
    items = rated_in(over)
    if details.get("items_common"):
        return fact(Message("convergence.few-common", {"n": details["items_common"], "items": items}))
    return fact(
        Message(f"convergence.{'same' if 'items' in details else 'different'}-counted", {"items": items})
    )


def _not_known(over: Result | None, facts: Mapping[str, Any]) -> Message:
    """Why there is no change to judge by, where that is known."""
    if over is None or not over.notes:
        return _message("cannot-tell-alone", facts)
    return _message("cannot-tell-why", facts, why=fact(reason(over)))


def _rule(called: Convergence, facts: Mapping[str, Any]) -> Iterator[Message]:
    gains = [gain_fact(called, gain, "-bare") for gain in called.gains[:-1]]
    gains += [gain_fact(called, gain) for gain in called.gains[-1:]]
    yield _message(f"rule-{called.rule}", facts, gains=gains)
    fell = sum(gain < 0 and not same(gain, 0.0) for gain in called.gains)
    if called.rule == "converged" and fell:
        yield _message("fell", facts, n=fell)


def _noise(called: Convergence, facts: Mapping[str, Any]) -> Iterator[Message]:
    if called.last is not None and not math.isnan(called.detectable):
        known = {"items": rated_in(called.last)}
        if math.isinf(called.detectable):
            yield _message("noise-all", facts, **known, best=(called.measure, BY_NAME[called.measure].best))
        else:
            yield _message("noise", facts, **known, seen=gain_fact(called, called.detectable, "-size"))
    yield _message("looks", facts, t=called.looked, now=100 * called.level_now, level=100 * called.level)


def _size(called: Convergence, gain: Gain) -> dict[str, Any]:
    """A reliable gain or loss: how large, whatever its sign."""
    low, high = sorted((abs(gain.low), abs(gain.high)))
    return _shown(called, abs(gain.value), low, high, "-size")


def _shown(called: Convergence, value: float, low: float, high: float, form: str = "") -> dict[str, Any]:
    """A gain and its interval, the unit said once."""
    ends = {"low": gain_fact(called, low, f"-bare{form}"), "high": gain_fact(called, high, f"-bare{form}")}
    return {"gain": gain_fact(called, value, form), **ends}


def gain_fact(called: Convergence, number: float, form: str = "") -> dict[str, Any]:
    """A gain as a fact: a share in percentage points, an error in units of the scale, else as it is.

    One more digit is shown where rounding would put it on the line from which it is to be told: 0, or the
    least gain that matters.
    """
    share = is_share(called.measure)
    if math.isinf(BY_NAME[called.measure].range[1]):
        return fact(Message(f"rounds.units{form.removeprefix('-bare')}", {"x": number}))
    times, digits = (100, 1) if share else (1, 3)
    x, lines = times * number, (0.0, times * called.least_gain)
    fine = "-fine" if any(same(round(x, digits), line) and not same(x, line) for line in lines) else ""
    kind = f"share{form}" if share else f"value{form.removeprefix('-bare')}"
    return {"code": f"convergence.{kind}{fine}", "facts": {"x": x}}


def _message(key: str, facts: Mapping[str, Any], **more: Any) -> Message:
    """A sentence with the facts that it has places for."""
    known = {**facts, **more}
    return Message(
        f"convergence.{key}", {name: known[name] for name in places(template(f"convergence.{key}", "en"))}
    )
