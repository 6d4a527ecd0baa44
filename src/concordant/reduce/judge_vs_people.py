"""One rater against several: two columns, reference and rater, the pairs of an item kept together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..ratings.ratings import Ratings
from .item_weights import Floats, Ints, spread
from .patterns import units

#: What the first column is called where it holds several raters.
SEVERAL = "people"


def against(ratings: Ratings, references: Sequence[str], rater: str) -> tuple[Ratings, Ints]:
    """Every pair (reference, rater) of an item as a row, and the row of `ratings` that it comes from.

    An item counts once, shared among its pairs, and its pairs are one cluster; a row that stands for many
    equal items is that many clusters. With one reference the rows are as they were.
    """
    if len(references) == 1:
        return ratings.select([references[0], rater]), np.arange(len(ratings))
    judged = ratings.columns[ratings.place_of(rater)]
    given = np.stack([ratings.columns[ratings.place_of(name)] for name in references])
    met = (given >= 0) & (judged >= 0)
    pairs = met.sum(axis=0)
    which, origin = np.nonzero(met)
    alone = np.flatnonzero((pairs == 0) & (judged >= 0))  # no reference: counted as left out
    origin = np.concatenate([origin, alone])
    reference = np.concatenate([given[which, origin[: len(which)]], np.full(len(alone), -1)])
    order = np.argsort(origin, kind="stable")
    origin, reference = origin[order], reference[order]
    weights = ratings.item_weights[origin] / np.maximum(pairs, 1)[origin]
    return _paired(ratings, rater, origin, reference, weights), origin


def _paired(ratings: Ratings, rater: str, origin: Ints, reference: Ints, weights: Floats) -> Ratings:
    """Reference and rater in two columns, given which item each row is of; pairs of an item are a cluster."""
    judged = ratings.columns[ratings.place_of(rater)]
    unit, stands_for = units(ratings)
    return replace(
        ratings.rows(origin),
        columns=(reference.astype(judged.dtype), judged[origin]),
        raters=(SEVERAL if rater != SEVERAL else f"{SEVERAL} (others)", rater),
        rater_kinds=("human", ratings.rater_kinds[ratings.place_of(rater)]),
        weights=weights,
        clusters=unit[origin],
        cluster_copies=stands_for[origin],
        repeat=None,
        times=None,
        texts={},
        comments=None,
    )


def against_categories(ratings: Ratings, references: Sequence[str], rater: str) -> Ratings:
    """What `against` gives, with the pairs of an item that say the same made one row.

    With many references an item has a row for each category that they gave, not for each of them.
    """
    judged = ratings.columns[ratings.place_of(rater)]
    given = np.stack([ratings.columns[ratings.place_of(name)] for name in references], axis=1)
    counts = spread(given, None, len(ratings.labels)) * (judged >= 0)[:, None]
    origin, reference = np.nonzero(counts)
    pairs = counts.sum(axis=1)
    weights = (ratings.item_weights / np.maximum(pairs, 1))[origin] * counts[origin, reference]
    return _paired(ratings, rater, origin, reference, weights)


def among(ratings: Ratings, *groups: Sequence[str]) -> tuple[Ratings, Ints]:
    """Every rater of a group against each other one: what people reach with each other.

    Of three or more both ways round, so that nobody's place matters; two are an ordinary pair.
    """
    parts = [
        against(ratings, [other for other in raters if other != one], one)
        for raters in groups
        for one in (raters if len(raters) > 2 else raters[1:])
    ]
    columns = [np.concatenate([part.columns[place] for part, _ in parts]) for place in range(2)]
    met = (columns[0] >= 0) & (columns[1] >= 0)
    origin = np.concatenate([rows for _, rows in parts])[met]
    pairs = np.bincount(origin, minlength=len(ratings))
    weights = ratings.item_weights
    unit, stands_for = units(ratings)
    return (
        replace(
            ratings.rows(origin),
            columns=tuple(column[met] for column in columns),
            raters=("others", "one"),
            rater_kinds=("", ""),
            times=None,
            texts={},
            comments=None,
            weights=weights[origin] / pairs[origin],
            clusters=unit[origin],
            cluster_copies=stands_for[origin],
        ),
        origin,
    )
