"""Items needed at 80 % power: how often so many items do settle it.

python -m benchmarks.calibration.power [--draws 2000]     writes power.json; about ten minutes.

The number of items is asked of data whose estimate is the truth, then as many are drawn from that truth.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.measure import Measure
from concordant.inference.plan import Plan
from concordant.inference.score_interval import limits_of_tables
from concordant.interpret.goals.questions import items_to_settle
from concordant.planning.expected_ratings import common_correlation, ordered_ratings
from concordant.ratings.ratings import Ratings
from concordant.reduce.item_weights import Floats
from concordant.reduce.table import Table
from concordant.result import Result

from .planning import drawn
from .stored import write_rows

#: How many items there are when the question is asked; the answer hardly depends on it.
PILOT = 150
MARGINS = np.array([0.05, 0.1, 0.2, 0.45, 0.2])
FIVE = 0.35 * np.outer(MARGINS, MARGINS) + 0.65 * np.diag(MARGINS)
EVEN = np.array([[0.4, 0.1], [0.1, 0.4]])
RARE = np.array([[0.85, 0.04], [0.03, 0.08]])
RARER = np.array([[0.93, 0.02], [0.02, 0.03]])
#: Raters who know most items of a scale with rare ends.
SKEWED = np.array([0.02, 0.03, 0.1, 0.65, 0.2])
KNOWN = 0.2 * np.outer(SKEWED, SKEWED) + 0.8 * np.diag(SKEWED)


def _share(p: float) -> Floats:
    return np.array([[p, 1 - p], [0.0, 0.0]])


#: What is true, by which measure, and the goal.
CASES: tuple[tuple[str, Floats, str, dict[str, Any], float], ...] = (
    ("share .97", _share(0.97), "exact_agreement", {}, 0.92),
    ("share .90", _share(0.9), "exact_agreement", {}, 0.95),
    ("share .80", _share(0.8), "exact_agreement", {}, 0.7),
    ("share .55", _share(0.55), "exact_agreement", {}, 0.5),
    ("even categories", EVEN, "cohen_kappa", {}, 0.4),
    ("even categories", EVEN, "cohen_kappa", {}, 0.75),
    ("rare category", RARE, "cohen_kappa", {}, 0.4),
    ("rare category", RARE, "cohen_kappa", {}, 0.85),
    ("rarer category", RARER, "cohen_kappa", {}, 0.3),
    ("five scores", FIVE, "cohen_kappa", {}, 0.5),
    ("five scores", FIVE, "cohen_kappa", {"weights": "linear"}, 0.5),
    ("five scores, rare ends", KNOWN, "cohen_kappa", {"weights": "linear"}, 0.9),
    ("even categories", EVEN, "gwet_ac", {}, 0.4),
    ("rare category", RARE, "gwet_ac", {}, 0.82),
    ("five scores", FIVE, "cohen_kappa", {"weights": "quadratic"}, 0.5),
    ("five scores", FIVE, "cohen_kappa", {"weights": "quadratic"}, 0.8),
    ("five scores, rare ends", KNOWN, "cohen_kappa", {"weights": "quadratic"}, 0.6),
    ("five scores, rare ends", KNOWN, "cohen_kappa", {"weights": "quadratic"}, 0.9),
    ("five scores", FIVE, "pearson", {}, 0.5),
    ("five scores", FIVE, "krippendorff_alpha", {}, 0.5),
    ("five scores", FIVE, "krippendorff_alpha", {}, 0.8),
    ("five scores", FIVE, "mean_absolute_error", {}, 0.6),
    ("five scores", FIVE, "mean_absolute_error", {}, 0.25),
)

#: Three raters: expected ratings, by which measure, and the goal.
SCORES = (0.1, 0.2, 0.4, 0.2, 0.1)
ORDINAL = {"metric": "ordinal"}
THREE: tuple[tuple[str, Ratings, str, dict[str, Any], float], ...] = (
    ("three raters, even", common_correlation(0.6, [0.5, 0.5], 3, 1000), "fleiss_kappa", {}, 0.5),
    ("three raters, rare", common_correlation(0.6, [0.1, 0.9], 3, 1000), "fleiss_kappa", {}, 0.4),
    ("three raters, rare", common_correlation(0.6, [0.1, 0.9], 3, 1000), "krippendorff_alpha", {}, 0.8),
    ("three raters, scores", ordered_ratings("krippendorff_alpha", ORDINAL, 0.7, SCORES, 3)(1000),
     "krippendorff_alpha", ORDINAL, 0.6),
)  # fmt: skip


def settled(p: Floats, name: str, options: dict[str, Any], goal: float, n: int, draws: int) -> float:
    """How often n items settle it on the side of the truth."""
    above = _of(p * 1000, name, options).estimate > goal
    low, high, counts = limits(p, name, options, n, draws)
    return float(counts @ (low > goal if above else high < goal)) / draws


def limits(
    p: Floats, name: str, options: dict[str, Any], n: int, draws: int, seed: int = 1
) -> tuple[Floats, Floats, Floats]:
    """Both limits of each different table that is drawn (nan where there is none), and how often it is."""
    drawn = np.random.default_rng(seed).multinomial(n, p.ravel(), size=draws)
    tables, counts = np.unique(drawn, axis=0, return_counts=True)
    statistic = cc.measure(name, cc.table(np.ones_like(p)), **options).reduce()
    if isinstance(statistic, Table):  # all at once, but those at an edge, which are not counted as settled
        cells = np.stack([statistic.first, statistic.second], axis=1)
        weights = tables[:, np.ravel_multi_index(tuple(cells.T), p.shape)].astype(float)
        inner = _varied(tables.reshape(-1, *p.shape))
        ends = np.full((2, len(tables)), np.nan)
        ends[:, inner] = limits_of_tables(BY_NAME[name], statistic, cells, weights[inner], options, 0.95)
        return ends[0], ends[1], counts.astype(float)
    found = [_of(one.reshape(p.shape), name, options).interval for one in tables]
    ends = np.array([(np.nan, np.nan) if one is None else (one.low, one.high) for one in found]).T
    return ends[0], ends[1], counts.astype(float)


def _varied(tables: Any) -> Any:
    """Tables in which both raters vary and somebody disagrees."""
    n = tables.sum(axis=(1, 2))
    most = [tables.sum(axis=axis).max(axis=1) for axis in (1, 2)]
    return (np.maximum(*most) < n) & (np.trace(tables, axis1=1, axis2=2) < n)


def _of(cells: Floats, name: str, options: dict[str, Any]) -> Result:
    found: Result = getattr(cc, name)(cc.table(cells), **options)
    return found


def needed(measure: Measure, goal: float) -> int:
    """How many items a goal asks for, as `study` says it."""
    return int(items_to_settle(measure.result(Plan()), goal, measure=measure))


def settled_by_three(
    expected: Ratings, name: str, options: dict[str, Any], goal: float, n: int, draws: int
) -> float:
    """How often n items of three raters settle it on the side of the truth."""
    above = Measure(BY_NAME[name], expected, options).result(Plan()).estimate > goal
    rng, hits = np.random.default_rng(1), 0
    for _ in range(draws):
        given = Measure(BY_NAME[name], drawn(expected, n, rng), options).result(Plan()).interval
        hits += given is not None and (given.low > goal if above else given.high < goal)
    return hits / draws


def rows(draws: int) -> Iterator[dict[str, Any]]:
    """A row for each case; three raters take a third of the draws."""
    for label, p, name, options, goal in CASES:
        now = cc.measure(name, cc.table(p * PILOT), **options)
        n = needed(now, goal)
        found = {"data": label, "measure": name, "options": options, "true": round(now.result().estimate, 2)}
        found |= {"goal": goal, "needed": n, "draws": draws}
        yield {**found, "power": round(settled(p, name, options, goal, n, draws), 4)}
    for label, expected, name, options, goal in THREE:
        ratings = replace(expected, weights=expected.item_weights * (PILOT / 1000))
        now = Measure(BY_NAME[name], ratings, options)
        n, fewer = needed(now, goal), draws // 3
        found = {
            "data": label,
            "measure": name,
            "options": options,
            "true": round(now.result(Plan()).estimate, 2),
        }
        found |= {"goal": goal, "needed": n, "draws": fewer}
        yield {**found, "power": round(settled_by_three(expected, name, options, goal, n, fewer), 4)}


def main() -> None:
    """Run all cases, and write them down."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--draws", type=int, default=2000, help="studies in each case (2000)")
    write_rows("power", rows(parser.parse_args().draws))


if __name__ == "__main__":
    main()
