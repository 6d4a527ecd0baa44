"""The numbers of a group of features, and the table that groups fill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

import numpy as np

from ..coefficients.reliability.feature_squares import Group
from ..coefficients.reliability.forms import Form
from ..coefficients.reliability.icc import f_ratio, icc_limits, icc_of
from ..coefficients.reliability.mean_squares import MeanSquares, f_tail, normal_se
from ..reduce.item_weights import Floats
from ..reduce.sums import Numbers
from .feature_frame import column_of
from .limits import holds, most_missed

#: What there is of each form: estimate, limits, F, its second degrees of freedom, p.
ENDS = ("", "_low", "_high", "_f", "_df2", "_p")
_FIELDS = tuple(f.name for f in fields(MeanSquares))

Ends = tuple[Numbers, Numbers]


def numbers(
    group: Group, forms: Sequence[Form], k: int, *, level: float, null: float
) -> Iterator[tuple[str, Numbers]]:
    """Column by column; forms that share a test have it made once."""
    tests: dict[tuple[str, float], tuple[Numbers, ...]] = {}
    for form in forms:
        ms = group.one_way if form.raters == "nested" else group.two_way
        together = float(k) if form.average else 1.0
        test = (form.key[0], together if null else 1.0)
        if test not in tests:
            tests[test] = tested(ms, form, together, null)
        icc = partial(icc_of, form=form, together=together)
        with np.errstate(all="ignore"):
            ends = _settled(ms, icc, icc_limits(ms, form, together, level), group.n_items, level)
        yield from zip((column_of(form) + end for end in ENDS), (icc(ms), *ends, *tests[test]), strict=True)


def tested(ms: MeanSquares, form: Form, together: float, null: float) -> tuple[Numbers, Numbers, Numbers]:
    """F, its second degrees of freedom and p, of every feature."""
    f, df2 = f_ratio(ms, form, together, null)
    return f, df2, f_tail(f, ms.df_items, df2, None)


def _settled(ms: MeanSquares, icc: Any, ends: Ends, n: Numbers, level: float) -> Ends:
    """Limits as a single result has them.

    None where they would not hold the estimate; and where nothing varies but rounding, those at the edge
    of the range, which do not claim certainty, or none.
    """
    value, (low, high) = icc(ms), ends
    plain = (np.abs(value) > 1e-9) & (value < 1 - 1e-6) & (ms.items > 0) & holds(value, low, high)
    odd = np.flatnonzero(~plain & ~np.isnan(value))
    if not odd.size:
        return ends
    few = MeanSquares(**{name: _at(getattr(ms, name), value, odd) for name in _FIELDS})
    v, se = value[odd], normal_se(icc, few)
    still = se <= 1e-12 * np.maximum(1.0, np.abs(v))
    missed = np.array([most_missed(items, level) for items in _at(n, value, odd).tolist()])
    best = np.where(np.abs(v - 1) < 1e-12, 1.0, np.nan)
    low[odd], high[odd] = np.where(still, [best - missed, best], [low[odd], high[odd]])
    none = odd[~holds(v, low[odd], high[odd])]
    low[none] = high[none] = np.nan
    return low, high


def _at(x: Numbers, like: Numbers, places: Any) -> Numbers:
    """Some entries of what may be one number for all."""
    return np.asarray(np.broadcast_to(x, np.shape(like))[places])


class Table:
    """Columns that are filled group by group; nan where nothing was found."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.columns: dict[str, Floats] = {"n_items": np.full(width, np.nan)}
        self.methods = np.full(width, "anova", dtype=object)
        self._squares: dict[str, dict[str, Floats]] = {"two_way": {}, "one_way": {}}

    def put(self, group: Group, found: Iterator[tuple[str, Numbers]]) -> None:
        """What was found of some features."""
        self._put(self.columns, group, {"n_items": group.n_items, **dict(found)})
        self.methods[group.places] = group.method
        for way, held in self._squares.items():
            ms = getattr(group, way)
            self._put(held, group, {name: getattr(ms, name) for name in _FIELDS})

    def _put(self, held: dict[str, Floats], group: Group, found: dict[str, Numbers]) -> None:
        for name, numbers in found.items():
            held.setdefault(name, np.full(self.width, np.nan))[group.places] = numbers

    def of_form(self, form: Form) -> dict[str, Floats]:
        """The columns of a form; where it is undefined, so is its test."""
        found = {column_of(form) + end: self.columns.get(column_of(form) + end) for end in ENDS}
        columns = {name: np.full(self.width, np.nan) if x is None else x for name, x in found.items()}
        undefined = np.isnan(columns[column_of(form)])
        for column in columns.values():
            column[undefined] = np.nan
        return columns

    def mean_squares(self, way: str) -> MeanSquares:
        """Of all features."""
        nothing = np.full(self.width, np.nan)
        return MeanSquares(**{name: self._squares[way].get(name, nothing) for name in _FIELDS})
