"""Which slices lost or gained from one round to another, in every comparison that both have."""

from __future__ import annotations

from dataclasses import replace

from ..compare.choose_measures import Preset
from ..rounds.match_comparisons import comparisons_of, matched
from ..rounds.one_scale import on_one_scale
from ..rounds.round import Round
from ..rounds.slice_changes import SliceChange, slices_of_all
from .baseline_change import state_of


def slices_between(
    first: Round, second: Round, *, preset: Preset = "auto", level: float = 0.95, fdr: float = 0.05
) -> dict[str, tuple[SliceChange, ...]]:
    """Every slice of every comparison by its name, all of them tested together; none without slices."""
    rounds = on_one_scale([first, second])
    pairs = matched(*(comparisons_of(one, preset=preset, level=level) for one in rounds))
    found = zip(pairs, slices_of_all(pairs, fdr=fdr), strict=True)
    return {pair[1].name: tuple(map(_as_shown, each)) for pair, each in found if each}


def _as_shown(one: SliceChange) -> SliceChange:
    """Lost or gained only where the interval says so too."""
    state = state_of(one.difference, one.measure, 0.0)
    return replace(one, lost=one.lost and state == "lost", gained=one.gained and state == "gained")
