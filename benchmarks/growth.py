"""How our time grows with the data: an exponent of 1 is linear, 0 is flat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from . import bigfiles, samples
from .workload import OURS, Answer, Growth, Way
from .workloads.bootstrap import DRAWS


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """The slope of log time on log size over the upper part of the sizes, at least three of them."""
    upper = max(3, (len(sizes) + 1) // 2)
    if len(set(sizes)) < 2:
        return float("nan")
    x, y = np.log(sizes[-upper:]), np.log(np.maximum(seconds[-upper:], 1e-6))
    return float(np.polyfit(x, y, 1)[0])


def _kappa(data: Any, **options: Any) -> Answer:
    import concordant as cc

    return {"kappa": cc.cohen_kappa(*data, **options).estimate}


def _alpha(ratings: Any) -> Answer:
    import concordant as cc

    return {"alpha": cc.krippendorff_alpha(ratings, metric="nominal").estimate}


def _icc(ratings: Any) -> Answer:
    import concordant as cc

    return {"icc": cc.icc(ratings).estimate}


def _study(ratings: Any) -> Answer:
    import concordant as cc

    return {"kappa": cc.study(ratings).main.main.result.estimate}


def _by_engine(path: Any, engine: str) -> Answer:
    import concordant as cc

    return {"kappa": cc.cohen_kappa(path, raters=["human", "judge"], engine=engine).estimate}


_BOOTSTRAP = partial(_kappa, interval="bootstrap", draws=DRAWS)
_FILES = partial(bigfiles.judged, ending="parquet")
_MANY, _ROWS = (10**4, 10**5, 10**6, 10**7), (10**5, 10**6, 10**7)

GROWTHS = (
    Growth("growth-kappa", "Cohen's kappa", "Cohen's kappa", _MANY, 1000, samples.pairs, Way(OURS, _kappa)),
    Growth(
        "growth-alpha", "Alpha of five raters, 20% gaps", "Alpha，5 位评分者，20% 缺失",
        _MANY[:3], 500, samples.matrix, Way(OURS, _alpha),
    ),
    Growth(
        "growth-raters", "Alpha of 10⁵ items, 20% gaps", "Alpha，10⁵ 个条目，20% 缺失",
        (2, 5, 10, 20, 50, 100, 200), 3, partial(samples.matrix, 100_000), Way(OURS, _alpha), unit="raters",
    ),
    Growth(
        "growth-icc", "ICC of three raters", "ICC，3 人",
        _MANY[:3], 100, partial(samples.measurements, raters=3), Way(OURS, _icc),
    ),
    Growth(
        "growth-bootstrap", "What 10⁴ bootstrap draws of kappa add", "kappa 的 10⁴ 次自助抽样所增加的时间",
        (10**3, *_MANY), 500, samples.pairs, Way(OURS, _BOOTSTRAP), Way("without", _kappa), most=0.1,
    ),
    Growth(
        "growth-study", "A whole study: judge, four people, three slice columns",
        "一次综合分析：模型评审、4 位人工评分者、3 个切片列",
        _MANY[:3], 300, samples.judged_and_sliced, Way(OURS, _study, needs=("pandas",)),
    ),
    *(
        Growth(
            f"growth-{engine}", f"Cohen's kappa of a Parquet file, engine {engine}",
            f"Parquet 文件的 Cohen's kappa，引擎 {engine}",
            _ROWS, 2000, _FILES, Way(OURS, partial(_by_engine, engine=engine), needs=needs), unit="rows",
            on_disk=True,
        )
        for engine, needs in (("memory", ()), ("duckdb", ()), ("polars", ("polars",)))
    ),
)  # fmt: skip
