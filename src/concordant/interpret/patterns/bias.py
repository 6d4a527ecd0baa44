"""Systematically high, systematically low: a rater whose mean lies above or below the reference's."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np

from ...digits import order_key, rounded
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ...result import Result
from .candidate import Candidate
from .context import PatternContext, RaterView
from .minimum_sizes import LEAST_BIAS
from .recut import recut
from .repair import measured_anew


def systematic(context: PatternContext) -> Iterable[Candidate]:
    """Mean of rater minus reference, tested against 0; of two equal raters the higher one is named."""
    if not context.compared.ordered:
        return
    views = context.views
    if not (context.judging or context.equals):
        views = tuple(sorted(views, key=lambda view: order_key(signed_bias(view)), reverse=True)[:1])
    for view in views:
        evidence = _evidence(view)
        if evidence.defined:
            yield _candidate(context, view, evidence)


def signed_bias(view: RaterView) -> float:
    """Mean of rater minus reference."""
    theirs, own = view.values
    return float(view.sums.mean(own - theirs, view.both))


def _evidence(view: RaterView) -> Result:
    theirs, own = view.values
    gap = np.where(view.both, own - theirs, 0.0)
    mean = view.sums.mean(gap, view.both)
    return view.sums.result("signed_bias", mean, n=view.n, under_null=gap / view.n)


def _candidate(context: PatternContext, view: RaterView, evidence: Result) -> Candidate:
    high = evidence.estimate > 0
    sign = 1.0 if high else -1.0
    least = rounded(LEAST_BIAS * unit(context, view))
    measured = context.measured(view.rater)
    return Candidate(
        code="systematically-high" if high else "systematically-low",
        about={"comparison": context.compared.name, "rater": view.rater},
        evidence=evidence,
        facts={
            **view.facts,
            "bias": abs(evidence.estimate),
            "within": _ends(evidence, sign),
            "n": evidence.n_items,
            "unit": context.unit,
            "guide": context.guide,
            "measured": measured,
            "advice": "" if context.judging or measured else "person",
        },
        base=context.plain,
        material=lambda: (
            rounded(abs(evidence.estimate)) >= least
            and view.of_most(lambda one: rounded(sign * signed_bias(one)) >= least)
        ),
        repaired=lambda: levelled(context, view),
        score=partial(_excess, context, view.rater, sign),
        examples_of=context.compared,
    )


def _ends(evidence: Result, sign: float) -> tuple[float, float]:
    """The interval of the size of the bias."""
    ends = evidence.interval
    if ends is None:
        return abs(evidence.estimate), abs(evidence.estimate)
    return (ends.low, ends.high) if sign > 0 else (-ends.high, -ends.low)


def unit(context: PatternContext, view: RaterView) -> float:
    """One step of the scale, or a standard deviation of the reference."""
    if context.step:
        return context.step
    theirs = view.values[0][view.both]
    weights = view.pair.weights[view.both]
    return float(np.sqrt(np.cov(theirs, aweights=weights, ddof=0))) if weights.sum() else 0.0


def gaps_from(context: PatternContext, ratings: Ratings, place: int) -> tuple[Ints, Floats]:
    """What the others say of each row, and how far above it the rater is (0 where one says nothing)."""
    target = context.others_codes(ratings, place)
    own, x = ratings.columns[place], context.compared.positions
    there = (target >= 0) & (own >= 0)
    return target, np.where(there, x[np.maximum(own, 0)] - x[np.maximum(target, 0)], 0.0)


def _excess(context: PatternContext, rater: str, sign: float, ratings: Ratings) -> Floats:
    return np.maximum(sign * gaps_from(context, ratings, ratings.place_of(rater))[1], 0.0)


def uses(context: PatternContext, view: RaterView) -> Floats:
    """How many items the reference puts in each category, from the lowest to the highest."""
    counts = np.bincount(
        view.codes[0][view.both], weights=view.pair.weights[view.both], minlength=len(context.by_rank)
    )
    return np.asarray(counts[context.by_rank])


def levelled(context: PatternContext, view: RaterView) -> Ratings | None:
    """The rater as they would be if they cut the scale where the reference does, no sharper than now.

    Measurements are moved by the bias. None where it is unknown.
    """
    ratings = context.plain.ratings
    place = ratings.place_of(view.rater)
    if context.compared.categorical:
        target = context.others_codes(ratings, place)
        return recut(ratings, place, target, context.by_rank, uses(context, view))
    x = context.compared.positions[np.maximum(ratings.columns[place], 0)]
    return measured_anew(ratings, place, x - signed_bias(view))
