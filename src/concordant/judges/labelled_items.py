"""Items that a judge rated, some of which people labelled too, checked once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..language.message import worded_note
from ..quote import quote
from ..ratings.native import is_gap
from ..reduce.item_weights import Floats, Ints
from ..result import Note

#: Fewer labels than this are too few for an interval.
LEAST_LABELS = 5
#: The code of the note that labelled items look chosen.
CHOSEN = "labels-chosen"
#: Labelled and other items that differ more seldom than this by chance are said to differ.
_SELDOM = 0.01
#: With more distinct scores than this, distributions are compared by their cumulative shares.
_FEW_SCORES = 20


@dataclass(frozen=True, kw_only=True)
class LabelledItems:
    """A judge's score of every item, and people's where they labelled it (nan elsewhere).

    `weights` are design weights of labelled items: how many items each stands for, where labels were not
    drawn with equal probability. `clusters` tell which rows belong together.
    """

    judge: Floats
    human: Floats
    weights: Floats | None = None
    clusters: Ints | None = field(default=None)

    def __post_init__(self) -> None:
        if np.isnan(self.judge).any():
            raise InputError(
                "The judge must score every item; "
                f"{int(np.isnan(self.judge).sum())} of {len(self.judge)} have no score: exclude them."
            )
        for name in ("human", "weights", "clusters"):
            other = getattr(self, name)
            if other is not None and len(other) != len(self.judge):
                raise InputError(f"judge has {len(self.judge)} values, but {name} has {len(other)}.")
        if len(self.labels) < LEAST_LABELS:
            raise InputError(
                f"Only {len(self.labels)} items have a human "
                f"label; at least {LEAST_LABELS} are needed, and 50 or more for a useful estimate."
            )
        if self.weights is not None and not (self.weights[self.labelled] > 0).all():
            raise InputError("Design weights must be positive where there is a label.")

    @cached_property
    def labelled(self) -> NDArray[np.bool_]:
        """Which items have a label."""
        return ~np.isnan(self.human)

    @cached_property
    def labels(self) -> Floats:
        """What people said of the labelled items."""
        return self.human[self.labelled]

    @cached_property
    def judged(self) -> Floats:
        """What the judge said of the labelled items."""
        return self.judge[self.labelled]

    @cached_property
    def others(self) -> Floats:
        """What the judge said of the other items."""
        return self.judge[~self.labelled]

    @cached_property
    def design(self) -> Floats:
        """The weights of the labelled items, which add up to their number."""
        if self.weights is None:
            return np.ones(len(self.labels))
        own = self.weights[self.labelled]
        return np.asarray(own * len(own) / own.sum())

    def part(self, rows: NDArray[np.bool_]) -> LabelledItems:
        """Some of the rows."""
        return LabelledItems(
            judge=self.judge[rows],
            human=self.human[rows],
            weights=None if self.weights is None else self.weights[rows],
            clusters=None if self.clusters is None else self.clusters[rows],
        )

    def notes(self) -> tuple[Note, ...]:
        """That labelled items look chosen, where they do."""
        if self.weights is not None or not len(self.others):
            return ()
        p = _alike(self.judged, self.others)
        if not p < _SELDOM:
            return ()
        means = {"labelled": float(self.judged.mean()), "others": float(self.others.mean())}
        return (worded_note("labels-chosen", **means, p=p),)


def chosen_by_answer(labelled: Ints, others: Ints, names: Sequence[Any]) -> tuple[Note, ...]:
    """That labelled items look chosen by the judge's answer (as codes), with the answer most affected."""
    if not len(others) or not (p := _same_shares(labelled, others)) < _SELDOM:
        return ()
    k = len(names)
    shares = [np.bincount(x, minlength=k) / len(x) for x in (labelled, others)]
    most = int(np.argmax(np.abs(shares[0] - shares[1])))
    facts = {"labelled": float(shares[0][most]), "others": float(shares[1][most]), "p": p}
    return (worded_note("labels-chosen.share", answer=str(names[most]), **facts),)


def _alike(a: Floats, b: Floats) -> float:
    """The p-value of a test that two samples have one distribution: chi-square, or Kolmogorov–Smirnov."""
    if len(np.unique(np.concatenate([a, b]))) > _FEW_SCORES:
        from scipy.stats import ks_2samp

        return float(ks_2samp(a, b).pvalue)
    return _same_shares(a, b)


def _same_shares(a: Floats | Ints, b: Floats | Ints) -> float:
    """The p-value of the chi-square test that two samples have each value equally often."""
    scores, codes = np.unique(np.concatenate([a, b]), return_inverse=True)
    if len(scores) < 2:
        return 1.0
    from scipy.special import chdtrc

    counts = np.stack([np.bincount(x, minlength=len(scores)) for x in (codes[: len(a)], codes[len(a) :])])
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum()
    rare = expected.min(axis=0) < 1  # too rare to be compared: put together
    if rare.sum() > 1:
        counts = np.column_stack([counts[:, ~rare], counts[:, rare].sum(axis=1)])
        expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum()
    statistic = float(((counts - expected) ** 2 / expected).sum())
    return float(chdtrc(max(counts.shape[1] - 1, 1), statistic))


def as_scores(values: Any, name: str, *, gaps: bool = False) -> Floats:
    """Numbers, with nan for a gap where there may be one."""
    found = np.asarray([_score(value, name) for value in values], dtype=float)
    if not gaps and np.isnan(found).any():
        raise InputError(f"{name} has gaps in {int(np.isnan(found).sum())} of {len(found)} places.")
    if np.isinf(found).any():
        raise InputError(f"{name} has infinite values.")
    return found


def _score(value: Any, name: str) -> float:
    if is_gap(value) or (isinstance(value, str) and not value):
        return math.nan
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{name} must be numbers, got {quote(value)}.") from None
