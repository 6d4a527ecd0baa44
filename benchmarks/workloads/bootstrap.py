"""Ten thousand bootstrap draws; peers draw items one by one, in a loop of which a share is run."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import samples, sketches
from ..workload import OURS, Answer, Goal, Way, Workload

DRAWS = 10_000


def _ours(data: Any) -> Answer:
    import concordant as cc

    result = cc.cohen_kappa(*data, interval="bootstrap", draws=DRAWS)
    return {"kappa": result.estimate, "se": result.se}


def _loop(kappa: Any, data: Any, draws: int) -> Answer:
    """Index with random items, and ask again."""
    first, second = data
    rng = np.random.default_rng(6)
    values = []
    for _ in range(draws):
        drawn = rng.integers(0, len(first), len(first))
        values.append(kappa(first[drawn], second[drawn]))
    return {"kappa": float(kappa(first, second)), "se": float(np.std(values, ddof=1))}


def _numpy_kappa(first: Any, second: Any) -> float:
    return sketches.kappa(sketches.count_pairs(first, second))


def _numpy(data: Any) -> Answer:
    return _loop(_numpy_kappa, data, 500)


def _sklearn(data: Any) -> Answer:
    from sklearn.metrics import cohen_kappa_score

    return _loop(cohen_kappa_score, data, 100)


def _scipy(data: Any) -> Answer:
    from scipy.stats import bootstrap

    found = bootstrap(
        data, _numpy_kappa, n_resamples=200, paired=True, vectorized=False, method="percentile", rng=6
    )
    return {"kappa": _numpy_kappa(*data), "se": float(found.standard_error)}


def _ours_alpha(ratings: Any) -> Answer:
    import concordant as cc

    result = cc.krippendorff_alpha(ratings, metric="nominal", interval="bootstrap", draws=DRAWS)
    return {"alpha": result.estimate, "se": result.se}


def _krippendorff(ratings: Any) -> Answer:
    import krippendorff

    return _alpha_loop(
        lambda rows: krippendorff.alpha(reliability_data=rows.T, level_of_measurement="nominal"), ratings
    )


def _krippendorff_on_counts(counts: Any) -> Answer:
    import krippendorff

    return _alpha_loop(
        lambda rows: krippendorff.alpha(value_counts=rows, level_of_measurement="nominal"), counts
    )


def _alpha_loop(alpha: Any, rows: Any, draws: int = 100) -> Answer:
    rng = np.random.default_rng(6)
    values = [alpha(rows[rng.integers(0, len(rows), len(rows))]) for _ in range(draws)]
    return {"alpha": float(alpha(rows)), "se": float(np.std(values, ddof=1))}


def _counts(ratings: Any) -> Any:
    return np.stack([(ratings == c).sum(1) for c in range(5)], axis=1)


def _some(draws: int) -> dict[str, Any]:
    """How a way says that it does so few draws, and one round more for the estimate.

    A standard deviation of so few has a relative error of 1/√(2(draws − 1)); four of them are allowed.
    """
    return {"share": (draws + 1) / DRAWS, "tolerance": {"se": 4 / math.sqrt(2 * (draws - 1))}}


WORKLOADS = (
    Workload(
        "bootstrap-kappa", "Bootstrap of kappa, 10⁴ draws of 10⁵", "kappa 的自助法，10⁴ 次抽样，10⁵ 个条目",
        100_000, 500, samples.pairs, Way(OURS, _ours),
        (Way("scikit-learn loop", _sklearn, needs=("sklearn",), **_some(100)),
         Way("scipy.stats.bootstrap", _scipy, **_some(200)),
         Way("numpy loop", _numpy, **_some(500))),
        (Goal("scikit-learn loop", ratio=1000), Goal("scipy.stats.bootstrap", ratio=1000)),
    ),
    Workload(
        "bootstrap-alpha", "Bootstrap of alpha, 10⁴ draws of 10⁵ × 5",
        "alpha 的自助法，10⁴ 次抽样，10⁵ × 5",
        100_000, 500, samples.matrix, Way(OURS, _ours_alpha),
        (Way("krippendorff loop", _krippendorff, needs=("krippendorff",), **_some(100)),
         Way("krippendorff on counts", _krippendorff_on_counts, _counts, needs=("krippendorff",),
             **_some(100))),
        (Goal("krippendorff loop", ratio=1000), Goal("krippendorff on counts", ratio=1000)),
    ),
)  # fmt: skip
