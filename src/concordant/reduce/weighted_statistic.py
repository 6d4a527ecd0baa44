"""What every statistic has in common: rows that are weighed."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from .item_weights import Counted, Floats, Ints, Weighing

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Weighed:
    """A statistic with a count for each row; `weighing` puts other weights in their place."""

    counts: Floats
    labels: NDArray[Any]
    clusters: Ints | None
    weighing: Weighing | None

    @cached_property
    def by(self) -> Weighing:
        """The weighing in force."""
        return self.weighing or Counted(self.counts)

    def weighed(self, weighing: Weighing) -> Self:
        """The same rows under other weights."""
        if isinstance(weighing, Counted):
            if self.weighing is None and weighing.counts is self.counts:
                return self
            return replace(self, counts=weighing.counts, weighing=None)  # type: ignore[type-var]
        return replace(self, weighing=weighing)  # type: ignore[type-var]

    @property
    def size(self) -> int:
        """How many categories there are."""
        return len(self.labels)
