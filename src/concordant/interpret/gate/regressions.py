"""What was lost or gained since a baseline: every comparison as a whole, and all of their slices together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from ...errors import OptionError
from ...inference.false_discovery import stepped_down
from ...language.render import is_share
from ...quote import quote
from ...ratings.phrases import listed
from ...result import Result
from ..compare import NO_SPREAD, Comparison, Preset, n_usable, usable_rows
from ..non_inferiority import margin_test
from ..record import Record
from ..rounds import (
    Change,
    ComparedRound,
    MeasureChange,
    RoundPair,
    SliceChange,
    both,
    change_of,
    comparisons_of,
    direction,
    gain_of,
    matched,
    on_one_scale,
    slices_of_all,
    things_of,
)
from ..where import beside

#: What became of agreement since the baseline. "allowed" is a sure loss, but not reliably of more than is
#: allowed; "chance" a loss that one comparison alone would show but one of several may have by chance;
#: "unsure" neither lost nor gained for certain; "incomplete" that too little of the baseline is there.
#: With a margin, "excluded" is that a loss of that size is left out, and "not-excluded" that it is not.
State = Literal[
    "lost", "allowed", "chance", "gained", "unsure", "excluded", "not-excluded", "undefined", "incomplete"
]
#: States that leave the gate's question open.
OPEN_STATES = ("not-excluded", "undefined", "incomplete")
#: By what a loss is judged: exact agreement, of measurements the mean distance, as slices are.
_WATCHED = ("exact_agreement", "mean_absolute_error")
#: A baseline of this name has none of its own; the words of each language have one for it.
UNNAMED = "baseline"
#: So many items that changed are kept of either direction.
_EXAMPLES = 100


def regressions(
    baseline: ComparedRound,
    now: ComparedRound,
    names: Sequence[str],
    *,
    preset: Preset,
    level: float,
    fdr: float,
    allowed: float,
    margin: float | None,
    least_common: float,
) -> dict[str, Any]:
    """What changed in these comparisons since the baseline, and in their slices; `gone` are its other judges.

    Slices of items that are not known to be the same are left aside, unless that is asked for.
    """
    first, second = on_one_scale([baseline, now])
    before, after = (comparisons_of(one, preset=preset, level=level) for one in (first, second))
    known = matched(before, after)
    pairs = [pair for pair in known if pair[1].name in names]
    if not pairs:
        who = listed([repr(name) for name in names])
        raise OptionError(f"The baseline {quote(baseline.name)} has nothing to compare {who} with.")
    _check_loss(allowed, pairs, "allowed_loss")
    _check_loss(margin or 0.0, pairs, "margin")
    whole, allowed = allowed, allowed if margin is None else margin
    called = (first.name or UNNAMED, second.name or "now")
    held = [both(*pair, called) for pair in pairs]
    changes = tuple(change_of(pair, first, second, examples=_EXAMPLES) for pair in held)
    looked = [pair for pair, one in zip(pairs, changes, strict=True) if one.paired or least_common == 0]
    slices = slices_of_all(looked, fdr=fdr, allowed_loss=allowed, called=called)
    found = {
        pair[1].name: tuple(_as_shown(slice_, allowed) for slice_ in each)
        for pair, each in zip(looked, slices, strict=True)
        if each
    }
    return {
        "baseline": baseline.name or UNNAMED,
        "changes": changes,
        "wholes": baseline_changes(
            held, changes, level=level, allowed=whole, margin=margin, least_common=least_common
        ),
        "slices": found,
        "gone": _gone(before, known),
    }


def _check_loss(allowed: float, pairs: Sequence[tuple[Comparison, Comparison]], option: str) -> None:
    """A share cannot lose all of 1, so that nothing would ever count."""
    if allowed < 1 or not any(is_share(beside(second)[0]) for _, second in pairs):
        return
    meant = f" Did you mean {allowed / 100:g}?" if allowed < 100 else ""
    raise OptionError(
        f"{option}, the largest loss allowed (0.02 is two percentage points), must be a share below 1, got "
        f"{quote(allowed)}.{meant}"
    )


def _gone(before: Sequence[Comparison], known: Sequence[tuple[Comparison, Comparison]]) -> tuple[str, ...]:
    """The judges of the baseline that nothing now is compared with."""
    met = {one.name for one, _ in known}
    return tuple(one.name for one in before if one.kind == "judge" and one.name not in met)


def _as_shown(one: SliceChange, allowed: float) -> SliceChange:
    """Lost or gained only where the interval says so too; one that reaches 0 would contradict it."""
    state = state_of(one.difference, one.measure, allowed)
    return replace(one, lost=one.lost and state == "lost", gained=one.gained and state == "gained")


def slices_between(
    first: ComparedRound,
    second: ComparedRound,
    *,
    preset: Preset = "auto",
    level: float = 0.95,
    fdr: float = 0.05,
) -> dict[str, tuple[SliceChange, ...]]:
    """Every slice of every comparison by its name, all of them tested together; none without slices."""
    rounds = on_one_scale([first, second])
    pairs = matched(*(comparisons_of(one, preset=preset, level=level) for one in rounds))
    found = zip(pairs, slices_of_all(pairs, fdr=fdr), strict=True)
    return {pair[1].name: tuple(map(_where_interval_agrees, each)) for pair, each in found if each}


def _where_interval_agrees(one: SliceChange) -> SliceChange:
    """Lost or gained only where the interval says so too."""
    state = state_of(one.difference, one.measure, 0.0)
    return replace(one, lost=one.lost and state == "lost", gained=one.gained and state == "gained")


@dataclass(frozen=True, kw_only=True)
class BaselineChange(Record):
    """One comparison since the baseline; `n_common` of the `n_before` items of the baseline are there now.

    With dimensions (`rows`) an item counts once in each of them. `p_lost` is the p-value of a loss that is no
    more than allowed, `p_of_all` what it is worth among all comparisons (Holm).
    """

    state: State = "undefined"
    n_before: float
    n_now: float
    n_common: float
    rows: bool = False
    p_lost: float = math.nan
    p_of_all: float = math.nan

    @property
    def n_missing(self) -> float:
        """How many items of the baseline are not there, or were not rated."""
        return self.n_before - self.n_common

    @property
    def n_new(self) -> float:
        """How many items the baseline does not have."""
        return self.n_now - self.n_common


def baseline_changes(
    pairs: Sequence[RoundPair],
    changes: Sequence[Change],
    *,
    level: float,
    allowed: float,
    margin: float | None = None,
    least_common: float,
) -> dict[str, BaselineChange]:
    """What became of every comparison; of several, losses are tested together (Holm).

    That a margin is excluded is asked of each by itself: all of them have to pass.
    """
    found = [_counted(pair) for pair in pairs]
    allowed = allowed if margin is None else margin
    p = [_p_lost(pair, watched(one), allowed) for pair, one in zip(pairs, changes, strict=True)]
    of_all = stepped_down(np.array(p, dtype=float)).tolist()
    facts = {}
    for one, change, alone, together in zip(found, changes, p, of_all, strict=True):
        sure = len(changes) == 1 or together <= (1 - level) / 2
        state = _state(change, one, allowed, least_common, sure)
        if margin is not None:
            state = _by_margin(state, change, margin)
        facts[change.name] = replace(one, state=state, p_lost=alone, p_of_all=together)
    return facts


def _state(change: Change, one: BaselineChange, allowed: float, least_common: float, sure: bool) -> State:
    """A loss on the same items counts however few they are; all else needs enough of the baseline."""
    found = seen(change, allowed, sure=sure)
    enough = change.paired and one.n_common >= least_common * one.n_before - 1e-9
    if least_common == 0 or enough or not one.n_before or (found == "lost" and change.paired):
        return found
    return "incomplete"


def _by_margin(state: State, change: Change, margin: float) -> State:
    """Whether a loss of the margin is excluded, where it is neither sure nor unknown."""
    if state in ("lost", "undefined", "incomplete"):
        return state
    one = watched(change)
    test = margin_test(one.difference, one.measure, margin)
    return "excluded" if test is not None and test.outcome == "excluded" else "not-excluded"


def seen(change: Change, allowed: float, *, sure: bool) -> State:
    """What the items that are there show; a loss that is not `sure` among several may be chance."""
    one = watched(change)
    state = state_of(one.difference, one.measure, allowed)
    return "chance" if state == "lost" and not sure else state


def _counted(pair: RoundPair) -> BaselineChange:
    """How many items both have; rows that stand for many items count as many, other weights do not."""
    both = (pair.first, pair.second)
    rows = any(one.source.dimension is not None for one in both)
    if pair.shared is None:
        before, now = pair.n_items
        return BaselineChange(n_before=before, n_now=now, n_common=0.0, rows=rows)
    many = bool((pair.shared.weights != 1).any())
    before, now = map(n_usable, both) if many else map(_things, both)
    return BaselineChange(n_before=before, n_now=now, n_common=float(pair.shared.weights.sum()), rows=rows)


def _things(one: Comparison) -> float:
    """How many items have something to compare; with dimensions each counts once in each."""
    there = zip(things_of(one.source), usable_rows(one).tolist(), strict=True)
    return float(len({thing for thing, usable in there if usable}))


def _p_lost(pair: RoundPair, one: MeasureChange, allowed: float) -> float:
    """One-sided p of a loss that is no more than allowed; without a spread the value is what it is."""
    difference = pair.difference(one.measure, one.options)
    worse = direction(one.measure) < 0
    p = 1 - difference.p_below(allowed) if worse else difference.p_below(-allowed)
    ends = gain_ends(one.difference, one.measure)
    if not math.isnan(p) or ends is None:
        return p
    return 0.0 if ends[1] < -allowed else 1.0


def watched(change: Change) -> MeasureChange:
    """The measure by which a loss is judged."""
    known = (change.measure(name) for name in _WATCHED)
    return next((one for one in known if one is not None), change.main)


def gain_ends(difference: Result, measure: str) -> tuple[float, float] | None:
    """Between which ends the gain lies; where every item changed alike, or none did, it is what it is."""
    gain = gain_of(difference, measure)
    if gain is not None:
        low, high = gain.low, gain.high
        return (max(low, -1.0), min(high, 1.0)) if is_share(measure) else (low, high)
    if not difference.defined or not difference.se <= NO_SPREAD:
        return None
    value = direction(measure) * difference.estimate
    return value, value


def is_unmoved(difference: Result) -> bool:
    """Whether nothing changed at all."""
    return difference.se <= NO_SPREAD and math.isclose(difference.estimate, 0, abs_tol=1e-12)


def state_of(difference: Result, measure: str, allowed: float) -> State:
    """Whether more was reliably lost than is allowed, or something gained."""
    ends = gain_ends(difference, measure)
    if ends is None:
        return "undefined"
    if ends[1] < -allowed:
        return "lost"
    return "allowed" if ends[1] < 0 else "gained" if ends[0] > 0 else "unsure"
