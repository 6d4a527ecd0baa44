"""Rows in clusters that stay where they are: clusters with the same rows are counted as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...engines.cluster_bags import ClusteredRows, bags, number_rows
from ...engines.counting import trimmed
from ...engines.relation import as_list, picked
from ...errors import InputError
from ..factorise import factorise
from ..ratings import Ratings
from ..rows import NOTHING
from .item_source import ItemSource


def in_clusters(
    ratings: Ratings, source: ItemSource, clusters: str, place: str, weight: str | None
) -> Ratings:
    """Distinct rows as rows of clusters, each cluster with the number of equal ones that it stands for.

    `place` is the column of the source's frame that holds `clusters`, `weight` the one that holds weights.
    """
    import narwhals.stable.v2 as nw

    r = source.relation
    held = {name: _coded(picked(cells, source.at)) for name, cells in source.written.items()}
    whole = r.kinds[clusters] == "truth"  # truth values of long tables are compared as 0 and 1
    cluster = nw.col(place) if whole else trimmed(r, clusters, nw.col(place))
    rows = ClusteredRows(
        relation=r,
        frame=source.frame,
        cluster=cluster.fill_null(NOTHING) if r.kinds[clusters] == "text" else cluster,
        codes={name: cells for name, (_, cells) in held.items()},
        weight=weight,
    )
    numbers = number_rows([codes for codes, _ in held.values()], rows.sizes)
    found = bags(rows, np.unique(numbers[0]) if len(numbers) == 1 else None)
    copies = found.clusters[found.bag].astype(float)
    weights = found.times * copies
    if round(float(weights.sum())) != round(float(ratings.item_weights.sum())):
        raise InputError(f"The rows of {r.source} changed while they were counted: read them again.")
    return replace(
        ratings.rows(_places(numbers, found.row)), items=None, numbered=False,
        weights=weights, clusters=found.bag, cluster_copies=copies,
    )  # fmt: skip


def _coded(cells: Any) -> tuple[NDArray[np.int64], dict[Any, int]]:
    """The code of each cell, −1 for a gap, and of each cell as it is written."""
    codes = np.asarray(factorise(cells).codes, dtype=np.int64)
    known, first = np.unique(codes, return_index=True)
    kinds = zip(as_list(picked(cells, first)), known.tolist(), strict=True)
    return codes, {cell: code for cell, code in kinds if code >= 0}


def _places(known: Sequence[NDArray[np.int64]], asked: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Where rows stand among those that are known, by their numbers."""
    if len(known) == 1:
        numbers, first = np.unique(known[0], return_index=True)
        return np.asarray(first[np.searchsorted(numbers, asked[0])])
    both = np.concatenate([np.stack(known, axis=1), np.stack(asked, axis=1)])
    inverse = np.unique(both, axis=0, return_inverse=True)[1].ravel()
    first = np.zeros(int(inverse.max()) + 1, dtype=np.int64)
    own = inverse[: len(known[0])]
    first[own[::-1]] = np.arange(len(own) - 1, -1, -1)
    return np.asarray(first[inverse[len(own) :]])
