"""Paired differences with few items: how often two that are alike are told apart.

python -m benchmarks.calibration.differences [draws]     prints two Markdown tables; about 15 minutes for 500.

Two judges of equal skill beside one person (`compare`), then a judge exactly like the people beside them
(`short_of_people`). Each cell should be 5 %, of a judge beside people 2.5 % on either side.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
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
    ("krippendorff_alpha", {}),
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


def compare_lines(draws: int) -> Iterator[str]:
    """A line for each shape and coefficient, a column for each number of items."""
    for shape in SHAPES:
        for name, options in MEASURES:
            found = [told_apart(shape, n, name, options, draws) for n in SIZES]
            called = " ".join([name, *options.values()])
            yield f"| {shape} | {called} | " + " | ".join(f"{100 * x:.1f}" for x in found) + " |"
    for label, how in (("a fifth of the ratings missing", {"gaps": 0.2}), ("clusters of 3", {"cluster": 3})):
        for name, options in MEASURES[1:3]:
            found = [told_apart("five scores", n, name, options, draws, **how) for n in SIZES]
            called = " ".join([name, *options.values()])
            yield f"| five scores, {label} | {called} | " + " | ".join(f"{100 * x:.1f}" for x in found) + " |"


def people_lines(draws: int) -> Iterator[str]:
    """Better and worse than people, by shape, number of people and coefficient."""
    for shape in SHAPES:
        for people in (2, 3, 5):
            for measure in MEASURES[:3]:
                found = [beside_people(shape, n, people, measure, draws) for n in (15, 30, 100)]
                called = " ".join([measure[0], *measure[1].values()])
                cells = " | ".join(f"{100 * up:.1f} / {100 * down:.1f}" for up, down in found)
                yield f"| {shape} | {people} | {called} | {cells} |"


def main() -> None:
    """Print both tables."""
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    print(f"Two judges alike told apart, % of {draws}\n")
    print("| data | coefficient | " + " | ".join(f"n = {n}" for n in SIZES) + " |")
    print("| --- | --- |" + " ---: |" * len(SIZES))
    for line in compare_lines(draws):
        print(line, flush=True)
    print(f"\nA judge like a person called better / worse than people, % of {draws}\n")
    print("| data | people | coefficient | n = 15 | n = 30 | n = 100 |")
    print("| --- | ---: | --- | ---: | ---: | ---: |")
    for line in people_lines(draws):
        print(line, flush=True)


if __name__ == "__main__":
    main()
