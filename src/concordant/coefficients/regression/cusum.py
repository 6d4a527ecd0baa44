"""Whether items lie on a straight line: the cusum test of Passing and Bablok."""

from __future__ import annotations

import numpy as np

from ...reduce.item_weights import Floats


def linearity_p(x: Floats, y: Floats, w: Floats, slope: float, intercept: float) -> float:
    """How likely items above and below a straight line would be so badly mixed along it: about uniform.

    Along the line a step up is √(L/l) for each of l items above, and a step down √(l/L) for each of L below.
    The farthest distance from 0 over √(L + 1) is compared with Kolmogorov's distribution. (As the line was
    fitted to the items, they mix better than chance; √(l + L) in its place would hardly ever reject.)
    """
    from scipy.special import kolmogorov

    off = y - intercept - slope * x
    size = np.abs(y).max(initial=0.0) + np.abs(slope * x).max(initial=0.0)
    off = np.where(np.abs(off) <= 1e-13 * size, 0.0, off)
    above, below = float(w[off > 0].sum()), float(w[off < 0].sum())
    if not (above > 0 and below > 0):
        return float("nan")
    step = w * np.where(off > 0, np.sqrt(below / above), np.where(off < 0, -np.sqrt(above / below), 0.0))
    along = np.argsort(y * slope + x, kind="stable")
    farthest = float(np.abs(np.cumsum(step[along])).max())
    return float(kolmogorov(farthest / np.sqrt(below + 1)))
