"""Quantiles of the non-central t distribution, for any number of items."""

from __future__ import annotations

import numpy as np

from ..reduce.item_weights import Floats

_NODES = 4000


def noncentral_t_quantile(p: float, df: float, shift: float) -> float:
    """Where (Z + shift)/√(χ²/df) is below with probability p, by Newton steps kept within bounds."""
    from scipy.special import ndtri

    s, weight = _chi(df)
    middle = float(weight @ s)
    q = (shift + float(ndtri(p)) * np.sqrt(1 + shift**2 / (2 * df))) / middle
    low, high = -np.inf, np.inf
    for _ in range(200):
        off, slope = _off(q, p, s, weight, shift)
        low, high = (q, high) if off < 0 else (low, q)
        step = q - off / slope if slope > 1e-100 else np.nan
        following = step if low < step < high else _between(low, high, q)
        if abs(following - q) <= 1e-15 * max(1.0, abs(q)):
            break
        q = following
    return float(q)


def _chi(df: float) -> tuple[Floats, Floats]:
    """Nodes and weights of s = √(χ²/df), evenly spaced in log s, where its density is smooth."""
    wide = 9 / np.sqrt(2 * df)
    left = -max(wide, 45 / df)
    log_s = np.linspace(left, min(wide, 2.5), _NODES)
    weight = np.exp(df * (log_s - np.expm1(2 * log_s) / 2))
    return np.exp(log_s), weight / weight.sum()


def _off(q: float, p: float, s: Floats, weight: Floats, shift: float) -> tuple[float, float]:
    """P(T ≤ q) − p, which is the mean of Φ(q·s − shift) less p, and its slope."""
    from scipy.special import ndtr

    x = q * s - shift
    return float(weight @ ndtr(x)) - p, float(weight @ (s * np.exp(-(x**2) / 2))) / np.sqrt(2 * np.pi)


def _between(low: float, high: float, q: float) -> float:
    """Halfway, or twice as far where there is no bound yet."""
    if np.isinf(low):
        return high - max(1.0, abs(q))
    return low + max(1.0, abs(q)) if np.isinf(high) else (low + high) / 2
