"""How often a stage's target is called met although the truth lies on the threshold: every table counted.

python -m benchmarks.calibration.targets
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import gammaln
from scipy.stats import binom

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.score_interval import limits_of_tables
from concordant.interpret.goals.goal import STAGES
from concordant.ratings.as_ratings import as_ratings
from concordant.reduce.table import Table

from .designs import Floats

RESULTS = Path(__file__).with_name("targets.json")
SIZES = (50, 100, 200)
#: All tables of more items are too many.
MOST_ITEMS = 100
#: Two categories, how often the rarer one is used.
SHARES = (0.5, 0.2)


def share_met(threshold: float, n: int) -> dict[str, float]:
    """P(the lower limit exceeds the threshold) of a share of n independent items that lies on it."""
    hits = np.arange(n + 1)
    chance = binom.pmf(hits, n, threshold)
    low = {name: np.array([_share_low(k, n, name) for k in hits]) for name in ("analytic", "score")}
    return {name: round(float(chance[ends > threshold].sum()), 4) for name, ends in low.items()}


def _share_low(hits: int, n: int, interval: str) -> float:
    """The lower limit of `hits` of n."""
    table = cc.table([[hits, n - hits], [0, 0]])
    found = cc.exact_agreement(table, interval=interval).interval
    return -1.0 if found is None else found.low


def kappa_met(threshold: float, n: int, share: float) -> dict[str, float]:
    """P(the lower limit exceeds the threshold) of kappa of two categories, over all tables of n items."""
    tables = _tables(n)
    cell = threshold * np.diag([1 - share, share]) + (1 - threshold) * np.outer(*[[1 - share, share]] * 2)
    log = gammaln(n + 1) - gammaln(tables + 1).sum(axis=1) + tables @ np.log(cell.ravel())
    chance = np.exp(log)
    low = {
        "analytic": _wald_low(tables, n),
        "score": _score_low(tables),
    }
    return {name: round(float(chance[ends > threshold].sum()), 4) for name, ends in low.items()}


def _score_low(tables: Floats) -> Floats:
    """The lower limit of kappa's score interval; -1 where a rater is constant, and there is none."""
    first, second = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]).T
    labels = np.array([0, 1])
    scale = as_ratings([[0, 1]], categories=range(2)).scale
    shape = Table(first, second, np.zeros(4), labels, scale, ("first", "second"))
    p = tables.reshape(-1, 2, 2)
    inner = (p.sum(axis=1) > 0).all(axis=1) & (p.sum(axis=2) > 0).all(axis=1)
    inner &= p[:, 0, 1] + p[:, 1, 0] > 0  # perfect agreement is an edge, and its limit of one table is taken
    low = np.full(len(tables), -1.0)
    cells = np.stack([first, second], axis=1)
    low[inner] = limits_of_tables(BY_NAME["cohen_kappa"], shape, cells, tables[inner], {}, 0.95)[0]
    for place in np.flatnonzero((p[:, 0, 1] + p[:, 1, 0] == 0) & (p[:, 0, 0] > 0) & (p[:, 1, 1] > 0)):
        found = cc.cohen_kappa(cc.table(p[place].astype(int).tolist())).interval
        low[place] = -1.0 if found is None else found.low
    return low


def _tables(n: int) -> Floats:
    """All tables of two categories with n items, a row each."""
    a, b, c = np.meshgrid(*[np.arange(n + 1)] * 3, indexing="ij")
    d = n - a - b - c
    return np.stack([x[d >= 0] for x in (a, b, c, d)], axis=1).astype(float)


def _wald_low(tables: Floats, n: int) -> Floats:
    """κ − 1.96 standard errors (Fleiss, Cohen and Everitt 1969)."""
    p = tables.reshape(-1, 2, 2) / n
    first, second = p.sum(axis=2), p.sum(axis=1)
    expected = (first * second).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        kappa = (p.trace(axis1=1, axis2=2) - expected) / (1 - expected)
        each = np.eye(2) - (1 - kappa)[:, None, None] * (second[:, :, None] + first[:, None, :])
        variance = ((p * each**2).sum(axis=(1, 2)) - (p * each).sum(axis=(1, 2)) ** 2) / (1 - expected) ** 2
        return np.where(variance > 0, kappa - 1.959963984540054 * np.sqrt(np.abs(variance) / n), -1.0)


def main() -> None:
    """The nine targets, and write them down."""
    rows: list[dict[str, Any]] = []
    for stage in STAGES:
        for target, n in product(stage.targets, SIZES):
            at = target.threshold
            common = {"stage": stage.key, "measure": target.measure, "threshold": at, "n": n}
            if target.measure == "cohen_kappa" and n <= MOST_ITEMS:
                rows += [{**common, "share": share, **kappa_met(at, n, share)} for share in SHARES]
            elif target.measure != "cohen_kappa":
                rows.append({**common, **share_met(at, n)})
    for row in rows:
        print(json.dumps(row))
    RESULTS.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
