"""The exact interval of a proportion."""

from __future__ import annotations


def clopper_pearson(successes: float, n: float, level: float) -> tuple[float, float]:
    """Limits p at which so many successes, or so few, would be just barely expected."""
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = 0.0 if successes <= 0 else float(betaincinv(successes, n - successes + 1, tail))
    high = 1.0 if successes >= n else float(betaincinv(successes + 1, n - successes, 1 - tail))
    return low, high
