"""How often intervals of coefficients of categories hold the truth: by the standard error, and by score.

python -m benchmarks.calibration.categories [--draws 400]
"""

from __future__ import annotations

import argparse
from itertools import product
from typing import Any

import numpy as np

import concordant as cc

from .designs import FIVE_CATEGORIES, ORDERED, TWO_CATEGORIES, UNORDERED, Design, Measured
from .stored import write_rows

SIZES = (30, 100, 300)
INTERVALS = ("analytic", "score")


def cell(measured: Measured, design: Design, n: int, draws: int) -> dict[str, Any]:
    """Shares of intervals that hold the truth, and that lie above it, over studies of n items."""
    rng, truth = np.random.default_rng(n), measured.truth(design.pairs)
    ends: dict[str, list[tuple[float, float]]] = {name: [] for name in INTERVALS}
    known: dict[bytes, dict[str, Any]] = {}  # studies with the same counts have the same intervals
    for _ in range(draws):
        rows = design.draw(rng, n, measured.raters)
        rows = rows[np.lexsort(rows.T)]
        intervals = known.setdefault(rows.tobytes(), {})
        for name, found in ends.items():
            if name not in intervals:
                ratings = cc.as_ratings(rows, categories=range(design.size))
                result = cc.agreement(ratings, measured.name, interval=name, **measured.options)
                intervals[name] = result.interval
            if intervals[name] is not None:
                found.append((intervals[name].low, intervals[name].high))
    row: dict[str, Any] = {
        "measure": measured.title, "design": design.name, "n": n, "draws": draws, "truth": round(truth, 3)
    }  # fmt: skip
    for name, found in ends.items():
        low, high = np.array(found).T
        holds = (low <= truth + 1e-9) & (truth <= high + 1e-9)
        row[name] = {
            "holds": round(float(holds.mean()), 4), "above": round(float((low > truth + 1e-9).mean()), 4),
            "width": round(float((high - low).mean()), 3), "none": draws - len(found),
        }  # fmt: skip
    return row


def main() -> None:
    """Run all cells, and write them down."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--draws", type=int, default=400, help="studies in each cell (400)")
    draws = parser.parse_args().draws
    cells = [*product(UNORDERED, TWO_CATEGORIES), *product(ORDERED, FIVE_CATEGORIES)]
    write_rows("categories", (cell(*one, n, draws) for one, n in product(cells, SIZES)))


if __name__ == "__main__":
    main()
