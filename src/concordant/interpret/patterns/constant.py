"""A constant rater: one and the same answer to (almost) all items, while the others vary."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np

from ...digits import rounded, tied
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from ...result import Result
from .candidate import Candidate
from .context import PatternContext, RaterView
from .minimum_sizes import LEAST_CONSTANT


def constant_rater(context: PatternContext) -> Iterable[Candidate]:
    """How often a rater gives their commonest answer, minus how often the reference gives it.

    The answer is the commonest of all that are used, so p is multiplied by their number.
    """
    for view in context.views:
        yield _candidate(context, view, _commonest(view, 1)[0])


def _shares(view: RaterView, column: int) -> Floats:
    """How often one column gives each answer, on the items that both rated."""
    size = len(view.pair.ratings.labels)
    codes, weights = view.codes[column][view.both], view.pair.weights[view.both]
    return np.asarray(np.bincount(codes, weights=weights, minlength=size) / view.n)


def _commonest(view: RaterView, column: int) -> tuple[int, float]:
    """The answer given most often (of equally frequent ones the first), and its share."""
    shares = _shares(view, column)
    return int(tied(shares).argmax()), float(shares.max())


def says_one_thing(view: RaterView) -> bool:
    """Whether the rater gives one answer nearly always, and the reference its commonest far less often."""
    share, theirs = rounded(_commonest(view, 1)[1]), _commonest(view, 0)[1]
    return share >= LEAST_CONSTANT["share"] and rounded(share - theirs) >= LEAST_CONSTANT["more"]


def _evidence(view: RaterView, code: int) -> Result:
    theirs, own = view.codes
    gap = np.where(view.both, (own == code).astype(float) - (theirs == code), 0.0)
    mean = view.sums.mean(gap, view.both)
    found = view.sums.result("constant_share", mean, n=view.n, side="greater", under_null=gap / view.n)
    answers = np.count_nonzero(_shares(view, 0) + _shares(view, 1))
    # nobody ever differs: then there is nothing to test, and nothing to say
    p = 1.0 if np.isnan(found.p_value) else min(1.0, answers * found.p_value)
    return replace(found, p_value=p)


def _candidate(context: PatternContext, view: RaterView, code: int) -> Candidate:
    evidence = _evidence(view, code)
    common, theirs = _commonest(view, 0)
    of_two = context.compared.pair
    return Candidate(
        code="constant-rater",
        about={"comparison": context.compared.name, "rater": view.rater},
        evidence=evidence,
        facts={
            **view.facts, "answer": context.label(code), "share": float(_shares(view, 1)[code]),
            "common": context.label(common), "reference_share": theirs, "n": evidence.n_items,
            "of_two": of_two, "points": context.points, "guide": context.guide,
        },
        base=context.plain,
        material=lambda: says_one_thing(view) and view.of_most(says_one_thing),
        repaired=None if of_two else partial(without, context.plain.ratings, view.rater),
        score=partial(_unmoved, context, view.rater, code),
        examples_of=context.compared,
    )  # fmt: skip


def without(ratings: Ratings, rater: str) -> Ratings:
    """The other raters alone."""
    return ratings.select([name for name in ratings.raters if name != rater])


def _unmoved(context: PatternContext, rater: str, code: int, ratings: Ratings) -> Floats:
    """Rows that got the answer though the others say something else, the farthest off first."""
    place = ratings.place_of(rater)
    theirs, x = context.others_codes(ratings, place), context.compared.positions
    other = (ratings.columns[place] == code) & (theirs >= 0) & (theirs != code)
    far = np.abs(x[np.maximum(theirs, 0)] - x[code]) if context.compared.ordered else 1.0
    return np.where(other, far, 0.0)
