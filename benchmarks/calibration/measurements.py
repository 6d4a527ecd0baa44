"""How often intervals of measurements hold the truth, for scores that are normal and for scores that are not.

`python -m benchmarks.calibration.measurements [--draws 400] [measure …]` writes measurements.json, from which
the guide has its table; rows of measures that are not named stay as they are. "Before" is the textbook's
interval (of MAE and W: Wald), "after" the default. The forms of a mean of k raters have the limits of one
rater stepped up, so they hold as often.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, stdtrit
from scipy.stats import rankdata

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.measure import Measure

from .stored import read_rows, write_rows

Floats = NDArray[np.float64]
Limits = tuple[float, float]

#: The share of the variance that is that of items, before scores are bent, and the level of intervals.
RHO, LEVEL = 0.7, 0.95
#: The variance of raters' levels, as a share of that of scores, where raters stand for others.
RATERS_DIFFER = 0.2
ITEMS, RATERS = (30, 50, 100, 300), (2, 3, 5)
_LARGE = 400_000


def _normal(rng: np.random.Generator, *size: int) -> Floats:
    true = rng.standard_normal((*size[:-1], 1))
    return np.asarray(np.sqrt(RHO) * true + np.sqrt(1 - RHO) * rng.standard_normal(size))


def _t(df: float) -> Callable[..., Floats]:
    """Items and errors with the tails of t, each of variance 1 before they are weighed."""

    def draw(rng: np.random.Generator, *size: int) -> Floats:
        true = rng.standard_t(df, (*size[:-1], 1))
        return np.asarray(
            (np.sqrt(RHO) * true + np.sqrt(1 - RHO) * rng.standard_t(df, size)) / np.sqrt(df / (df - 2))
        )

    return draw


SHAPES: dict[str, Callable[..., Floats]] = {
    "normal": _normal,
    "log-normal": lambda rng, *size: np.exp(0.8 * _normal(rng, *size)),
    "bounded": lambda rng, *size: expit(1.5 + 1.5 * _normal(rng, *size)),
    "five points": lambda rng, *size: np.clip(np.round(3.8 + _normal(rng, *size)), 1, 5),
    "t, 5 df": _t(5),
    "t, 4 df": _t(4),
    "t, 3 df": _t(3),
}


@dataclass(frozen=True)
class Truth:
    """What large samples show: variance of scores, covariance and rank correlation of two, E|x − y|."""

    variance: float
    covariance: float
    ranks: float
    apart: float

    @classmethod
    def of(cls, shape: str) -> Truth:
        """By a large sample; variances of t by construction."""
        y = SHAPES[shape](np.random.default_rng(99), 5 * _LARGE, 2)
        s = np.cov(y.T)
        ranks = np.corrcoef([rankdata(column[:_LARGE]) for column in y.T])[0, 1]
        known = shape == "normal" or shape.startswith("t,")
        variance, covariance = (1.0, RHO) if known else (float(np.trace(s)) / 2, float(s[0, 1]))
        return cls(variance, covariance, float(ranks), float(np.abs(y[:, 0] - y[:, 1]).mean()))

    @property
    def icc(self) -> float:
        """Consistency, and agreement of raters on one level."""
        return self.covariance / self.variance

    @property
    def error(self) -> float:
        """The standard error of measurement."""
        return float(np.sqrt(self.variance - self.covariance))


@dataclass(frozen=True)
class Check:
    """A measure, its truth, and both intervals of it on ratings of items × raters."""

    name: str
    truth: Callable[[Truth, int], float]
    intervals: Callable[[Floats], tuple[Limits, Limits]]
    shifted: bool = False
    two_raters: bool = False


def _textbook(
    name: str, part: str | None = None, **options: Any
) -> Callable[[Floats], tuple[Limits, Limits]]:
    def intervals(y: Floats) -> tuple[Limits, Limits]:
        measure = Measure(BY_NAME[name], cc.as_ratings(y), options)
        estimate = measure.estimate(measure.reduce())
        estimate = estimate if part is None else estimate.parts[part]
        textbook: Any = estimate.classical
        own: Any = estimate.adjusted or textbook
        return textbook.limits(LEVEL), own.limits(LEVEL)

    return intervals


def _wald(name: str) -> Callable[[Floats], tuple[Limits, Limits]]:
    """Plus and minus t of the standard error, and the default."""

    def intervals(y: Floats) -> tuple[Limits, Limits]:
        found = cc.agreement(y, name)
        half = float(stdtrit(len(y) - 1, 0.5 + LEVEL / 2)) * found.se
        own: Any = found.interval
        return (found.estimate - half, found.estimate + half), (own.low, own.high)

    return intervals


CHECKS = (
    Check("ICC(1)", lambda t, k: t.icc, _textbook("icc", form="1,1")),
    Check("ICC(C,1)", lambda t, k: t.icc, _textbook("icc", form="C,1")),
    Check("ICC(A,1), raters differ", lambda t, k: t.icc / (1 + RATERS_DIFFER),
          _textbook("icc"), shifted=True),
    Check("ICC(A,1), mixed", lambda t, k: t.icc, _textbook("icc", model="mixed")),
    Check("CCC", lambda t, k: t.icc, _textbook("ccc")),
    Check("SEM", lambda t, k: t.error, _textbook("sem", kind="consistency")),
    Check("lower limit", lambda t, k: -1.959964 * np.sqrt(2) * t.error,
          _textbook("bland_altman", "lower limit"), two_raters=True),
    Check("upper limit", lambda t, k: 1.959964 * np.sqrt(2) * t.error,
          _textbook("bland_altman", "upper limit"), two_raters=True),
    Check("MAE", lambda t, k: t.apart, _wald("mean_absolute_error")),
    Check("Kendall's W", lambda t, k: (1 + (k - 1) * t.ranks) / k, _wald("kendall_w")),
)  # fmt: skip


def rows(draws: int, measures: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Every cell of these measures (of all, if none is named), each with draws of its own.

    `holds` is how often the truth is held, and `above` how often the interval lies above it.
    """
    for shape, draw in SHAPES.items():
        truth = Truth.of(shape)
        for raters, items in product(RATERS, ITEMS):
            rng = np.random.default_rng([len(shape), raters, items])
            level = np.sqrt(RATERS_DIFFER * truth.variance) * rng.standard_normal((draws, 1, raters))
            scores = draw(rng, draws, items, raters)
            for check in CHECKS:
                if (check.two_raters and raters > 2) or (measures and check.name not in measures):
                    continue
                right = check.truth(truth, raters)
                y = scores + level if check.shifted else scores
                ends = np.array([check.intervals(one) for one in y])  # draws × before, after × ends
                held = ((ends[..., 0] <= right) & (right <= ends[..., 1])).mean(axis=0)
                above = (right < ends[..., 0]).mean(axis=0)
                found = {"measure": check.name, "scores": shape, "raters": raters, "n": items, "draws": draws}
                for side, name in enumerate(("before", "after")):
                    found[name] = {"holds": round(held[side], 4), "above": round(above[side], 4)}
                yield found


def main() -> None:
    """Run the cells, and write them down with those of other measures, in the order of the checks."""
    parser = argparse.ArgumentParser()
    parser.add_argument("measures", nargs="*", help="measures to simulate (all)")
    parser.add_argument("--draws", type=int, default=400, help="studies in each cell (400)")
    asked = parser.parse_args()
    names = asked.measures or [check.name for check in CHECKS]
    kept = [row for row in read_rows("measurements") if row["measure"] not in names]
    place = {check.name: at for at, check in enumerate(CHECKS)}
    write_rows(
        "measurements", sorted([*kept, *rows(asked.draws, names)], key=lambda row: place[row["measure"]])
    )


if __name__ == "__main__":
    main()
