"""Every pair of a hundred raters."""

from __future__ import annotations

from functools import partial
from itertools import combinations, islice
from typing import Any

import numpy as np

from .. import samples, sketches
from ..workload import OURS, Answer, Goal, Way, Workload

RATERS, PAIRS, FEW = 100, 4950, 50


def _ours(ratings: Any) -> Answer:
    import concordant as cc

    return {"kappas": cc.pairwise(ratings, "cohen_kappa")["estimate"]}


def _sklearn(ratings: Any) -> Answer:
    from sklearn.metrics import cohen_kappa_score

    few = islice(combinations(ratings.T, 2), FEW)
    return {"kappas": np.array([cohen_kappa_score(a, b) for a, b in few])}


def _numpy(ratings: Any) -> Answer:
    return {"kappas": sketches.kappas_of_pairs(ratings)}


WORKLOADS = (
    Workload(
        "pairs", "Kappa, all pairs of 100 raters, 10⁵ items", "Kappa，100 位评分者两两比较，10⁵ 个条目",
        100_000, 200, partial(samples.whole_matrix, raters=RATERS), Way(OURS, _ours),
        (Way("scikit-learn loop", _sklearn, needs=("sklearn",), share=FEW / PAIRS),
         Way("numpy loop", _numpy)),
        (Goal("scikit-learn loop", ratio=100), Goal("numpy loop", ratio=2)),
    ),
)  # fmt: skip
