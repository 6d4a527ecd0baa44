"""Ways to weigh the patterns: as counted, as drawn in a resample, or leaving one out.

Everything we compute is built from weighted sums over patterns, so a resample is nothing but
another vector of weights, and many resamples are a matrix of them.
`WeightedStatistic` is what every statistic inherits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from ..errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray


Floats = NDArray[np.float64]
Ints = NDArray[np.signedinteger[Any]]
Found = TypeVar("Found")

#: The largest helper matrix (patterns × categories) that is built to weigh many draws at once.
_DENSE = 30_000_000


class Weighting(ABC):
    """Adds up what each pattern contributes, once or once for each draw."""

    #: True where slopes (the change for one more of a pattern) are followed.
    follows_slopes = False

    @abstractmethod
    def sums(self, x: Floats) -> Floats:
        """Σ over patterns of weight · x; one number, or one for each draw."""

    @abstractmethod
    def histogram(self, codes: Ints, share: Floats | None, size: int) -> Floats:
        """Weight in each category, where pattern p puts `share[p]` on each of its codes."""

    @abstractmethod
    def vectors(self) -> Iterator[Floats]:
        """The weight vectors one by one."""


class CaseWeights(Weighting):
    """Each pattern as often as it was seen."""

    follows_slopes = True

    def __init__(self, counts: Floats) -> None:
        self.counts = counts

    def sums(self, x: Floats) -> Any:
        return product(self.counts, x)

    def histogram(self, codes: Ints, share: Floats | None, size: int) -> Floats:
        weight = self.counts if share is None else self.counts * share
        if codes.shape[1] == 1 and np.minimum.reduce(codes, axis=None, initial=0) >= 0:
            return weight_by_code(codes[:, 0], weight, size)
        total = np.zeros(size)
        everywhere = bool((codes >= 0).all())
        for column in codes.T:
            there = slice(None) if everywhere else column >= 0
            total += weight_by_code(column[there], weight[there], size)
        return total

    def vectors(self) -> Iterator[Floats]:
        yield self.counts


class DrawWeights(Weighting):
    """Many draws at once: `weights[d, p]` is how often draw d holds pattern p."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights

    def sums(self, x: Floats) -> Floats:
        return np.asarray(self.weights @ x)

    def histogram(self, codes: Ints, share: Floats | None, size: int) -> Floats:
        if len(codes) * size <= _DENSE:
            return np.asarray(self.weights @ spread(codes, share, size))
        return np.stack([CaseWeights(w).histogram(codes, share, size) for w in self.weights])

    def vectors(self) -> Iterator[Floats]:
        yield from self.weights


class ManyWeights(DrawWeights):
    """Many sets of items on the same patterns, each followed by itself: slopes have an axis of sets too."""

    follows_slopes = True


class LeaveOneOut(Weighting):
    """As many draws as patterns; draw p is everything but one item of pattern p."""

    def __init__(self, counts: Floats) -> None:
        self.counts = counts

    def sums(self, x: Floats) -> Floats:
        return np.asarray(product(self.counts, x) - x)

    def histogram(self, codes: Ints, share: Floats | None, size: int) -> Floats:
        if len(codes) * size > 4 * _DENSE:
            raise OptionError(
                f"The jackknife would need {len(codes)} × {size} numbers here: use interval='analytic' "
                "or 'bootstrap'."
            )
        return CaseWeights(self.counts).histogram(codes, share, size) - spread(codes, share, size)

    def vectors(self) -> Iterator[Floats]:
        for place in range(len(self.counts)):
            weights = self.counts.copy()
            weights[place] -= 1
            yield weights


#: Longer vectors are multiplied by several threads, which wait for each other on a busy machine: a product
#: that takes a tenth of a millisecond took nine.
_ONE_THREAD = 10_000


def product(weights: Floats, x: Floats) -> Any:
    """Σ of weight · x over the patterns."""
    if x.ndim > 1 or len(x) <= _ONE_THREAD:
        return weights @ x
    return np.einsum("i,i", weights, x)


def weight_by_code(codes: Ints, weight: Floats, size: int) -> Floats:
    """Σ of weight over the entries of each code."""
    return np.bincount(codes, weights=weight, minlength=size).astype(float, copy=False)


def spread(codes: Ints, share: Floats | None, size: int) -> Floats:
    """What each pattern puts on each category, as a matrix patterns × categories."""
    if share is None and codes.shape[1] > size:
        return _counted(codes, size)
    out = np.zeros((len(codes), size))
    rows = np.arange(len(codes))
    for column in codes.T:
        there = column >= 0  # a row has one code in a column, so no place occurs twice
        out[rows[there], column[there]] += 1.0 if share is None else share[there]
    return out


def _counted(codes: Ints, size: int) -> Floats:
    """How many codes of each row are each category, column by column: fastest where columns are many."""
    out = np.zeros((size, len(codes)), dtype=np.int32)
    for column in np.ascontiguousarray(codes.T, dtype=np.int8 if size < 127 else np.int32):
        for category in range(size):
            out[category] += column == category
    return np.ascontiguousarray(out.T, dtype=float)


class of_rows(Generic[Found]):  # noqa: N801 - used as a decorator
    """A property that follows from the rows alone: found once, whatever their weights."""

    def __init__(self, find: Callable[[Any], Found]) -> None:
        self._find, self.__doc__ = find, find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, statistic: None, owner: type) -> Self: ...
    @overload
    def __get__(self, statistic: WeightedStatistic, owner: type) -> Found: ...
    def __get__(self, statistic: WeightedStatistic | None, owner: type) -> Self | Found:
        if statistic is None:
            return self
        known = found_of_rows(statistic)
        if self._name not in known:
            known[self._name] = self._find(statistic)
        found: Found = vars(statistic).setdefault(self._name, known[self._name])
        return found


def found_of_rows(statistic: WeightedStatistic) -> dict[str, Any]:
    """What was found of the rows; a statistic shares it with those that have the rows under other weights."""
    known: dict[str, Any] = vars(statistic).setdefault("_of_rows", {})
    return known


class WeightedStatistic:
    """A statistic with a count for each row; `weighing` puts other weights in their place."""

    counts: Floats
    labels: NDArray[Any]
    clusters: Ints | None
    weighing: Weighting | None

    @cached_property
    def by(self) -> Weighting:
        """The weighing in force."""
        return self.weighing or CaseWeights(self.counts)

    def weighed(self, weighing: Weighting) -> Self:
        """The statistic under other weights."""
        if isinstance(weighing, CaseWeights):
            if self.weighing is None and weighing.counts is self.counts:
                return self
            made = replace(self, counts=weighing.counts, weighing=None)  # type: ignore[type-var]
        else:
            made = replace(self, weighing=weighing)  # type: ignore[type-var]
        vars(made)["_of_rows"] = found_of_rows(self)
        return made

    @property
    def size(self) -> int:
        """How many categories there are."""
        return len(self.labels)
