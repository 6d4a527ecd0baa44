"""Weighted kappa on five ordered scores: coverage and width, by the kind of errors raters make.

python -m benchmarks.calibration.ordered [--draws 2000]      writes ordered.json; about two minutes.

"Before" is the score interval whose way down leads to chance at once.
`ideal` is the width that the standard deviation of the estimates themselves would give.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import stdtrit

from concordant import as_ratings
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.mixed_ratings import of_two_raters
from concordant.inference.score_interval import limits_of_tables, score_limits
from concordant.reduce.item_weights import ManyWeights
from concordant.reduce.table import Table

from .designs import Design, Floats, kappa_of, know_or_guess, latent, mostly_small
from .stored import write_rows

EVEN, SKEWED = (0.2,) * 5, (0.02, 0.03, 0.05, 0.2, 0.7)
SIZES, KAPPAS = (30, 100, 300), (0.6, 0.8, 0.9)
WEIGHTS = {"linear": 1.0, "quadratic": 2.0}
#: The kinds of errors, each by a number between 0 and 1 on which kappa depends.
ERRORS: dict[str, Callable[[tuple[float, ...], float], Design]] = {
    "small": latent,
    "small, 2% guessed": lambda shares, x: mostly_small(shares, x, 0.02),
    "guesses": know_or_guess,
}
_SIZE = 5
_CELLS = np.stack(np.meshgrid(*[np.arange(_SIZE)] * 2, indexing="ij"), axis=-1).reshape(-1, 2)


def with_kappa(kind: str, shares: tuple[float, ...], kappa: float, power: float) -> Design:
    """Raters with this kind of errors and this kappa."""
    make = ERRORS[kind]
    x = brentq(lambda x: kappa_of(make(shares, x).pairs, power) - kappa, 0.05, 0.9995)
    return make(shares, float(x))


def cell(
    weights: str, kind: str, shares: tuple[float, ...], kappa: float, n: int, draws: int
) -> dict[str, Any]:
    """Coverage, misses above, and mean width, before and after, over studies of n items."""
    tables = _tables(with_kappa(kind, shares, kappa, WEIGHTS[weights]), n, draws)
    scale = as_ratings([[0, 1]], categories=range(_SIZE)).scale
    statistic = Table(*_CELLS.T, np.zeros(len(_CELLS)), np.arange(_SIZE), scale, ("first", "second"))
    c = BY_NAME["cohen_kappa"]

    def follow(counts: Floats) -> tuple[Floats, Floats]:
        found = c(statistic.weighed(ManyWeights(counts)), weights=weights).value
        return np.asarray(found.value), np.asarray(found.slope)

    agreed, chance = of_two_raters(_CELLS, tables, _SIZE, pooled=False)
    q = np.full(len(tables), float(stdtrit(n - 1, 0.975)))
    ends = {
        "before": score_limits(follow, tables, agreed, [chance], q, np.ones(len(tables))),
        "after": limits_of_tables(c, statistic, _CELLS, tables, {"weights": weights}, 0.95),
    }
    row: dict[str, Any] = {
        "weights": weights, "errors": kind, "categories": "even" if shares == EVEN else "skewed",
        "kappa": kappa, "n": n, "draws": len(tables),
        "ideal": round(float(3.92 * np.std(follow(tables)[0])), 3),
    }  # fmt: skip
    for name, (low, high) in ends.items():
        row[name] = {
            "holds": round(float(((low <= kappa) & (kappa <= high)).mean()), 4),
            "above": round(float((low > kappa).mean()), 4),
            "width": round(float((high - low).mean()), 3),
        }
    return row


def _tables(design: Design, n: int, draws: int) -> Floats:
    """Tables of two raters; those with one category, or without any disagreement, are left out."""
    rng, out = np.random.default_rng(n), []
    for _ in range(draws):
        first, second = design.draw(rng, n, 2).T
        if (first != second).any() and np.ptp(first) and np.ptp(second):
            out.append(np.bincount(first * _SIZE + second, minlength=_SIZE**2).astype(float))
    return np.array(out)


def rows(draws: int) -> Iterator[dict[str, Any]]:
    """Every cell."""
    for weights, kind, shares, kappa, n in product(WEIGHTS, ERRORS, (EVEN, SKEWED), KAPPAS, SIZES):
        yield cell(weights, kind, shares, kappa, n, draws)


def main() -> None:
    """Run all cells, and write them down."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--draws", type=int, default=2000, help="studies in each cell (2000)")
    write_rows("ordered", rows(parser.parse_args().draws))


if __name__ == "__main__":
    main()
