"""From two raters to many: a two-rater number for each pair of raters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from ..errors import OptionError
from ..reduce.patterns import Patterns
from ..reduce.table import Table, table
from ..reduce.totals import Total, total
from ..result import Note
from .coefficient import Estimate


def tables(p: Patterns) -> Iterator[Table]:
    """The table of every two raters; a row stays a row, so that all share the same items."""
    if p.anonymous:
        raise OptionError("Counts do not say who gave which rating, so raters cannot be paired.")
    for g, h in combinations(range(p.codes.shape[1]), 2):
        pair = replace(p, codes=p.codes[:, [g, h]], raters=(p.raters[g], p.raters[h]), weighing=None)
        yield table(pair, keep_rows=True).weighed(p.by)


def mean_of_pairs(p: Patterns, of_table: Callable[[Table], Estimate]) -> Estimate:
    """The plain mean over all pairs of raters; undefined where one of them is."""
    estimates = [(t, of_table(t)) for t in tables(p)]
    if len(estimates) == 1:
        return estimates[0][1]
    count = len(estimates)
    undefined = [(t, e.undefined) for t, e in estimates if e.undefined is not None]
    return Estimate(
        value=_mean([e.value for _, e in estimates]),
        n=rated_together(p),
        observed=_mean_of_all([e.observed for _, e in estimates]),
        expected=_mean_of_all([e.expected for _, e in estimates]),
        undefined=_first_reason(undefined) if undefined else None,
        null_variance=_null_of_mean([e.null_variance for _, e in estimates]),
        details={**_common([e.details for _, e in estimates]), "n_rater_pairs": count},
    )


def _common(details: list[Mapping[str, Any]]) -> dict[str, Any]:
    """The words all pairs say alike."""
    first = details[0]
    return {k: v for k, v in first.items() if isinstance(v, str) and all(d.get(k) == v for d in details)}


def _first_reason(undefined: list[tuple[Table, Note]]) -> Note:
    t, reason = undefined[0]
    more = f" ({len(undefined) - 1} more pairs of raters are undefined too.)" if len(undefined) > 1 else ""
    return Note(reason.code, f"{t.raters[0]} and {t.raters[1]}: {reason.text}{more}")


def _null_of_mean(variances: list[Callable[[], float] | None]) -> Callable[[], float] | None:
    """Under chance the pairs are uncorrelated, so the variance of the mean is the sum over count²."""
    known = [v for v in variances if v is not None]
    if len(known) < len(variances):
        return None
    return lambda: sum(v() for v in known) / len(known) ** 2


def _mean_of_all(totals: list[Total | None]) -> Total | None:
    known = [t for t in totals if t is not None]
    return _mean(known) if len(known) == len(totals) else None


def rated_together(p: Patterns) -> Total:
    """How many items two raters or more have rated."""
    return total(p.by, p.given >= 2)


def _mean(totals: list[Total]) -> Total:
    return sum(totals[1:], totals[0]) / len(totals)
