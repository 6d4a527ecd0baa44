"""A change in sentences; no direction is claimed that the interval does not show."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...inference.repeated_looks import detectable
from ...language.message import Message, fact
from ...language.numerals import written_percent
from ...language.render import is_share
from ...result import Interval, Result
from ..non_inferiority import margin_case, margin_items
from ..notes import reason
from .change_record import Change, Flips, MeasureChange
from .round import MARKS, ComparedRound, counted, rated
from .same_items import least_common

#: How far an item's results in two rounds are taken to correlate where no item is in both.
_CORRELATION = 0.5


def sentences(
    change: Change, first: ComparedRound, second: ComparedRound, level: float, same_scale: bool
) -> Iterator[Message]:
    """How much it changed and whether that is sure, which items flipped, and what else changed."""
    leading = change.measure("exact_agreement") or change.main
    yield _headline(change, leading, level)
    if change.main is not leading:
        yield _beside(change, change.main)
    if change.margin is not None:
        yield Message(f"rounds.margin-{margin_case(change.margin)}", change.margin.facts())
        yield from margin_items(change.margin)
    yield from _items(change, leading) if change.paired else _apart(change, leading, first, second, level)
    if change.name != change.name_before:
        names = {"first": change.first, "second": change.second}
        yield Message("rounds.renamed", {"before": change.name_before, "after": change.name, **names})
    yield from _marks(change, first, second)
    if not same_scale:
        yield Message("rounds.scales-differ")


# --- how much ---------------------------------------------------------------------------------


def _headline(change: Change, one: MeasureChange, level: float) -> Message:
    if not one.difference.defined:
        return _undefined(change, one)
    names = {"first": change.first, "second": change.second}
    key, items = _on(change)
    within = one.difference.interval
    if within is None:
        return Message(f"rounds.{key}-bare", {**names, **items, **_values(one)})
    facts = {**_values(one), **_spread(change, one, within), "level": level}
    return Message(f"rounds.{key}", {**names, **items, **facts})


def _on(change: Change) -> tuple[str, dict[str, Any]]:
    """Whether the items are the same, others, or a few of them the same; and how many."""
    if change.paired:
        return "on-same", {"items": rated(change.n_common, change.n_rows)}
    each = {"a": change.n_first, "b": change.n_second}
    return ("on-few", {**each, "n": change.n_common}) if change.n_common else ("on-other", each)


def _beside(change: Change, one: MeasureChange) -> Message:
    if not one.difference.defined:
        return _undefined(change, one)
    within = one.difference.interval
    if within is None:
        return Message("rounds.also-bare", _values(one))
    return Message("rounds.also", {**_values(one), **_spread(change, one, within)})


def _undefined(change: Change, one: MeasureChange) -> Message:
    """That there is nothing to compare, in which round, and why."""
    sides = {change.first: one.first, change.second: one.second}
    gone = [name for name, result in sides.items() if not result.defined]
    lost = sides[gone[0]] if gone else one.difference
    facts = {"m": [one.measure, dict(one.options)], "names": gone or list(sides), "why": fact(reason(lost))}
    return Message("rounds.undefined", facts)


def _values(one: MeasureChange) -> dict[str, Any]:
    at = one.difference.details
    x, y = told_apart(one.measure, at["first"], at["second"])
    gap = difference_fact(one.measure, one.difference.estimate)
    return {"m": [one.measure, dict(one.options)], "x": x, "y": y, "gap": gap}


def told_apart(measure: str, first: float, second: float) -> tuple[list[Any], list[Any]]:
    """Two values as facts; shares that look alike in whole percent have a decimal."""
    alike = is_share(measure) and first != second and written_percent(first) == written_percent(second)
    decimal = [1] if alike else []
    return [measure, first, *decimal], [measure, second, *decimal]


def _spread(change: Change, one: MeasureChange, within: Interval) -> dict[str, Any]:
    low, high = (difference_fact(one.measure, end, "-bare") for end in (within.low, within.high))
    found = verdict(one.measure, one.difference)
    other = "-other" if not change.paired and found in _SURE else ""
    shown = fact(Message(f"rounds.{found}{other}"))
    return {"low": low, "high": high, "p": one.difference.p_value, "verdict": shown}


#: What is sure of the same items; of others it may come from the items.
_SURE = ("better", "worse", "moved")


def verdict(measure: str, difference: Result) -> str:
    """What the interval of a difference shows: better, worse, a change of what has no better, or nothing."""
    within = difference.interval
    if within is None or within.low <= 0 <= within.high:
        moved = difference.estimate != 0 or difference.details.get("up") or difference.details.get("down")
        still = not moved and difference.se == 0 and difference.details.get("paired", True)
        return "unchanged" if still else "not-sure"
    c = BY_NAME[measure]
    if c.best == 0 and c.range[0] < 0:
        return "moved"
    return "better" if (within.low > 0) != (c.best == 0) else "worse"


def difference_fact(measure: str, number: float, form: str = "") -> dict[str, Any]:
    """A difference as a fact: of a share in percentage points, of all else as tables show it.

    More digits are shown where rounding would show none.
    """
    if not is_share(measure):
        return fact(Message(f"rounds.units{form.removeprefix('-bare')}", {"x": number}))
    x = 100 * number
    fine = "-fine" if form != "-size" and x != 0 and round(x, 1) == 0 else ""
    return fact(Message(f"rounds.points{form}{fine}", {"x": x}))


# --- items ------------------------------------------------------------------------------------


def _items(change: Change, leading: MeasureChange) -> Iterator[Message]:
    flips = change.flips
    if flips is not None and flips.n_mended + flips.n_broken == 0:
        yield Message("rounds.flips-none")
    elif flips is not None:
        yield _flips(change, flips, leading)
    judge, n = change.kind == "judge", change.n_rater_changed
    who, how = "judge" if judge else "raters", "changed" if n else "same"
    many = {"n": counted(n, ratings=change.in_ratings)} if n else {}
    yield Message(f"rounds.{who}-{how}", {**({"name": change.name} if judge else {}), **many})
    if change.n_reference_changed:
        many = {"n": counted(change.n_reference_changed, ratings=change.in_ratings)}
        yield Message("rounds.reference-changed", {"name": change.name, **many})
    left = {"a": change.n_first - change.n_common, "b": change.n_second - change.n_common}
    if any(n > 0 for n in left.values()):
        key = "left-out" if judge else "people-left-out"
        yield Message(f"rounds.{key}", {**left, "first": change.first, "second": change.second})


def _flips(change: Change, flips: Flips, leading: MeasureChange) -> Message:
    each = {"mended": flips.n_mended, "broken": flips.n_broken}
    facts: dict[str, Any] = {name: counted(n, ratings=change.in_ratings) for name, n in each.items()}
    if leading.measure != "exact_agreement":
        return Message("rounds.flips-measured", facts)
    several = "up" not in leading.difference.details
    return Message("rounds.flips-several" if several else "rounds.flips", facts)


def _apart(
    change: Change, leading: MeasureChange, first: ComparedRound, second: ComparedRound, level: float
) -> Iterator[Message]:
    """That the rounds have other items, and how little that can see."""
    counted = any(one.ratings.item_source is not None for one in (first, second))
    if counted:
        yield Message("rounds.counted")
    elif change.n_common:
        yield Message("rounds.few-common", {"least": least_common(change.n_first, change.n_second)})
    else:
        yield Message("rounds.no-common")
    yield Message("rounds.other-items")
    yield from _sees_little(change, leading, level)


def _sees_little(change: Change, leading: MeasureChange, level: float) -> Iterator[Message]:
    """The true change that would be noticed, and what the same number of items in both rounds would show."""
    seen, less = leading.detectable, _if_paired(leading, change, level)
    if math.isnan(seen):
        return
    if math.isinf(seen):
        yield Message("rounds.sees-nothing")
        return
    facts: dict[str, Any] = {"seen": difference_fact(leading.measure, seen, "-size")}
    if not less < 0.95 * seen:
        yield Message("rounds.sees-little-alone", facts)
        return
    facts |= {
        "less": difference_fact(leading.measure, less, "-size"),
        "k": min(change.n_first, change.n_second),
    }
    yield Message("rounds.sees-little", facts)


def _if_paired(one: MeasureChange, change: Change, level: float) -> float:
    """What the same number of items in both rounds would show: se² = a² + b² − 2ρab, for so many items."""
    n = min(change.n_first, change.n_second)
    if n < 2:
        return math.nan
    a, b = (r.se * math.sqrt(k / n) for r, k in ((one.first, change.n_first), (one.second, change.n_second)))
    return detectable(math.sqrt(a**2 + b**2 - 2 * _CORRELATION * a * b), n - 1, level)


# --- what else --------------------------------------------------------------------------------


def _marks(change: Change, first: ComparedRound, second: ComparedRound) -> Iterator[Message]:
    before, after = first.about.marks, second.about.marks
    known = [mark for mark in MARKS if mark in before and mark in after]
    if change.marks:
        named = [_mark(what, before[what].name, after[what].name) for what in change.marks]
        yield Message("rounds.marks-changed", {"marks": named})
    elif known and change.kind == "judge" and change.n_rater_changed:
        words = [fact(Message(f"rounds.{what}")) for what in known]
        yield Message("rounds.marks-same", {"marks": words})


def _mark(what: str, before: str, after: str) -> Mapping[str, Any]:
    word = fact(Message(f"rounds.{what}"))
    if before == after:
        return word
    return fact(Message("rounds.mark", {"what": word, "before": before, "after": after}))
