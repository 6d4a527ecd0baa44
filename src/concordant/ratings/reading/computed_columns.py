"""Columns of a wide table that are computed from others: their mean, sum, difference or agreement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..grid import Grid
from .column_profile import look

#: Of fewer rows a column may look computed by chance, sooner where raters only say yes or no.
_ENOUGH, _ENOUGH_OF_TWO = 10, 25
#: The raters that a column is computed from differ in so many rows at least.
_DIFFERENCES = 3
#: Means are often rounded to two digits; raters who differ by little more all look like means of others.
_ROUNDED, _APART = 0.0051, 0.05
#: Pairs of more columns are not looked at.
_MOST = 12


@dataclass(frozen=True)
class Computed:
    """What a column is: the `mean`, `sum`, `difference` or `agreement` of these columns."""

    how: str
    of: tuple[str, ...]


def computed_columns(grid: Grid, names: Sequence[str]) -> dict[str, Computed]:
    """The columns that others give in every row, where two or more are left that nothing gives."""
    values = {name: whole for name in names if (whole := _numbers(grid, name)) is not None}
    if not 2 < len(values) <= _MOST:
        return {}
    found: dict[str, Computed] = {}
    with np.errstate(over="ignore", invalid="ignore"):  # sums of numbers near the largest there are
        for name in reversed(values):
            rest = {other: whole for other, whole in values.items() if other != name and other not in found}
            computed = _of_others(name, values[name], rest, list(values)) if len(rest) > 1 else None
            if computed is not None:
                found[name] = computed
    return found if len(values) - len(found) > 1 else {}


def _numbers(grid: Grid, name: str) -> NDArray[np.float64] | None:
    """The first rows as numbers, if there are enough of them and no gap."""
    head = grid.head(name)
    seen = look(head)
    if seen.kind not in ("numbers", "truth") or len(seen.values) != len(head) or len(head) < _ENOUGH:
        return None
    return np.array(seen.values, dtype=float)


def _of_others(
    name: str, own: NDArray[np.float64], others: Mapping[str, NDArray[np.float64]], order: Sequence[str]
) -> Computed | None:
    """How a column follows from the others: from all of them, else from two."""
    few = len(np.unique(np.stack(list(others.values())))) <= 2
    if len(np.unique(own)) < 2 or (few and len(own) < _ENOUGH_OF_TWO):
        return None
    groups = [tuple(others), *combinations(others, 2)] if len(others) > 2 else [tuple(others)]
    for group in groups:
        parts = np.stack([others[other] for other in group])
        apart = np.ptp(parts, axis=0)
        if np.count_nonzero(apart > 0) < _DIFFERENCES:
            continue
        rounded = np.count_nonzero(apart > _APART) >= _DIFFERENCES
        last = all(order.index(other) < order.index(name) for other in group)
        for how, made in _ways(parts, last=last):
            allowed = 0.0 if how != "mean" else _ROUNDED if rounded else 1e-9 * np.abs(own).max()
            if np.abs(made - own).max() <= allowed:
                return Computed(how, group)
    return None


def _ways(parts: NDArray[np.float64], *, last: bool) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """What columns are computed as; a sum makes each part a difference, so those stand behind their parts."""
    yield "mean", parts.mean(axis=0)
    yield "agreement", (parts == parts[0]).all(axis=0).astype(float)
    if last:
        yield "sum", parts.sum(axis=0)
        if len(parts) == 2:
            yield "difference", parts[0] - parts[1]
            yield "difference", parts[1] - parts[0]
            yield "difference", np.abs(parts[0] - parts[1])
