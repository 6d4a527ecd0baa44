"""The model of Dawid and Skene fitted to resampled items, all draws at once, for intervals.

Items that were answered alike are one row with a count, and a draw is another vector of counts. Each draw
starts from the fit of all items, so that categories keep their names.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..reduce.item_weights import Floats

#: Multiplications of all draws in one step, beyond which nothing is resampled.
_MOST_WORK = 2e8
_MOST_STEPS, _STILL = 60, 2e-3


@dataclass(frozen=True)
class TruthDraws:
    """What every draw gave: accuracy and confusion of raters, shares, and how far it moved votes."""

    accuracy: Floats
    shares: Floats
    moved: Floats
    confusion: Floats


def truth_draws(said: Floats, truth: Floats, pseudo_count: float, draws: int, seed: int) -> TruthDraws | None:
    """`draws` fits to items drawn with replacement; None where none are asked for or it would take too long.

    `said` counts answers (items × raters × categories), `truth` is the fit of all items.
    """
    n, raters, k = said.shape
    flat, first, counts = np.unique(said.reshape(n, -1), axis=0, return_index=True, return_counts=True)
    if not draws or flat.size * k * draws > _MOST_WORK:
        return None
    rng = np.random.default_rng(seed)
    weights = rng.multinomial(n, counts / n, size=draws).astype(float)
    fit = np.broadcast_to(truth[first], (draws, len(flat), k)).copy()
    for _ in range(_MOST_STEPS):
        shares, confusion = _rates(fit, weights, flat, raters, pseudo_count)
        following = _posterior(shares, confusion, flat)
        still = np.abs(following - fit).max() < _STILL
        fit = following
        if still:
            break
    shares, confusion = _rates(fit, weights, flat, raters, pseudo_count)
    accuracy = np.einsum("brjj,bj->br", confusion, shares)
    return TruthDraws(accuracy, shares, _moved(fit, weights, flat.reshape(-1, raters, k)), confusion)


def _rates(fit: Floats, weights: Floats, flat: Floats, raters: int, pseudo: float) -> tuple[Floats, Floats]:
    """The M step of every draw: shares (draws × k), confusion (draws × raters × true × given)."""
    draws, rows, k = fit.shape
    weighed = fit * weights[:, :, None]
    counted = (weighed.transpose(0, 2, 1).reshape(-1, rows) @ flat).reshape(draws, k, raters, k)
    confusion = counted.transpose(0, 2, 1, 3) + pseudo
    total = confusion.sum(axis=3, keepdims=True)
    even = np.full_like(confusion, 1 / k)
    shares = weighed.sum(axis=1) / weights.sum(axis=1, keepdims=True)
    return shares, np.divide(confusion, total, out=even, where=total > 0)


def _posterior(shares: Floats, confusion: Floats, flat: Floats) -> Floats:
    """The E step of every draw; a probability of 0 is a very small one here."""
    draws, raters, k, _ = confusion.shape
    log = np.log(np.maximum(confusion, 1e-12)).transpose(1, 3, 0, 2).reshape(raters * k, draws * k)
    logs = (flat @ log).reshape(len(flat), draws, k).transpose(1, 0, 2)
    logs = logs + np.log(np.maximum(shares, 1e-12))[:, None, :]
    weights = np.exp(logs - logs.max(axis=2, keepdims=True))
    return np.asarray(weights / weights.sum(axis=2, keepdims=True))


def _moved(fit: Floats, weights: Floats, said: Floats) -> Floats:
    """The share of items without a tie whose answer is another than the most frequent one."""
    votes = said.sum(axis=1)
    clear = (votes == votes.max(axis=1, keepdims=True)).sum(axis=1) == 1
    own = weights[:, clear]
    other = fit[:, clear].argmax(axis=2) != votes[clear].argmax(axis=1)
    total = own.sum(axis=1)
    with np.errstate(invalid="ignore"):
        return np.asarray((own * other).sum(axis=1) / total)
