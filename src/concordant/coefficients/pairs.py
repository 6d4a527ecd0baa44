"""From two raters to many: a two-rater number for each pair of raters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

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
    if p.codes.shape[1] == 2:
        return of_table(next(tables(p)))
    count, undefined, at_best = 0, [], None
    sums: dict[str, Total | float | None] = {}
    said: Mapping[str, Any] = {}
    for t in tables(p):
        e = of_table(t)
        count += 1
        at_best = e.at_best
        said = e.details if count == 1 else {k: v for k, v in said.items() if e.details.get(k) == v}
        if e.undefined is not None:
            undefined.append((t.raters, e.undefined))
            continue
        null = e.null_variance() if e.null_variance is not None and p.by.follows_slopes else None
        for name, term in (
            ("value", e.value),
            ("observed", e.observed),
            ("expected", e.expected),
            ("null", null),
        ):
            sums[name] = _plus(sums[name], term) if name in sums else term
    if undefined:
        return Estimate(value=Total(np.nan), n=rated_together(p), undefined=_first_reason(undefined))
    variance = sums["null"]  # under chance the pairs are uncorrelated
    return Estimate(
        value=_over(sums["value"], count) or Total(np.nan),
        at_best=at_best,
        n=rated_together(p),
        observed=_over(sums["observed"], count),
        expected=_over(sums["expected"], count),
        null_variance=None if variance is None else lambda: float(variance) / count**2,
        details={**{k: v for k, v in said.items() if isinstance(v, str)}, "n_rater_pairs": count},
    )


def _plus(a: Total | float | None, b: Total | float | None) -> Total | float | None:
    """A sum that is known only if all its terms are."""
    return None if a is None or b is None else a + b


def _over(total: Total | float | None, count: int) -> Total | None:
    return total / count if isinstance(total, Total) else None


def _first_reason(undefined: list[tuple[tuple[str, str], Note]]) -> Note:
    (first, second), reason = undefined[0]
    more = f" ({len(undefined) - 1} more pairs of raters are undefined too.)" if len(undefined) > 1 else ""
    facts = {"why": reason, "first": first, "second": second, "more": len(undefined) - 1}
    return Note(reason.code, f"{first} and {second}: {reason.text}{more}", facts)


def rated_together(p: Patterns) -> Total:
    """How many items two raters or more have rated."""
    return total(p.by, p.given >= 2)
