"""The intraclass correlation: one measurement of many items, and many features of few."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from .. import samples
from ..rpeers import FEATURES as R_FEATURES
from ..rpeers import in_r
from ..workload import OURS, Answer, Goal, Way, Workload

#: Our names of the six forms, in the order of Shrout and Fleiss in which others give them.
FORMS = ("11", "a1", "c1", "1k", "ak", "ck")
FEATURES = 100_000
#: How many of them a slow peer does.
FEW = 10


def _ours(ratings: Any) -> Answer:
    return _of_features(ratings[:, :, None])


def _of_features(data: Any) -> Answer:
    """Feature by feature, so that a peer's first few are our first few."""
    import concordant as cc

    found = cc.icc_features(data)
    ends = {"icc": "", "low": "_low", "high": "_high"}
    return {n: np.stack([found[f"icc_{f}{end}"] for f in FORMS], axis=1).ravel() for n, end in ends.items()}


def _ours_read_before(ratings: Any) -> Answer:
    import concordant as cc

    result = cc.icc(replace(ratings))  # a copy, without what the last run may have kept
    return {"icc": [result.estimate], "low": [result.interval.low], "high": [result.interval.high]}


def _read(ratings: Any) -> Any:
    import concordant as cc

    return cc.as_ratings(ratings)


def _ours_with_reading(ratings: Any) -> Answer:
    import concordant as cc

    return {"icc": [cc.icc(ratings).estimate]}


def _pingouin(frames: Any) -> Answer:
    """All forms of each frame."""
    import pingouin

    tables = [pingouin.intraclass_corr(f, targets="item", raters="rater", ratings="score") for f in frames]
    return {"icc": np.concatenate([table["ICC"].to_numpy() for table in tables])}


def _pingouin_single(frames: Any) -> Answer:
    return {"icc": _pingouin(frames)["icc"][1:2]}


def _long(ratings: Any) -> Any:
    import pandas as pd

    items, who = np.divmod(np.arange(ratings.size), ratings.shape[1])
    return [pd.DataFrame({"item": items, "rater": who, "score": ratings.ravel()})]


def _few_long(data: Any) -> Any:
    return [frame for place in range(FEW) for frame in _long(data[:, :, place])]


_FIVE = partial(samples.measurements, raters=5)
_THREE = partial(samples.measurements, raters=3)
_SINGLE = Way("pingouin", _pingouin_single, _long, needs=("pingouin",))

WORKLOADS = (
    Workload(
        "icc", "ICC, six forms, 10⁴ × 5", "ICC，六种形式，10⁴ × 5",
        10_000, 30, _FIVE, Way(OURS, _ours),
        (Way("pingouin", _pingouin, _long, needs=("pingouin",)), in_r("psych", "icc"), in_r("irr", "icc")),
        (Goal("pingouin", ratio=500), Goal("R psych", ratio=500)),
    ),
    Workload(
        "icc-long", "ICC, 10⁶ × 3, after reading", "ICC，10⁶ × 3，读入之后",
        1_000_000, 30, _THREE, Way(OURS, _ours_read_before, _read), (_SINGLE, in_r("psych", "icc_single")),
        (Goal(seconds=0.1),),
    ),
    Workload(
        "icc-long-read", "ICC, 10⁶ × 3, with reading", "ICC，10⁶ × 3，含读入",
        1_000_000, 30, _THREE, Way(OURS, _ours_with_reading), (_SINGLE,), (Goal("pingouin", ratio=20),),
    ),
    Workload(
        "icc-features", "ICC, six forms, 10⁵ features of 100 × 3", "ICC，六种形式，10⁵ 个特征，各 100 × 3",
        FEATURES, FEW, samples.features, Way(OURS, _of_features),
        (Way("pingouin loop", _pingouin, _few_long, needs=("pingouin",), share=FEW / FEATURES),
         in_r("irr", "icc_features", share=R_FEATURES / FEATURES)),
        (Goal("pingouin loop", ratio=400), Goal("R irr", ratio=400), Goal(seconds=0.5)),
    ),
)  # fmt: skip
