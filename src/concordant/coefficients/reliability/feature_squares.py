"""Mean squares of many features: complete ones by analysis of variance at once, the others by their gaps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ...quote import quote
from ...ratings.reading import Stack
from ...reduce.crossed import Crossed
from ...reduce.feature_sums import (
    Places,
    Rows,
    Squares,
    alike,
    blocks,
    crossed_features,
    infinite,
    ratings_of_items,
    squares,
)
from ...reduce.item_weights import Ints
from ...reduce.moments import of_values
from ...reduce.sums import Numbers
from .mean_squares import NO_SPREAD, MeanSquares, Method, above, as_balanced, uses_likelihood, why_not
from .reml import reml


@dataclass(frozen=True, eq=False)
class FeatureGroup:
    """Features of one design: where they are, over how many items, and their mean squares.

    What is the same for all of them (numbers of items and raters, degrees of freedom) is one number.
    """

    places: Places
    n_items: Numbers
    two_way: MeanSquares
    one_way: MeanSquares
    method: Method = "anova"


def groups(stack: Stack, method: Method) -> Iterator[FeatureGroup]:
    """Every feature that has mean squares, in one group or another; a later group overrules an earlier."""
    everything = np.arange(len(stack.features))
    if method == "reml":
        _refuse_infinite(stack, everything)
        yield from _by_likelihood(stack, everything)
        return
    complete = _group(stack)
    yield complete
    odd = np.flatnonzero(~np.isfinite(complete.two_way.error + complete.two_way.items))
    _refuse_infinite(stack, odd)
    given, k = ratings_of_items(stack.values, odd), len(stack.raters)
    gaps = ((given > 0) & (given < k)).any(axis=0) & (method == "auto")
    for places, rows in alike(given[:, ~gaps] == k):
        if rows.sum() >= 2:
            yield _group(stack, rows, odd[~gaps][places])
    yield from _by_likelihood(stack, odd[gaps])


def _refuse_infinite(stack: Stack, places: Ints) -> None:
    found = infinite(stack.values, places)
    if found is not None:
        item, rater, feature = found
        raise InputError(
            f"The feature {quote(stack.features[feature])} is infinite for item {item + 1}, rater "
            f"{quote(stack.raters[rater])}: put a gap (nan) where there is no measurement."
        )


def _group(stack: Stack, rows: Rows = slice(None), places: Places = slice(None)) -> FeatureGroup:
    """By analysis of variance of complete items."""
    n, k = stack.values[rows, :, :1].shape[:2]
    df = {"df_items": n - 1, "df_raters": k - 1, "df_error": (n - 1) * (k - 1)}
    freedom = {name: np.asarray(float(x)) for name, x in df.items()}
    sizes = {"n": np.asarray(float(n)), "k": np.asarray(float(k))}
    items, error, raters = _without_rounding(squares(stack.values, rows, places), n * k)
    found = MeanSquares(
        items=items / freedom["df_items"],
        raters=raters / freedom["df_raters"],
        error=error / freedom["df_error"],
        **sizes,
        **freedom,
    )
    return FeatureGroup(places, sizes["n"], found, found.one_way())


def _without_rounding(ss: Squares, cells: int) -> tuple[Numbers, Numbers, Numbers]:
    """The sums of squares, 0 where they are nothing but rounding, as for a feature alone."""
    least = cells * ss.rounding**2
    items = above(ss.items, np.maximum(least, 1e-13 * (ss.items + ss.error)))
    return items, above(ss.error, least), above(ss.raters, np.maximum(least, 1e-26 * (ss.items + ss.error)))


def _by_likelihood(stack: Stack, places: Ints) -> Iterator[FeatureGroup]:
    """By restricted likelihood, a block of features at a time."""
    n, k = stack.values.shape[:2]
    for part in blocks(len(places), n * k):
        here = places[part]
        values = np.asarray(stack.values[:, :, here], dtype=float)
        there = _enough(crossed_features(values), one_way=True)
        if there.any():
            values = values[:, :, there]
            c = crossed_features(values)
            one_way = as_balanced(c, reml(c, raters=False), one_way=True)
            two_way = _two_way(values, _enough(c, one_way=False))
            yield FeatureGroup(here[there], c.items.sum(axis=1), two_way, one_way, "reml")


def _two_way(values: NDArray[np.float64], there: NDArray[np.bool_]) -> MeanSquares:
    """Of the features that have ratings enough; nan for the others."""
    names = [f.name for f in fields(MeanSquares)]
    found = {name: np.full(len(there), np.nan) for name in names}
    if there.any():
        c = crossed_features(values[:, :, there])
        ms = as_balanced(c, reml(c), one_way=False)
        for name in names:
            found[name][there] = getattr(ms, name)
    return MeanSquares(**found)


def _enough(c: Crossed, *, one_way: bool) -> NDArray[np.bool_]:
    """Which features have ratings enough to be divided up, as `why_not` has it."""
    spent = 0 if one_way else np.count_nonzero(c.by_rater > 0, axis=-1) - 1
    apart = c.n_ratings - c.n_items > spent
    spread = c.total - c.sums.sum(axis=(-2, -1)) ** 2 / np.maximum(c.n_ratings, 1)
    return np.asarray((c.n_items >= 2) & apart & (spread > 1e-12 * c.total))


def why_undefined(stack: Stack, feature: int, method: Method) -> tuple[str, float]:
    """Why a feature has no mean squares, and how many items it has to show."""
    values = np.asarray(stack.values[:, :, feature], dtype=float)
    rated = ~np.isnan(values).all(axis=1)
    if not rated.any():
        return "There is no rating.", 0.0
    m = of_values(values[rated], stack.raters)
    n = m.n_with(1) if uses_likelihood(m, method) else m.complete.n
    return (why_not(m, method) or NO_SPREAD).text, float(n)
