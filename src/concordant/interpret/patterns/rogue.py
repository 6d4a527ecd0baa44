"""One rogue rater: agrees with the others much less than they agree among themselves."""

from __future__ import annotations

import math
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
from .minimum_sizes import LEAST_COMMON_SKILL, LEAST_ITEMS, LEAST_SHORTFALL, LEAST_SKILL

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
        levels = float(sums.mean(np.nan_to_num(own), met)), float(sums.mean(np.nan_to_num(rest), met))
        skill = relative_skill(levels, closeness.by_chance(rater, met))
        yield Candidate(
            code="rogue-rater",
            about={"comparison": context.compared.name, "rater": rater},
            evidence=evidence,
            facts={
                "rater": rater,
                "own": levels[0],
                "rest": levels[1],
                "skill": skill,
                "n": evidence.n_items,
                "meaning": meaning(context),
            },
            base=base,
            material=partial(_low, evidence.estimate, skill),
            repaired=partial(without, base.ratings, rater),
            score=partial(_alone, context, rater),
            examples_of=context.compared,
        )


def relative_skill(levels: tuple[float, float], chance: tuple[float, float]) -> float:
    """(own − chance)/(others − chance): what a rater adds to chance, over what the others do; nan if these
    hardly do."""
    own, rest = (level - base for level, base in zip(levels, chance, strict=True))
    return own / rest if rest >= LEAST_COMMON_SKILL * (1 - chance[1]) and rest > 0 else math.nan


def _low(gap: float, skill: float) -> bool:
    """Far below the others, or with little of their skill: where most answers are alike anyway, closeness
    falls little even if half of them are given without looking."""
    return rounded(gap) <= -LEAST_SHORTFALL["rater"] or rounded(skill) <= LEAST_SKILL


def _alone(context: PatternContext, rater: str, ratings: Ratings) -> Floats:
    own, rest = OwnAndRest(context, ratings).of(rater)
    gap = np.nan_to_num(rest - own)
    return np.where(gap > _DUST, gap, 0.0)
