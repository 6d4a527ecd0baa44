"""Failed parses: answers of a judge in which no score could be read."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...coefficients.distributions import clopper_pearson
from ...ratings.ratings import Ratings
from ...result import Interval, Result
from ..finding import Finding
from .minimum_sizes import LEAST_FAILED


def failed_parses(ratings: Ratings, level: float = 0.95) -> tuple[Finding, ...]:
    """A finding on each rater of whose answers more than a few could not be parsed, the most first."""
    return tuple(sorted(_each(ratings, level), key=lambda f: -f.evidence.estimate))


def _each(ratings: Ratings, level: float) -> Iterator[Finding]:
    for rater, failed in ratings.reading.failed_parses.items():
        if rater not in ratings.raters or ratings.anonymous:
            continue
        read = float(ratings.item_weights[ratings.columns[ratings.place_of(rater)] >= 0].sum())
        total = read + failed
        low, high = clopper_pearson(failed, total, level)
        if failed >= LEAST_FAILED["answers"] and failed / total >= LEAST_FAILED["share"]:
            yield Finding(
                code="failed-parses",
                about={"comparison": rater, "rater": rater},
                evidence=Result(
                    measure="failed_parse_share",
                    title="Share of failed parses",
                    estimate=failed / total,
                    se=float(np.sqrt(failed * read / total**3)),
                    interval=Interval(low, high, level, "exact"),
                    n_items=total,
                    method="exact binomial",
                ),
                facts={
                    "rater": rater,
                    "failed": failed,
                    "n": total,
                    "share": failed / total,
                    "ends": [low, high],
                    "level": level,
                },
            )
