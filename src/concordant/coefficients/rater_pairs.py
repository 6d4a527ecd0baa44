"""From two raters to many: a two-rater number for each pair of raters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from ..errors import OptionError
from ..reduce.every_pair import MOST_ONE_BY_ONE, refuse_many_pairs
from ..reduce.patterns import Patterns
from ..reduce.table import Table, table
from ..reduce.totals import Total, total
from ..result import Note
from .coefficient import Estimate

#: What to do where raters make too many pairs.
WITHOUT_PAIRS = (
    "choose some with raters=[…], or use a coefficient that needs no pairs (conger_kappa, fleiss_kappa, "
    "gwet_ac, krippendorff_alpha, icc)"
)


def tables(p: Patterns) -> Iterator[Table]:
    """The table of every two raters; a row stays a row, so that all share the same items."""
    refuse_anonymous(p)
    refuse_many_pairs(p.codes.shape[1], MOST_ONE_BY_ONE, WITHOUT_PAIRS)
    for g, h in combinations(range(p.codes.shape[1]), 2):
        yield table_of_pair(p, g, h)


def refuse_anonymous(p: Patterns) -> None:
    """Complain where it is not known who gave which rating."""
    if p.anonymous:
        raise OptionError("Counts do not record who gave each rating, so raters cannot be paired.")


def table_of_pair(p: Patterns, g: int, h: int) -> Table:
    """The table of two raters, a row for each pattern."""
    pair = replace(p, codes=p.codes[:, [g, h]], raters=(p.raters[g], p.raters[h]), weighing=None)
    return table(pair, keep_rows=True).weighed(p.by)


def undefined_pairs(p: Patterns, pairs: Sequence[tuple[int, int]], reason: Note) -> Estimate:
    """A mean over pairs of raters none of whom has a value; `reason` is that of the first."""
    first, second = (p.raters[at] for at in pairs[0])
    more = len(pairs) - 1
    also = f" ({more} more pairs of raters are also undefined.)" if more else ""
    facts = {"why": reason, "first": first, "second": second, "more": more}
    note = Note(reason.code, f"{first} and {second}: {reason.text}{also}", facts)
    return Estimate(value=Total(np.nan), n=rated_together(p), undefined=note)


def left_out_of_mean(p: Patterns, pairs: Sequence[tuple[int, int]], reason: Note, every: int) -> Note:
    """That so many of all pairs have no value and are not part of the mean; `reason` is that of the first."""
    first, second = (p.raters[at] for at in pairs[0])
    left = len(pairs)
    were = "is undefined and was" if left == 1 else "are undefined and were"
    because = f"{first} and {second}: {reason.text}"
    text = f"{left} of {every} pairs of raters {were} excluded from the mean. {because}"
    facts = {"left": left, "every": every, "first": first, "second": second, "because": reason}
    return Note("pairs-left-out", text, facts)


def mean_of_pairs(p: Patterns, of_table: Callable[[Table], Estimate]) -> Estimate:
    """The plain mean over the pairs of raters that have a value; a note names those that have none."""
    if p.codes.shape[1] == 2:
        return of_table(next(tables(p)))
    if not p.by.follows_slopes:
        return Estimate(value=_mean_by_draw(of_table(t) for t in tables(p)), n=rated_together(p))
    count, undefined, at_best = 0, [], None
    sums: dict[str, Total | float | None] = {}
    shared_details: Mapping[str, Any] = {}
    for pair, t in zip(combinations(range(p.codes.shape[1]), 2), tables(p), strict=True):
        e = of_table(t)
        if e.undefined is not None or np.isnan(e.value.value).all():
            undefined.append((pair, e.undefined or _NO_VALUE))
            continue
        count += 1
        at_best = e.at_best
        shared_details = (
            e.details if count == 1 else {k: v for k, v in shared_details.items() if e.details.get(k) == v}
        )
        null = e.null_variance() if e.null_variance is not None else None
        for name, term in (
            ("value", e.value),
            ("observed", e.observed),
            ("expected", e.expected),
            ("null", null),
        ):
            sums[name] = _plus(sums[name], term) if name in sums else term
    without = [pair for pair, _ in undefined]
    if not count:
        return undefined_pairs(p, without, undefined[0][1])
    left = (left_out_of_mean(p, without, undefined[0][1], count + len(without)),) if without else ()
    variance = sums["null"]  # under chance the pairs are uncorrelated
    return Estimate(
        value=_over(sums["value"], count) or Total(np.nan),
        at_best=at_best,
        n=rated_together(p),
        observed=_over(sums["observed"], count),
        expected=_over(sums["expected"], count),
        null_variance=None if variance is None else lambda: float(variance) / count**2,
        details={**{k: v for k, v in shared_details.items() if isinstance(v, str)}, "n_rater_pairs": count},
        notes=left,
    )


def _mean_by_draw(pairs: Iterable[Estimate]) -> Total:
    """For each draw the mean over the pairs that have a value in it, and nan where none has."""
    sums, known = np.zeros(1), np.zeros(1)
    for e in pairs:
        there = ~np.isnan(e.value.value)
        sums = sums + np.where(there, e.value.value, 0.0)
        known = known + there
    return Total(sums / np.where(known, known, np.nan))


_NO_VALUE = Note("undefined", "The value is undefined for these data.")


def _plus(a: Total | float | None, b: Total | float | None) -> Total | float | None:
    """A sum that is known only if all its terms are."""
    return None if a is None or b is None else a + b


def _over(total: Total | float | None, count: int) -> Total | None:
    return total / count if isinstance(total, Total) else None


def rated_together(p: Patterns) -> Total:
    """How many items two raters or more have rated."""
    return total(p.by, p.given >= 2)
