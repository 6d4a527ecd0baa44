"""Variance components of crossed items and raters by restricted maximum likelihood, with gaps.

y_ij = μ + s_i + r_j + e_ij. Items are absorbed in closed form, so that what is left to solve has as
many unknowns as there are raters, whatever the number of items; and it needs only `Crossed` sums.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from ...reduce.crossed import Crossed
from ...reduce.item_weights import Floats
from ...reduce.sums import Numbers

_STEP = 1e-100


@dataclass(frozen=True)
class RemlComponents:
    """Variance of items, raters and error, and the general mean; deviance is −2 log likelihood."""

    items: Floats
    raters: Floats
    error: Floats
    mean: Floats
    deviance: Floats


def reml(c: Crossed, *, raters: bool = True) -> RemlComponents:
    """The estimates, none below 0; without `raters`, the one-way model of items alone.

    The search runs over t = √(σ²/σ_e²), in which the deviance is even: where a variance is best 0, t = 0
    is an ordinary minimum and no boundary is in the way. Ratings that items and raters explain without
    rest have no largest likelihood; their effects are known, and so is how they vary.
    """
    exact, perfect = _without_error(c, raters)
    if perfect.all():
        return exact
    found = _moved(c, raters) if np.iscomplexobj(c.total) else _searched(c, raters, perfect)
    if not perfect.any():
        return found
    return RemlComponents(
        *(np.where(perfect, getattr(exact, f.name), getattr(found, f.name)) for f in fields(exact))
    )


def _searched(c: Crossed, raters: bool, perfect: NDArray[np.bool_]) -> RemlComponents:
    # the search needs some error everywhere; what it finds for perfect ratings is not used
    c = replace(c, total=np.where(perfect, c.total * 1.5 + 1, c.total)) if perfect.any() else c
    return _components(c, _best(c, raters))


def _components(c: Crossed, t: Numbers) -> RemlComponents:
    deviance, error, mean = _deviance(c, t)
    return RemlComponents(t[..., 0] ** 2 * error, t[..., 1] ** 2 * error, error, mean + c.centre, deviance)


def _without_error(c: Crossed, raters: bool) -> tuple[RemlComponents, NDArray[np.bool_]]:
    """The components where items and raters explain every rating, and whether they do.

    Raters' effects r solve K r = Σy − Σk·s/m with K = Σ diag(k) − kk′/m; what is left of the squares is
    error, and the effect of an item is the mean of what its raters gave less their effects.
    """
    k = np.eye(c.together.shape[-1]) * c.by_rater[..., None, :] - (c.together / c.m[:, None, None]).sum(
        axis=-3
    )
    right = (c.sums - c.pulls / c.m[:, None]).sum(axis=-2)
    effect = _effects(k, right) if raters else 0 * right
    rest = c.total - (c.squares / c.m).sum(axis=-1) - (effect * right).sum(axis=-1)
    squares = c.squares - 2 * (c.pulls * effect[..., None, :]).sum(axis=-1)
    squares = squares + ((c.together @ effect[..., None, :, None])[..., 0] * effect[..., None, :]).sum(
        axis=-1
    )
    totals = c.sums.sum(axis=-1) - (np.diagonal(c.together, axis1=-2, axis2=-1) * effect[..., None, :]).sum(
        axis=-1
    )
    n, mean = c.n_items, (totals / c.m).sum(axis=-1) / c.n_items
    there = c.by_rater.real > 0
    count = np.maximum(there.sum(axis=-1), 2)
    level = (effect * there).sum(axis=-1) / count
    spread = ((effect - level[..., None]) ** 2 * there).sum(axis=-1) / (count - 1)
    freedom = np.maximum(c.n_ratings.real - n.real - count + 1, 1)
    perfect = np.asarray(rest.real <= 1e-13 * np.maximum(c.total.real, 0))
    items = ((squares / c.m**2).sum(axis=-1) - n * mean**2) / np.where(n.real > 1, n - 1, 1)
    rounding = 1e-13 * c.total.real / np.maximum(c.n_ratings.real, 1)
    items, spread = (np.where(x.real > rounding, x, x - x.real) for x in (items, spread))
    error = (rest - rest.real) / freedom
    return RemlComponents(
        items, spread, error, mean + level + c.centre, np.full(perfect.shape, -np.inf)
    ), perfect


def _effects(k: Numbers, right: Numbers) -> Numbers:
    """Raters' effects, of mean 0. K·1 = 0, so that 11′/C makes it regular where raters share items."""
    width = k.shape[-1]
    regular = k + np.full((width, width), 1 / width)
    if (np.linalg.matrix_rank(regular.real) == width).all():
        return np.asarray(np.linalg.solve(regular, right[..., None])[..., 0])
    return np.asarray((np.linalg.pinv(k.real) @ right[..., None])[..., 0])


def _best(c: Crossed, raters: bool) -> Floats:
    free = np.array([True, raters])
    t = _climb(lambda z: _deviance(c, z)[0], np.where(free, _start(c), 0.0), free)
    return np.where(np.abs(t) < 1e-5, 0.0, np.abs(t))


def _start(c: Crossed) -> Floats:
    """Rough ratios: spread between items and between raters over the spread within items."""
    ratings, items = c.n_ratings, c.n_items
    within = (c.total - (c.squares / c.m).sum(axis=-1)) / np.maximum(ratings - items, 1)
    within = np.maximum(within, 1e-9 * np.maximum(c.total / ratings, 1e-300))
    mean = c.sums.sum(axis=(-2, -1)) / ratings
    between = np.maximum(c.total / ratings - mean**2 - within, 0)
    level = c.sums.sum(axis=-2) / np.maximum(c.by_rater, 1)
    spread = (np.where(c.by_rater > 0, level - mean[..., None], 0) ** 2).mean(axis=-1)
    return np.asarray(np.sqrt(np.clip(np.stack([between, spread], axis=-1) / within[..., None], 0.01, 1e8)))


def _moved(c: Crossed, raters: bool) -> RemlComponents:
    """Complex steps around one and the same set of sums: a Newton step from its estimates is exact.

    At the estimates g(t, sums) = 0, so that dt = −H⁻¹ dg; what a step changes is its imaginary part.
    """
    at = tuple(0 for _ in np.shape(c.total))
    still = replace(
        c,
        **{
            name: getattr(c, name)[at].real
            for name in ("items", "together", "sums", "pulls", "squares", "total")
        },
    )
    t = _best(still, raters)
    use = np.flatnonzero(np.array([True, raters]) & (t > 0))
    moved = np.broadcast_to(t, (*np.shape(c.total), 2)).astype(complex)
    if use.size:
        _, bend = _derivatives(lambda z: _deviance(still, z)[0], t, use)
        slope = []
        for place in use:
            h = 1e-4 * (1 + t[place]) * np.eye(2)[place]
            wide = 2 * h[place]
            slope.append((_deviance(c, moved + h)[0] - _deviance(c, moved - h)[0]) / wide)
        step = -np.linalg.solve(bend, np.stack(slope, axis=-1)[..., None].imag)[..., 0]
        moved[..., use] += 1j * step
    return _components(c, moved)


def _deviance(c: Crossed, z: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """−2 log restricted likelihood at √(σ_s²/σ_e²) and √(σ_r²/σ_e²); σ_e² and μ at their best.

    With φ_m = a/(1 + ma), K = Σ diag(k) − φ_m kk′ and B = I + bK:
    −2ℓ = (N−1) ln σ_e² + Σ n_m ln(1 + ma) + ln|B| + ln 1′B⁻¹K1.
    """
    a, b = z[..., 0] ** 2, z[..., 1] ** 2
    phi = a[..., None] / (1 + c.m * a[..., None])
    width = c.together.shape[-1]
    diagonal = np.eye(width) * c.by_rater[..., None, :]
    k = diagonal - (phi[..., None, None] * c.together).sum(axis=-3)
    right = (c.sums - phi[..., None] * c.pulls).sum(axis=-2)
    inner = np.eye(width) + b[..., None, None] * k
    sides = np.concatenate([k.sum(axis=-1, keepdims=True), right[..., None]], axis=-1)
    solved = np.linalg.solve(inner, sides)
    gain, pulled = solved[..., 0].sum(axis=-1), solved[..., 1]
    mean = pulled.sum(axis=-1) / gain
    rest = c.total - (phi * c.squares).sum(axis=-1)
    rest = rest - b * (right * pulled).sum(axis=-1) - mean * pulled.sum(axis=-1)
    freedom = c.n_ratings - 1
    error = rest / freedom
    sign, size = np.linalg.slogdet(inner)
    deviance = (
        freedom * np.log(error)
        + (c.items * np.log(1 + c.m * a[..., None])).sum(axis=-1)
        + size
        + np.log(sign)
        + np.log(gain)
    )
    return deviance, error, mean


def _climb(f: Callable[[Numbers], Numbers], start: Floats, free: NDArray[np.bool_]) -> Floats:
    """The minimum of f by Newton's method, for every problem in the leading axes at once."""
    z = start
    use = np.flatnonzero(free)
    best = f(z)
    for _ in range(100):
        slope, bend = _derivatives(f, z, use)
        step = _downhill(slope, bend, z[..., use])
        z, best, moved = _search(f, z, best, step, use)
        if not (moved > 1e-10 * (1 + np.abs(z).max(axis=-1))).any():
            break
    return z


def _derivatives(f: Callable[[Numbers], Numbers], z: Floats, use: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Gradient by complex steps, curvature by differences of it."""

    def gradient(at: Floats) -> Floats:
        out = []
        for place in use:
            moved = at.astype(complex)
            moved[..., place] += 1j * _STEP
            out.append(f(moved).imag / _STEP)
        return np.stack(out, axis=-1)

    bend = []
    for place in use:
        h = 1e-4 * (1 + np.abs(z[..., place]))
        shift = h[..., None] * np.eye(2)[place]
        bend.append((gradient(z + shift) - gradient(z - shift)) / (2 * h)[..., None])
    return gradient(z), np.stack(bend, axis=-2)


def _downhill(slope: Floats, bend: Floats, z: Floats) -> Floats:
    """Newton's step, turned downhill where the surface is not a bowl, and not too long."""
    values, axes = np.linalg.eigh((bend + np.swapaxes(bend, -1, -2)) / 2)
    values = np.maximum(np.abs(values), 1e-8 * (1 + np.abs(values).max(axis=-1, keepdims=True)))
    along = np.einsum("...ij,...i->...j", axes, slope) / values
    step = -np.einsum("...ij,...j->...i", axes, along)
    length = np.abs(step).max(axis=-1, keepdims=True)
    most = 0.5 + 2 * np.abs(z).max(axis=-1, keepdims=True)
    return np.asarray(step * np.minimum(1, most / np.where(length > 0, length, 1)))


def _search(
    f: Callable[[Numbers], Numbers], z: Floats, best: Floats, step: Floats, use: NDArray[np.intp]
) -> tuple[Floats, Floats, Floats]:
    """Halve the step, problem by problem, until it leads down."""
    share = np.ones(np.shape(best))
    for _ in range(25):
        new = z.copy()
        new[..., use] = z[..., use] + share[..., None] * step
        value = f(new)
        worse = ~(value <= best + 1e-13 * np.abs(best))  # a step that rounding hides is taken
        if not worse.any():
            break
        share = np.where(worse, share / 2, share)
    kept = np.where(worse[..., None], z, new)
    moved = np.abs(np.where(worse[..., None], 0.0, kept[..., use] - z[..., use])).max(axis=-1)
    return kept, np.where(worse, best, value), moved
