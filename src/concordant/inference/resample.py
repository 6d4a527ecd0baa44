"""Resampling on patterns: the cost does not grow with the number of items."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..reduce.weighing import Drawn, Floats, Ints, LeaveOneOut, Weighing

#: How many numbers a block of draws may hold.
_BLOCK = 4_000_000


def bootstrap_weights(
    counts: Floats, clusters: Ints | None, draws: int, rng: np.random.Generator
) -> Iterator[Drawn]:
    """Blocks of resampled weight vectors: items with replacement, or whole clusters."""
    block = max(1, min(draws, _BLOCK // max(len(counts), 1)))
    for start in range(0, draws, block):
        size = min(block, draws - start)
        yield Drawn(_items(counts, size, rng) if clusters is None else _clusters(counts, clusters, size, rng))


def _items(counts: Floats, size: int, rng: np.random.Generator) -> Floats:
    total = counts.sum()
    n = max(round(float(total)), 1)
    return np.asarray(rng.multinomial(n, counts / total, size=size) * (total / n))


def _clusters(counts: Floats, clusters: Ints, size: int, rng: np.random.Generator) -> Floats:
    names, where = np.unique(clusters, return_inverse=True)
    drawn = rng.multinomial(len(names), np.full(len(names), 1 / len(names)), size=size)
    return np.asarray(drawn[:, where] * counts)


def bootstrap(
    value: Callable[[Weighing], Floats],
    counts: Floats,
    clusters: Ints | None,
    draws: int,
    rng: np.random.Generator,
) -> Floats:
    """The value of each resample, nan where it is undefined."""
    return np.concatenate([value(w) for w in bootstrap_weights(counts, clusters, draws, rng)])


def jackknife_variance(
    value: Callable[[Weighing], Floats], counts: Floats, clusters: Ints | None
) -> tuple[float, float]:
    """(n − 1)/n Σ (θ₋ᵢ − mean)², and the weight of items whose removal leaves it undefined."""
    if clusters is None:
        here = counts > 0
        values, times = value(LeaveOneOut(counts))[here], counts[here]
    else:
        names = np.unique(clusters[counts > 0])
        values = np.concatenate([value(w) for w in _without_cluster(counts, clusters, names)])
        times = np.ones(len(names))
    good = np.isfinite(values)
    n = float(times.sum())
    lost = float(times[~good].sum())
    values, times = values[good], times[good]
    if not len(values) or n < 2:
        return float("nan"), lost
    mean = times @ values / times.sum()
    return float((n - 1) / n * (times @ (values - mean) ** 2)), lost


def _without_cluster(counts: Floats, clusters: Ints, names: Ints) -> Iterator[Drawn]:
    block = max(1, _BLOCK // max(len(counts), 1))
    for start in range(0, len(names), block):
        yield Drawn(np.where(clusters[None, :] == names[start : start + block, None], 0.0, counts))
