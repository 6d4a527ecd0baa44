"""What was lost since a baseline: every comparison as a whole, and every slice of every one together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from ..errors import OptionError
from ..ratings.words import listed
from ..result import Result
from .choice import Preset
from .rounds.change import Change, MeasureChange, change_of
from .rounds.comparing import comparisons_of, matched
from .rounds.difference import both
from .rounds.gain import direction, gain_of
from .rounds.one_scale import on_one_scale
from .rounds.round import Round
from .rounds.slice_changes import SliceChange, slices_of_all
from .verdict import NO_SPREAD

#: What became of agreement since the baseline; "unsure" is neither lost nor gained for certain.
State = Literal["lost", "gained", "unsure", "undefined"]
#: A baseline of this name has none of its own; the words of each language have one for it.
UNNAMED = "baseline"
#: By what a loss is judged: exact agreement, of measurements the mean distance, as slices are.
_WATCHED = ("exact_agreement", "mean_absolute_error")


def regressions(
    baseline: Round,
    now: Round,
    names: Sequence[str],
    *,
    preset: Preset,
    level: float,
    fdr: float,
    allowed: float,
) -> dict[str, Any]:
    """What changed in these comparisons since the baseline, and in their slices."""
    first, second = on_one_scale([baseline, now])
    pairs = [
        pair
        for pair in matched(*(comparisons_of(one, preset=preset, level=level) for one in (first, second)))
        if pair[1].name in names
    ]
    if not pairs:
        who = listed([repr(name) for name in names])
        raise OptionError(f"The baseline {baseline.name!r} has nothing to compare {who} with.")
    called = (first.name, second.name)
    changes = tuple(change_of(both(*pair, called), first, second) for pair in pairs)
    slices = slices_of_all(pairs, fdr=fdr, allowed_loss=allowed)
    found = {
        one.name: tuple(_as_shown(slice_, allowed) for slice_ in each)
        for one, each in zip(changes, slices, strict=True)
        if each
    }
    return {"baseline": baseline.name or UNNAMED, "changes": changes, "slices": found}


def _as_shown(one: SliceChange, allowed: float) -> SliceChange:
    """Lost or gained only where the interval says so too; one that reaches 0 would contradict it."""
    state = state_of(one.difference, one.measure, allowed)
    return replace(one, lost=one.lost and state == "lost", gained=one.gained and state == "gained")


def watched(change: Change) -> MeasureChange:
    """The measure by which a loss is judged."""
    known = (change.measure(name) for name in _WATCHED)
    return next((one for one in known if one is not None), change.main)


def gain_ends(difference: Result, measure: str) -> tuple[float, float] | None:
    """Between which ends the gain lies; where every item changed alike, or none did, it is what it is."""
    gain = gain_of(difference, measure)
    if gain is not None:
        return gain.low, gain.high
    if not difference.defined or not difference.se <= NO_SPREAD:
        return None
    value = direction(measure) * difference.estimate
    return value, value


def is_unmoved(difference: Result) -> bool:
    """Whether nothing changed at all."""
    return difference.se <= NO_SPREAD and math.isclose(difference.estimate, 0, abs_tol=1e-12)


def state_of(difference: Result, measure: str, allowed: float) -> State:
    """Whether more was surely lost than is allowed, or something gained."""
    ends = gain_ends(difference, measure)
    if ends is None:
        return "undefined"
    return "lost" if ends[1] < -allowed else "gained" if ends[0] > 0 else "unsure"
