"""Central tendency: a rater who avoids the ends, so that their ratings spread less than the reference's."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ...digits import rounded
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from ...reduce.totals import Total, sqrt
from .bias import gaps_from, levelled
from .candidate import Candidate
from .context import PatternContext, RaterView
from .minimum_sizes import MOST_SPREAD
from .repair import measured_anew


def central_tendency(context: PatternContext) -> Iterable[Candidate]:
    """Standard deviation of a rater over that of the reference, on the same items.

    The test is of the difference of the two variances (as that of Pitman and Morgan, for any distribution).
    """
    if not context.compared.ordered:
        return
    for view in context.views:
        theirs, own = (_variance(view, x) for x in view.values)
        if float(theirs) > 0:
            yield _candidate(context, view, theirs, own)


def _variance(view: RaterView, x: Floats) -> Total:
    middle = float(view.sums.mean(x, view.both))
    # about the mean the first moment does not move, so it needs no slope
    return view.sums.mean((x - middle) ** 2, view.both)


def spread_ratio(view: RaterView) -> float:
    """Own standard deviation over the reference's."""
    theirs, own = (float(_variance(view, x)) for x in view.values)
    return float(np.sqrt(own / theirs)) if theirs > 0 else float("nan")


def _candidate(context: PatternContext, view: RaterView, theirs: Total, own: Total) -> Candidate:
    difference = view.sums.result(
        "spread_ratio", own - theirs, n=view.n, side="less", under_null=_squares(view)
    )
    ratio = sqrt(own / theirs) if float(own) > 0 else Total(0.0, np.zeros(len(view.both)))
    evidence = view.sums.result("spread_ratio", ratio, n=view.n, null=1.0, p=difference.p_value)
    used = context.ends_of(view)
    at_ends = [[float(view.sums.mean(x == end, view.both)) for end in used] for x in view.values]
    facts = {
        **view.facts, "ratio": evidence.estimate,
        "ends": sum(at_ends[1]), "reference_ends": sum(at_ends[0]), "n": evidence.n_items,
        "guide": context.guide, "spread": float(np.sqrt(float(own))),
        "reference_spread": float(np.sqrt(float(theirs))), "measured": context.compared.measurements,
    }  # fmt: skip
    return Candidate(
        code="central-tendency",
        about={"comparison": context.compared.name, "rater": view.rater},
        evidence=evidence,
        facts=facts,
        base=context.plain,
        material=lambda: (
            rounded(evidence.estimate) <= MOST_SPREAD
            and (not context.step or all(b < a for a, b in zip(*at_ends, strict=True)))
            and view.of_most(lambda one: rounded(spread_ratio(one)) <= MOST_SPREAD)
        ),
        repaired=lambda: _widened(context, view),
        score=partial(_kept_in, context, view.rater, used),
        examples_of=context.compared,
    )


def _squares(view: RaterView) -> Floats:
    """Slopes if both had one variance: the difference of squares about the means."""
    off = [x - float(view.sums.mean(x, view.both)) for x in view.values]
    return np.where(view.both, off[1] ** 2 - off[0] ** 2, 0.0) / view.n


def _inside(
    context: PatternContext, ratings: Ratings, rater: str, ends: tuple[float, float]
) -> NDArray[np.bool_]:
    """Rows that the others put at an end and the rater did not."""
    target, gap = gaps_from(context, ratings, ratings.place_of(rater))
    at = context.compared.positions[np.maximum(target, 0)]
    return np.asarray((gap != 0) & np.isin(at, ends))


def _kept_in(context: PatternContext, rater: str, ends: tuple[float, float], ratings: Ratings) -> Floats:
    place = ratings.place_of(rater)
    gap = np.abs(gaps_from(context, ratings, place)[1])
    if not context.step:
        return gap
    return np.where(_inside(context, ratings, rater, ends), gap, 0.0)


def _widened(context: PatternContext, view: RaterView) -> Ratings | None:
    """The rater with the scale cut where the reference cuts it; measurements are stretched."""
    if context.compared.categorical:
        return levelled(context, view)
    ratings = context.plain.ratings
    place = ratings.place_of(view.rater)
    x = context.compared.positions[np.maximum(ratings.columns[place], 0)]
    middle = float(view.sums.mean(view.values[1], view.both))
    ratio = spread_ratio(view)
    return measured_anew(ratings, place, middle + (x - middle) / ratio if ratio > 0 else x)
