"""Variance components of crossed items and raters by restricted maximum likelihood, with gaps.

y_ij = μ + s_i + r_j + e_ij. Items are absorbed in closed form, so that what is left to solve has as
many unknowns as there are raters, whatever the number of items; and it needs only `Crossed` sums.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..reduce.crossed import Crossed
from ..reduce.moments import Numbers
from ..reduce.weighing import Floats

_STEP = 1e-100
_LOWEST, _HIGHEST = np.log(1e-10), np.log(1e10)


@dataclass(frozen=True)
class Components:
    """Variance of items, raters and error, and the general mean; deviance is −2 log likelihood."""

    items: Floats
    raters: Floats
    error: Floats
    mean: Floats
    deviance: Floats


def reml(c: Crossed, *, raters: bool = True) -> Components:
    """The estimates, none below 0; without `raters`, the one-way model of items alone."""
    shape = np.shape(c.total)
    start = np.zeros((*shape, 2)) + np.log(0.5)
    choices = [(True, True), (True, False), (False, True)] if raters else [(True, False)]
    tried = [np.full((*shape, 2), -np.inf)]  # no variance of either kind
    tried += [_climb(lambda z: _deviance(c, z)[0], start, np.array(free)) for free in choices]
    found = np.stack([_deviance(c, z)[0] for z in tried])
    # nearer the boundary first: a variance is above 0 only where that fits better
    best = np.argmin(np.round(found - found.min(axis=0), 9), axis=0)
    z = np.take_along_axis(np.stack(tried), best[None, ..., None], axis=0)[0]
    deviance, error, mean = _deviance(c, z)
    ratios = np.exp(z)
    return Components(ratios[..., 0] * error, ratios[..., 1] * error, error, mean + c.centre, deviance)


def _deviance(c: Crossed, z: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """−2 log restricted likelihood at log σ_s²/σ_e² and log σ_r²/σ_e²; σ_e² and μ at their best.

    With φ_m = a/(1 + ma), K = Σ diag(k) − φ_m kk′ and B = I + bK:
    −2ℓ = (N−1) ln σ_e² + Σ n_m ln(1 + ma) + ln|B| + ln 1′B⁻¹K1.
    """
    a, b = np.exp(z[..., 0]), np.exp(z[..., 1])
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
    z = np.where(free, start, -np.inf)
    use = np.flatnonzero(free)
    best = f(z)
    for _ in range(60):
        slope, bend = _derivatives(f, z, use)
        step = _downhill(slope, bend)
        z, best, moved = _search(f, z, best, step, use)
        if not (moved > 1e-9).any():
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

    h = 1e-4
    bend = []
    for place in use:
        shift = np.zeros(2)
        shift[place] = h
        bend.append((gradient(z + shift) - gradient(z - shift)) / (2 * h))
    return gradient(z), np.stack(bend, axis=-2)


def _downhill(slope: Floats, bend: Floats) -> Floats:
    """Newton's step, turned downhill where the surface is not a bowl, and not too long."""
    values, axes = np.linalg.eigh((bend + np.swapaxes(bend, -1, -2)) / 2)
    values = np.maximum(np.abs(values), 1e-6 * (1 + np.abs(values).max(axis=-1, keepdims=True)))
    along = np.einsum("...ij,...i->...j", axes, slope) / values
    step = -np.einsum("...ij,...j->...i", axes, along)
    length = np.abs(step).max(axis=-1, keepdims=True)
    return np.asarray(step * np.minimum(1, 3 / np.where(length > 0, length, 1)))


def _search(
    f: Callable[[Numbers], Numbers], z: Floats, best: Floats, step: Floats, use: NDArray[np.intp]
) -> tuple[Floats, Floats, Floats]:
    """Halve the step, problem by problem, until it leads down."""
    share = np.ones(np.shape(best))
    for _ in range(25):
        new = z.copy()
        new[..., use] = np.clip(z[..., use] + share[..., None] * step, _LOWEST, _HIGHEST)
        value = f(new)
        worse = ~(value <= best)
        if not worse.any():
            break
        share = np.where(worse, share / 2, share)
    kept = np.where(worse[..., None], z, new)
    moved = np.abs(np.where(worse[..., None], 0.0, kept[..., use] - z[..., use])).max(axis=-1)
    return kept, np.where(worse, best, value), moved
