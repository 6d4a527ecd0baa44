"""Items needed at 80 % power: how often so many items do settle it.

python -m benchmarks.calibration.power [draws]     prints a Markdown table; about 5 minutes for 1000.

The number of items is asked of data whose estimate is the truth, then as many are drawn from that truth.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

import concordant as cc
from concordant.interpret.goals.items_needed import items_to_settle
from concordant.reduce.item_weights import Floats
from concordant.result import Result

MARGINS = np.array([0.05, 0.1, 0.2, 0.45, 0.2])
FIVE = 0.35 * np.outer(MARGINS, MARGINS) + 0.65 * np.diag(MARGINS)
EVEN = np.array([[0.4, 0.1], [0.1, 0.4]])
RARE = np.array([[0.85, 0.04], [0.03, 0.08]])


def _share(p: float) -> Floats:
    return np.array([[p, 1 - p], [0.0, 0.0]])


#: What is true, by which measure, and the goal.
CASES: tuple[tuple[str, Floats, str, dict[str, Any], float], ...] = (
    ("share .97", _share(0.97), "exact_agreement", {}, 0.92),
    ("share .90", _share(0.9), "exact_agreement", {}, 0.95),
    ("share .80", _share(0.8), "exact_agreement", {}, 0.7),
    ("share .55", _share(0.55), "exact_agreement", {}, 0.5),
    ("even categories", EVEN, "cohen_kappa", {}, 0.4),
    ("rare category", RARE, "cohen_kappa", {}, 0.4),
    ("five scores", FIVE, "cohen_kappa", {}, 0.5),
    ("five scores", FIVE, "cohen_kappa", {"weights": "quadratic"}, 0.5),
    ("five scores", FIVE, "pearson", {}, 0.5),
    ("five scores", FIVE, "krippendorff_alpha", {}, 0.5),
    ("five scores", FIVE, "mean_absolute_error", {}, 0.6),
)


def settled(p: Floats, name: str, options: dict[str, Any], goal: float, n: int, draws: int) -> float:
    """How often n items settle it on the side of the truth; shares with the same counts are asked once."""
    tables, counts = np.unique(
        np.random.default_rng(1).multinomial(n, p.ravel(), size=draws), axis=0, return_counts=True
    )
    above = _of(p * 1000, name, options).estimate > goal
    hits = 0
    for cells, times in zip(tables, counts, strict=True):
        ends = _of(cells.reshape(p.shape), name, options).interval
        hits += times * (ends is not None and (ends.low > goal if above else ends.high < goal))
    return hits / draws


def _of(cells: Floats, name: str, options: dict[str, Any]) -> Result:
    found: Result = getattr(cc, name)(cc.table(cells), **options)
    return found


def lines(draws: int) -> Iterator[str]:
    """A line for each case."""
    for label, p, name, options, goal in CASES:
        cells = []
        for pilot in (60, 150):
            now = _of(p * pilot, name, options)
            n = int(items_to_settle(now, goal))
            cells += [f"{n}", f"{100 * settled(p, name, options, goal, n, draws):.1f} %"]
        called = " ".join([name, *options.values()])
        yield f"| {label} | {called} | {now.estimate:.2f} | {goal:g} | " + " | ".join(cells) + " |"


def main() -> None:
    """Print the table."""
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print("| data | measure | true | goal | items, from 60 | power | items, from 150 | power |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for line in lines(draws):
        print(line, flush=True)


if __name__ == "__main__":
    main()
