"""Labels gone wrong: two exchanged, the scale the wrong way round, one never used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ...digits import rounded
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from ...reduce.totals import sqrt
from .bias import gaps_from, levelled
from .candidate import Candidate
from .context import PatternContext, RaterView
from .minimum_sizes import LEAST_COUNT, LEAST_CROSSED, MOST_REVERSED
from .repair import measured_anew, recoded, toward

# --- two labels exchanged ---------------------------------------------------------------------


def swapped_labels(context: PatternContext) -> Iterable[Candidate]:
    """Of the items that both put in a or b, the share on which they differ, against one half.

    Two categories in order cannot be distinguished from a reversed scale, and are left to that pattern.
    """
    size = len(context.compared.ratings.labels)
    if not context.compared.categorical or (context.compared.ordered and size < 3):
        return
    for view in context.one_way:
        table = cells(view)
        for a, b in combinations(range(size), 2):
            block = table[np.ix_([a, b], [a, b])]
            if block.sum() >= 2 * LEAST_COUNT:
                yield _swap(context, view, a, b)


def cells(view: RaterView) -> Floats:
    """Items by what the reference said (row) and what the rater said (column)."""
    size = len(view.pair.ratings.labels)
    out = np.zeros((size, size))
    theirs, own = view.codes
    np.add.at(out, (theirs[view.both], own[view.both]), view.pair.weights[view.both])
    return out


def _swap(context: PatternContext, view: RaterView, a: int, b: int) -> Candidate:
    theirs, own = view.codes
    block = view.both & np.isin(theirs, (a, b)) & np.isin(own, (a, b))
    crossed = block & (theirs != own)
    n = float(view.pair.weights[block].sum())
    evidence = view.sums.result(
        "crossed_share",
        view.sums.mean(crossed, block),
        n=n,
        side="greater",
        null=0.5,
        under_null=np.where(block, crossed - 0.5, 0.0) / n,
    )
    mapping = np.arange(len(context.compared.ratings.labels))
    mapping[[a, b]] = b, a
    return Candidate(
        code="swapped-labels",
        about={"comparison": context.compared.name, "rater": view.rater, "labels": _two(context, a, b)},
        evidence=evidence,
        facts={
            **view.facts, "one": context.label(a),
            "other": context.label(b), "crossed": evidence.estimate, "n": evidence.n_items,
        },
        base=context.plain,
        material=lambda: (
            rounded(evidence.estimate) >= LEAST_CROSSED
            and _exchanged(a, b, view)
            and view.of_most(partial(_exchanged, a, b))
        ),
        repaired=lambda: recoded(context.plain.ratings, context.plain.ratings.place_of(view.rater), mapping),
        score=partial(_crossing, context, view.rater, a, b),
        examples_of=context.compared,
    )  # fmt: skip


def _two(context: PatternContext, a: int, b: int) -> str:
    return f"{context.label(a)}, {context.label(b)}"


def _exchanged(a: int, b: int, view: RaterView) -> bool:
    """Whether each of the two is called the other more often than itself."""
    table = cells(view)
    return bool(table[a, b] > table[a, a] and table[b, a] > table[b, b])


def _crossing(context: PatternContext, rater: str, a: int, b: int, ratings: Ratings) -> Floats:
    place = ratings.place_of(rater)
    own, theirs = ratings.columns[place], context.others_codes(ratings, place)
    return np.asarray(np.isin(own, (a, b)) & np.isin(theirs, (a, b)) & (own != theirs), dtype=float)


# --- the scale the wrong way round ------------------------------------------------------------


def reversed_scale(context: PatternContext) -> Iterable[Candidate]:
    """The correlation of a rater with the reference, below 0."""
    if not context.compared.ordered:
        return
    for view in context.one_way:
        if correlation(view) == correlation(view):
            yield _reversal(context, view)


def _off(view: RaterView) -> list[Floats]:
    return [np.where(view.both, x - float(view.sums.mean(x, view.both)), 0.0) for x in view.values]


def correlation(view: RaterView) -> float:
    """Pearson's correlation of places on the scale, nan where one side does not vary."""
    theirs, own = _off(view)
    w = view.pair.weights
    below = float(np.sqrt((w @ theirs**2) * (w @ own**2)))
    return float(w @ (theirs * own)) / below if below > 0 else float("nan")


def _reversal(context: PatternContext, view: RaterView) -> Candidate:
    theirs, own = _off(view)
    first, second, product = (view.sums.sum(x) for x in (theirs**2, own**2, theirs * own))
    below = sqrt(first * second)
    evidence = view.sums.result(
        "correlation", product / below, n=view.n, side="less", under_null=theirs * own / float(below)
    )
    return Candidate(
        code="reversed-scale",
        about={"comparison": context.compared.name, "rater": view.rater},
        evidence=evidence,
        facts={
            **view.facts, "correlation": evidence.estimate,
            "turned": -evidence.estimate, "n": evidence.n_items, "measured": context.measured(view.rater),
        },
        base=context.plain,
        material=lambda: (
            rounded(evidence.estimate) <= MOST_REVERSED
            and view.of_most(lambda one: rounded(correlation(one)) <= MOST_REVERSED)
        ),
        repaired=lambda: _turned(context, view.rater),
        score=partial(_apart, context, view.rater),
        examples_of=context.compared,
    )  # fmt: skip


def _turned(context: PatternContext, rater: str) -> Ratings:
    """The rater's scale turned round."""
    ratings = context.plain.ratings
    place = ratings.place_of(rater)
    if context.compared.categorical:
        return recoded(ratings, place, context.by_rank[::-1][context.rank])
    x = context.compared.positions
    return measured_anew(ratings, place, float(x.min() + x.max()) - x[np.maximum(ratings.columns[place], 0)])


def _apart(context: PatternContext, rater: str, ratings: Ratings) -> Floats:
    return np.abs(gaps_from(context, ratings, ratings.place_of(rater))[1])


# --- a category never used --------------------------------------------------------------------


def unused_category(context: PatternContext) -> Iterable[Candidate]:
    """A category that a rater never uses, though the reference does on the same items.

    If both were as likely to use it, each of the E items in which one of them does would be the rater's with
    probability ½, so that none is has probability ½^E. Several raters' uses on one item count as one, and so
    do the items of a cluster.
    """
    if not context.compared.categorical:
        return
    for view in context.views:
        ratings = view.pair.ratings
        for code in range(len(ratings.labels)):
            expected = _independent(view, view.both & (view.codes[0] == code))
            if rounded(expected) >= LEAST_COUNT:
                yield _unused(context, view, (code,))


def _independent(view: RaterView, rows: NDArray[np.bool_]) -> float:
    """How many items, or clusters of them, these rows are."""
    return min(float(view.pair.weights[rows].sum()), view.sums.units(rows))


def _unused(context: PatternContext, view: RaterView, codes: tuple[int, ...]) -> Candidate:
    rows = view.both & np.isin(view.codes[0], codes)
    theirs = view.sums.mean(rows, view.both)
    used = bool(np.isin(view.pair.ratings.columns[1], codes).any())
    p = 1.0 if used else 0.5 ** _independent(view, rows)
    evidence = view.sums.result("share_unused", theirs, n=view.n, p=p)
    names = [context.label(code) for code in codes]
    return Candidate(
        code="unused-category",
        about={"comparison": context.compared.name, "rater": view.rater, "category": ", ".join(names)},
        evidence=evidence,
        facts={
            **view.facts, "categories": names,
            "expected": float(view.n * float(theirs)), "share": evidence.estimate, "n": evidence.n_items,
            "guide": context.guide, "points": context.points,
        },
        base=context.plain,
        material=lambda: not used,
        repaired=lambda: _used_again(context, view, codes),
        score=partial(_avoided, context, view.rater, codes),
        examples_of=context.compared,
        bound=not context.compared.ordered,
        joined=partial(_all_unused, context, view),
    )  # fmt: skip


def _all_unused(context: PatternContext, view: RaterView, found: Sequence[Candidate]) -> Candidate:
    """All categories that one rater never gives, as one finding."""
    names = {name for one in found for name in one.facts["categories"]}
    codes = [code for code in context.by_rank.tolist() if context.label(code) in names]
    return _unused(context, view, tuple(codes))


def _avoided(context: PatternContext, rater: str, codes: tuple[int, ...], ratings: Ratings) -> Floats:
    place = ratings.place_of(rater)
    theirs = context.others_codes(ratings, place)
    return np.asarray(np.isin(theirs, codes) & (ratings.columns[place] >= 0), dtype=float)


def _used_again(context: PatternContext, view: RaterView, codes: tuple[int, ...]) -> Ratings | None:
    """In order: the scale cut where the reference does. Else the category wherever the reference gives it:
    an upper bound."""
    if context.compared.ordered:
        return levelled(context, view)
    ratings = context.plain.ratings
    place = ratings.place_of(view.rater)
    theirs = context.others_codes(ratings, place)
    return toward(ratings, place, theirs, _avoided(context, view.rater, codes, ratings))
