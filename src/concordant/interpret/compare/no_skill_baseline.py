"""The floor: what a measure would be without skill, by one constant answer or by independent raters.

A constant rater always gives the category that scores best on all other items. An answer chosen on the items
it is scored on would do too well: with five equally common categories and 30 items the commonest one has 30 %
of them, and a new item has it in 20 %. So every item is left out of the choice of its own answer, with all of
its ratings. Independent raters keep their habits (their margins) and answer without looking. For measures
that take that chance out, both are 0 by construction.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Estimate, Statistic
from ...coefficients.weights import agreement_matrix
from ...inference.measure import result_of_total
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints, weight_by_code
from ...reduce.judge_vs_people import against, against_categories
from ...reduce.patterns import cluster_codes, cluster_copies
from ...result import Result
from ..record import Record
from .comparison import Comparison

#: Units that are looked at together, so that a table of units × categories stays small.
_TOGETHER = 20_000
#: Scores that differ by less are equal but for rounding.
_ROUNDING = 1e-12
_AGREEMENT = ("exact_agreement", "adjacent_agreement")
_RAW = (*_AGREEMENT, "mean_absolute_error")

#: Measures with a chance of their own, on which independent raters and a constant answer may score high.
OWN_CHANCE = ("gwet_ac", "brennan_prediger")

#: Measures whose chance is that of independent raters with these margins, so that these score 0.
_ZERO = (
    "cohen_kappa", "conger_kappa", "scott_pi", "fleiss_kappa", "light_kappa", "hubert_kappa",
    "krippendorff_alpha", "ccc", "icc", "pearson", "spearman", "kendall_tau",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Floor(Record):
    """Without skill: `constant` by always answering `category`, `chance` by independent raters.

    `level` is the better of the two, from which skill is counted; nan where there is no such level.
    """

    constant: Result | None = None
    category: str = ""
    chance: Result | None = None
    level: float = math.nan


def floor_of(compared: Comparison, measure: str, options: Mapping[str, Any]) -> Floor:
    """The floor of one measure."""
    c = BY_NAME[measure]
    if measure not in (*_RAW, *OWN_CHANCE):
        return Floor(level=0.0 if measure in _ZERO else math.nan)
    of_chance = _beyond_own_chance if measure in OWN_CHANCE else _independent
    chance = of_chance(compared, measure, options)
    constant, category = _constant(compared, measure, options)
    known = [r.estimate for r in (chance, constant) if r is not None and r.defined]
    best = (min if c.best == 0 else max)(known) if known else math.nan
    return Floor(constant=constant, category=category, chance=chance, level=best)


# --- independent raters -------------------------------------------------------------------------


def _independent(compared: Comparison, measure: str, options: Mapping[str, Any]) -> Result | None:
    """Agreement (or distance) expected of raters with these margins, by the chance term of a kappa."""
    ratings = compared.cached_measures.ratings
    weights = _weights(compared, measure, options)
    found = None if weights is None else _chance_of_kappa(compared, weights)
    if found is None:
        return None
    statistic, estimate = found
    if estimate.expected is None:
        return None
    span = float(np.ptp(compared.positions))
    expected = (1 - estimate.expected) * span if measure == "mean_absolute_error" else estimate.expected
    bounds = (0.0, math.inf) if measure == "mean_absolute_error" else (0.0, 1.0)
    return result_of_total(
        expected, statistic, ratings, compared.plan, measure=measure, n=float(estimate.n), bounds=bounds
    )


def _chance_of_kappa(compared: Comparison, weights: Any) -> tuple[Statistic, Estimate] | None:
    """The kappa whose chance is that of independent raters; None where there is nothing to compare."""
    anonymous = compared.cached_measures.ratings.anonymous
    name = "fleiss_kappa" if anonymous else "cohen_kappa" if compared.pair else "conger_kappa"
    kappa = compared.cached_measures.measure(name, {"weights": weights})
    statistic = compared.cached_measures.statistic(kappa)
    estimate = kappa.estimate(statistic)
    return None if estimate.expected is None or float(estimate.n) == 0 else (statistic, estimate)


def _beyond_own_chance(compared: Comparison, measure: str, options: Mapping[str, Any]) -> Result | None:
    """(p − p_e)/(1 − p_e), p being how often independent raters agree and p_e the chance of the measure."""
    if not compared.categorical:
        return None
    found = _chance_of_kappa(compared, options.get("weights", "identity"))
    own = compared.measure(measure, options)
    p_e = own.details.get("expected_agreement", math.nan)
    if found is None or found[1].expected is None or math.isnan(p_e) or p_e >= 1:
        return None
    value = (float(found[1].expected) - p_e) / (1 - p_e)
    return Result(
        measure=measure, title=own.title, estimate=value, n_items=own.n_items, method="no interval",
        options=dict(options),
    )  # fmt: skip


def _weights(compared: Comparison, measure: str, options: Mapping[str, Any]) -> Any:
    """The weights whose chance term is the floor; None where the scale cannot have it."""
    if measure == "exact_agreement":
        return "identity"
    if measure == "mean_absolute_error":
        return "linear" if np.ptp(compared.positions) > 0 else None
    if not compared.categorical:
        return None
    x = compared.positions
    near = (np.abs(x[:, None] - x[None, :]) <= float(options.get("within", 1.0)) + 1e-9).astype(float)
    return None if near.all() else near


# --- one constant answer ------------------------------------------------------------------------


def _constant(compared: Comparison, measure: str, options: Mapping[str, Any]) -> tuple[Result | None, str]:
    """The best that one and the same answer for every item would reach against the reference."""
    if not compared.categorical and measure != "mean_absolute_error":
        return None, ""
    against_one = _with_constant(compared)
    if against_one is None or not len(against_one):
        return None, ""
    always, usual = _answers(compared, measure, options, against_one)
    column = np.where(against_one.columns[0] >= 0, always, -1).astype(against_one.columns[0].dtype)
    ratings = replace(against_one, columns=(against_one.columns[0], column))
    return compared.of(ratings, measure, options), str(ratings.labels[usual])


def _answers(
    compared: Comparison, measure: str, options: Mapping[str, Any], against_one: Ratings
) -> tuple[Ints, int]:
    """The constant answer for each row, the row itself left out, and for all; of measurements the median.

    Leaving an item out moves a median by a neighbouring value at most.
    """
    if compared.categorical:
        return best_answers(against_one, _scores(compared, measure, options))
    median = _median(compared, _shares(against_one))
    return np.full(len(against_one), median), median


def _with_constant(compared: Comparison) -> Ratings | None:
    """The reference beside a column to be filled; without a reference every rater is compared with it."""
    ratings = compared.cached_measures.ratings
    if ratings.anonymous:
        return None
    if compared.kind == "judge":
        both = (ratings.columns[0] >= 0) & (ratings.columns[1] >= 0)
        return ratings.rows(both)
    named = "constant" if "constant" not in ratings.raters else "constant answer"
    rated = np.logical_or.reduce([column >= 0 for column in ratings.columns])
    always = np.where(rated, 0, -1).astype(ratings.columns[0].dtype)
    wider = replace(
        ratings, columns=(*ratings.columns, always), raters=(*ratings.raters, named),
        rater_kinds=(*ratings.rater_kinds, ""), times=None, comments=None,
    )  # fmt: skip
    if compared.categorical and ratings.n_raters > len(ratings.labels):
        return against_categories(wider, ratings.raters, named)
    return against(wider, ratings.raters, named)[0]


def _shares(ratings: Ratings) -> Floats:
    """How often the reference gives each category."""
    column = ratings.columns[0]
    there = column >= 0
    weight = ratings.item_weights
    counts = weight_by_code(column[there], weight[there], len(ratings.labels))
    return np.asarray(counts / max(counts.sum(), 1e-300))


def _median(compared: Comparison, shares: Floats) -> int:
    order = np.argsort(compared.positions, kind="stable")
    return int(order[np.searchsorted(np.cumsum(shares[order]), 0.5 - 1e-12)])


def _scores(compared: Comparison, measure: str, options: Mapping[str, Any]) -> Floats:
    """What each category would score as the constant answer (rows) where the reference says another."""
    if measure in OWN_CHANCE:
        ratings = compared.ratings
        return agreement_matrix(
            options.get("weights", "identity"), ratings.scale, ratings.labels, options.get("scores")
        )
    x = compared.positions
    gap = np.abs(x[:, None] - x[None, :])
    if measure == "mean_absolute_error":
        return -gap
    near = np.eye(len(x)) if measure == "exact_agreement" else gap <= float(options.get("within", 1.0)) + 1e-9
    return near.astype(float)


def best_answers(ratings: Ratings, scores: Floats) -> tuple[Ints, int]:
    """For each row the answer that scores best on all other items, and the one that does on all of them.

    The first column holds the reference. `scores[c, j]` is what the answer c scores where the reference says
    j; of equally good answers the lowest is taken. A row that stands for many equal items leaves out one.
    """
    codes, weights = ratings.columns[0], ratings.item_weights
    there = codes >= 0
    unit, one_of = _units(ratings, weights)
    total = np.bincount(codes[there], weights[there], len(scores)).astype(float)
    whole = scores @ total
    best = int(_first_best(whole[None, :])[0])
    out = np.full(len(codes), best)
    if not _may_change(whole, best, scores, float(np.bincount(unit, one_of).max(initial=0.0))):
        return out, best
    order = np.argsort(unit, kind="stable")
    edges = np.searchsorted(unit[order], np.arange(0, int(unit.max(initial=0)) + _TOGETHER + 1, _TOGETHER))
    for low, high in pairwise(edges):
        rows = order[low:high]
        if not len(rows):
            continue
        place = unit[rows] - unit[rows].min()
        own = np.zeros((int(place.max()) + 1, len(scores)))
        held = there[rows]
        np.add.at(own, (place[held], codes[rows][held]), one_of[rows][held])
        out[rows] = _first_best((total - own) @ scores.T)[place]
    return out, best


def _units(ratings: Ratings, weights: Floats) -> tuple[Ints, Floats]:
    """The item (or cluster) of each row, and what the row weighs in one of the equal ones it stands for."""
    unit = cluster_codes(ratings)
    if unit is None:
        return np.arange(len(weights)), np.ones(len(weights)) if ratings.copies else weights
    copies = cluster_copies(ratings)
    return unit, weights if copies is None else weights / np.maximum(copies[unit], 1e-300)


def _may_change(whole: Floats, best: int, scores: Floats, heaviest: float) -> bool:
    """Whether leaving out one item can make another answer the best."""
    others = np.delete(whole, best)
    if not len(others):
        return False
    return bool(whole[best] - others.max() <= heaviest * float(np.ptp(scores)) + _ROUNDING)


def _first_best(values: NDArray[np.float64]) -> Ints:
    """The first of those that are equally good, row by row."""
    top = values.max(axis=1, keepdims=True)
    return np.asarray(np.argmax(values >= top - _ROUNDING * np.maximum(np.abs(top), 1.0), axis=1))
