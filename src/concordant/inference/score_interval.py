"""Score intervals: all values that the data do not make surprising, each judged by the error it would have.

A Wald interval takes the standard error at the estimate for that at every other value. With a rare category,
or near perfect agreement, it is far too small on one side. Here the data are mixed with data in full
agreement, to go up, and with data in which raters agree by chance only, to go down; how often each category
is used stays as it is. Where the size of a disagreement counts, the way down leads by more of the errors
that were seen (`error_sizes.py`). A mixture has a value and a standard error of its own, from the same
influence values as everywhere. The interval holds the value θ of every mixture with |θ̂ − θ| ≤ q·se(θ), as
the interval of Wilson (1927) does for a share.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..coefficients.coefficient import Coefficient, Estimate, Statistic
from ..coefficients.quantiles import gamma_quantiles
from ..errors import OptionError
from ..reduce.item_weights import CaseWeights, Floats, Ints, ManyWeights
from ..reduce.moments import Moments
from ..reduce.profiles import Profiles
from ..result import Interval, Note
from .error_sizes import counts_distance, more_errors
from .intervals import NO_ITEM_MOVES_IT, normal_below, quantile, quantiles, wilson
from .mixed_ratings import Mixtures, most_rows, of_two_raters
from .spread import ROUNDING, Spread
from .variance import influence

#: The value, and what each row adds to it, of each set of counts (sets × rows).
ValueAndSlopes = Callable[[Floats], tuple[Floats, Floats]]

#: How often the part of the way that holds a limit is made smaller at most, and when it is small enough.
_MOST_STEPS, _CLOSE = 60, 1e-10
#: Where the search for a limit begins at least, and how much further it looks each time.
_FIRST_STEP, _NEXT_STEP = 0.02, 2.0
#: Ratings that may not have been seen, in each category.
_ONE_EACH = 1.0
#: Which part of the errors seen gives way to as many of the usual sizes, where the way down begins, and from
#: how many items on; with fewer, a lower limit is further from the truth than it need be.
_USUAL, _ENOUGH_ITEMS = 0.7, 100
#: Below this skewness the gamma quantile is that of Cornish and Fisher.
_SYMMETRIC = 1e-3


def score_interval(
    c: Coefficient,
    statistic: Statistic,
    again: Callable[[Statistic], Estimate],
    estimate: Estimate,
    around: Spread,
    level: float,
    method: str,
    options: Mapping[str, Any],
) -> Interval:
    """The score interval, on t with a unit less as degrees of freedom, where `why_no_score` gives no reason.

    `again` gives the estimate on other rows, with the same options. Clusters widen it as much as they widen
    the standard error.
    """
    q = quantile(0.5 + level / 2, around.units - 1)
    alone = influence(estimate, statistic.counts, None)  # as if items were independent
    usual = alone.variance(divisor_n=math.isinf(around.df))
    varies = usual > 0 and around.variance > 0
    effect = around.variance / usual if varies else around.items / around.units  # a cluster as one item
    ends = [around.value]
    if estimate.worst is not None:
        ends += wilson_of(around, level, estimate.worst())
    if not isinstance(statistic, Moments) and (estimate.worst is None or not estimate.proportional):
        mixtures = Mixtures.of(statistic, _unseen(estimate))
        sized = counts_distance(c, options, statistic.scale, statistic.size)

        def follow(weights: Floats) -> tuple[Floats, Floats]:
            found = again(mixtures.statistic.weighed(CaseWeights(weights[0])))
            if found.undefined is not None or found.value.slope is None:
                return np.full(1, np.nan), np.zeros_like(weights)
            return np.atleast_1d(found.value.value), found.value.slope[None, :]

        shift = 0.0
        if len(statistic.counts) > most_rows(statistic):  # a sample shows how the error changes from here
            value, slope = follow(mixtures.seen)
            shift = around.value - float(value[0])
            error = float(deviations(mixtures.seen, slope, np.ones(1))[0][0])
            effect = around.variance / error**2 if error > 0 else effect
        ordered = sized and estimate.worst is None
        down = mixtures.ways_down(np.full(1, q), np.full(1, effect), ordered=ordered)
        low, high = score_limits(
            follow, mixtures.seen, mixtures.agreed, down, np.full(1, q), np.full(1, effect), sized=sized
        )
        ends += max(float(low[0]) + shift, c.range[0]), min(float(high[0]) + shift, c.range[1])
    return Interval(float(min(ends)), float(max(ends)), level, method)


def check_score(c: Coefficient, statistic: Statistic, estimate: Estimate) -> None:
    """Refuse a score interval of what is neither a share nor a coefficient of categories."""
    if isinstance(statistic, Moments) or (estimate.worst is None and not c.chance_corrected):
        raise OptionError(
            f"interval='score' is for shares and for coefficients of categories, not for {c.name}: use "
            "'analytic', 'jackknife', 'bootstrap' or 'bca'."
        )


def why_no_score(c: Coefficient, estimate: Estimate, around: Spread) -> tuple[Note, ...]:
    """Why there is no score interval on these data; nothing where there is one."""
    if around.units < 2:
        return (Note("no-spread", "Too few items or clusters for a standard error."),)
    if around.none and estimate.worst is None and abs(around.value - c.best) > ROUNDING:
        return (NO_ITEM_MOVES_IT,)
    return ()


def wilson_of(around: Spread, level: float, worst: float = 0.0) -> tuple[float, float]:
    """Wilson's interval of a share with this spread, on t; of independent items with n itself."""
    q = quantile(0.5 + level / 2, around.units - 1)
    divisor = 1.0 if math.isinf(around.df) else (around.units - 1) / around.units
    low, high = wilson(around.value, around.variance * divisor, around.units, q, worst)
    return float(low), float(high)


def score_method(estimate: Estimate, around: Spread) -> str:
    """What the score interval of an estimate is called."""
    name = "Wilson" if estimate.worst is not None and estimate.proportional else "score"
    return f"{name} t({around.units - 1:g})"


def limits_of_tables(
    c: Coefficient,
    statistic: Statistic,
    cells: Ints,
    counts: Floats,
    options: Mapping[str, Any],
    level: float,
) -> tuple[Floats, Floats]:
    """Both ends for many tables of two raters on the same cells, none of them at an edge.

    `statistic` holds the cells as rows and follows many sets of counts (tables × cells).
    """

    def follow(weights: Floats) -> tuple[Floats, Floats]:
        found = c(statistic.weighed(ManyWeights(weights)), **options)
        return np.asarray(found.value.value), np.asarray(found.value.slope)

    estimate = c(statistic.weighed(ManyWeights(counts)), **options)
    value, n = np.asarray(estimate.value.value), np.broadcast_to(estimate.n.value, len(counts))
    q, single = quantiles(0.5 + level / 2, n - 1), np.ones(len(counts))
    ends = [value]
    if estimate.worst is not None:
        se, _ = deviations(counts, np.asarray(estimate.value.slope), single)
        ends += wilson(value, se**2, n, q, estimate.worst())
    if estimate.worst is None or not estimate.proportional:
        size, pooled = int(cells.max()) + 1, c.statistic is Profiles
        agreed, chance = of_two_raters(cells, counts, size, pooled=pooled, unseen=_unseen(estimate))
        down = [chance]
        scale = None if isinstance(statistic, Moments) else statistic.scale
        sized = scale is not None and counts_distance(c, options, scale, size)
        if sized and estimate.worst is None:
            down.insert(0, more_errors(cells, counts, chance, size, q, single))
        ends += score_limits(follow, counts, agreed, down, q, single, sized=sized, many=True)
    return np.fmin.reduce(ends), np.fmax.reduce(ends)


def _unseen(estimate: Estimate) -> float:
    """How many ratings are added to each category where guesses are drawn.

    A sample that lacks a rare category shows too few gross errors, and guesses by its shares show too few as
    well. Kappa and alpha divide by the disagreement of such guesses, which makes up for it; AC and
    weighted Brennan–Prediger do not.
    """
    return 0.0 if estimate.worst is None else _ONE_EACH


def score_limits(
    follow: ValueAndSlopes,
    seen: Floats,
    agreed: Floats,
    down: Sequence[Floats],
    q: Floats,
    effect: Floats,
    *,
    sized: bool = False,
    many: bool = False,
) -> tuple[Floats, Floats]:
    """Both ends, of each set of counts; `effect` is how much clusters add to the variance (1: nothing).

    `down` are the stops on the way to less agreement, of which chance is the last. `sized` where errors have
    sizes, and those seen may by chance be small ones. `many`
    where there may be many sets.
    """

    def at(weights: Floats) -> tuple[Floats, Floats, Floats]:
        value, slope = follow(weights)
        return value, *deviations(weights, slope, effect)

    at_seen, at_chance = at(seen), at(down[-1])
    here, se, _ = at_seen
    share = _USUAL * np.minimum(seen.sum(axis=1) / effect / _ENOUGH_ITEMS, 1.0)
    first_down = at_chance[0] if len(down) == 1 or not sized else follow(down[0])[0]
    from_here = _usual_sizes(seen, agreed, down[0], here, first_down, share) if sized else seen

    def end(start: Floats, others: Sequence[Floats], goes_to: Floats) -> Floats:
        """The last value on the way to other data that is not rejected; nan where the way ends before."""
        stops = [start, *others]

        def follow_way(share: Floats) -> tuple[Floats, Floats]:
            found = at(_between(stops, share))
            return found[0], _excess(*found, here, q, many=many)

        with np.errstate(invalid="ignore", divide="ignore"):
            first = np.clip(q * se / np.abs(goes_to - here) / len(others), _FIRST_STEP, 1.0)
        return _last_inside(follow_way, here, -q * se, np.nan_to_num(first, nan=1.0))

    high = end(seen, [agreed], np.ones(len(seen)))
    low = np.where(at_chance[0] < here, end(from_here, down, at_chance[0]), np.nan)
    # where chance itself is not rejected, its error is that of every value below
    reach = np.fmax(
        *(se * skewed_quantile(q, skewness, many=many) for _, se, skewness in (at_chance, at_seen))
    )
    low = np.where(np.isnan(low), np.fmin(here - reach, at_chance[0]), low)
    return low, np.where(np.isnan(high), 1.0, np.fmax(high, here))


def _usual_sizes(
    seen: Floats, agreed: Floats, errors: Floats, here: Floats, value: Floats, share: Floats
) -> Floats:
    """The data with this share of the errors seen given way to errors of the usual sizes, at the same value.

    Full agreement (1) is mixed with `errors` (`value`) for the value `here`. Errors seen that happen to be
    small would make the error of every value below too small.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        mixed = np.nan_to_num((1 - here) / (1 - value))
    known = (value < here) & (mixed <= 1)
    mixed, share = np.where(known, mixed, 0.0)[:, None], np.where(known, share, 0.0)[:, None]
    return np.asarray((1 - share) * seen + share * ((1 - mixed) * agreed + mixed * errors))


def _between(stops: Sequence[Floats], share: Floats) -> Floats:
    """The counts at a share of the way from the first stop to the last, of each set."""
    place = share * (len(stops) - 1)
    out = np.zeros_like(stops[0])
    for number, counts in enumerate(stops):
        out += np.maximum(1 - np.abs(place - number), 0.0)[:, None] * counts
    return out


def deviations(weights: Floats, slope: Floats, effect: Floats) -> tuple[Floats, Floats]:
    """How an estimate strays from its true value, of each set of counts: standard error and skewness."""
    slope = slope - ((weights * slope).sum(axis=1) / weights.sum(axis=1))[:, None]
    weighed = weights * slope * slope
    second, third = weighed.sum(axis=1), (weighed * slope).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        skewness = np.where(second > 0, third / second**1.5 * np.sqrt(effect), 0.0)
    return np.sqrt(effect * second), skewness


def _excess(
    value: Floats, se: Floats, skewness: Floats, estimate: Floats, q: Floats, *, many: bool
) -> Floats:
    """How much further off the estimate is than chance allows; above 0: rejected."""
    away = estimate - value
    side = np.where(away > 0, 1.0, -1.0)
    excess = np.abs(away) - se * skewed_quantile(q, side * skewness, many=many)
    still = np.where(np.abs(away) <= ROUNDING, -1.0, 1.0)  # nothing varies there, or there is no value
    return np.where((se > 0) & ~np.isnan(away), excess, still)


def skewed_quantile(q: Floats, skewness: Floats, *, many: bool = False) -> Floats:
    """How far the upper tail reaches: a quantile of the normal, made one of the gamma with this skewness.

    Both have mean 0 and variance 1. With few rare events behind a number one tail is longer than the other,
    as that of a Poisson count is.
    """
    out = np.asarray(q + skewness * (q**2 - 1) / 6)
    skewed = np.abs(skewness) >= _SYMMETRIC
    if skewed.any():
        g, tail = skewness[skewed], np.array([normal_below(-x) for x in q[skewed]])
        shape = 4 / g**2
        out[skewed] = np.abs(gamma_quantiles(tail, shape, upper=g > 0, many=many) - shape) / np.sqrt(shape)
    return out


def _last_inside(
    way: Callable[[Floats], tuple[Floats, Floats]], value: Floats, below: Floats, first: Floats
) -> Floats:
    """The value where the excess on a way from 0 to 1 first becomes positive; nan where it never does.

    `way` gives value and excess at a share of it, `value` and `below` are these at 0, and `first` is where
    the search begins. False position that lightens the weight of an end that stays (Anderson and Björck
    1973), all sets at once.
    """
    sets = len(value)
    inside, outside, above = np.zeros(sets), np.full(sets, np.nan), np.full(sets, np.nan)
    share, searching = first, np.ones(sets, dtype=bool)
    while searching.any():
        there, found = way(share)
        rejected, held = searching & (found > 0), searching & ~(found > 0)
        outside, above = np.where(rejected, share, outside), np.where(rejected, found, above)
        inside, below = np.where(held, share, inside), np.where(held, found, below)
        value = np.where(held, there, value)
        searching = held & (share < 1)
        share = np.where(searching, np.minimum(_NEXT_STEP * share, 1.0), share)
    stayed = np.zeros(sets)
    for _ in range(_MOST_STEPS):
        open_ = outside - inside > _CLOSE
        if not open_.any():
            break
        weight = np.where(open_, above - below, 1.0)
        middle = np.where(open_, (inside * above - outside * below) / weight, 0.0)
        there, found = way(middle)
        rejected = open_ & (found > 0)
        held = open_ & ~rejected
        below = np.where(rejected & (stayed > 0), below * _lightened(found, above), below)
        above = np.where(held & (stayed < 0), above * _lightened(found, below), above)
        outside, above = np.where(rejected, middle, outside), np.where(rejected, found, above)
        inside, below = np.where(held, middle, inside), np.where(held, found, below)
        stayed = np.where(rejected, 1, np.where(held, -1, stayed))
        hit = open_ & (np.abs(found) < _CLOSE)
        inside, outside = np.where(hit, middle, inside), np.where(hit, middle, outside)
        value = np.where(held | hit, there, value)
    return np.where(np.isnan(outside), np.nan, value)


def _lightened(found: Floats, replaced: Floats) -> Floats:
    """What the weight of the end that stayed is multiplied by."""
    with np.errstate(invalid="ignore", divide="ignore"):
        factor = 1 - found / replaced
    return np.where(factor > 0, factor, 0.5)
