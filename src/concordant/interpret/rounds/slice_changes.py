"""Which slices lost or gained from one round to another, on the same items, many looked at at once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...coefficients.catalogue import BY_NAME
from ...errors import OptionError, is_number
from ...inference.false_discovery import adjusted, check_rate
from ...quote import quote
from ...ratings.factorise import CodedColumn
from ...ratings.observed import in_order
from ...ratings.rows import NOTHING
from ...reduce.item_weights import Ints
from ...result import Result
from ..compare import Comparison
from ..record import Record
from ..where import LEAST_TESTED, MOST_VALUES, beside, slice_columns
from .difference import RoundPair, both
from .same_items import built, of_key


@dataclass(frozen=True, kw_only=True)
class SliceChange(Record):
    """One slice in both rounds: `difference` is second − first.

    `p_lost` is the p-value of a loss that is no more than allowed, and `q_value` what it is worth among all
    slices that were looked at (Benjamini and Hochberg); `lost` says that it is small enough. `q_gained` and
    `gained` are the same of any gain. A slice of few items is not tested.
    """

    column: str
    value: Any
    n: float
    measure: str
    first: Result
    second: Result
    difference: Result
    p_lost: float = math.nan
    p_gained: float = math.nan
    q_value: float = math.nan
    q_gained: float = math.nan
    lost: bool = False
    gained: bool = False


def slice_changes(
    first: Comparison, second: Comparison, *, fdr: float = 0.05, allowed_loss: float = 0.0
) -> tuple[SliceChange, ...]:
    """Every slice of one comparison in two rounds; see `slices_of_all`."""
    return slices_of_all([(first, second)], fdr=fdr, allowed_loss=allowed_loss)[0]


def slices_of_all(
    pairs: Sequence[tuple[Comparison, Comparison]],
    *,
    fdr: float = 0.05,
    allowed_loss: float = 0.0,
    called: tuple[str, str] = ("first", "second"),
) -> tuple[tuple[SliceChange, ...], ...]:
    """Every slice of every comparison that two rounds, `called` so, share, tested together.

    A slice has lost if exact agreement (of measurements: the mean absolute error) is reliably worse by more
    than `allowed_loss`; of all slices that are called so, no more than `fdr` are called wrongly, on
    average. What slice an item belongs to is what the second round says.
    """
    check_rate(fdr)
    if not (is_number(allowed_loss) and 0 <= allowed_loss < math.inf):
        raise OptionError(
            f"allowed_loss, the largest loss allowed, must be 0 or more, got {quote(allowed_loss)}."
        )
    found = [tuple(_of_one(both(*pair, called), allowed_loss)) for pair in pairs]
    judged = iter(_judged([*chain(*found)], fdr))
    return tuple(tuple(next(judged) for _ in each) for each in found)


def _judged(rows: Sequence[SliceChange], fdr: float) -> Iterator[SliceChange]:
    lost = adjusted(np.array([row.p_lost for row in rows], dtype=float)).tolist()
    gained = adjusted(np.array([row.p_gained for row in rows], dtype=float)).tolist()
    for row, q, up in zip(rows, lost, gained, strict=True):
        yield replace(row, q_value=q, q_gained=up, lost=q <= fdr, gained=up <= fdr)


def _of_one(pair: RoundPair, allowed_loss: float) -> Iterator[SliceChange]:
    measure = beside(pair.second)[0]
    for column in slice_columns(pair.second):
        for value, part in _parts(pair, column):
            yield _change(part, column, value, measure, allowed_loss)


def _change(pair: RoundPair, column: str, value: Any, measure: str, allowed_loss: float) -> SliceChange:
    first, second = pair.measured(measure, {})
    difference = pair.difference(measure, {})
    n = min(pair.n_items) if pair.common is None else pair.common.n
    worse = BY_NAME[measure].best == 0  # more of it is worse
    p_lost = p_gained = math.nan
    if n >= LEAST_TESTED:
        p_lost = 1 - difference.p_below(allowed_loss) if worse else difference.p_below(-allowed_loss)
        p_gained = difference.p_below(0.0) if worse else 1 - difference.p_below(0.0)
    return SliceChange(
        column=column,
        value=value,
        n=n,
        measure=measure,
        first=first,
        second=second,
        difference=difference.result(pair.second.plan.level),
        p_lost=p_lost,
        p_gained=p_gained,
    )


# --- the parts --------------------------------------------------------------------------------


def _parts(pair: RoundPair, column: str) -> Iterator[tuple[Any, RoundPair]]:
    """The slices by a column in both rounds, in order; nothing where it has one value, or very many."""
    common = pair.common
    if common is None:
        yield from _parts_apart(pair, column)
        return
    second = common.second.compared.source
    coded = second.part_column(column)
    codes = of_key(coded.codes, common.second.keys, common.n_keys)
    for value, keep in _values(codes, coded):
        yield value, replace(pair, shared=common.part(keep), least=0, _known={})


def _parts_apart(pair: RoundPair, column: str) -> Iterator[tuple[Any, RoundPair]]:
    """The slices by a column where rounds have different items: the values that both have."""
    rounds = (pair.first, pair.second)
    try:
        columns = [one.source.part_column(column) for one in rounds]
    except OptionError:
        return
    before, after = ({str(v): rows for v, rows in _values(c.codes, c)} for c in columns)
    for value, rows in _values(columns[1].codes, columns[1]):
        if str(value) in before and str(value) in after:
            kept = (before[str(value)], rows)
            first, second = (
                built(one, one.source.rows(keep), _clusters(one, keep))
                for one, keep in zip(rounds, kept, strict=True)
            )
            yield value, replace(pair, first=first, second=second, shared=None, _known={})


def _clusters(one: Comparison, keep: NDArray[np.bool_]) -> Any:
    return None if one.source.clusters is None else one.source.clusters[keep]


def _values(codes: Ints, column: CodedColumn) -> Iterator[tuple[Any, NDArray[np.bool_]]]:
    """Each value that occurs, in order, and where; nothing where there is one, or there are very many."""
    seen = np.unique(codes).tolist()
    if not 1 < len(seen) <= MOST_VALUES:
        return
    labels = {code: NOTHING if code < 0 else _plain(column.labels[code]) for code in seen}
    key = (
        (lambda code: (code < 0, code))
        if column.ordered
        else (lambda code: (code < 0, in_order(labels[code])))
    )
    for code in sorted(seen, key=key):
        yield labels[code], codes == code


def _plain(label: Any) -> Any:
    return label.item() if isinstance(label, np.generic) else label
