"""Convergence in sentences: the verdict, what the rule says, and what the noise allows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...result import Result
from ..benchmarks import same
from ..notes import places, reason
from ..said import Said, fact
from ..settle import FAR
from ..speak import is_share, template
from .gain import Gain

if TYPE_CHECKING:
    from .convergence import Convergence

#: What is all but impossible is not said to be so.
_NEVER = 1e-6


def sentences(
    called: Convergence,
    steps: Sequence[Gain],
    over: Gain | None,
    values: Sequence[Result],
    names: Sequence[str],
) -> Iterator[Said]:
    """The verdict first; `steps` and `over` are the gains that it rests on."""
    rounds = list(names) or [str(place + 1) for place in range(len(values))]
    window = slice(max(0, len(rounds) - called.in_a_row - 1), None)
    facts = {
        "m": (called.measure, dict(called.options)), "least": (called.measure, called.least_gain),
        "k": called.in_a_row, "first": rounds[window][0], "last": rounds[-1],
    }  # fmt: skip
    yield from _verdict(called, steps, over, facts)
    yield from _rule(called, facts)
    for name, value in zip(rounds[window], values[window], strict=True):
        if not value.defined:
            yield _said("undefined-round", facts, round=name, why=fact(reason(value)))
    yield from _noise(called, facts)


def _verdict(
    called: Convergence, steps: Sequence[Gain], over: Gain | None, facts: Mapping[str, Any]
) -> Iterator[Said]:
    if called.verdict == "converged":
        facts = {**facts, "on": _on(*steps)}
        yield _said("converged", facts, high=amount(called, max(step.high for step in steps)))
        if over is not None and over.low > 0:
            yield _said("converged-rising", facts, **_size(called, over))
    elif over is None:
        yield _not_known(called.over, facts)
    elif called.verdict != "cannot-tell":
        yield _said(called.verdict, facts, **_size(called, over), on=_on(over))
    else:
        shown = {**_shown(called, over.value, over.low, over.high), "now": over.n, "on": _on(over)}
        far = called.items_needed is None or math.isinf(called.items_needed)
        key = "cannot-tell-far" if far else "cannot-tell"
        yield _said(key, facts, **shown, more=called.items_needed, far=FAR)


def _on(*gains: Gain) -> dict[str, Any]:
    """On the same items, or on different ones."""
    same_items = all(gain.paired for gain in gains)
    return fact(Said(f"convergence.{'same' if same_items else 'different'}-items"))


def _not_known(over: Result | None, facts: Mapping[str, Any]) -> Said:
    """Why there is no change to judge by, where that is known."""
    if over is None or not over.notes:
        return _said("cannot-tell-alone", facts)
    return _said("cannot-tell-why", facts, why=fact(reason(over)))


def _rule(called: Convergence, facts: Mapping[str, Any]) -> Iterator[Said]:
    gains = [amount(called, gain, "-bare") for gain in called.gains[:-1]]
    gains += [amount(called, gain) for gain in called.gains[-1:]]
    yield _said(f"rule-{called.rule}", facts, gains=gains, missing=called.in_a_row - len(gains))
    fell = sum(gain < 0 and not same(gain, 0.0) for gain in called.gains)
    if called.rule == "converged" and fell:
        yield _said("fell", facts, n=fell)


def _noise(called: Convergence, facts: Mapping[str, Any]) -> Iterator[Said]:
    if called.last is not None and not math.isnan(called.detectable):
        seen = amount(called, called.detectable, "-size")
        p = min(max(called.probability_below, _NEVER), 1 - _NEVER)
        yield _said("noise", facts, n=called.last.n_items, seen=seen, p=p)
    yield _said("looks", facts, t=called.looked, now=100 * called.level_now, level=100 * called.level)


def _size(called: Convergence, gain: Gain) -> dict[str, Any]:
    """A gain that is surely one, or a loss that is: how large, whatever its sign."""
    low, high = sorted((abs(gain.low), abs(gain.high)))
    return _shown(called, abs(gain.value), low, high, "-size")


def _shown(called: Convergence, value: float, low: float, high: float, form: str = "") -> dict[str, Any]:
    """A gain and its interval, the unit said once."""
    ends = {"low": amount(called, low, f"-bare{form}"), "high": amount(called, high, f"-bare{form}")}
    return {"gain": amount(called, value, form), **ends}


def amount(called: Convergence, number: float, form: str = "") -> dict[str, Any]:
    """A gain as a fact: a share in percentage points, else as it is.

    One more digit is shown where rounding would put it on the line from which it is to be told: 0, or the
    least gain that matters.
    """
    share = is_share(called.measure)
    times, digits = (100, 1) if share else (1, 3)
    x, lines = times * number, (0.0, times * called.least_gain)
    fine = "-fine" if any(same(round(x, digits), line) and not same(x, line) for line in lines) else ""
    kind = f"share{form}" if share else f"value{form.removeprefix('-bare')}"
    return {"code": f"convergence.{kind}{fine}", "facts": {"x": x}}


def _said(key: str, facts: Mapping[str, Any], **more: Any) -> Said:
    """A sentence with the facts that it has places for."""
    known = {**facts, **more}
    return Said(
        f"convergence.{key}", {name: known[name] for name in places(template(f"convergence.{key}", "en"))}
    )
