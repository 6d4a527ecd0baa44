"""The table of many features: one row for each, the mean squares behind it, and the numbers made of those."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..coefficients.reliability import (
    FeatureGroup,
    Form,
    MeanSquares,
    f_ratio,
    f_tail,
    form_of,
    icc_limits,
    icc_of,
    normal_se,
)
from ..errors import OptionError
from ..frame import Frame
from ..reduce.item_weights import Floats
from ..reduce.sums import Numbers
from .intervals import holds, most_missed

#: Thresholds that are usual for reliable features.
USUAL = (0.75, 0.90)


@dataclass(frozen=True, eq=False)
class Features(Frame):
    """What `icc_features` returns: a frame that can say more about its features."""

    two_way: MeanSquares | None = None
    one_way: MeanSquares | None = None

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms that were asked for."""
        return tuple(form_of(key) for key in self.options["forms"])

    @property
    def main(self) -> Form:
        """The form to speak of where one is enough."""
        return next((form for form in self.forms if form.key == "A,1"), self.forms[0])

    def mean_squares(self, form: Form) -> MeanSquares:
        """Those that a form rests on."""
        found = self.one_way if form.raters == "nested" else self.two_way
        if found is None:
            raise OptionError(
                "The mean squares behind these features are not known: call icc_features again."
            )
        return found

    def where(self, keep: NDArray[np.bool_]) -> Features:
        """The features marked True."""
        kept = {name: column[keep] for name, column in self.columns.items()}
        two_way, one_way = _taken(self.two_way, keep), _taken(self.one_way, keep)
        return replace(self, columns=kept, two_way=two_way, one_way=one_way)

    def shares(self, thresholds: Sequence[float] = USUAL) -> Frame:
        """For each form which share of features reaches a threshold, by estimate and by lower limit.

        Shares are of the features for which the form is defined.
        """
        rows = [_share(self, form, float(least)) for form in self.forms for least in thresholds]
        columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
        return Frame(columns, "Share of features that reach a threshold")

    def brief(self) -> Frame:
        """The estimates and limits alone."""
        wanted = ["feature", "n_items"]
        for form in self.forms:
            wanted += [column_of(form) + end for end in ("", "_low", "_high")]
        return Frame({name: self.columns[name] for name in wanted}, self.title, self.notes)

    def __repr__(self) -> str:
        return repr(self.brief())

    def _repr_html_(self) -> str:
        return self.brief()._repr_html_()


def column_of(form: Form) -> str:
    """The column of a form: "icc_a1" for ICC(A,1)."""
    return "icc_" + form.key.replace(",", "").lower()


def _taken(ms: MeanSquares | None, keep: NDArray[np.bool_]) -> MeanSquares | None:
    return ms and MeanSquares(**{f.name: getattr(ms, f.name)[keep] for f in fields(MeanSquares)})


def _share(features: Features, form: Form, least: float) -> dict[str, Any]:
    name = column_of(form)
    value, low = features[name], features[f"{name}_low"]
    n = int(np.count_nonzero(~np.isnan(value)))
    by = [np.count_nonzero(x >= least) / n if n else np.nan for x in (value, low)]
    return {
        "form": form.mcgraw_wong, "shrout_fleiss": form.shrout_fleiss or "", "threshold": least,
        "n_features": n, "by_estimate": by[0], "by_lower_limit": by[1],
    }  # fmt: skip


#: What there is of each form: estimate, limits, F, its second degrees of freedom, p.
ENDS = ("", "_low", "_high", "_f", "_df2", "_p")
_FIELDS = tuple(f.name for f in fields(MeanSquares))

Ends = tuple[Numbers, Numbers]


def numbers(
    group: FeatureGroup, forms: Sequence[Form], k: int, *, level: float, null: float
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
    missed = np.array([most_missed(items, 0.5 + level / 2) for items in _at(n, value, odd).tolist()])
    best = np.where(np.abs(v - 1) < 1e-12, 1.0, np.nan)
    low[odd], high[odd] = np.where(still, [best - missed, best], [low[odd], high[odd]])
    none = odd[~holds(v, low[odd], high[odd])]
    low[none] = high[none] = np.nan
    return low, high


def _at(x: Numbers, like: Numbers, places: Any) -> Numbers:
    """Some entries of what may be one number for all."""
    return np.asarray(np.broadcast_to(x, np.shape(like))[places])


class FeatureTable:
    """Columns that are filled group by group; nan where nothing was found."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.columns: dict[str, Floats] = {"n_items": np.full(width, np.nan)}
        self.methods = np.full(width, "anova", dtype=object)
        self._squares: dict[str, dict[str, Floats]] = {"two_way": {}, "one_way": {}}

    def put(self, group: FeatureGroup, found: Iterator[tuple[str, Numbers]]) -> None:
        """What was found of some features."""
        self._put(self.columns, group, {"n_items": group.n_items, **dict(found)})
        self.methods[group.places] = group.method
        for way, held in self._squares.items():
            ms = getattr(group, way)
            self._put(held, group, {name: getattr(ms, name) for name in _FIELDS})

    def _put(self, held: dict[str, Floats], group: FeatureGroup, found: dict[str, Numbers]) -> None:
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
