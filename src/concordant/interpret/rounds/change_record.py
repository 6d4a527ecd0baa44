"""A change as a value: every measure in two rounds, the items that flipped, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...language.message import Message
from ...result import Result
from ..non_inferiority import MarginTest
from ..record import Record


@dataclass(frozen=True, kw_only=True)
class MeasureChange(Record):
    """One measure in both rounds, on the items that are compared, and the difference, second − first.

    `detectable` is the true change that a test of this size would find (see `inference/repeated_looks.py`);
    infinite where no change that is possible is so large.
    """

    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    main: bool = False
    first: Result
    second: Result
    difference: Result
    detectable: float

    @property
    def gain(self) -> float:
        """How much better the second is: the difference, with its sign turned where less is better.

        Of a measure that is best at 0 and may lie on either side, such as a bias, it is how much nearer to 0.
        """
        c = BY_NAME[self.measure]
        if c.best != 0:
            return self.difference.estimate
        if c.range[0] < 0:
            return abs(self.first.estimate) - abs(self.second.estimate)
        return -self.difference.estimate


@dataclass(frozen=True, kw_only=True)
class Flip(Record):
    """An item on which agreement changed.

    `before` and `after` are everybody's values in either round, None for a gap; `score_before` and
    `score_after` the share of the others who say the same (of measurements: minus the mean distance).
    """

    item: str
    about: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)
    score_before: float
    score_after: float


@dataclass(frozen=True, kw_only=True)
class Flips(Record):
    """How many items agree better and how many worse than before, and some of them, the largest first."""

    n_mended: float
    n_broken: float
    mended: tuple[Flip, ...] = ()
    broken: tuple[Flip, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Change(Record):
    """One comparison in two rounds.

    `name` is the comparison's in the second round, `name_before` in the first: judges may be renamed. Where
    `paired`, all numbers rest on the `n_common` items of both; else on all items of either one. `n_rows` are
    the things that were rated of these: with dimensions an item is several. Flips, `n_reference_changed` and
    `n_rater_changed`, on which people, or the judge, said something else than before, count these. `marks`
    are what is known to have changed ("prompt", "model"); `margin` is whether a loss of that size is
    excluded, where one was given; `sentences` say it all.
    """

    first: str
    second: str
    name: str
    name_before: str
    kind: str
    paired: bool
    n_common: float
    n_first: float
    n_second: float
    n_rows: float | None = None
    measures: tuple[MeasureChange, ...]
    flips: Flips | None = None
    n_reference_changed: float = 0.0
    n_rater_changed: float = 0.0
    marks: tuple[str, ...] = ()
    margin: MarginTest | None = None
    sentences: tuple[Message, ...] = ()

    @property
    def in_ratings(self) -> bool:
        """Whether an item has several rows, so that what is counted are ratings and not items."""
        return self.paired and self.n_rows is not None and self.n_rows != self.n_common

    @property
    def main(self) -> MeasureChange:
        """The measure that speaks for the comparison."""
        return next(m for m in self.measures if m.main)

    def measure(self, name: str) -> MeasureChange | None:
        """A measure by its name, where it was compared."""
        return next((m for m in self.measures if m.measure == name), None)
