"""Looking again and again: what is left of a confidence level at each look, and what a look can find."""

from __future__ import annotations

import math

import numpy as np

from ..coefficients.distributions import normal_quantile
from .intervals import normal_below, quantile

#: Halvings of [0, 1]: enough for a millionth of a point.
_HALVINGS = 30
#: With more items that change a normal distribution does as well as their exact one.
_MANY = 1000


def level_at(level: float, look: int) -> float:
    """The confidence level of one look such that all looks together keep the one that was promised.

    Whoever tests after every round finds something by chance sooner or later: ten looks at 95 % call a judge
    that never changed "better" or "worse" in up to four of ten projects. So the error that may be made,
    1 − level, is shared out: look t gets 1/(t(t + 1)) of it. These shares, ½, ⅙, 1/12, …, add up to 1 over
    any number of looks, so nobody needs to know in advance how many rounds there will be, and the looks need
    not be independent (Bonferroni). Early looks get more, as most projects have few rounds.
    """
    return 1 - (1 - level) / (look * (look + 1))


def detectable(se: float, df: float, level: float, power: float = 0.8) -> float:
    """The true change that an interval of this level leaves 0 out of with this probability.

    (t quantile of (1 + level)/2 + normal quantile of power) · se: the estimate has to lie t standard errors
    from 0 to be believed, and in `power` of cases it falls short of the truth by the second term at most.
    """
    if math.isnan(se) or df <= 0:
        return math.nan
    return (quantile(0.5 + level / 2, df) + normal_quantile(power)) * se


def detectable_share(changed: float, n: float, level: float, power: float = 0.8) -> float:
    """The change of a share of n items that the score test would detect, if `changed` of them change anyway.

    The test asks whether (up − down)/√(up + down) > z. If a gain is larger than the share of items that
    change, all of them change for the better, and there are as many as it takes; so where none did, it is the
    gain with which the first few that the test believes are there with this probability. Infinite where n
    items are fewer than that.
    """
    z = normal_quantile(0.5 + level / 2)
    if power_of_score(1.0, changed, n, z) < power:
        return math.inf
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if power_of_score(middle, changed, n, z) >= power else (middle, high)
    return high


def power_of_score(gain: float, changed: float, n: float, z: float) -> float:
    """How often up − down > z·√(up + down), where a share up − down = `gain` of n items is the true one.

    Of t items that change, which are binomial, those for the better are again binomial.
    """
    from scipy.special import bdtr, gammaln, xlog1py, xlogy

    share = min(max(changed / n, gain), 1.0)
    mean, around = n * share, math.sqrt(n * share * max(1 - share, 0.0))
    if mean > _MANY:
        return normal_below((n * gain - z * math.sqrt(mean)) / math.sqrt(max(mean - n * gain**2, 1e-12)))
    ends = max(1, math.floor(mean - 8 * around - 10)), min(int(n), math.ceil(mean + 8 * around + 20))
    t = np.arange(ends[0], ends[1] + 1)
    least = np.floor((t + z * np.sqrt(t)) / 2)  # more than so many have to be for the better
    seen = np.where(least < t, 1 - bdtr(np.minimum(least, t), t, (share + gain) / (2 * share)), 0.0)
    often = np.exp(
        gammaln(n + 1) - gammaln(t + 1) - gammaln(n - t + 1) + xlogy(t, share) + xlog1py(n - t, -share)
    )
    return float(often @ seen)
