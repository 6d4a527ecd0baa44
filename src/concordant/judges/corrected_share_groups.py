"""The true share of a category in each group, and the difference of two groups, such as two systems.

The judge's error rates are those of each group. The interval of a difference is made of the two intervals
(MOVER; Zou and Donner 2008), so that it keeps to their shape near 0 and 1:

    d − √((θ₁ − l₁)² + (u₂ − θ₂)²)   to   d + √((u₁ − θ₁)² + (θ₂ − l₂)²).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..errors import InputError
from ..language.message import worded_note
from ..result import Interval, Note, Result
from .corrected_share import corrected_share, has_label

_DIFFERENCE = "Difference of corrected shares"


def shares_by_group(
    judge: Sequence[Any], human: Sequence[Any], groups: Sequence[Any], *, positive: Any, level: float = 0.95
) -> tuple[Result, ...]:
    """The corrected share of `positive` in each group; undefined where its labels are all of one kind."""
    found = []
    for name in dict.fromkeys(groups):
        rows = [row for row, group in enumerate(groups) if group == name]
        said, labels = [judge[row] for row in rows], [human[row] for row in rows]
        found.append(replace(_share(said, labels, positive, level), category=str(name)))
    return tuple(found)


def share_difference(
    judge: Sequence[Any], human: Sequence[Any], groups: Sequence[Any], *, positive: Any, level: float = 0.95
) -> Result:
    """The corrected share of the first of two groups minus that of the second.

    The groups are taken to be independent: where both systems answered the same items the interval is
    usually too wide.
    """
    parts = shares_by_group(judge, human, groups, positive=positive, level=level)
    if len(parts) != 2:
        raise InputError(f"A difference needs exactly two groups; there are {len(parts)}.")
    first, second = parts
    value, se, interval = math.nan, math.nan, None
    notes: tuple[Note, ...] = ()
    if first.interval is None or second.interval is None:
        gone = [str(part.category) for part in parts if part.interval is None]
        notes = (worded_note("share-of-group-undefined", groups=gone),)
    else:
        value, se = first.estimate - second.estimate, math.hypot(first.se, second.se)
        one, other = first.interval, second.interval
        below = math.hypot(first.estimate - one.low, other.high - second.estimate)
        above = math.hypot(one.high - first.estimate, second.estimate - other.low)
        interval = Interval(value - below, value + above, level, "MOVER")
    labels = sum(map(has_label, human))
    return Result(
        measure="corrected_difference",
        title=_DIFFERENCE,
        estimate=value,
        se=se,
        interval=interval,
        n_items=len(judge),
        n_raters=2,
        method="MOVER",
        details={
            "first": str(first.category), "second": str(second.category), "positive": str(positive),
            "labels": labels,
        },
        parts=parts,
        notes=notes,
    )  # fmt: skip


def _share(judge: Sequence[Any], human: Sequence[Any], positive: Any, level: float) -> Result:
    labels = [str(x) == str(positive) for x in human if has_label(x)]
    if 0 < sum(labels) < len(labels):
        return corrected_share(judge, human, positive=positive, level=level)
    note = worded_note("labels-of-one-kind", positives=sum(labels), negatives=len(labels) - sum(labels))
    return Result(
        measure="corrected_share", title="Corrected share", estimate=math.nan, n_items=len(judge), n_raters=2,
        notes=(note,),
    )  # fmt: skip
