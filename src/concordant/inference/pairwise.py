"""Every two raters: a coefficient for each pair, with its standard error and interval.

The tables of all pairs are counted at once. Where a coefficient can be followed over many tables at once
(`together`), so are the estimates and their slopes; pairs at an edge, and all other coefficients, are
answered one by one, from the same counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import columns as col
from ..coefficients.coefficient import Coefficient, Statistic
from ..errors import OptionError
from ..frame import Frame
from ..ratings.phrases import listed, many
from ..ratings.ratings import Ratings
from ..reduce.every_pair import (
    MOST_ONE_BY_ONE,
    MOST_PAIRS,
    cells,
    fits,
    of_pairs,
    pair_counts,
    pairs,
    patterns_of_pair,
    refuse_many_pairs,
)
from ..reduce.item_weights import Floats, Ints, ManyWeights
from ..reduce.moments import Moments
from ..reduce.patterns import Patterns
from ..reduce.table import Table
from ..result import Note, Result
from .intervals import quantiles
from .make_result import answer_from
from .measure import Measure, as_statistic
from .plan import Plan
from .score_interval import limits_of_tables

RATER_A, RATER_B, OBSERVED, REASON = "rater_a", "rater_b", "observed_agreement", "reason"
_INSTEAD = (
    "choose some with raters=[…], or compare all raters together (fleiss_kappa, gwet_ac, krippendorff_alpha)"
)
#: Pairs at a time.
_BLOCK = 1 << 14
_NUMBERS = (col.ESTIMATE, col.STD_ERROR, col.CONF_LOW, col.CONF_HIGH, col.N_ITEMS, OBSERVED)


def pairwise(ratings: Ratings, c: Coefficient, options: Mapping[str, Any], plan: Plan) -> Frame:
    """One row for each two raters, in the order of the raters."""
    if ratings.anonymous:
        raise OptionError(
            "Raters cannot be distinguished here, so there are no pairs: counts do not record them, and "
            "an engine distinguishes at most 200; choose some with raters=[…]."
        )
    if ratings.n_raters < 2:
        raise OptionError(f"Pairs need two raters, but there is only one: {ratings.raters[0]}.")
    countable = _countable(ratings, c)
    together = bool(c.together) and plan.usual
    refuse_many_pairs(ratings.n_raters, MOST_PAIRS if together else MOST_ONE_BY_ONE, _INSTEAD)
    at_once = countable and together
    if not at_once:
        refuse_many_pairs(ratings.n_raters, MOST_ONE_BY_ONE, _INSTEAD)
    chosen = pairs(ratings)
    found = {name: np.full(len(chosen), np.nan) for name in _NUMBERS}
    reasons = np.full(len(chosen), "", dtype=object)
    notes: dict[Note, None] = dict.fromkeys(ratings.remarks)
    counted = _Counted(ratings, c) if countable else None
    groups = [[place] for place in range(len(chosen))]
    if counted is not None and at_once:
        groups = _at_an_edge(counted, chosen, _all_at_once(counted, chosen, options, plan, found))
    for places in groups:
        pair = chosen[places[0]]
        measure = Measure(c, ratings.select([ratings.raters[at] for at in pair]), options)
        statistic = measure.reduce() if counted is None else counted.of(pair)
        result = answer_from(measure, statistic, plan)
        _put(found, places, result)
        reasons[places] = "" if result.defined else result.notes[0].text
        notes |= dict.fromkeys(n for n in result.notes if n.code in _OF_ALL)
    return _frame(ratings, c, chosen, found, reasons, notes, {**options, **plan.stated()})


#: Notes that say the same of every pair.
_OF_ALL = frozenset({"metric-inferred"})


def _put(found: Mapping[str, Floats], places: list[int], result: Result) -> None:
    row = result.tidy()[0]
    for name in _NUMBERS:
        found[name][places] = row.get(name, result.details.get(name, np.nan))


def _frame(
    ratings: Ratings, c: Coefficient, chosen: NDArray[np.intp], found: dict[str, Floats],
    reasons: NDArray[Any], notes: Mapping[Note, None], options: dict[str, Any],
) -> Frame:  # fmt: skip
    names = np.array(ratings.raters, dtype=object)
    if np.isnan(found[OBSERVED]).all():
        del found[OBSERVED]
    n = found[col.N_ITEMS]
    countable = (n == np.round(n)).all() and (n < 2**53).all()
    found[col.N_ITEMS] = n.astype(np.int64) if countable else n
    return Frame(
        {RATER_A: names[chosen[:, 0]], RATER_B: names[chosen[:, 1]], **found, REASON: reasons},
        f"{c.title_with(options)} of {many(len(chosen), 'pair')} of raters",
        (*notes, *_undefined(names, chosen, reasons)),
        options,
    )


def _undefined(names: NDArray[Any], chosen: NDArray[np.intp], reasons: NDArray[Any]) -> Iterator[Note]:
    """Which pairs have no value."""
    lost = np.flatnonzero(reasons != "")
    if lost.size:
        pair_names = [_pair(str(names[g]), str(names[h])) for g, h in chosen[lost[:5]].tolist()]
        more = "; …" if lost.size > 5 else ""
        which = many(lost.size, "pair has", "pairs have")
        text = f"{which} no value (see the reasons): {listed(pair_names, '; ')}{more}."
        yield Note("undefined-pairs", text, {"count": lost.size, "pairs": pair_names})


def _pair(first: str, second: str) -> Note:
    return Note("pair", f"{first} and {second}", {"first": first, "second": second})


# --- from counts ------------------------------------------------------------------------------


def _countable(ratings: Ratings, c: Coefficient) -> bool:
    """Whether the counts of pairs say all there is to know, and are few."""
    return c.statistic is not Moments and ratings.clusters_in_force is None and fits(ratings)


class _Counted:
    """The counts of all pairs, as the statistic that a coefficient takes."""

    def __init__(self, ratings: Ratings, c: Coefficient) -> None:
        self.ratings, self.c = ratings, c
        self.codes: Ints = cells(len(ratings.labels), complete=False)
        self.counts = pair_counts(ratings)

    @property
    def size(self) -> int:
        """How many categories there are."""
        return len(self.ratings.labels)

    @property
    def cells(self) -> Ints:
        """The rows that all pairs are counted on; a table has no gaps."""
        return cells(self.size, complete=True) if self.c.statistic is Table else self.codes

    def of(self, pair: NDArray[np.intp]) -> Statistic:
        """The statistic of one pair."""
        counts = of_pairs(self.counts, pair[None, :], self.codes)[0]
        p = patterns_of_pair(self.ratings, pair.tolist(), counts, self.codes)
        return as_statistic(self.c.statistic, p, keep_rows=False)

    def alike(self, chosen: NDArray[np.intp]) -> Ints:
        """A number for each pair, equal for pairs with the same counts, which have the same answer."""
        codes = cells(len(self.ratings.labels), complete=self.c.statistic is Table)
        counts = np.ascontiguousarray(of_pairs(self.counts, chosen, codes))
        whole = counts.view(np.dtype((np.void, counts.shape[1] * counts.itemsize))).ravel()
        return np.unique(whole, return_inverse=True)[1]

    def of_all(self, chosen: NDArray[np.intp]) -> tuple[Statistic, Floats]:
        """One statistic on the same cells for all pairs, and the counts of each pair."""
        r, codes = self.ratings, self.cells
        counts = of_pairs(self.counts, chosen, codes)
        p = Patterns(codes, np.ones(len(codes)), r.labels, r.scale, ("", " "))
        return as_statistic(self.c.statistic, p, keep_rows=True).weighed(ManyWeights(counts)), counts


def _all_at_once(
    counted: _Counted,
    chosen: NDArray[np.intp],
    options: Mapping[str, Any],
    plan: Plan,
    found: dict[str, Floats],
) -> NDArray[np.bool_]:
    """The pairs block by block; True where one is left because it lies at an edge."""
    left = np.ones(len(chosen), dtype=bool)
    for start in range(0, len(chosen), _BLOCK):
        part = slice(start, start + _BLOCK)
        views = {name: column[part] for name, column in found.items()}
        left[part] = _together(counted, chosen[part], options, plan, views)
    return left


def _at_an_edge(counted: _Counted, chosen: NDArray[np.intp], left: NDArray[np.bool_]) -> list[list[int]]:
    """The places of the pairs that are left, those with the same counts together."""
    places = np.flatnonzero(left)
    if not places.size:
        return []
    number = counted.alike(chosen[places])
    if int(number.max()) >= MOST_ONE_BY_ONE:
        refuse_many_pairs(counted.ratings.n_raters, MOST_ONE_BY_ONE, _INSTEAD)
    order = np.argsort(number, kind="stable")
    ends = np.flatnonzero(np.diff(number[order])) + 1
    return sorted(group.tolist() for group in np.split(places[order], ends))


def _together(
    counted: _Counted,
    chosen: NDArray[np.intp],
    options: Mapping[str, Any],
    plan: Plan,
    found: dict[str, Floats],
) -> NDArray[np.bool_]:
    """All pairs at once: what `spread` and `interval_of` do away from any edge; True where there is one."""
    c = counted.c
    statistic, counts = counted.of_all(chosen)
    with np.errstate(all="ignore"):
        estimate = c(statistic, **options)
        value, n = estimate.value.value, np.broadcast_to(estimate.n.value, len(chosen))
        slope = np.asarray(estimate.value.slope)
        slope = slope - (counts * slope).sum(axis=1, keepdims=True) / counts.sum(axis=1, keepdims=True)
        variance = (counts * slope**2).sum(axis=1)
        large = (plan.test or c.test) == "z"
        se = np.sqrt(variance if large else variance * n / (n - 1))
        half = quantiles(0.5 + plan.level / 2, np.full(len(n), math.inf) if large else n - 1) * se
        edge = ~(se > 1e-12 * np.maximum(1, np.abs(value))) | ~(n > 1) | ~np.isfinite(value)
    ends = value - half, value + half
    if _by_score(c, plan) and not edge.all():
        some, counts_of_some = counted.of_all(chosen[~edge])
        limits = limits_of_tables(c, some, counted.cells, counts_of_some, options, plan.level)
        ends[0][~edge], ends[1][~edge] = limits
    low = np.where(value >= c.range[0], np.maximum(ends[0], c.range[0]), ends[0])
    numbers = (value, se, np.minimum(low, c.range[1]), np.minimum(ends[1], c.range[1]), n)
    for name, of_all in zip(_NUMBERS, numbers, strict=False):
        found[name][~edge] = of_all[~edge]
    if estimate.observed is not None:
        found[OBSERVED][~edge] = np.broadcast_to(estimate.observed.value, len(n))[~edge]
    if plan.interval == "none":
        found[col.CONF_LOW][:] = found[col.CONF_HIGH][:] = np.nan
    return np.asarray(edge)


def _by_score(c: Coefficient, plan: Plan) -> bool:
    """Whether the interval in force is the score interval."""
    return plan.interval == "score" or (plan.interval is None and c.interval == "score" and plan.test is None)
