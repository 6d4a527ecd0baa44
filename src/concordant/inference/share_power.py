"""How many items show on which side of a threshold a share lies, by the binomial distribution.

Wilson's interval leaves p₀ out where |X − n·p₀| > q·√(n·p₀(1 − p₀)), so that its power is a sum of
binomial probabilities.
"""

from __future__ import annotations

import math

import numpy as np

from ..coefficients.catalogue import BY_NAME
from ..reduce.item_weights import Floats, Ints
from ..result import Result
from .intervals import quantiles

#: Around the normal approximation the exact number is looked for, up to so many items.
_NEAR, _MOST_EXACT = (0.7, 1.3), 100_000


def is_binomial(result: Result) -> bool:
    """Whether a result is a share of independent items by Wilson: its variance is p(1 − p)/n."""
    given, p, n = result.interval, result.estimate, result.n_items
    if given is None or not given.method.startswith("Wilson") or BY_NAME[result.measure].range != (0, 1):
        return False
    return n > 1 and math.isclose(result.se**2, p * (1 - p) / n, rel_tol=2 / n)


def items_for_share(near: float, share: float, null: float, power: float, level: float) -> float:
    """The first number of items with this power; `near` is what the normal approximation gives."""
    if not near < _MOST_EXACT:
        return near
    low, high = (max(5, math.floor(near * factor)) for factor in _NEAR)
    n = np.arange(low, high + 20)
    enough = exact_power(n, share, null, level) >= power
    return float(n[enough.argmax()]) if enough.any() else near


def exact_power(n: Ints, share: float, null: float, level: float) -> Floats:
    """The chance that Wilson's interval of a share of n items leaves out `null` on the right side."""
    from scipy.special import bdtr, bdtrc

    reach = quantiles(0.5 + level / 2, n.astype(float) - 1) * np.sqrt(n * null * (1 - null))
    if share > null:
        return np.asarray(bdtrc(np.floor(n * null + reach + 1e-9), n, share))
    return np.asarray(bdtr(np.ceil(n * null - reach - 1e-9) - 1, n, share))
