"""The boundary report: at every cut of an ordered scale, how often raters fall on different sides of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...digits import order_key
from ...inference.measure import on_t
from ...inference.plan import Plan
from ...inference.spread import analytic
from ...inference.variance import Influence
from ...language.message import Message
from ...ratings.ratings import Ratings
from ...ratings.scale import Scale
from ...reduce.item_weights import Floats, Ints
from ...reduce.patterns import cluster_codes, cluster_copies
from ...reduce.profiles import category_counts
from ...result import Result
from ..compare import CachedMeasures, Comparison
from ..record import Record
from .observed_share import share
from .subgroups import narrowed

#: Below this p one of two raters is said to be the stricter.
SURE = 0.05


@dataclass(frozen=True, kw_only=True)
class Boundary(Record):
    """The cut between two neighbouring categories, `lower` and `upper`.

    `flips` is the share of items (of pairs of ratings, where raters are several) that the cut splits, and
    `by_chance` what raters would reach who use both sides as often but know nothing of the item; `relative`
    is their ratio. `kappa` is the agreement on the side alone. `above` says by rater how often they are above
    the cut. Of two raters, `second_lower` is the share of flips in which the second is the lower, tested
    against a half (McNemar). `strictest` is who is reliably below the cut more often (of several: than the
    others on the same items); None if nobody is.
    `next_to` is the share of flips between the two categories at the cut. `examples` are items it splits.
    """

    lower: Any
    upper: Any
    step: float
    flips: Result
    by_chance: float
    relative: float
    kappa: Result
    raters: tuple[str, ...] = ()
    above: tuple[Result, ...] = ()
    strictest: str | None = None
    second_lower: Result | None = None
    next_to: Result
    examples: tuple[Mapping[str, Any], ...] = ()
    said: Message


def boundaries(compared: Comparison, examples: int = 3) -> tuple[Boundary, ...]:
    """A report for every cut of the declared scale, lowest first; nothing where categories have no order.

    A distance of two ratings is the sum of the steps of the cuts between them, so that Σ step·flips is the
    mean absolute error, and the linearly weighted kappa the mean of the cuts' kappas, weighted by
    step·by_chance.
    """
    if not (compared.ordered and compared.categorical) or len(compared.ratings.labels) < 2:
        return ()
    order = np.argsort(compared.positions, kind="stable")
    rows = narrowed(compared)
    counts, of_all = CutCounts(rows, order), CutCounts(compared.ratings, order)
    if not counts.pairs.any():
        return ()
    place = _place_by_ratings(compared.ratings) if examples else np.zeros(0)
    return tuple(
        _boundary(compared, rows, counts, cut, _on_the_line(compared, of_all, cut, place, examples))
        for cut in range(1, len(order))
    )


def _boundary(
    compared: Comparison, rows: Ratings, counts: CutCounts, cut: int, examples: tuple[Mapping[str, Any], ...]
) -> Boundary:
    split, plan = counts.split(cut), compared.plan
    ends = counts.order[[cut - 1, cut]]
    lower, upper = rows.labels[ends].tolist()
    two_sides = _dichotomised(rows, counts.order, cut)
    kappa, by_chance = _kappa(compared, CachedMeasures(two_sides, plan))
    flips = share(rows, split, counts.pairs > 0, plan, title="Items on different sides of the cut")
    sides = _sides(two_sides, compared)
    title = "Flips between the two categories at the cut"
    return Boundary(
        lower=lower,
        upper=upper,
        step=float(np.diff(compared.positions[ends])[0]),
        flips=flips,
        by_chance=by_chance,
        relative=flips.estimate / by_chance if by_chance > 0 else math.nan,
        kappa=kappa,
        **sides,
        next_to=share(rows, counts.next_to(cut), split, plan, title=title),
        examples=examples,
        said=_message(
            {"lower": lower, "upper": upper, "share": flips.estimate, "chance": by_chance},
            kappa,
            sides,
            people=len(compared.reference) > 1,
        ),
    )


def _dichotomised(rows: Ratings, order: Ints, cut: int) -> Ratings:
    """0 below the cut, 1 above it, gaps as they were."""
    side = np.empty(len(order) + 1, dtype=np.int8)
    side[order] = np.arange(len(order)) >= cut
    side[-1] = -1
    columns = tuple(side[column] for column in rows.columns)
    return replace(rows, columns=columns, scale=Scale.ordinal([0, 1]), labels=np.array([0, 1]))


def _kappa(compared: Comparison, sides: CachedMeasures) -> tuple[Result, float]:
    """The coefficient that speaks for the comparison, unweighted, and how often chance alone would flip."""
    name, options = compared.main[0], {}
    if name == "krippendorff_alpha":
        options = {"metric": "nominal"}
    elif not (BY_NAME[name].chance_corrected and "weights" in BY_NAME[name].options):
        several = "fleiss_kappa" if compared.ratings.anonymous else "conger_kappa"
        name = "cohen_kappa" if compared.pair and not compared.ratings.anonymous else several
    kappa = sides.answer(name, options)
    known = kappa if "expected_agreement" in kappa.details else sides.answer("exact_agreement")
    return kappa, 1 - float(known.details.get("expected_agreement", math.nan))


# --- who is the stricter ----------------------------------------------------------------------


def _sides(two_sides: Ratings, compared: Comparison) -> dict[str, Any]:
    """How often each rater is above the cut, and who is the stricter."""
    plan, raters, cuts = compared.plan, two_sides.raters, len(compared.ratings.labels) - 1
    if two_sides.anonymous:
        return {}
    above = tuple(
        share(two_sides, column == 1, column >= 0, plan, title=f"Above the cut: {rater}")
        for rater, column in zip(raters, two_sides.columns, strict=True)
    )
    if not compared.pair:
        return {"raters": raters, "above": above, "strictest": _strictest(two_sides, plan, cuts)}
    first, second = two_sides.columns
    split = (first >= 0) & (second >= 0) & (first != second)
    lower = share(two_sides, split & (second == 0), split, plan, title=f"{raters[1]} is the lower", null=0.5)
    sure = lower.p_value * cuts < SURE
    stricter = raters[int(lower.estimate > 0.5)] if sure else None
    return {"raters": raters, "above": above, "strictest": stricter, "second_lower": lower}


def _strictest(two_sides: Ratings, plan: Plan, cuts: int) -> str | None:
    """Who is above the cut least often beside the others who rated the same items, if that is sure.

    By item: above the cut or not, minus the mean of the others; p is that of all raters and cuts.
    """
    sides = two_sides.matrix
    above, given = (sides == 1).astype(float), sides >= 0
    total, number = above.sum(axis=1), given.sum(axis=1)
    lowest: tuple[float, str | None] = (0.0, None)
    for place, rater in enumerate(two_sides.raters):
        rows = np.flatnonzero(given[:, place] & (number > 1))
        own = above[rows, place]
        gap, p = _mean_gap(two_sides, rows, own - (total[rows] - own) / (number[rows] - 1), plan)
        if p * two_sides.n_raters * cuts < SURE and order_key(gap) < lowest[0]:
            lowest = (order_key(gap), rater)
    return lowest[1]


def _mean_gap(ratings: Ratings, rows: Ints, gap: Floats, plan: Plan) -> tuple[float, float]:
    """The mean of a number that some rows have, and p of 0, on t; equal gaps everywhere are as many signs."""
    weights, clusters = ratings.item_weights[rows], cluster_codes(ratings)
    n = float(weights.sum())
    if not n > 0:
        return math.nan, math.nan
    mean = float(weights @ gap / n)
    groups = None if clusters is None else clusters[rows]
    around = analytic(mean, Influence((gap - mean) / n, weights, groups, n, cluster_copies(ratings)), plan)
    if around.none:
        return mean, min(1.0, 2 * 0.5**around.units) if mean else 1.0
    return mean, float(on_t(around, plan.level, null=0.0).get("p_value", math.nan))


# --- examples and words -----------------------------------------------------------------------


def _on_the_line(
    compared: Comparison, counts: CutCounts, cut: int, place: Floats, most: int
) -> tuple[Mapping[str, Any], ...]:
    """Items that the cut splits, those that lie next to it first."""
    if not most:
        return ()
    score = counts.split(cut) + counts.next_to(cut)
    return compared.examples(np.where(score > 0, score + 1e-6 * (1 - place), 0.0), most)


def _place_by_ratings(ratings: Ratings) -> Floats:
    """Where the ratings of each row come among all, from 0 up to 1; equal ratings have one place.

    Scores that differ by it are alike for equal rows only, so that no more rows are looked into than are
    shown, whatever their order.
    """
    columns, base = ratings.columns, len(ratings.labels) + 1
    if base ** len(columns) < 2**62:  # a row is a number, with a digit for each rater
        rows = reduce(
            lambda key, column: key * base + column + 1, columns, np.zeros(len(columns[0]), np.int64)
        )
        _, place = np.unique(rows, return_inverse=True)
    else:
        _, place = np.unique(np.column_stack(columns), axis=0, return_inverse=True)
    return np.asarray(place.ravel() / len(place))


def _message(facts: dict[str, Any], kappa: Result, sides: Mapping[str, Any], *, people: bool) -> Message:
    lower, who = sides.get("second_lower"), sides.get("strictest")
    facts |= {"m": kappa.measure, "kappa": kappa.estimate, "who": who}
    if not facts["share"] > 0:
        return Message("boundaries.never", facts)
    if lower is None:
        return Message("boundaries.among-strict" if who else "boundaries.among", facts)
    if who is None:
        return Message("boundaries.even", facts)
    facts |= {"of_them": max(lower.estimate, 1 - lower.estimate)}
    return Message(
        "boundaries.cut-people" if people and who == sides["raters"][0] else "boundaries.cut", facts
    )


class CutCounts:
    """How many ratings of each row lie in each category, lowest first, and up to it."""

    def __init__(self, rows: Ratings, order: Ints) -> None:
        self.order = order
        self.at: Floats = category_counts(rows)[:, order]
        self.up_to = np.cumsum(self.at, axis=1)
        self.given = self.up_to[:, -1]
        self.pairs = self.given * (self.given - 1) / 2

    def split(self, cut: int) -> Floats:
        """The share of a row's pairs of ratings that the cut splits."""
        below = self.up_to[:, cut - 1]
        return np.asarray(below * (self.given - below) / np.maximum(self.pairs, 1))

    def next_to(self, cut: int) -> Floats:
        """The share of a row's pairs that fall in the two categories beside the cut."""
        return np.asarray(self.at[:, cut - 1] * self.at[:, cut] / np.maximum(self.pairs, 1))

    def alike(self, rank: int) -> Floats:
        """The share of a row's pairs of which both are the category of this rank."""
        held = self.at[:, rank]
        return np.asarray(held * (held - 1) / 2 / np.maximum(self.pairs, 1))
