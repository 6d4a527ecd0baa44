"""From two raters to many: a two-rater number for each pair of raters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

from ..errors import OptionError
from ..reduce.patterns import Patterns
from ..reduce.table import Table, table
from ..reduce.totals import Total
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
    count = len(estimates)
    value = _mean([e.value for _, e in estimates])
    reason = next(
        (
            Note(e.undefined.code, f"{t.raters[0]} and {t.raters[1]}: {e.undefined.text}" if count > 1 else e.undefined.text)
            for t, e in estimates
            if e.undefined is not None
        ),
        None,
    )
    observed = [e.observed for _, e in estimates if e.observed is not None]
    expected = [e.expected for _, e in estimates if e.expected is not None]
    null = [e.null_variance for _, e in estimates if e.null_variance is not None]
    first = estimates[0][1]
    return Estimate(
        value=value,
        n=first.n if count == 1 else rated_together(p),
        observed=_mean(observed) if len(observed) == count else None,
        expected=_mean(expected) if len(expected) == count else None,
        undefined=reason,
        null_variance=(lambda: sum(v() for v in null) / count**2) if len(null) == count else None,
        details=first.details if count == 1 else {"n_pairs": count},
    )


def rated_together(p: Patterns) -> Total:
    """How many items two raters or more have rated."""
    from ..reduce.totals import total

    return total(p.by, p.given >= 2)


def _mean(totals: list[Total]) -> Total:
    return sum(totals[1:], totals[0]) / len(totals)
