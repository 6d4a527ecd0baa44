"""Checks of the scale: ratings that may not mean what they seem to, and counts mistaken for raters."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...ratings.audit import INFERRED
from ...ratings.ratings import Ratings
from ...reduce.distinct_rows import distinct
from ...reduce.item_weights import Floats
from .copied import copied
from .labels import labels
from .overlap import MOST_RATERS
from .placeholder_values import unset, without
from .scale_doubt import LIMITS as LIMITS
from .scale_doubt import ScaleDoubt as ScaleDoubt
from .scale_doubt import doubt
from .units import Values, units

#: Cells (rows × raters) that are compared; of more, only every second, third, … row.
_MOST_CELLS = 2_000_000


def scale_doubts(ratings: Ratings) -> tuple[ScaleDoubt, ...]:
    """Every doubt about the scale, the gravest kinds first; none where all seems well."""
    rows = ratings if ratings.item_source is not None else distinct(ratings)
    weights = np.ones(len(rows)) if rows.weights is None or not rows.copies else rows.weights
    if rows.weights is not None and not rows.copies:
        weights = (rows.weights > 0).astype(float)  # of a sample: a row is one item
    counts = np.zeros(len(rows.labels) + 1)
    rated = np.zeros(len(rows), dtype=bool)
    for column in rows.columns:
        counts += np.bincount(
            np.where(column < 0, len(rows.labels), column), weights=weights, minlength=len(counts)
        )
        rated |= column >= 0
    found = [*stray_values(rows, counts[:-1]), *labels(rows, counts[:-1], float(weights[rated].sum()))]
    few = 1 < rows.n_raters <= MOST_RATERS
    if few and not rows.anonymous and rows.scale.ordered and rated.any():
        values = _values(rows, weights)
        codes = list(unset(values))
        found = [*counted(rows, weights), *units(without(values, codes)), *codes, *found]
    return (*copied(rows, weights), *found)


def _values(rows: Ratings, weights: Floats) -> Values:
    """The number of each rating: its value, or its rank where categories are words in an order."""
    known = np.arange(float(len(rows.labels))) if rows.values is None else rows.values
    number = np.append(known, np.nan)
    step = -(-len(rows) * rows.n_raters // _MOST_CELLS)
    keep = np.flatnonzero(weights > 0)[::step]
    at = np.stack([number[column[keep]] for column in rows.columns], axis=1)
    names = None if rows.values is not None else tuple(map(str, rows.labels.tolist()))
    return Values(rows.raters, rows.rater_kinds, at, weights[keep], names)


def counted(ratings: Ratings, weights: Floats) -> Iterator[ScaleDoubt]:
    """Whole numbers that add up to the same in every row, of a shape that nobody declared."""
    guessed = ratings.reading.roles.get("shape", "").endswith(INFERRED)
    if not guessed or ratings.scale.declared or ratings.anonymous or ratings.values is None:
        return
    values = np.append(ratings.values, np.nan)
    sums = np.zeros(int(np.count_nonzero(weights > 0)))
    for column in ratings.columns:
        sums += values[column[weights > 0]]
    whole = bool((ratings.values >= 0).all() and (ratings.values % 1 == 0).all())
    n_items = float(weights.sum())
    if whole and n_items >= LIMITS.fewest_items and len(ratings.labels) > 1 and np.ptp(sums) == 0:
        facts = {"names": list(ratings.raters), "sum": int(sums[0]), "n": n_items, "option": "shape='counts'"}
        yield doubt("counts", facts, about=("names",), n=n_items)


def stray_values(ratings: Ratings, counts: Floats) -> Iterator[ScaleDoubt]:
    """Rare numbers beyond a gap at either end of an undeclared scale: a 10 among ratings from 1 to 5."""
    if ratings.scale.declared or ratings.values is None or ratings.scale.categories is None:
        return
    used = np.flatnonzero(counts > 0)
    order = used[np.argsort(ratings.values[used], kind="stable")]
    x, n = ratings.values[order], counts[order]
    low, high = _inner(x, n)
    if (low, high) == (0, len(x)):
        return
    stray = [*range(low), *range(high, len(x))]
    labels = [str(ratings.labels[order[place]]) for place in stray]
    facts = {
        "labels": labels, "n": float(n[stray].sum()), "of": float(n.sum()),
        "low": str(ratings.labels[order[low]]), "high": str(ratings.labels[order[high - 1]]),
        "raters": _who(ratings, order[stray].tolist()), "written": labels,
        "option": f"missing=[{', '.join(labels)}]",
    }  # fmt: skip
    share = float(n[stray].sum() / n.sum())
    yield doubt("stray-value", facts, about=("written",), n=facts["n"], evidence={"share": share})


def _inner(x: Floats, n: Floats) -> tuple[int, int]:
    """The places of the values that are left when rare ones beyond a gap are taken off either end."""
    low, high = 0, len(x)
    total = n.sum()
    while high - low > LIMITS.fewest_values:
        inner = np.diff(x[low:high])
        step = float(np.median(inner))
        ends = ((high - 1, inner[-1]), (low, inner[0]))
        far = [place for place, gap in ends if gap >= LIMITS.stray_gap * step and n[place] <= _most(total)]
        if not far:
            break
        low, high = (low, high - 1) if far[0] == high - 1 else (low + 1, high)
    return low, high


def _most(total: float) -> float:
    """How often a mistake may have been made: once, or in half a per cent of ratings."""
    return max(1.0, LIMITS.stray_share * total)


def _who(ratings: Ratings, codes: list[int]) -> list[str]:
    """The raters who gave such a number."""
    if ratings.anonymous:
        return []
    each = zip(ratings.raters, ratings.columns, strict=True)
    return [name for name, column in each if np.isin(column, codes).any()]
