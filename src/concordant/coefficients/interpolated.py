"""A smooth function at very many places: a curve through a few of them, where that is as good."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..reduce.item_weights import Floats

#: From how many places on a curve is worth it, its degree, and how far it may be off (of the logarithm).
MANY, _DEGREE, _OFF = 5_000, 40, 1e-12
_LOWEST, _HIGHEST = 1.0, 1e9


def along(f: Callable[[Floats], Floats], v: Floats) -> Floats:
    """f(v) of degrees of freedom v; log f is a polynomial in log v to a part in 10¹².

    The polynomial goes through f at Chebyshev's points and is held against f between them; where it is off,
    and below 1 or above 10⁹, f itself is asked.
    """
    inside = (v >= _LOWEST) & (v <= _HIGHEST)
    if np.count_nonzero(inside) < MANY:
        return f(v)
    held = v[inside]
    low, high = float(np.log(held.min() / 1.01)), float(np.log(held.max() * 1.01))
    curve = np.polynomial.Chebyshev.interpolate(lambda u: np.log(f(np.exp(u))), _DEGREE, [low, high])
    between = np.linspace(low, high, 3 * _DEGREE)
    if not np.abs(curve(between) - np.log(f(np.exp(between)))).max() < _OFF:
        return f(v)
    out = np.empty(v.shape)
    out[inside] = np.exp(curve(np.log(held)))
    out[~inside] = f(v[~inside])
    return out
