"""Cohen's kappa of labels in memory."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from .. import samples, sketches
from ..rpeers import in_r
from ..workload import OURS, Answer, Goal, Way, Workload


def _ours(data: Any, **options: Any) -> Answer:
    import concordant as cc

    result = cc.cohen_kappa(*data, **options)
    return {"kappa": result.estimate, "se": result.se}


def _sklearn(data: Any, **options: Any) -> Answer:
    from sklearn.metrics import cohen_kappa_score

    return {"kappa": float(cohen_kappa_score(*data, **options))}


def _statsmodels(data: Any, **options: Any) -> Answer:
    from statsmodels.stats.inter_rater import cohens_kappa, to_table

    found = cohens_kappa(to_table(np.column_stack(data))[0], **options)
    return {"kappa": float(found.kappa), "se": float(found.std_kappa)}


def _numpy(data: Any) -> Answer:
    return {"kappa": sketches.kappa(sketches.count_pairs(*data))}


def _numpy_weighted(data: Any) -> Answer:
    return {"kappa": sketches.kappa_weighted(sketches.count_pairs(*data))}


def _torchmetrics(data: Any) -> Answer:
    from torchmetrics.functional.classification import multiclass_cohen_kappa

    return {"kappa": float(multiclass_cohen_kappa(*data, num_classes=5, validate_args=False))}


def _tensors(data: Any) -> Any:
    import torch

    return tuple(torch.from_numpy(side) for side in data)


def polars_frame(data: Any) -> Any:
    """Two columns of a polars frame."""
    import polars as pl

    return pl.DataFrame({"a": data[0], "b": data[1]})


def _polars(frame: Any) -> Answer:
    counted = frame.group_by("a", "b").len()
    return {"kappa": kappa_of_counts(*(counted[name].to_list() for name in ("a", "b", "len")))}


def _in_duckdb(data: Any) -> Any:
    import duckdb

    connection = duckdb.connect()
    first, second = data
    columns = {"a": first, "b": second}  # noqa: F841 - DuckDB finds it by its name
    connection.execute("CREATE TABLE ratings AS SELECT * FROM columns")
    return connection


def _duckdb(connection: Any) -> Answer:
    rows = connection.execute("SELECT a, b, count(*) FROM ratings GROUP BY a, b").fetchall()
    return {"kappa": kappa_of_counts(*zip(*rows, strict=True))}


def kappa_of_counts(first: Any, second: Any, counts: Any) -> float:
    """Kappa of a counted table in rows, whatever the labels are."""
    places = {label: place for place, label in enumerate(sorted({*first, *second}))}
    cells = np.zeros((len(places), len(places)))
    for a, b, n in zip(first, second, counts, strict=True):
        cells[places[a], places[b]] += n
    return sketches.kappa(cells)


def _pandas(data: Any) -> Answer:
    import pandas as pd

    return {"kappa": sketches.kappa(pd.crosstab(*data).to_numpy())}


def _pandas_strings(data: Any) -> Any:
    import pandas as pd

    return tuple(pd.Series(side, name=name) for side, name in zip(data, "ab", strict=True))


def _categories(data: Any) -> Any:
    import pandas as pd

    kind = pd.CategoricalDtype(samples.LABELS.tolist())
    return tuple(
        pd.Series(pd.Categorical(side, dtype=kind), name=n) for side, n in zip(data, "ab", strict=True)
    )


def _polars_strings(data: Any) -> Any:
    frame = polars_frame(data)
    return frame["a"], frame["b"]


OUR_KAPPA = Way(OURS, _ours)
SKLEARN = Way("scikit-learn", _sklearn, needs=("sklearn",))
STATSMODELS = Way("statsmodels", _statsmodels, needs=("statsmodels",))
NUMPY = Way("numpy sketch", _numpy)
POLARS = Way("polars", _polars, polars_frame, needs=("polars", "pyarrow"))
DUCKDB = Way("DuckDB", _duckdb, _in_duckdb)
TORCHMETRICS = Way(
    "torchmetrics", _torchmetrics, _tensors, needs=("torchmetrics",), tolerance={"kappa": 1e-5}
)  # it counts in single precision
QUADRATIC = partial(_ours, weights="quadratic")

WORKLOADS = (
    Workload(
        "kappa", "Cohen's kappa, 10⁷ integers", "Cohen's kappa，10⁷ 对整数",
        10_000_000, 1000, samples.pairs, OUR_KAPPA,
        (SKLEARN, STATSMODELS, TORCHMETRICS, POLARS, DUCKDB, NUMPY, in_r("vcd", "kappa"),
         in_r("irr", "kappa"), in_r("irrCAC", "kappa", size=1_000_000)),
        (Goal("scikit-learn", ratio=20), Goal(megabytes=40)),
    ),
    Workload(
        "kappa-bytes", "Cohen's kappa, 10⁷ bytes", "Cohen's kappa，10⁷ 对字节",
        10_000_000, 1000, samples.small_pairs, OUR_KAPPA, (SKLEARN, POLARS, DUCKDB),
        (Goal("scikit-learn", ratio=20),),
    ),
    Workload(
        "kappa-strings", "Cohen's kappa, 10⁶ strings", "Cohen's kappa，10⁶ 对字符串",
        1_000_000, 1000, samples.words, OUR_KAPPA,
        (SKLEARN, Way("pandas", _pandas, _pandas_strings, needs=("pandas",))),
        (Goal("scikit-learn", ratio=50),),
    ),
    Workload(
        "kappa-polars", "Cohen's kappa, 10⁶ strings in polars", "Cohen's kappa，10⁶ 对 polars 字符串",
        1_000_000, 1000, samples.words, Way(OURS, _ours, _polars_strings), (POLARS, SKLEARN),
        (Goal("scikit-learn", ratio=50),),
    ),
    Workload(
        "kappa-categories", "Cohen's kappa, 10⁶ pandas categories", "Cohen's kappa，10⁶ 对 pandas 分类",
        1_000_000, 1000, samples.words, Way(OURS, _ours, _categories),
        (SKLEARN, Way("pandas", _pandas, _categories, needs=("pandas",))),
        (Goal("scikit-learn", ratio=50),),
    ),
    Workload(
        "kappa-weighted", "Weighted kappa, 10⁷ integers", "加权 kappa，10⁷ 对整数",
        10_000_000, 1000, samples.pairs, Way(OURS, QUADRATIC),
        (Way("scikit-learn", partial(_sklearn, weights="quadratic"), needs=("sklearn",)),
         Way("statsmodels", partial(_statsmodels, wt="quadratic"), needs=("statsmodels",)),
         Way("numpy sketch", _numpy_weighted),
         Way("unweighted", _ours, differs="another question: ours without weights"),
         in_r("irr", "kappa_weighted")),
        (Goal("scikit-learn", ratio=20), Goal("unweighted", ratio=1 / 1.2)),
    ),
    Workload(
        "kappa-small", "Cohen's kappa, 10⁴ integers", "Cohen's kappa，10⁴ 对整数",
        10_000, 1000, samples.pairs, OUR_KAPPA, (NUMPY, SKLEARN, STATSMODELS),
        (Goal("numpy sketch", over=100),),
    ),
)  # fmt: skip
