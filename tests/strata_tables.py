"""Tables of two raters in several strata, and how they are asked for."""

from __future__ import annotations

from typing import Any

import pandas as pd

import concordant as cc

# Document 000 has kappas .21, .49 and .33 in three departments, their mean by size .334, and pooled .386,
# without counts. These tables, found by search, give all five:
# 1: p_o = 67/100, p_e = .30·.29 + .70·.71 = .584, kappa = .086/.416 = .2067
# 2: p_o = 60/80, p_e = .45·.425 + .55·.575 = .5075, kappa = .2425/.4925 = .4924
# 3: p_o = 68/100, p_e = .62·.58 + .38·.42 = .5192, kappa = .1608/.4808 = .3344
# mean (100·.2067 + 80·.4924 + 100·.3344)/280 = .33396; pooled [[82, 46], [39, 113]]: .38571
DEPARTMENTS = [[[13, 17], [16, 54]], [[25, 11], [9, 35]], [[44, 18], [14, 24]]]
# Landis and Koch (1977): Winnipeg and New Orleans
CITIES = [
    [[38, 5, 0, 1], [33, 11, 3, 0], [10, 14, 5, 6], [3, 7, 3, 10]],
    [[5, 3, 0, 0], [3, 11, 4, 0], [2, 13, 3, 4], [1, 2, 4, 14]],
]


def rows(tables: Any) -> pd.DataFrame:
    """The tables written out, one row for each item."""
    out = [
        (f"s{h}", i, j)
        for h, table in enumerate(tables)
        for i, row in enumerate(table)
        for j, n in enumerate(row)
        for _ in range(n)
    ]
    return pd.DataFrame(out, columns=["stratum", "a", "b"])


def strata(tables: Any, name: str = "cohen_kappa", **options: Any) -> cc.Strata:
    return cc.stratified(rows(tables), name, by="stratum", raters=["a", "b"], **options)
