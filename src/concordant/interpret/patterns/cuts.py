"""Top score inconsistent, unstable boundary: one cut of the scale is blurred more than the others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from ...ratings.ratings import Ratings
from ...reduce.totals import Total
from ...reduce.weighing import Floats, Ints
from ...result import Result
from .candidate import Candidate
from .evidence import Sums
from .looked import Looked
from .minima import LEAST_COUNT, LEAST_FLIPS, LEAST_ITEMS
from .repair import partly
from .sharpness import Pairs, as_sharp_as_all, from_height_alone


def blurred_cuts(looked: Looked) -> Iterable[Candidate]:
    """Flips at each cut above what they would be if all cuts were equally sharp.

    A flip is an item of which one rating lies above the cut and another not. That the top category stands
    apart is the highest cut, so it is the pattern of its own that users know by that name.
    """
    if not (looked.compared.ordered and looked.compared.categorical) or looked.compared.ratings.anonymous:
        return
    counted = _Cuts(looked)
    if counted.n < LEAST_ITEMS or len(counted.usable) < 2:
        return
    expected = as_sharp_as_all(
        [counted.flips[c] for c in counted.usable],
        [counted.by_rater[c] for c in counted.usable],
        counted.pairs,
    )
    for cut, should in zip(counted.usable, expected, strict=False):
        excess = counted.flips[cut] - should
        evidence = counted.sums.result("excess_flips", excess, n=counted.n, side="greater")
        if evidence.defined and counted.n * float(should) >= LEAST_COUNT:
            yield _candidate(looked, counted, cut, float(should), evidence)


class _Cuts:
    """Cut c lies between the categories of rank c and c + 1."""

    def __init__(self, looked: Looked) -> None:
        ratings = looked.plain.ratings
        self.sums = Sums.over(looked.plain)
        self.rows = np.asarray((ratings.matrix >= 0).sum(axis=1) >= 2)
        self.n = float(self.sums.counts[self.rows].sum())
        split = [split_at(looked, ratings, cut) for cut in range(len(looked.by_rank) - 1)]
        self.above = [self.sums.mean(s.above, self.rows) for s in split] if self.n else []
        self.flips = [self.sums.mean(s.flips, self.rows) for s in split] if self.n else []
        self._looked, self._ratings = looked, ratings

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
        return [c for c, p in enumerate(shares) if self.n * min(p, 1 - p) >= 2 * LEAST_COUNT]

    @cached_property
    def of_height(self) -> Floats:
        """By cut the flips that come of cutting at different heights, which is a bias and no blur."""
        heights = np.array([[float(a) for a in cut] for cut in self.by_rater])
        return from_height_alone(heights, self.pairs)

    def beside_the_others(self, cut: int) -> float:
        """Flips for each rating in the two categories at the cut, over the same of the other cuts.

        Where ratings are anything but normal beneath, ends often seem blurred; not so by this.
        """
        edges = np.array([1.0, *(float(a) for a in self.above), 0.0])
        near = edges[:-2] - edges[2:]
        flips = np.array([float(f) for f in self.flips]) - self.of_height
        rest = [c for c in self.usable if c != cut]
        elsewhere = flips[rest].sum() / near[rest].sum()
        return float(flips[cut] / near[cut] / elsewhere) if elsewhere > 0 else np.inf


@dataclass(frozen=True, eq=False)
class Split:
    """By row: how many ratings there are, the share above the cut, the share of pairs that it parts."""

    given: Ints
    above: Floats
    flips: Floats


def split_at(looked: Looked, ratings: Ratings, cut: int) -> Split:
    """With a of m ratings above, 2a(m − a) of the m(m − 1) ordered pairs are parted."""
    rank = looked.rank
    codes = ratings.matrix
    given = (codes >= 0).sum(axis=1)
    over = ((codes >= 0) & (rank[codes] > cut)).sum(axis=1)
    m = np.maximum(given, 2).astype(float)
    return Split(given, over / np.maximum(given, 1), 2 * over * (given - over) / (m * (m - 1)))


def _candidate(looked: Looked, counted: _Cuts, cut: int, should: float, evidence: Result) -> Candidate:
    flips, above = (float(x[cut]) for x in (counted.flips, counted.above))
    low, high = (looked.label(int(looked.by_rank[at])) for at in (cut, cut + 1))
    bias = float(counted.of_height[cut])
    top = cut == len(looked.by_rank) - 2
    about: dict[str, Any] = {"score": high} if top else {"cut": f"{low}|{high}"}
    facts = {
        "low": low, "high": high, "flips": flips, "expected_flips": should, "n": evidence.n_items,
        "agreement": 1 - flips / (2 * above), "expected": 1 - should / (2 * above),
        "points": looked.points, "who": looked.who, "guide": looked.guide,
    }  # fmt: skip
    return Candidate(
        code="top-inconsistent" if top else "unstable-boundary",
        about={"comparison": looked.compared.name, **about},
        evidence=evidence,
        facts=facts,
        base=looked.plain,
        material=lambda: (
            flips - bias >= LEAST_FLIPS["times"] * (should - bias)
            and flips - should >= LEAST_FLIPS["more"]
            and counted.beside_the_others(cut) >= LEAST_FLIPS["nearby"]
        ),
        repaired=lambda: _sharpened(looked, cut, (flips - should) / flips),
        score=partial(_on_the_line, looked, cut),
        examples_of=looked.compared,
    )


def _on_the_line(looked: Looked, cut: int, ratings: Ratings) -> Floats:
    """Items parted by this cut, those parted by no other one first."""
    parted = np.stack([split_at(looked, ratings, c).flips for c in range(len(looked.by_rank) - 1)])
    return np.asarray(np.where(parted[cut] > 0, parted[cut] / np.maximum(parted.sum(axis=0), 1e-300), 0.0))


def _sharpened(looked: Looked, cut: int, share: float) -> Ratings:
    """A share of the flips at the cut resolved, so that it is as sharp as the cuts are on the whole.

    Ratings on the side of fewer raters (of two: the second) move to the nearest category on the other side.
    """
    ratings = looked.plain.ratings
    rank = looked.rank
    split = split_at(looked, ratings, cut)
    first = ratings.columns[0]
    to_above = split.above > 0.5
    if ratings.n_raters == 2:
        to_above = (first >= 0) & (rank[first] > cut)
    below, above = looked.by_rank[cut], looked.by_rank[cut + 1]
    columns = [_one_side(c, rank, cut, to_above, int(below), int(above)) for c in ratings.columns]
    return partly(ratings, columns, np.where(split.flips > 0, share, 0.0))


def _one_side(codes: Ints, rank: Ints, cut: int, to_above: Any, below: int, above: int) -> Ints:
    over = rank[codes] > cut
    moved = np.where(to_above & ~over, above, np.where(~to_above & over, below, codes))
    return np.asarray(np.where(codes < 0, -1, moved))
