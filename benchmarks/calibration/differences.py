"""Paired differences with few items: how often two that are alike are told apart.

python -m benchmarks.calibration.differences [--draws 500]     writes differences.json.

Two judges of equal skill beside one person (`compare`), then a judge exactly like the people beside them
(`short_of_people`). Each cell should be 5 %, of a judge beside people 2.5 % on either side.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain, product
from typing import Any

import numpy as np

from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.compare import compare
from concordant.inference.measure import Measure
from concordant.interpret.compare.ceiling import people_with_each_other, short_of_people
from concordant.interpret.compare.comparison import judged
from concordant.ratings.ratings import Ratings
from concordant.ratings.reading.arrays import from_columns
from concordant.ratings.scale import Scale

from .stored import write_rows

#: How often each category is true, and how many answers are guesses.
SHAPES: dict[str, tuple[list[float], float]] = {
    "five scores": ([0.05, 0.1, 0.2, 0.45, 0.2], 0.35),
    "five scores, few errors": ([0.05, 0.1, 0.2, 0.45, 0.2], 0.1),
    "rare category": ([0.9, 0.1], 0.15),
}
MEASURES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("exact_agreement", {}),
    ("cohen_kappa", {}),
    ("cohen_kappa", {"weights": "quadratic"}),
    ("gwet_ac", {}),
    ("krippendorff_alpha", {"metric": "interval"}),
    ("pearson", {}),
)
SIZES = (15, 20, 30, 50, 100)


def rated(
    rng: np.random.Generator, shape: str, n: int, raters: int, gaps: float = 0.0, cluster: int = 1
) -> Ratings:
    """Raters alike; in clusters of so many items, hard clusters are hard for all."""
    shares, guessed = SHAPES[shape]
    truth = rng.choice(len(shares), n, p=shares)
    group = np.arange(n) // cluster
    hard = 3 * guessed * rng.beta(1, 2, group.max() + 1)[group] if cluster > 1 else np.full(n, guessed)
    guess = rng.random((n, raters)) < hard[:, None]
    said = np.where(guess, rng.choice(len(shares), (n, raters), p=shares), truth[:, None]).astype(float)
    said[:, 1:][rng.random((n, raters - 1)) < gaps] = np.nan
    names = [f"r{g}" for g in range(raters)]
    rows = {"clusters": group} if cluster > 1 else {}
    return from_columns(list(said.T), names, scale=Scale.ordinal(range(len(shares))), **rows)


def told_apart(shape: str, n: int, name: str, options: dict[str, Any], draws: int, **how: Any) -> float:
    """How often `compare` calls two judges alike different at 5 %."""
    hits = 0
    for seed in range(draws):
        r = rated(np.random.default_rng([seed, n]), shape, n, 3, **how)
        pair = (Measure(BY_NAME[name], r.select(["r0", other]), options) for other in ("r1", "r2"))
        hits += compare(*pair).p_value <= 0.05
    return hits / draws


def beside_people(
    shape: str, n: int, people: int, measure: tuple[str, Any], draws: int
) -> tuple[float, float]:
    """How often a judge like a person is called better than people, and worse."""
    better = worse = 0
    for seed in range(draws):
        r = rated(np.random.default_rng([seed, n]), shape, n, people + 1)
        one = judged(r, r.raters[:-1], r.raters[-1])
        ceiling = people_with_each_other(one)
        ends = None if ceiling is None else short_of_people(one, ceiling, *measure).interval
        better += ends is not None and ends.low > 0
        worse += ends is not None and ends.high < 0
    return better / draws, worse / draws


def compared(draws: int) -> Iterator[dict[str, Any]]:
    """A row for each shape, coefficient and number of items: how often judges alike are told apart."""
    ways: list[tuple[str, dict[str, Any], Any]] = [(shape, {}, MEASURES) for shape in SHAPES]
    ways += [("five scores", {"gaps": 0.2}, MEASURES[1:3]), ("five scores", {"cluster": 3}, MEASURES[1:3])]
    for shape, how, measures in ways:
        for (name, options), n in product(measures, SIZES):
            share = told_apart(shape, n, name, options, draws, **how)
            row = {"question": "compare", "data": shape, **how, "measure": name, "options": options}
            yield {**row, "n": n, "draws": draws, "different": round(share, 4)}


def next_to_people(draws: int) -> Iterator[dict[str, Any]]:
    """A row for each shape, number of people, coefficient and number of items: better and worse."""
    for shape, people, measure, n in product(SHAPES, (2, 3, 5), MEASURES[:3], (15, 30, 100)):
        better, worse = beside_people(shape, n, people, measure, draws)
        row = {"question": "people", "data": shape, "people": people}
        row |= {"measure": measure[0], "options": measure[1], "n": n, "draws": draws}
        yield {**row, "better": round(better, 4), "worse": round(worse, 4)}


def main() -> None:
    """Run all cells, and write them down."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--draws", type=int, default=500, help="studies in each cell (500)")
    draws = parser.parse_args().draws
    write_rows("differences", chain(compared(draws), next_to_people(max(draws // 2, 1))))


if __name__ == "__main__":
    main()
