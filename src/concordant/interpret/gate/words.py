"""What the gate says: the outcome, what is missing, losses overall and by slice, what was too few to see."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...digits import order_key
from ...language.message import Message, fact
from ...language.numerals import in_units, written
from ...language.render import LANGUAGES, is_share, topic
from ...language.text_table import NONE
from ..compare import called
from ..goals import COPIED_GOAL, TargetReport
from ..non_inferiority import margin_items, margin_test
from ..notes import reason
from ..rounds import Change, MeasureChange, SliceChange, direction, told_apart
from ..where import LEAST_TESTED, value_text
from .regressions import OPEN_STATES, UNNAMED, BaselineChange, State, gain_ends, is_unmoved, seen, watched

if TYPE_CHECKING:
    from .gate import Gate


def sentences_of(gate: Gate) -> Iterator[Message]:
    """The outcome first, in one sentence."""
    yield _outcome(gate)
    for name, report in gate.goals.items():
        if report.said.code in _SAID_OF_GOALS:
            yield of(gate, name, report.said)
    for name, target in gate.missing:
        yield from (of(gate, name, message) for message in _missing(target))
    for name, goal in gate.goals.items():
        for target in goal.targets:
            if target.mark is not None:
                yield of(gate, name, _of_measure(target, target.mark))
    yield from {report.paid.code: report.paid for report in gate.goals.values() if report.paid}.values()
    for change in gate.changes:
        yield from (of(gate, change.name, message) for message in whole_messages(gate, change))
    yield from slice_messages(gate, {"baseline": since(gate)}, _beyond(gate))
    if gate.new:
        yield new_message(gate, gate.new)
    if gate.gone:
        yield gone_message(gate, gate.gone)


def _outcome(gate: Gate) -> Message:
    by_goal = [name for name, report in gate.goals.items() if report.outcome == gate.outcome]
    by_change = _at_fault(gate)
    both = gate.outcome == "met" and bool(gate.goals) and bool(gate.baseline)
    why = "both" if both or (by_goal and by_change) else "goal" if by_goal else "baseline"
    names = [name for name in gate.judged if name in {*by_goal, *by_change}]
    gone = [name for name in gate.gone if name in by_change]
    facts: dict[str, Any] = {"who": [*_called(gate, names or ([] if gone else [*gate.judged])), *gone]}
    if why != "baseline":
        facts["goal"] = dict(next(iter(gate.goals.values())).goal.name)
    if why != "goal":
        facts["baseline"] = since(gate)
        if gate.outcome != "cannot-tell":
            facts["beyond"] = _beyond(gate)
    if gate.margin is not None and why != "goal" and gate.outcome != "not-met":
        kept = {name: value for name, value in facts.items() if name != "beyond"}
        return Message(f"gate.{gate.outcome}-{why}-margin", kept | {"margin": _allowed(gate)})
    return Message(f"gate.{gate.outcome}-{why}", facts)


def _called(gate: Gate, names: list[str]) -> list[Any]:
    return [called(name, gate.judged[name]) for name in names]


def _at_fault(gate: Gate) -> list[str]:
    """The comparisons whose change since the baseline makes the outcome what it is."""
    if gate.outcome == "met" or not gate.baseline:
        return []
    if gate.outcome == "not-met":
        slices = {name for name, one in gate.every_slice if one.lost}
        return [*slices, *(c.name for c in gate.changes if gate.state(c) == "lost")]
    return [*gate.new, *gate.gone, *(c.name for c in gate.changes if gate.state(c) in OPEN_STATES)]


def _beyond(gate: Gate) -> Any:
    if not (gate.margin or gate.allowed_loss) or not gate.changes:
        return dict.fromkeys(LANGUAGES, "")
    return fact(Message("gate.beyond", {"most": _allowed(gate)}))


def _allowed(gate: Gate) -> Any:
    return apart(watched(gate.changes[0]).measure, gate.margin or gate.allowed_loss)


def since(gate: Gate) -> Any:
    """What the baseline is called."""
    return fact(Message(f"gate.{UNNAMED}")) if gate.baseline == UNNAMED else gate.baseline


def _missing(target: TargetReport) -> Iterator[Message]:
    yield target.said
    if target.warning is not None:
        yield _of_measure(target, target.warning)


#: What a goal as a whole has to say besides its outcome.
_SAID_OF_GOALS = ("goals.goal-met-without-skill", COPIED_GOAL)


def _of_measure(target: TargetReport, said: Message) -> Message:
    """A sentence about a target, by the name of its measure."""
    name = [target.result.measure, dict(target.target.options)]
    return Message("goals.marked", {"m": name, "said": fact(said)})


def new_message(gate: Gate, names: tuple[str, ...]) -> Message:
    """That the baseline does not have these."""
    return Message("gate.new", {"names": _called(gate, [*names]), "baseline": since(gate)})


def gone_message(gate: Gate, names: tuple[str, ...]) -> Message:
    """That only the baseline has these."""
    return Message("gate.gone", {"names": [*names], "baseline": since(gate)})


# --- a comparison as a whole ------------------------------------------------------------------


def whole_messages(gate: Gate, change: Change) -> Iterator[Message]:
    """What became of one comparison as a whole, and how far its items are those of the baseline."""
    state, one = gate.state(change), gate.wholes[change.name]
    if state != "incomplete":
        yield _changed(gate, change, state)
        yield from _to_exclude(gate, change)
        yield from item_messages(gate, change)
        yield from (message for message in change.sentences if message.code == "rounds.reference-changed")
        return
    yield _incomplete(gate, change, one)
    if change.paired:
        yield _changed(gate, change, seen(change, gate.allowed_loss, sure=False))
        yield from (
            message for message in item_messages(gate, change) if message.code != "gate.items-missing"
        )


def _to_exclude(gate: Gate, change: Change) -> Iterator[Message]:
    """How many items it would take to exclude a loss of the margin."""
    one = watched(change)
    test = margin_test(one.difference, one.measure, gate.margin)
    if test is not None and gate.state(change) == "not-excluded":
        yield from margin_items(test)


def item_messages(gate: Gate, change: Change) -> Iterator[Message]:
    """How many items of the baseline are missing, and how many are new; nothing where none is known."""
    one = gate.wholes[change.name]
    facts = {"baseline": since(gate), "unit": _unit(one)}
    if one.n_common and one.n_missing > 0:
        yield Message("gate.items-missing", facts | {"missing": one.n_missing, "n": one.n_before})
    if one.n_common and one.n_new > 0:
        yield Message("gate.items-new", facts | {"new": one.n_new, "n": one.n_now})


def _incomplete(gate: Gate, change: Change, one: BaselineChange) -> Message:
    facts = {"baseline": since(gate), "unit": _unit(one)}
    if not one.n_common:
        return Message("gate.incomplete-none", facts | {"n": one.n_before, "least": gate.least_common})
    if one.n_common >= gate.least_common * one.n_before:
        return Message("gate.incomplete-few", facts | {"n": change.n_common})
    missing = {"missing": one.n_missing, "n": one.n_before, "least": gate.least_common}
    return Message("gate.incomplete", facts | missing)


def _unit(one: BaselineChange) -> dict[str, str]:
    return dict(topic("gate")["unit-rows" if one.rows else "unit-items"])


def _changed(gate: Gate, change: Change, state: State) -> Message:
    one = watched(change)
    name, ends = one.measure, gain_ends(one.difference, one.measure)
    if ends is None:
        return Message("gate.not-defined", {"baseline": since(gate), "why": _why(one)})
    before, after = told_apart(name, one.first.estimate, one.second.estimate)
    facts: dict[str, Any] = {
        "baseline": since(gate),
        "m": [name, dict(one.options)],
        "before": before,
        "after": after,
        **({"n": change.n_common} if change.paired else {}),
    }
    if state in ("excluded", "not-excluded"):
        ends_shown = within(name, *ends, sign=True)
        change_shown = apart(name, direction(name) * one.difference.estimate, sign=True)
        facts |= {"margin": _allowed(gate), "change": change_shown, "within": ends_shown}
        return Message(f"gate.{state}" + ("" if change.paired else "-apart"), facts)
    if state == "unsure" and change.paired and is_unmoved(one.difference):
        return Message("gate.unchanged", {key: value for key, value in facts.items() if key != "before"})
    facts |= {"most": apart(name, -ends[0])} if state == "unsure" else _sure(one, ends)
    facts |= {"allowed": _allowed(gate)} if state == "allowed" else {}
    facts |= {"k": len(gate.changes)} if state == "chance" else {}
    key = "not-seen" if state == "unsure" else state
    return Message(f"gate.{key}" + ("" if change.paired else "-apart"), facts)


def _why(one: MeasureChange) -> Any:
    """Why there is no difference, where something says so."""
    result = next((r for r in (one.difference, one.second, one.first) if r.notes), None)
    return dict.fromkeys(LANGUAGES, "") if result is None else fact(reason(result))


def _sure(one: MeasureChange, ends: tuple[float, float]) -> dict[str, Any]:
    """A sure loss or gain, its ends in order of size."""
    low, high = sorted(map(abs, ends))
    return {
        "loss": apart(one.measure, abs(one.difference.estimate)),
        "within": within(one.measure, low, high),
    }


#: So many slices are named in a sentence; tables name them all.
MOST_NAMED = 5
#: A slice, and the comparison that it is of.
Named = tuple[str, SliceChange]


def slice_messages(gate: Gate, common: dict[str, Any], beyond: Any) -> Iterator[Message]:
    """Which slices lost, and which gained, of all that were tested; or what could not be seen in them.

    `common` says which baseline it is, and `beyond` how large a loss is allowed.
    """
    defined = [(name, one) for name, one in gate.every_slice if one.difference.defined]
    found = [(name, one) for name, one in defined if one.n >= LEAST_TESTED]
    counted = common | {"n": len(found)}
    lost, gained = ([each for each in found if getattr(each[1], key)] for key in ("lost", "gained"))
    if lost:
        facts = {"lost": len(lost), "fdr": gate.fdr, "slices": _named(gate, lost)}
        yield Message("gate.slices-lost", counted | facts)
    elif found:
        yield from _none_lost(gate, found, counted, beyond)
    if gained:
        yield Message("gate.slices-gained", counted | {"gained": len(gained), "slices": _named(gate, gained)})
    if small := len(defined) - len(found):
        yield Message("gate.slices-small", {"n": small, "least": LEAST_TESTED})


def _none_lost(gate: Gate, found: Sequence[Named], common: dict[str, Any], beyond: Any) -> Iterator[Message]:
    if all(is_unmoved(one.difference) for _, one in found):
        yield Message("gate.slices-unchanged", common)
        return
    around = [gain_ends(one.difference, one.measure) for _, one in found]
    lows = [(ends[0], place) for place, ends in enumerate(around) if ends is not None]
    if not lows:
        return
    low, place = min(lows, key=lambda one: (order_key(one[0]), one[1]))
    name, one = found[place]
    most = apart(one.measure, max(0.0, -low))
    where = fact(of(gate, name, Message("gate.slice-where", _where(one))))
    yield Message("gate.slices-none-lost", common | {"most": most, "where": where, "beyond": beyond})


def _named(gate: Gate, slices: Sequence[Named]) -> list[Any]:
    """The largest changes first, the others counted."""
    ordered = sorted(slices, key=lambda each: -order_key(abs(each[1].difference.estimate)))
    named = [fact(of(gate, name, slice_message(one))) for name, one in ordered[:MOST_NAMED]]
    more = len(ordered) - MOST_NAMED
    return [*named, *([fact(Message("gate.slice-more", {"n": more}))] if more > 0 else [])]


def of(gate: Gate, name: str, message: Message) -> Message:
    """The sentence, led by who it is about where several are judged."""
    if len(gate.judged) == 1:
        return message
    return Message("gate.of", {"name": called(name, gate.judged[name]), "said": fact(message)})


def slice_message(one: SliceChange) -> Message:
    """What became of a slice."""
    change = apart(one.measure, direction(one.measure) * one.difference.estimate, sign=True)
    return Message("gate.slice", {**_where(one), "change": change, "q": q_words(one)})


def _where(one: SliceChange) -> dict[str, Any]:
    value = {lang: value_text(one.value, lang) for lang in LANGUAGES}
    return {"column": one.column, "value": value, "n": one.n}


def q_words(one: SliceChange) -> str:
    """The q-value of a loss, or of a gain, as people write it behind the letter."""
    q = one.q_gained if one.gained else one.q_value
    if math.isnan(q):
        return NONE
    return "< 0.001" if q < 0.001 else f"= {written(q, '.3f')}"


def apart(measure: str, number: float, *, sign: bool = False) -> Any:
    """A difference: points of a share, else a number in the measure's own units."""
    if is_share(measure):
        return fact(Message("gate.points-signed" if sign else "gate.points", {"x": 100 * number}))
    shown = in_units(number) if abs(number) >= 1 else written(number, ".2f")
    return dict.fromkeys(LANGUAGES, ("+" if sign and number > 0 else "") + shown)


def within(measure: str, low: float, high: float, *, sign: bool = False) -> Any:
    """Two differences as the ends of an interval, the unit of which stands beside it."""
    return fact(Message("gate.ends", {"low": _bare(measure, low, sign), "high": _bare(measure, high, sign)}))


def _bare(measure: str, number: float, sign: bool) -> str:
    if is_share(measure):
        return written(100 * number, "+.1f" if sign else ".1f")
    return str(apart(measure, number, sign=sign)[LANGUAGES[0]])
