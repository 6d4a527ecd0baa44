"""The confusion matrix: the ratings of two columns, crossed on the declared scale."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..compare import Comparison
from ..record import Record
from .items import CellItems


@dataclass(frozen=True, kw_only=True)
class Confusion(Record):
    """`cells[i][j]`: how many items the first gave category i and the second category j.

    Where the first is several people, an item counts once, shared among them. `first_totals` and
    `second_totals` are the margins, `total` how many items both rated. `items` shows some items of a cell.
    """

    first: str
    second: str
    labels: tuple[str, ...]
    cells: tuple[tuple[float, ...], ...]
    first_totals: tuple[float, ...]
    second_totals: tuple[float, ...]
    total: float
    items: tuple[CellItems, ...] = ()


def confusion_of(compared: Comparison) -> Confusion | None:
    """The table, or None where more or fewer than two are compared, or values are measurements."""
    if not compared.pair or not compared.categorical or compared.ratings.anonymous:
        return None
    a, b = compared.ratings.columns
    both = (a >= 0) & (b >= 0)
    k = len(compared.ratings.labels)
    cells = np.bincount(
        a[both].astype(np.int64) * k + b[both], weights=compared.weights[both], minlength=k * k
    ).reshape(k, k)
    first, second = compared.ratings.raters
    return Confusion(
        first=first, second=second, labels=tuple(map(str, compared.ratings.labels.tolist())),
        cells=tuple(tuple(row) for row in cells.tolist()), first_totals=tuple(cells.sum(axis=1).tolist()),
        second_totals=tuple(cells.sum(axis=0).tolist()), total=float(cells.sum()),
    )  # fmt: skip
