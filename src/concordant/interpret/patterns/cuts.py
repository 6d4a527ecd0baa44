"""Top score inconsistent, unstable boundary: one cut of the scale is blurred more than the others."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property, partial
from typing import Any

import numpy as np

from ...digits import rounded
from ...inference.testing import p_value
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ...reduce.totals import Total
from ...result import Result
from ..where import CutCounts
from .candidate import Candidate, WeightedSums
from .context import PatternContext
from .minimum_sizes import LEAST_COUNT, LEAST_CUTS, LEAST_FLIPS, LEAST_ITEMS
from .repair import partly
from .sharpness import Blur, Pairs, as_sharp_as_the_others, blur, from_height_alone, pooled


def blurred_cuts(context: PatternContext) -> Iterable[Candidate]:
    """Flips at each cut above what they would be if it were as sharp as the other cuts.

    A flip is an item of which one rating lies above the cut and another not. That the top category stands
    apart is the highest cut, so it is the pattern of its own that users know by that name. How many flips a
    sharp cut has rests on where the items lie, and that on a normal score; the local odds do not, and a cut
    must be blurred by both, so that p is that of the less sure one.
    """
    if not (context.compared.ordered and context.compared.categorical) or context.compared.ratings.anonymous:
        return
    counted = _Cuts(context)
    if counted.n < LEAST_ITEMS:
        return
    for cut in counted.usable:
        should = counted.as_sharp(cut) if counted.comparable(cut) else None
        if should is None or rounded(counted.n * float(counted.flips[cut])) < LEAST_COUNT:
            continue
        p = max(counted.p_of_flips(cut, should), counted.p_of_odds(cut))
        excess = counted.flips[cut] - should
        evidence = counted.sums.result("excess_flips", excess, n=counted.n, p=p)
        if evidence.defined and not math.isnan(p):
            yield _candidate(context, counted, cut, float(should), evidence)


class _Cuts:
    """Cut c lies between the categories of rank c and c + 1."""

    def __init__(self, context: PatternContext) -> None:
        ratings = context.plain.ratings
        counted = CutCounts(ratings, context.by_rank)
        cuts = range(len(context.by_rank) - 1)
        self.sums = WeightedSums.over(context.plain)
        self.rows = np.asarray(counted.given >= 2)
        self.n = float(self.sums.counts[self.rows].sum())
        given = np.maximum(counted.given, 1)
        above = [(counted.given - counted.up_to[:, c]) / given for c in cuts]
        self.above = [self.sums.mean(x, self.rows) for x in above] if self.n else []
        self.flips = [self.sums.mean(counted.split(c + 1), self.rows) for c in cuts] if self.n else []
        self.blurs = [blur(ratings, counted, context.by_rank, c, self.sums.counts) for c in cuts]
        self._looked, self._ratings = context, ratings

    @cached_property
    def by_rater(self) -> list[list[Total]]:
        """By cut and rater the share above it; raters who share no item with another are left out."""
        rank = self._looked.rank
        given = [self.rows & (c >= 0) for c in self._ratings.columns]
        return [
            [
                self.sums.mean(rank[c] > cut, met)
                for c, met in zip(self._ratings.columns, given, strict=True)
                if self.sums.counts[met].sum() > 0
            ]
            for cut in range(len(self.above))
        ]

    @cached_property
    def pairs(self) -> Pairs:
        """Every two raters, weighed as the flips of an item are: shared among its pairs."""
        held = [c for c in self._ratings.columns if self.sums.counts[self.rows & (c >= 0)].sum() > 0]
        given = np.stack([c >= 0 for c in held], axis=1).astype(float)
        m = np.maximum(given.sum(axis=1), 2)
        weights = np.where(self.rows, self.sums.counts * 2 / (m * (m - 1)), 0.0)
        first, second = np.triu_indices(given.shape[1], 1)
        met = (given * weights[:, None]).T @ given
        return first, second, met[first, second] / self.n

    @cached_property
    def usable(self) -> list[int]:
        """Cuts with enough items on either side."""
        shares = [float(a) for a in self.above]
        return [c for c, p in enumerate(shares) if rounded(self.n * min(p, 1 - p)) >= 2 * LEAST_COUNT]

    def others(self, cut: int) -> list[int]:
        """What a cut is compared with: cuts between categories that raters agree on often enough."""
        return [c for c in self.usable if c != cut and self.blurs[c].agreed >= LEAST_COUNT]

    def at_an_end(self, cut: int) -> bool:
        """Whether all other cuts lie on one side."""
        return all(c < cut for c in self.others(cut)) or all(c > cut for c in self.others(cut))

    def comparable(self, cut: int) -> bool:
        """Whether there are enough other cuts, more at an end.

        Where items crowd at one end of a short scale, its last cut has many flips though it is sharp: two
        cuts beside it cannot tell.
        """
        return len(self.others(cut)) >= LEAST_CUTS["end" if self.at_an_end(cut) else "inside"]

    def as_sharp(self, cut: int) -> Total | None:
        """The flips this cut would have if it were as sharp as the others."""
        cuts = [cut, *self.others(cut)]
        flips, above = [self.flips[c] for c in cuts], [self.by_rater[c] for c in cuts]
        return as_sharp_as_the_others(flips, above, self.pairs, 0)

    def p_of_flips(self, cut: int, should: Total) -> float:
        """P(so many more flips than a sharp cut has)."""
        excess = self.flips[cut] - should
        return self.sums.result("excess_flips", excess, n=self.n, side="greater").p_value

    def p_of_odds(self, cut: int) -> float:
        """P(local odds so much worse than those of the other cuts together)."""
        z, df = self._worse(cut, pooled([self.blurs[c] for c in self.others(cut)]))
        return p_value(z, df, "greater")

    def _worse(self, cut: int, than: Blur) -> tuple[float, float]:
        """How many standard errors the local odds are worse, and the degrees of freedom."""
        gap = self.blurs[cut].value - than.value
        se, df = self.sums.error(np.zeros(1) if gap.slope is None else gap.slope, self.n)
        return float(gap) / math.sqrt(se**2 + self.blurs[cut].unseen + than.unseen), df

    def most_blurred(self, cut: int) -> bool:
        """Whether by the local odds it is more blurred than every other cut, and hardly by chance."""
        gaps = [
            (float(self.blurs[cut].value - self.blurs[c].value), self._worse(cut, self.blurs[c])[0])
            for c in self.others(cut)
        ]
        least = math.log(LEAST_FLIPS["blur"])
        return all(gap >= least and errors >= LEAST_FLIPS["errors"] for gap, errors in gaps)

    @cached_property
    def of_height(self) -> Floats:
        """By cut the flips that come of cutting at different heights, which is a bias and no blur."""
        heights = np.array([[float(a) for a in cut] for cut in self.by_rater])
        return from_height_alone(heights, self.pairs)

    def beside_the_others(self, cut: int) -> float:
        """Flips for each rating in the two categories at the cut, over the same of the other cuts."""
        edges = np.array([1.0, *(float(a) for a in self.above), 0.0])
        near = edges[:-2] - edges[2:]
        flips = np.array([float(f) for f in self.flips]) - self.of_height
        rest = self.others(cut)
        elsewhere = flips[rest].sum() / near[rest].sum()
        return float(flips[cut] / near[cut] / elsewhere) if elsewhere > 0 else np.inf

    def material(self, cut: int, should: float) -> bool:
        """Large enough by all that tells a blur from a crowd of items at the cut."""
        flips, bias = float(self.flips[cut]), float(self.of_height[cut])
        few = len(self.others(cut)) < LEAST_CUTS["end"]
        times = "times at an end" if self.at_an_end(cut) else "times beside few" if few else "times"
        return (
            rounded(flips - bias) >= rounded(LEAST_FLIPS[times] * (should - bias))
            and rounded(flips - should) >= LEAST_FLIPS["more"]
            and self.beside_the_others(cut) >= LEAST_FLIPS["nearby"]
            and self.most_blurred(cut)
        )


def _candidate(
    context: PatternContext, counted: _Cuts, cut: int, should: float, evidence: Result
) -> Candidate:
    flips, above = (float(x[cut]) for x in (counted.flips, counted.above))
    low, high = (context.label(int(context.by_rank[at])) for at in (cut, cut + 1))
    top = cut == len(context.by_rank) - 2
    about: dict[str, Any] = {"score": high} if top else {"cut": f"{low}|{high}"}
    facts = {
        "low": low, "high": high, "flips": flips, "expected_flips": should, "n": evidence.n_items,
        "agreement": 1 - flips / (2 * above), "expected": 1 - should / (2 * above),
        "points": context.points, "who": context.who, "guide": context.guide,
    }  # fmt: skip
    return Candidate(
        code="top-inconsistent" if top else "unstable-boundary",
        about={"comparison": context.compared.name, **about},
        evidence=evidence,
        facts=facts,
        base=context.plain,
        material=lambda: counted.material(cut, should),
        repaired=lambda: _sharpened(context, cut, (flips - should) / flips),
        score=partial(_on_the_line, context, cut),
        examples_of=context.compared,
    )


def _on_the_line(context: PatternContext, cut: int, ratings: Ratings) -> Floats:
    """Items parted by this cut, those parted by no other one first."""
    counted = CutCounts(ratings, context.by_rank)
    parted = np.stack([counted.split(c + 1) for c in range(len(context.by_rank) - 1)])
    return np.asarray(np.where(parted[cut] > 0, parted[cut] / np.maximum(parted.sum(axis=0), 1e-300), 0.0))


def _sharpened(context: PatternContext, cut: int, share: float) -> Ratings:
    """A share of the flips at the cut resolved, so that it is as sharp as the other cuts are.

    Ratings move to the nearest category on the side of most raters, of a judge and people on that of the
    people; where there are as many on either side, half of the items go each way.
    """
    ratings = context.plain.ratings
    counted = CutCounts(ratings, context.by_rank)
    over = (counted.given - counted.up_to[:, cut]) / np.maximum(counted.given, 1)
    if context.judging:
        people = ratings.columns[0]
        over = np.where(people >= 0, (context.rank[people] > cut).astype(float), over)
    up = np.where(over == 0.5, 0.5, over > 0.5)
    parted = np.where(counted.split(cut + 1) > 0, share, 0.0)
    sides = ((True, parted * up), (False, parted * (1 - up)))
    return partly(ratings, *((_one_side(context, ratings, cut, above=a), part) for a, part in sides))


def _one_side(context: PatternContext, ratings: Ratings, cut: int, *, above: bool) -> list[Ints]:
    """Every rating on this side of the cut."""
    low, high = context.by_rank[[cut, cut + 1]]
    moved = []
    for codes in ratings.columns:
        over = context.rank[codes] > cut
        there = np.where(over, codes, high) if above else np.where(over, low, codes)
        moved.append(np.asarray(np.where(codes < 0, -1, there)))
    return moved
