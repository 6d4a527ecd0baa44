"""What is said of a judge's runs on anchor items."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...digits import order_key
from ...inference.alignment import rated_alike
from ...inference.intervals import most_missed
from ...language.message import Message
from ...language.render import topic
from ...result import Result
from .anchor_verdict import anchors_needed, level_holds, moves
from .round import MARKS, ComparedRound, counted

if TYPE_CHECKING:
    from .anchors import Anchored


def why_not(rounds: Sequence[ComparedRound]) -> Message | None:
    """Why it is not known whether the rounds have the same items, if it is not."""
    data = [one.ratings for one in rounds]
    unnamed = [own.items is None or own.numbered for own in data]
    if any(own.item_source is not None or own.anonymous for own in data):
        return Message("anchors.unnamed")
    if not any(unnamed):
        return None
    alike = all(unnamed) and all(
        len(own) == len(data[0]) and own.weights is None and rated_alike(data[0], own) for own in data[1:]
    )
    return None if alike else Message("anchors.unnamed")


def sentences(
    found: Anchored, level: float, last: tuple[int, int], *, unchanged: bool
) -> tuple[Message, ...]:
    """Which items, the verdict, what changed, noise, people: in this order.

    `last` are the items and the ratings of the last run.
    """
    return (
        *_items(found, last),
        *_verdict(found, level, unchanged=unchanged),
        *_noise(found, level, unchanged=unchanged),
        *_people(found),
        *_looks(found, level),
        *_marks(found),
    )


def _items(found: Anchored, of: tuple[int, int]) -> Iterator[Message]:
    first, last = found.runs[0].name, found.runs[-1].name
    facts = {"rater": found.rater, "n": found.items, "runs": len(found.runs), "first": first, "last": last}
    several = found.items != found.n_anchors
    yield _message("who-ratings", **facts, rows=found.n_anchors) if several else _message("who", **facts)
    if found.left_out:
        yield _message("left-out", names=list(found.left_out))
    if found.ranked:
        yield _message("steps")
    if found.items < of[0]:
        yield _message("part", n=found.items, of=counted(of[0]), last=last)
    elif found.n_anchors < of[1]:
        yield _message("part", n=found.n_anchors, of=counted(of[1], ratings=True), last=last)


def _verdict(found: Anchored, level: float, *, unchanged: bool) -> Iterator[Message]:
    shares, matter = "" if found.ordered else "-shares", found.matter
    if found.verdict in ("drifting", "changed"):
        yield _message(found.verdict, rater=found.rater, **_what_changed(found))
        yield from _changes(found, level)
        if level_holds(found):
            yield _message(f"small{shares}", matter=matter)
    elif unchanged:
        most = most_missed(found.items, level)
        if found.verdict == "steady":
            yield _message("unchanged", most=most)
        else:
            yield _message("unchanged-few", most=most, least=anchors_needed(level))
    else:
        noise = "-noise" if found.verdict == "cannot-tell" and found.beyond_noise is None else ""
        yield _message(f"{found.verdict}{noise}{shares}", **({} if noise else {"matter": matter}))
        if found.verdict == "cannot-tell" and not math.isnan(found.detectable):
            yield _message(f"detectable{shares}", detectable=found.detectable)


def _changes(found: Anchored, level: float) -> Iterator[Message]:
    """What is sure after all tests, and in which direction."""
    sure = {name for name, p in found.adjusted.items() if p < 1 - found.level_now}
    if "level" in sure and found.level is not None:
        yield _largest(found, level) or _message("uneven", p=found.level.p_value)
    if "trend" in sure and found.trend is not None and found.trend.interval is not None:
        way = "rising" if found.trend.estimate > 0 else "falling"
        yield _message(way, change=abs(found.trend.estimate), level=level, **_ends(found.trend))
    if "beyond_noise" in sure:
        apart = [found.between, found.repeatability]
        yield _apart("beyond-noise", found, *(math.nan if r is None else r.estimate for r in apart))


def _largest(found: Anchored, level: float) -> Message | None:
    """A change from the first run whose direction is sure: that of the last run, or what stands out most."""
    every = [(run, name, moved) for run in found.runs[1:] for name, moved in moves(run)]
    sure = [one for one in every if _size(one[2]) > 0]
    if not sure:
        return None
    last = [one for one in sure if one[0] is found.runs[-1]]
    run, name, moved = max(last or sure, key=lambda one: order_key(_size(one[2])))
    up, common = moved.estimate > 0, {"run": run.name, "first": found.runs[0].name}
    if not found.ordered:
        way, within = "more-often" if up else "less-often", list(_ends(moved).values())
        return _message(way, category=name, change=moved.estimate, within=within, level=level, **common)
    way, size = "higher" if up else "lower", abs(moved.estimate)
    if moved.interval is None:
        return _message(f"{way}-every", shift=size, **common)
    return _message(way, shift=size, level=level, **common, **_ends(moved))


def _size(moved: Result) -> float:
    """How far a change is from none, by its standard error; 0 where its direction is not sure."""
    if moved.interval is None:
        return math.inf if moved.se == 0 and moved.estimate else 0.0
    return 0.0 if 0 in moved.interval else abs(moved.estimate) / moved.se


def _noise(found: Anchored, level: float, *, unchanged: bool) -> Iterator[Message]:
    across, within = found.between, found.repeatability
    if across is None:
        return
    if within is None:
        if not unchanged:
            measured = "-measured" if found.measured else ""
            yield _message(f"no-repeats{measured}", between=across.estimate)
    elif found.measured:
        yield _message("noise-measured", within=within.estimate, between=across.estimate)
    else:
        ends = list(_ends(within).values())
        yield _message("noise", within=within.estimate, ends=ends, between=across.estimate, level=level)


def _apart(key: str, found: Anchored, across: float, within: float) -> Message:
    """How far runs and repeats are apart, shares of agreement turned round."""
    if found.measured:
        return _message(f"{key}-measured", between=across, within=within)
    return _message(key, between=1 - across, within=1 - within)


def _people(found: Anchored) -> Iterator[Message]:
    first, last = found.runs[0], found.runs[-1]
    if first.with_people is not None and last.with_people is not None:
        yield _message(
            "people-measured" if found.measured else "people", first=first.name, last=last.name,
            early=first.with_people.estimate, late=last.with_people.estimate,
        )  # fmt: skip
        yield from _people_trend(found)
    if found.n_people_changed:
        yield _message("people-changed", n=found.n_people_changed, rater=found.rater)


def _people_trend(found: Anchored) -> Iterator[Message]:
    trend = found.with_people_trend
    if trend is None or math.isnan(trend.p_value):
        return
    better = trend.estimate < 0 if found.measured else trend.estimate > 0
    if not trend.p_value < 1 - found.level_now:
        yield _message("people-level", p=trend.p_value)
        return
    yield _message("people-more" if better else "people-less", p=trend.p_value)
    if found.verdict in ("drifting", "changed") and not found.n_people_changed:
        yield _message("towards" if better else "away")


def _looks(found: Anchored, level: float) -> Iterator[Message]:
    """At what level this look tests."""
    yield _message("looks", t=found.looked, now=100 * found.level_now, level=100 * level)


def _what_changed(found: Anchored) -> dict[str, Any]:
    """What was changed on purpose, for the verdict that names it."""
    if found.verdict != "changed":
        return {}
    return {"marks": [dict(topic("anchors")[f"mark-{name}"]) for name in found.changed]}


def _marks(found: Anchored) -> Iterator[Message]:
    """What is known to have been changed between the runs, where the verdict has not said so."""
    if found.changed and found.verdict != "changed":
        yield _message("marks", marks=[dict(topic("anchors")[f"mark-{name}"]) for name in found.changed])


def changed_marks(rounds: Sequence[ComparedRound]) -> tuple[str, ...]:
    """The marks that differ between two rounds that follow each other."""
    steps = list(pairwise(rounds))
    return tuple(name for name in MARKS if any(_differs(name, a, b) for a, b in steps))


def last_change(rounds: Sequence[ComparedRound]) -> int:
    """The place of the first round since anything was changed on purpose."""
    steps = enumerate(pairwise(rounds), 1)
    return max((place for place, (a, b) in steps if any(_differs(name, a, b) for name in MARKS)), default=0)


def _differs(name: str, first: ComparedRound, second: ComparedRound) -> bool:
    a, b = first.about.marks, second.about.marks
    return name in a and name in b and a[name].fingerprint != b[name].fingerprint


def _ends(result: Result) -> dict[str, float]:
    interval = result.interval
    low, high = (result.estimate,) * 2 if interval is None else (interval.low, interval.high)
    return {"low": low, "high": high}


def _message(key: str, **facts: Any) -> Message:
    return Message(f"anchors.{key}", facts)
