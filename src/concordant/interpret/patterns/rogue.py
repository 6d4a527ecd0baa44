"""One rogue rater: agrees with the others much less than they agree among themselves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np

from ...digits import rounded
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from .candidate import Candidate, WeightedSums
from .closeness import OwnAndRest, meaning
from .constant import without
from .context import PatternContext
from .minimum_sizes import LEAST_ITEMS, LEAST_SHORTFALL

#: Means of the same closeness over different pairs differ by so little.
_DUST = 1e-12


def rogue_rater(context: PatternContext) -> Iterable[Candidate]:
    """Per item: closeness of a rater to the others minus closeness of the others to each other."""
    if not context.equals:
        return
    base = context.plain
    sums = WeightedSums.over(base)
    closeness = OwnAndRest(context, base.ratings)
    for rater in base.ratings.raters:
        own, rest = closeness.of(rater)
        met = ~np.isnan(own) & ~np.isnan(rest)
        n = float(base.weights[met].sum())
        if n < LEAST_ITEMS:
            continue
        gap = np.where(met, own - rest, 0.0)
        evidence = sums.result(
            "closeness_difference", sums.mean(gap, met), n=n, side="less", under_null=gap / n
        )
        levels = [float(sums.mean(np.nan_to_num(x), met)) for x in (own, rest)]
        yield Candidate(
            code="rogue-rater",
            about={"comparison": context.compared.name, "rater": rater},
            evidence=evidence,
            facts={
                "rater": rater,
                "own": levels[0],
                "rest": levels[1],
                "n": evidence.n_items,
                "meaning": meaning(context),
            },
            base=base,
            material=partial(_low, evidence.estimate),
            repaired=partial(without, base.ratings, rater),
            score=partial(_alone, context, rater),
            examples_of=context.compared,
        )


def _low(gap: float) -> bool:
    return rounded(gap) <= -LEAST_SHORTFALL["rater"]


def _alone(context: PatternContext, rater: str, ratings: Ratings) -> Floats:
    own, rest = OwnAndRest(context, ratings).of(rater)
    gap = np.nan_to_num(rest - own)
    return np.where(gap > _DUST, gap, 0.0)
