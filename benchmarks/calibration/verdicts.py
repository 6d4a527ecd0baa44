"""How often verdicts are right: no skill, an unclear rubric, copies, and a judge next to people.

`python -m benchmarks.calibration.verdicts [--studies 300]` writes verdicts.json, from which the guide has its
table.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

import concordant as cc
from concordant.interpret.compare.comparison import judged, together
from concordant.interpret.data_checks.scale import scale_doubts
from concordant.interpret.patterns import PatternContext, find_patterns

from .stored import write_rows

ALPHA: Any = ("krippendorff_alpha", {"metric": "ordinal"})
QUADRATIC: Any = ("cohen_kappa", {"weights": "quadratic"})
_SHARES = [0.08, 0.17, 0.35, 0.28, 0.12]


def scores(rng: np.random.Generator, n: int, raters: int, correlation: float) -> Any:
    """Scores from 1 to 5 whose latent values correlate so much between any two raters."""
    truth = rng.normal(size=(n, 1))
    x = np.sqrt(correlation) * truth + np.sqrt(1 - correlation) * rng.normal(size=(n, raters))
    cuts = np.quantile(rng.normal(size=100_000), np.cumsum(_SHARES)[:-1])
    return np.searchsorted(cuts, x) + 1


def codes(matrix: Any, judge: bool) -> list[str]:
    """What is found about the last rater against the others, or about all among themselves."""
    r = cc.as_ratings(matrix, categories=[1, 2, 3, 4, 5])
    if judge:
        one = judged(r, r.raters[:-1], r.raters[-1], main=QUADRATIC)
    else:
        one = together(r, r.raters, "people", main=ALPHA)
    return [f.code for f in find_patterns([PatternContext(one)])]


def rate(draw: Callable[[np.random.Generator], bool], times: int, seed: int) -> float:
    """How often something is said."""
    rng = np.random.default_rng(seed)
    return sum(draw(rng) for _ in range(times)) / times


def no_skill(n: int, association: float, times: int) -> float:
    """A judge whose association with three people (who correlate .7) is about so much."""

    def draw(rng: np.random.Generator) -> bool:
        truth = rng.normal(size=(n, 1))
        three = np.sqrt(0.7) * truth + np.sqrt(0.3) * rng.normal(size=(n, 3))
        load = association / np.sqrt(0.7)
        own = load * truth + np.sqrt(1 - load**2) * rng.normal(size=(n, 1))
        cuts = np.quantile(rng.normal(size=20_000), np.cumsum(_SHARES)[:-1])
        return "no-skill" in codes(np.searchsorted(cuts, np.hstack([three, own])) + 1, judge=True)

    return rate(draw, times, 1)


def rubric(n: int, correlation: float, times: int) -> float:
    """Three people whose latent values correlate so much."""
    return rate(lambda rng: "unclear-rubric" in codes(scores(rng, n, 3, correlation), judge=False), times, 2)


def copied(n: int, agreement: float, times: int) -> float:
    """Four honest raters on three categories, each right so often that two agree that often."""

    def draw(rng: np.random.Generator) -> bool:
        truth = rng.integers(1, 4, (n, 1))
        right = np.sqrt(agreement)
        said = np.where(rng.random((n, 4)) < right, truth, rng.integers(1, 4, (n, 4)))
        found = scale_doubts(cc.as_ratings(said, categories=[1, 2, 3]))
        return any(doubt.code.startswith("copied") for doubt in found)

    return rate(draw, times, 3)


#: What is claimed, of which strength of skill or agreement, with how many items.
CLAIMS: tuple[tuple[str, Callable[..., float], tuple[float, ...], tuple[int, ...]], ...] = (
    ("no-skill", no_skill, (0.0, 0.2, 0.3, 0.5), (30, 60, 100, 300)),
    ("unclear-rubric", rubric, (0.1, 0.25, 0.4, 0.5), (30, 100, 300)),
    ("copied", copied, (0.6, 0.8, 0.9, 0.95, 0.98), (20, 50, 200)),
)


def rows(studies: int) -> Iterator[dict[str, Any]]:
    """A row for each claim, strength and number of items."""
    for claim, measure, strengths, sizes in CLAIMS:
        for strength, n in product(strengths, sizes):
            found = {"claim": claim, "strength": strength, "n": n, "studies": studies}
            yield {**found, "claimed": round(measure(n, strength, studies), 4)}


def main() -> None:
    """Run all studies, and write down how often each claim is made."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--studies", type=int, default=300, help="studies in each cell (300)")
    write_rows("verdicts", rows(parser.parse_args().studies))


if __name__ == "__main__":
    main()
