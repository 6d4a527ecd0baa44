"""A number far outside the scale that all other ratings use: a 10 among ratings from 1 to 5."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from .scale_doubt import LIMITS, ScaleDoubt, doubt


def stray_values(ratings: Ratings, counts: Floats) -> Iterator[ScaleDoubt]:
    """Rare numbers beyond a gap at either end, on a scale of categories that nobody declared."""
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
