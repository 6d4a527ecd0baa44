"""What the gate says: the outcome, then what is missing, what was lost, and what could not be seen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .compared import called
from .goals import TargetReport
from .item_words import said_value
from .notes import reason
from .numerals import in_units, written
from .regressions import UNNAMED, gain_ends, is_unmoved, watched
from .rounds.change import Change, MeasureChange
from .rounds.gain import direction
from .rounds.slice_changes import SliceChange
from .said import Said
from .speak import LANGUAGES, is_share, topic
from .tabular import NONE

if TYPE_CHECKING:
    from .gate import Gate

#: So many slices are named in a sentence; tables name them all.
MOST_NAMED = 5


def sentences_of(gate: Gate) -> Iterator[Said]:
    """The outcome first, in one sentence."""
    yield _outcome(gate)
    for name, target in gate.missing:
        yield from (_of(gate, name, said) for said in _missing(target))
    for change in gate.changes:
        yield _of(gate, change.name, changed_said(gate, change))
    yield from _slices(gate)
    if gate.baseline:
        seen = {change.name for change in gate.changes}
        for name, kind in gate.judged.items():
            if name not in seen:
                yield Said("gate.new", {"name": called(name, kind), "baseline": since(gate)})


def _outcome(gate: Gate) -> Said:
    by_goal = [name for name, report in gate.goals.items() if report.outcome == gate.outcome]
    by_change = _at_fault(gate)
    both = gate.outcome == "met" and bool(gate.goals) and bool(gate.baseline)
    why = "both" if both or (by_goal and by_change) else "goal" if by_goal else "baseline"
    names = [name for name in gate.judged if name in {*by_goal, *by_change}]
    facts: dict[str, Any] = {"who": [called(name, gate.judged[name]) for name in names or gate.judged]}
    if why != "baseline":
        facts["goal"] = dict(next(iter(gate.goals.values())).goal.name)
    if why != "goal":
        facts["baseline"] = since(gate)
        if gate.outcome != "cannot-tell":
            facts["beyond"] = _beyond(gate)
    return Said(f"gate.{gate.outcome}-{why}", facts)


def _at_fault(gate: Gate) -> list[str]:
    """The comparisons whose change since the baseline makes the outcome what it is."""
    if gate.outcome == "met" or not gate.baseline:
        return []
    if gate.outcome == "not-met":
        slices = {name for name, one in gate.every_slice if one.lost}
        return [*slices, *(c.name for c in gate.changes if gate.state(c) == "lost")]
    unseen = {*gate.judged} - {c.name for c in gate.changes} if not gate.goals else set()
    return [*unseen, *(c.name for c in gate.changes if gate.state(c) == "undefined")]


def _beyond(gate: Gate) -> Any:
    if not gate.allowed_loss or not gate.changes:
        return dict.fromkeys(LANGUAGES, "")
    most = apart(watched(gate.changes[0]).measure, gate.allowed_loss)
    return _nested(Said("gate.beyond", {"most": most}))


def since(gate: Gate) -> Any:
    """What the baseline is called."""
    return dict(topic("gate")[UNNAMED]) if gate.baseline == UNNAMED else gate.baseline


def _of(gate: Gate, name: str, said: Said) -> Said:
    """The sentence, led by who it is about where several are judged."""
    if len(gate.judged) == 1:
        return said
    return Said("gate.of", {"name": called(name, gate.judged[name]), "said": _nested(said)})


def _missing(target: TargetReport) -> Iterator[Said]:
    yield target.said
    if target.warning is not None:
        yield target.warning


def changed_said(gate: Gate, change: Change) -> Said:
    """What became of one comparison as a whole."""
    one = watched(change)
    name, state, ends = one.measure, gate.state(change), gain_ends(one.difference, one.measure)
    if ends is None:
        return Said("gate.not-defined", {"baseline": since(gate), "why": _why(one)})
    facts: dict[str, Any] = {
        "baseline": since(gate),
        "m": [name, dict(one.options)],
        "before": [name, one.first.estimate],
        "after": [name, one.second.estimate],
        **({"n": change.n_common} if change.paired else {}),
    }
    if state == "unsure" and change.paired and is_unmoved(one.difference):
        return Said("gate.unchanged", {key: fact for key, fact in facts.items() if key != "before"})
    facts |= {"most": apart(name, -ends[0])} if state == "unsure" else _sure(one, ends)
    key = "not-seen" if state == "unsure" else state
    return Said(f"gate.{key}" + ("" if change.paired else "-apart"), facts)


def _why(one: MeasureChange) -> Any:
    """Why there is no difference, where something says so."""
    told = next((r for r in (one.difference, one.second, one.first) if r.notes), None)
    return dict.fromkeys(LANGUAGES, "") if told is None else _nested(reason(told))


def _sure(one: MeasureChange, ends: tuple[float, float]) -> dict[str, Any]:
    """A sure loss or gain, its ends in order of size."""
    low, high = sorted(map(abs, ends))
    return {
        "loss": apart(one.measure, abs(one.difference.estimate)),
        "within": within(one.measure, low, high),
    }


def _slices(gate: Gate) -> Iterator[Said]:
    """Which slices lost, and which gained, of all that were looked at; or what could not be seen in them."""
    found = [(name, one) for name, one in gate.every_slice if one.difference.defined]
    if not found:
        return
    common = {"baseline": since(gate), "n": len(found)}
    lost = [(name, one) for name, one in found if one.lost]
    gained = [(name, one) for name, one in found if one.gained]
    if lost:
        facts = common | {"lost": len(lost), "fdr": gate.fdr, "slices": _named(gate, lost)}
        yield Said("gate.slices-lost", facts)
    else:
        yield from _none_lost([one for _, one in found], common)
    if gained:
        yield Said("gate.slices-gained", common | {"gained": len(gained), "slices": _named(gate, gained)})


def _none_lost(found: Sequence[SliceChange], common: dict[str, Any]) -> Iterator[Said]:
    known = [gain_ends(one.difference, one.measure) for one in found]
    ends = {place: each[0] for place, each in enumerate(known) if each is not None}
    if not ends:
        return
    widest = min(ends, key=lambda i: ends[i])
    one = found[widest]
    facts = {"most": apart(one.measure, max(0.0, -ends[widest])), "column": one.column, "value": _value(one)}
    yield Said("gate.slices-none-lost", common | facts | {"items": one.n})


def _named(gate: Gate, slices: Sequence[tuple[str, SliceChange]]) -> list[Any]:
    """The largest changes first, the others counted."""
    ordered = sorted(slices, key=lambda each: abs(each[1].difference.estimate), reverse=True)
    named = [_nested(_of(gate, name, slice_said(one))) for name, one in ordered[:MOST_NAMED]]
    more = len(ordered) - MOST_NAMED
    return [*named, *([_nested(Said("gate.slice-more", {"n": more}))] if more > 0 else [])]


def slice_said(one: SliceChange) -> Said:
    """What became of a slice."""
    change = apart(one.measure, direction(one.measure) * one.difference.estimate, sign=True)
    facts = {"column": one.column, "value": _value(one), "change": change, "q": q_words(one)}
    return Said("gate.slice", {**facts, "n": one.n})


def _value(one: SliceChange) -> dict[str, str]:
    return {lang: said_value(one.value, lang) for lang in LANGUAGES}


def q_words(one: SliceChange) -> str:
    """The q-value of a loss, or of a gain, as people write it behind the letter."""
    q = one.q_gained if one.gained else one.q_value
    if math.isnan(q):
        return NONE
    return "< 0.001" if q < 0.001 else f"= {q:.3f}"


def apart(measure: str, number: float, *, sign: bool = False) -> Any:
    """A difference as a fact: points of a share, else a number in the measure's own units."""
    if is_share(measure):
        return _nested(Said("gate.points-signed" if sign else "gate.points", {"x": 100 * number}))
    shown = in_units(number) if abs(number) >= 1 else written(number, ".2f")
    return dict.fromkeys(LANGUAGES, ("+" if sign and number > 0 else "") + shown)


def within(measure: str, low: float, high: float, *, sign: bool = False) -> Any:
    """Two differences as the ends of an interval, the unit of which stands beside it."""
    return _nested(Said("gate.ends", {"low": _bare(measure, low, sign), "high": _bare(measure, high, sign)}))


def _bare(measure: str, number: float, sign: bool) -> str:
    if is_share(measure):
        return written(100 * number, "+.1f" if sign else ".1f")
    return str(apart(measure, number, sign=sign)[LANGUAGES[0]])


def _nested(said: Said) -> dict[str, Any]:
    return {"code": said.code, "facts": dict(said.facts)}
