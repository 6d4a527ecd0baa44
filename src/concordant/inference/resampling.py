"""Bootstrap and jackknife on patterns: the cost does not grow with the number of items."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..reduce.item_weights import DrawWeights, Floats, Ints, LeaveOneOut, Weighting

#: How many numbers a block of draws may hold.
_BLOCK = 4_000_000


def bootstrap_weights(
    counts: Floats,
    clusters: Ints | None,
    draws: int,
    rng: np.random.Generator,
    copies: Floats | None = None,
) -> Iterator[DrawWeights]:
    """Blocks of resampled weight vectors: items with replacement, or whole clusters."""
    block = max(1, min(draws, _BLOCK // max(len(counts), 1)))
    for start in range(0, draws, block):
        size = min(block, draws - start)
        yield DrawWeights(
            _items(counts, size, rng) if clusters is None else _clusters(counts, clusters, size, rng, copies)
        )


def _items(counts: Floats, size: int, rng: np.random.Generator) -> Floats:
    total = counts.sum()
    n = max(round(float(total)), 1)
    return np.asarray(rng.multinomial(n, counts / total, size=size) * (total / n))


def _clusters(
    counts: Floats, clusters: Ints, size: int, rng: np.random.Generator, copies: Floats | None
) -> Floats:
    """Clusters drawn as often as there are clusters; one that stands for many is that much likelier."""
    names, where = np.unique(clusters, return_inverse=True)
    times = np.ones(len(names)) if copies is None else copies[names]
    n = round(float(times.sum()))
    drawn = rng.multinomial(n, times / times.sum(), size=size) / times
    return np.asarray(drawn[:, where] * counts)


def bootstrap(
    value: Callable[[Weighting], Floats],
    counts: Floats,
    clusters: Ints | None,
    draws: int,
    rng: np.random.Generator,
    copies: Floats | None = None,
) -> Floats:
    """The value of each resample, nan where it is undefined."""
    return np.concatenate([value(w) for w in bootstrap_weights(counts, clusters, draws, rng, copies)])


def jackknife_variance(
    value: Callable[[Weighting], Floats], counts: Floats, clusters: Ints | None, copies: Floats | None = None
) -> tuple[float, float]:
    """(n − 1)/n Σ (θ₋ᵢ − mean)², and the weight of items whose removal leaves it undefined."""
    if clusters is None:
        here = counts > 0
        values, times = value(LeaveOneOut(counts))[here], counts[here]
    else:
        names = np.unique(clusters[counts > 0])
        times = np.ones(len(names)) if copies is None else copies[names]
        values = np.concatenate([value(w) for w in _without_cluster(counts, clusters, names, times)])
    good = np.isfinite(values)
    n = float(times.sum())
    lost = float(times[~good].sum())
    values, times = values[good], times[good]
    if not len(values) or n < 2:
        return float("nan"), lost
    mean = times @ values / times.sum()
    return float((n - 1) / n * (times @ (values - mean) ** 2)), lost


def _without_cluster(counts: Floats, clusters: Ints, names: Ints, times: Floats) -> Iterator[DrawWeights]:
    """Everything but one cluster, or one of the equal clusters that it stands for."""
    block = max(1, _BLOCK // max(len(counts), 1))
    for start in range(0, len(names), block):
        gone, left = names[start : start + block, None], 1 - 1 / times[start : start + block, None]
        yield DrawWeights(np.where(clusters[None, :] == gone, left * counts, counts))
