"""How many items for limits of agreement: their intervals, or both inside what is allowed (Lu, 2016).

From 30 items on `bland_altman` reports an interval that allows for differences that are not normal and is a
little wider than the exact one; how many items it takes is simulated, with the exact interval on the same
samples.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ..arguments import check_arguments
from ..coefficients.catalogue import BY_NAME
from ..coefficients.distributions import noncentral_t_quantile, normal_quantile
from ..coefficients.normal_limits import LEAST_ITEMS
from ..language.message import Message
from ..reduce.moments import of_values
from .checks import certainty, inside, one_aim, positive
from .make_plan import Cost, planned
from .sample_plan import SamplePlan
from .simulated_power import Simulation, items_by_simulated_width, items_by_simulation

WIDTH_FORMULA = "n = 3·(2z·s/w)²"
POWER_FORMULA = (
    "1 − β = 1 − T(t; n − 1, (δ − μ − zs)/se) − T(t; n − 1, (δ + μ − zs)/se), se = s·√(1/n + z²/(2(n − 1)))"
)
#: Limits hold this share of differences.
AGREEMENT = 0.95
#: Equally likely standard deviations that the power is summed over.
_SLICES = 2000
#: More items than this are as good as never.
_MOST = 10**7
#: Samples for each number of items, of powers and of widths.
_SAMPLES, _WIDTHS = 1000, 400


def items_for_width(*, sd: float, width: float, level: float) -> float:
    """The n at which the interval of either limit has about this width: its variance is about 3s²/n."""
    positive("sd", sd)
    positive("width", width)
    return 3 * (2 * normal_quantile(0.5 + level / 2) * sd / width) ** 2


def exact_width(n: int, sd: float, level: float) -> float:
    """The width of the exact interval of a limit, x̄ + s·t′/√n, t′ noncentral t with shift z·√n."""
    shift = normal_quantile(0.5 + AGREEMENT / 2) * math.sqrt(n)
    low, high = (noncentral_t_quantile(p, n - 1, shift) for p in ((1 - level) / 2, (1 + level) / 2))
    return sd * (high - low) / math.sqrt(n)


def power_within(*, bias: float, sd: float, allowed: float, level: float, n: int) -> float:
    """The probability that the intervals of both limits lie inside ±allowed."""
    from scipy.stats import nct, t

    z = normal_quantile(0.5 + AGREEMENT / 2)
    se = sd * math.sqrt(1 / n + z**2 / (2 * (n - 1)))
    critical = t.ppf(0.5 + level / 2, n - 1)
    missed = sum(nct.cdf(critical, n - 1, (allowed + sign * bias - z * sd) / se) for sign in (-1, 1))
    return float(max(1 - missed, 0.0))


def exact_power(*, bias: float, sd: float, allowed: float, level: float, n: int) -> float:
    """The probability that the exact intervals of both limits, as `bland_altman` gives, lie inside ±allowed.

    They reach to x̄ ± k·s, k = t′/√n, so for each s the mean has to lie within ±(allowed − k·s).
    """
    from scipy.special import ndtr
    from scipy.stats import chi2

    shift = normal_quantile(0.5 + AGREEMENT / 2) * math.sqrt(n)
    k = noncentral_t_quantile((1 + level) / 2, n - 1, shift) / math.sqrt(n)
    middles = (np.arange(_SLICES) + 0.5) / _SLICES
    room = allowed - k * sd * np.sqrt(chi2.ppf(middles, n - 1) / (n - 1))
    within = ndtr((room - bias) * math.sqrt(n) / sd) - ndtr((-room - bias) * math.sqrt(n) / sd)
    return float(np.where(room > 0, within, 0.0).mean())


def items_for_power(*, bias: float, sd: float, allowed: float, power: float, level: float) -> float:
    """The first n with this power; infinite where the limits themselves reach beyond what is allowed."""
    positive("sd", sd)
    positive("allowed", allowed)
    if abs(bias) + normal_quantile(0.5 + AGREEMENT / 2) * sd >= allowed:
        return math.inf
    return float(
        first_n(lambda n: power_within(bias=bias, sd=sd, allowed=allowed, level=level, n=n) >= power, least=3)
    )


def items_by_exact_width(*, sd: float, width: float, level: float) -> float:
    """The first n at which the exact interval of either limit is no wider."""
    positive("sd", sd)
    positive("width", width)
    return first_n(lambda n: exact_width(n, sd, level) <= width, least=4)


def items_by_exact_power(*, bias: float, sd: float, allowed: float, power: float, level: float) -> float:
    """The first n with this power by the exact intervals; infinite where the limits reach beyond."""
    if not math.isfinite(items_for_power(bias=bias, sd=sd, allowed=allowed, power=power, level=level)):
        return math.inf
    given = {"bias": bias, "sd": sd, "allowed": allowed, "level": level}
    return first_n(lambda n: exact_power(**given, n=n) >= power, least=4)


def first_n(enough: Callable[[int], bool], least: int) -> float:
    """The first whole number that is enough, by halving; what is enough stays so."""
    high = least
    while not enough(high):
        high *= 2
        if high > _MOST:
            return math.inf
    low = max(high // 2, least - 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return float(high)


@check_arguments
def plan_limits(
    *,
    sd: float = 1.0,
    width: float | None = None,
    allowed: float | None = None,
    bias: float = 0.0,
    power: float = 0.8,
    level: float = 0.95,
    minutes: float | None = None,
    price: float | None = None,
) -> SamplePlan:
    """Items for limits of agreement: for intervals of this width, or to show that both are allowed."""
    aim = one_aim(width=width, allowed=allowed)
    certainty(level, power)
    inside("bias", bias, -math.inf, math.inf)
    tested = aim == "allowed"
    given: dict[str, Any] = {"sd": sd, "level": level}
    given |= {"bias": bias, "allowed": allowed, "power": power} if tested else {"width": width}
    solve = items_for_power if tested else items_for_width
    own = _solver(items_by_exact_power if tested else items_by_exact_width, given)
    return planned(
        "limits",
        own,
        given,
        title=Message(f"plan.limits-{aim}", given),
        assumption=Message("plan.assume-limits", {"sd": sd, "bias": bias}),
        formula=POWER_FORMULA if tested else WIDTH_FORMULA,
        sources=("lu2016",) if tested else ("bland1986",),
        aim="power" if tested else "width",
        vary={"sd": tuple(float(f"{factor * sd:.6g}") for factor in (0.8, 0.9, 1.1, 1.25))},
        per_item=2,
        cost=Cost(minutes, price),
        notes=(Message(_basis(own(**given))),),
        published=solve,
    )


def _basis(items: float) -> str:
    """What the number rests on."""
    if not math.isfinite(items):
        return "plan.exactly-never"
    return "plan.own-few" if items < LEAST_ITEMS else "plan.own-limits"


def _solver(exact: Callable[..., float], given: dict[str, Any]) -> Callable[..., float]:
    """The number of items for what is asked; for other values in proportion to the exact interval's."""
    near = exact(**given)
    tested = exact is items_by_exact_power
    own = near
    if LEAST_ITEMS <= near < math.inf:
        own = _by_power(**given, near=near) if tested else _by_width(**given, near=near)

    def solve(**options: Any) -> float:
        found = exact(**options)
        return found if found < LEAST_ITEMS or not math.isfinite(near) else own / near * found

    return solve


def _intervals(
    n: int, bias: float, sd: float, level: float, rng: np.random.Generator
) -> tuple[Any, Any, Any]:
    """Differences, and the intervals that `bland_altman` reports for both limits."""
    pairs = np.zeros((n, 2), order="F")
    pairs[:, 0] = rng.normal(bias, sd, n)
    found = BY_NAME["bland_altman"](of_values(pairs, ("first", "second")))
    own = [found.parts[f"{side} limit"] for side in ("lower", "upper")]
    lower, upper = ((one.adjusted or one.classical) for one in own)
    nothing = (math.nan, math.nan)
    return (
        pairs[:, 0],
        nothing if lower is None else lower.limits(level),
        nothing if upper is None else upper.limits(level),
    )


@cache
def _by_power(*, bias: float, sd: float, allowed: float, power: float, level: float, near: float) -> float:
    within, shift = allowed / sd, normal_quantile(0.5 + AGREEMENT / 2)

    @cache
    def factor(n: int) -> float:
        return noncentral_t_quantile((1 + level) / 2, n - 1, shift * math.sqrt(n)) / math.sqrt(n)

    def shows(n: int, rng: np.random.Generator) -> tuple[bool, bool]:
        differences, lower, upper = _intervals(n, bias / sd, 1.0, level, rng)
        reach = factor(n) * differences.std(ddof=1)
        return (
            lower[0] > -within and upper[1] < within,
            bool(abs(differences.mean()) + reach < within),
        )

    def known(n: int) -> float:
        return exact_power(bias=bias, sd=sd, allowed=allowed, level=level, n=n)

    return items_by_simulation(Simulation(shows, known), near, power, _SAMPLES, LEAST_ITEMS)


@cache
def _by_width(*, sd: float, width: float, level: float, near: float) -> float:
    def one(n: int, rng: np.random.Generator) -> float:
        _, _, (low, high) = _intervals(n, 0.0, 1.0, level, rng)
        return float(high - low)

    return items_by_simulated_width(one, near, width / sd, _WIDTHS)
