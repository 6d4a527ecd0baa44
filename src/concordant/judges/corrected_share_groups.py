"""The true share of a category in each group, and the difference of two groups, such as two systems.

The judge's error rates are those of each group. The interval of a difference is made of the two intervals
(MOVER; Zou and Donner 2008), so that it keeps to their shape near 0 and 1, with the correlation ρ of both
estimates where the same clusters (items, prompts) are in both groups (Zou 2007):

    d − √((θ₁ − l₁)² + (u₂ − θ₂)² − 2ρ(θ₁ − l₁)(u₂ − θ₂))   to
    d + √((u₁ − θ₁)² + (θ₂ − l₂)² − 2ρ(u₁ − θ₁)(θ₂ − l₂)).

ρ and how much clusters widen each group's interval are those of the linearised estimates, summed by cluster.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import InputError
from ..inference.intervals import quantile
from ..language.message import worded_note
from ..reduce.item_weights import Floats
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
    judge: Sequence[Any],
    human: Sequence[Any],
    groups: Sequence[Any],
    *,
    positive: Any,
    clusters: Sequence[Any] | None = None,
    level: float = 0.95,
) -> Result:
    """The corrected share of the first of two groups minus that of the second.

    Without `clusters` the groups are taken to be independent; with them, rows of a cluster vary together, in
    one group or in both.
    """
    parts = shares_by_group(judge, human, groups, positive=positive, level=level)
    if len(parts) != 2:
        raise InputError(f"A difference needs exactly two groups; there are {len(parts)}.")
    value, se, interval, method = math.nan, math.nan, None, "MOVER"
    notes: tuple[Note, ...] = ()
    known = [(part, part.interval) for part in parts if part.interval is not None]
    if len(known) < len(parts):
        gone = [str(part.category) for part in parts if part.interval is None]
        notes = (worded_note("share-of-group-undefined", groups=gone),)
    else:
        together = 0.0
        if clusters is not None:
            errors = [_errors(judge, human, groups, part, positive) for part in parts]
            known, together = _clustered(known, errors, clusters, [has_label(x) for x in human], level)
            parts, method = tuple(part for part, _ in known), "MOVER, clustered"
        value, se, interval = _difference(known, together, level, method)
    return Result(
        measure="corrected_difference",
        title=_DIFFERENCE,
        estimate=value,
        se=se,
        interval=interval,
        n_items=len(judge),
        n_raters=2,
        method=method,
        details={
            "first": str(parts[0].category), "second": str(parts[1].category), "positive": str(positive),
            "labels": sum(map(has_label, human)),
        },
        parts=parts,
        notes=notes,
    )  # fmt: skip


def _difference(
    known: Sequence[tuple[Result, Interval]], together: float, level: float, method: str
) -> tuple[float, float, Interval]:
    """The difference of two shares whose estimates have the correlation `together`."""
    (first, one), (second, other) = known

    def reach(a: float, b: float) -> float:
        return math.sqrt(max(a * a + b * b - 2 * together * a * b, 0.0))

    value = first.estimate - second.estimate
    below = reach(first.estimate - one.low, other.high - second.estimate)
    above = reach(one.high - first.estimate, second.estimate - other.low)
    return value, reach(first.se, second.se), Interval(value - below, value + above, level, method)


def _errors(
    judge: Sequence[Any], human: Sequence[Any], groups: Sequence[Any], part: Result, positive: Any
) -> Floats:
    """What each row adds to a group's error, by the derivatives of (p + q₀ − 1)/(q₀ + q₁ − 1)."""
    own = np.array([str(group) == part.category for group in groups])
    said = np.array([str(x) == str(positive) for x in judge], dtype=float)
    labelled = own & np.array([has_label(x) for x in human])
    true = labelled & np.array([str(x) == str(positive) for x in human])
    other = own & ~labelled if (own & ~labelled).any() else own
    theta, q1, q0 = part.estimate, part.details["sensitivity"], part.details["specificity"]
    found = np.where(other, said - part.details["judge_share"], 0.0) / other.sum()
    found += np.where(labelled & ~true, 1 - said - q0, 0.0) * (1 - theta) / (labelled & ~true).sum()
    found -= np.where(true, said - q1, 0.0) * theta / true.sum()
    return np.asarray(found / (q0 + q1 - 1))


def _clustered(
    known: Sequence[tuple[Result, Interval]], errors: Sequence[Floats], clusters: Sequence[Any],
    labelled: Sequence[bool], level: float,
) -> tuple[list[tuple[Result, Interval]], float]:  # fmt: skip
    """Intervals as wide as clusters make them, and the correlation of both estimates."""
    codes = np.unique(np.array([str(x) for x in clusters]), return_inverse=True)[1]
    count = int((np.bincount(codes, labelled) > 0).sum())
    if count < 2:
        raise InputError("All labels are in the same cluster, so their standard error cannot be estimated.")
    few = quantile(0.5 + level / 2, count - 1) / quantile(0.5 + level / 2, math.inf)
    sums = [np.bincount(codes, error) for error in errors]
    found = []
    for (part, around), error, total in zip(known, errors, sums, strict=True):
        alone = float(error @ error)
        wider = few * (math.sqrt(float(total @ total) / alone) if alone > 0 else 1.0)
        found.append(_widened(part, around, wider))
    spread = math.sqrt(float(sums[0] @ sums[0]) * float(sums[1] @ sums[1]))
    return found, float(sums[0] @ sums[1]) / spread if spread > 0 else 0.0


def _widened(part: Result, around: Interval, times: float) -> tuple[Result, Interval]:
    """A share with so many times its error, its interval within 0 and 1."""
    value = part.estimate
    low, high = (value + times * (end - value) for end in (around.low, around.high))
    wider = Interval(max(low, 0.0), min(high, 1.0), around.level, f"{around.method}, clustered")
    return replace(part, se=times * part.se, interval=wider, method=wider.method), wider


def _share(judge: Sequence[Any], human: Sequence[Any], positive: Any, level: float) -> Result:
    labels = [str(x) == str(positive) for x in human if has_label(x)]
    if 0 < sum(labels) < len(labels):
        return corrected_share(judge, human, positive=positive, level=level)
    note = worded_note("labels-of-one-kind", positives=sum(labels), negatives=len(labels) - sum(labels))
    return Result(
        measure="corrected_share", title="Corrected share", estimate=math.nan, n_items=len(judge), n_raters=2,
        notes=(note,),
    )  # fmt: skip
