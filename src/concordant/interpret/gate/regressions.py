"""What was lost or gained since a baseline: every comparison as a whole, and all of their slices together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...errors import OptionError
from ...language.render import is_share
from ...quote import quote
from ...ratings.phrases import listed
from ..compare import Comparison, Preset
from ..rounds import (
    ComparedRound,
    SliceChange,
    both,
    change_of,
    comparisons_of,
    matched,
    on_one_scale,
    slices_of_all,
)
from ..where import beside
from .baseline_change import baseline_changes, state_of

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
        f"{option} is how much of a share may be lost, below 1 (0.02 is two points), got "
        f"{quote(allowed)}.{meant}"
    )


def _gone(before: Sequence[Comparison], known: Sequence[tuple[Comparison, Comparison]]) -> tuple[str, ...]:
    """The judges of the baseline that nothing now is held against."""
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
