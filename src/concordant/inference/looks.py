"""Looking again and again: what is left of a confidence level at each look, and what a look can find."""

from __future__ import annotations

import math

from .limits import normal_quantile, quantile


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
