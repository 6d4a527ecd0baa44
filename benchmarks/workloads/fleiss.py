"""Fleiss' kappa, from ratings and from counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import samples, sketches
from ..rpeers import in_r
from ..workload import OURS, Answer, Goal, Way, Workload


def _ours(ratings: Any) -> Answer:
    import concordant as cc

    result = cc.fleiss_kappa(ratings)
    return {"kappa": result.estimate, "se": result.se}


def _ours_of_counts(counts: Any) -> Answer:
    import concordant as cc

    result = cc.fleiss_kappa(cc.counts(counts))
    return {"kappa": result.estimate, "se": result.se}


def _statsmodels(ratings: Any) -> Answer:
    from statsmodels.stats.inter_rater import aggregate_raters

    return _statsmodels_of_counts(aggregate_raters(ratings)[0])


def _statsmodels_of_counts(counts: Any) -> Answer:
    from statsmodels.stats.inter_rater import fleiss_kappa

    return {"kappa": float(fleiss_kappa(counts))}


def _irrcac(frame: Any) -> Answer:
    from irrCAC.raw import CAC

    return {"kappa": float(CAC(frame, digits=12).fleiss()["est"]["coefficient_value"])}


def _pandas(ratings: Any) -> Any:
    import pandas as pd

    return pd.DataFrame(ratings)


def _numpy(ratings: Any) -> Answer:
    counts = np.stack([(ratings == c).sum(1) for c in range(5)], axis=1)
    return {"kappa": sketches.fleiss(counts)}


def _numpy_of_counts(counts: Any) -> Answer:
    return {"kappa": sketches.fleiss(counts)}


def _torchmetrics(counts: Any) -> Answer:
    from torchmetrics.functional.nominal import fleiss_kappa

    return {"kappa": float(fleiss_kappa(counts))}


def _tensor(counts: Any) -> Any:
    import torch

    return torch.from_numpy(counts)


def _make_counts(n: int) -> Any:
    ratings = samples.whole_matrix(n)
    return np.stack([(ratings == c).sum(1) for c in range(5)], axis=1)


WORKLOADS = (
    Workload(
        "fleiss", "Fleiss' kappa, 10⁶ × 5", "Fleiss' kappa，10⁶ × 5",
        1_000_000, 500, samples.whole_matrix, Way(OURS, _ours),
        (Way("statsmodels", _statsmodels, needs=("statsmodels",)),
         Way("irrCAC", _irrcac, _pandas, needs=("irrCAC",)),
         Way("numpy sketch", _numpy), in_r("irr", "fleiss", size=10_000)),
        (Goal("statsmodels", ratio=20),),
    ),
    Workload(
        "fleiss-counts", "Fleiss' kappa, counts of 10⁶ × 5", "Fleiss' kappa，10⁶ × 5 的计数",
        1_000_000, 500, _make_counts, Way(OURS, _ours_of_counts),
        (Way("torchmetrics", _torchmetrics, _tensor, needs=("torchmetrics",), tolerance={"kappa": 1e-6},
             differs="it adds 1e-5 to the denominator"),
         Way("statsmodels", _statsmodels_of_counts, needs=("statsmodels",)),
         Way("numpy sketch", _numpy_of_counts)),
        (Goal("torchmetrics", ratio=1),),
    ),
)  # fmt: skip
