"""The comparisons of a round, and which of them belong together in two rounds."""

from __future__ import annotations

from collections.abc import Sequence

from ...inference.plan import Plan
from ..compare.choose_measures import Preset
from ..compare.comparison import Comparison
from ..compare.comparisons import comparisons, who_rated
from .round import Round


def comparisons_of(one: Round, *, preset: Preset = "auto", level: float = 0.95) -> tuple[Comparison, ...]:
    """Who is compared with whom in a round, as in a study of it."""
    return comparisons(one.ratings, who_rated(one.ratings, one.reference), preset, Plan(level=level))


def matched(
    first: Sequence[Comparison], second: Sequence[Comparison]
) -> tuple[tuple[Comparison, Comparison], ...]:
    """The comparisons of two rounds that belong together, in the order of the second.

    They have the same kind and name; where both rounds have one judge only, these belong together whatever
    they are called.
    """
    known = {(one.kind, one.name): one for one in first}
    judges = [[one for one in each if one.kind == "judge"] for each in (first, second)]
    if all(len(each) == 1 for each in judges):
        known["judge", judges[1][0].name] = judges[0][0]
    pairs = ((known.get((one.kind, one.name)), one) for one in second)
    return tuple((before, after) for before, after in pairs if before is not None)
