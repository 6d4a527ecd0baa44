"""Krippendorff's alpha with gaps."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from .. import samples, sketches
from ..workload import OURS, Answer, Goal, Way, Workload


def _ours(ratings: Any, **options: Any) -> Answer:
    import concordant as cc

    result = cc.krippendorff_alpha(ratings, **options)
    return {"alpha": result.estimate, "se": result.se}


def _krippendorff(ratings: Any, metric: str) -> Answer:
    import krippendorff

    return {"alpha": float(krippendorff.alpha(reliability_data=ratings, level_of_measurement=metric))}


def _by_rater(ratings: Any) -> Any:
    return np.ascontiguousarray(ratings.T)


def _irrcac(frame: Any, weights: str) -> Answer:
    from irrCAC.raw import CAC

    # Where it looks for the categories itself, a gap becomes one, and weights of it are nan.
    found = CAC(frame, weights=weights, categories=list(range(5)), digits=12).krippendorff()["est"]
    return {"alpha": float(found["coefficient_value"])}


def _pandas(ratings: Any) -> Any:
    import pandas as pd

    return pd.DataFrame(ratings)


def _nltk(triples: Any) -> Answer:
    from nltk.metrics.agreement import AnnotationTask

    return {"alpha": float(AnnotationTask(triples).alpha())}


def _triples(ratings: Any) -> list[tuple[str, str, float]]:
    items, raters = np.nonzero(~np.isnan(ratings))
    return [(str(r), str(i), ratings[i, r]) for i, r in zip(items.tolist(), raters.tolist(), strict=True)]


def _simpledorff(frame: Any) -> Answer:
    import simpledorff

    found = simpledorff.calculate_krippendorffs_alpha_for_df(frame, "item", "rater", "label")
    return {"alpha": float(found)}


def _long(ratings: Any) -> Any:
    import pandas as pd

    triples = _triples(ratings)
    return pd.DataFrame(triples, columns=["rater", "item", "label"])


def _numpy(ratings: Any) -> Answer:
    return {"alpha": sketches.alpha(*sketches.patterns(ratings))}


def _peers(metric: str, weights: str) -> tuple[Way, ...]:
    by_package = partial(_krippendorff, metric=metric)
    return (
        Way("krippendorff", by_package, _by_rater, needs=("krippendorff",)),
        Way("irrCAC", partial(_irrcac, weights=weights), _pandas, needs=("irrCAC",)),
    )


_NOMINAL = Way(OURS, partial(_ours, metric="nominal"))
_NLTK = Way("nltk", _nltk, _triples, needs=("nltk",))
_SIMPLEDORFF = Way("simpledorff", _simpledorff, _long, needs=("simpledorff", "pandas"), size=100_000)

WORKLOADS = (
    Workload(
        "alpha", "Alpha, nominal, 10⁶ × 5, 20% gaps", "Alpha，无序类别，10⁶ × 5，20% 缺失",
        1_000_000, 500, samples.matrix, _NOMINAL,
        (*_peers("nominal", "identity"), _NLTK, _SIMPLEDORFF, Way("numpy sketch", _numpy)),
        (Goal("krippendorff", ratio=30), Goal(megabytes=40)),
    ),
    Workload(
        "alpha-ordinal", "Alpha, ordinal, 10⁶ × 5, 20% gaps", "Alpha，有序类别，10⁶ × 5，20% 缺失",
        1_000_000, 500, samples.matrix, Way(OURS, partial(_ours, metric="ordinal")),
        _peers("ordinal", "ordinal")[:1],  # by ordinal weights irrCAC means others
        (Goal("krippendorff", ratio=30), Goal(megabytes=40)),
    ),
    Workload(
        "alpha-interval", "Alpha, interval, 10⁶ × 5, 20% gaps", "Alpha，等距，10⁶ × 5，20% 缺失",
        1_000_000, 500, samples.matrix, Way(OURS, partial(_ours, metric="interval")),
        _peers("interval", "quadratic"),
        (Goal("krippendorff", ratio=30), Goal(megabytes=40)),
    ),
    Workload(
        "alpha-sparse", "Alpha, nominal, 10⁵ × 50, 90% gaps", "Alpha，无序类别，10⁵ × 50，90% 缺失",
        100_000, 500, partial(samples.matrix, raters=50, gaps=0.9), _NOMINAL, _peers("nominal", "identity"),
        (Goal("krippendorff", ratio=8),),
    ),
    Workload(
        "alpha-continuous", "Alpha, interval, 10⁶ measurements", "Alpha，等距，10⁶ 个测量值",
        500_000, 100, partial(samples.measurements, raters=2), Way(OURS, partial(_ours, metric="interval")),
        (Way("krippendorff", partial(_krippendorff, metric="interval"), _by_rater, needs=("krippendorff",),
             size=200),),
        (Goal(seconds=5),),
    ),
)  # fmt: skip
