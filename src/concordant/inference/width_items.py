"""How many items it takes for an interval of a given width: by the variance of one item, or of a share.

V·(2z/width)², V = n·se²                                    any coefficient
2z·√(p(1 − p)/n + z²/4n²) / (1 + z²/n) = width              a share, after Wilson
"""

from __future__ import annotations

import math

from ..coefficients.distributions import normal_quantile

#: Before any data, people who agree on so many items are assumed, and an interval of this width is wanted.
USUAL_AGREEMENT, USUAL_WIDTH = 0.7, 0.2


def items_of_variance(variance: float, width: float, level: float = 0.95) -> float:
    """n = V·(2z/width)², V the variance of one item's influence value."""
    return variance * (2 * normal_quantile(0.5 + level / 2) / width) ** 2


def items_of_share(share: float, width: float, level: float = 0.95) -> float:
    """The n at which Wilson's interval of a share has this width.

    With a = (width/2)² and q = z² that is the root of a·n² − q(p(1 − p) − 2a)·n − q²(1/4 − a) = 0.
    """
    a, q = (width / 2) ** 2, normal_quantile(0.5 + level / 2) ** 2
    b = q * (share * (1 - share) - 2 * a)
    return (b + math.sqrt(b**2 + 4 * a * q**2 * (0.25 - a))) / (2 * a)


def of_a_pool(items: float, pool: float | None) -> float:
    """Items to draw where there are only so many: n / (1 + n/N), as drawing all leaves no sampling error."""
    return items if pool is None else items / (1 + items / pool)


def double_ratings(pool: float | None = None) -> float:
    """About how many items to rate twice, to know how far people agree with one another."""
    return float(math.ceil(of_a_pool(items_of_share(USUAL_AGREEMENT, USUAL_WIDTH), pool)))
