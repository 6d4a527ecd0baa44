"""Many coefficients of the same ratings, which are counted once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..coefficients.catalogue import BY_NAME
from ..coefficients.coefficient import Statistic
from ..inference.answer import answer_from
from ..inference.measure import Measure
from ..inference.plan import Plan
from ..ratings.ratings import Ratings
from ..result import Result


@dataclass(frozen=True, eq=False)
class Asked:
    """Answers about one set of ratings; a statistic is formed when a coefficient first needs it."""

    ratings: Ratings
    plan: Plan
    _known: dict[type[Statistic], Statistic] = field(default_factory=dict)

    def measure(self, name: str, options: Mapping[str, Any] | None = None) -> Measure:
        """A coefficient of the catalogue on these ratings, as a question."""
        return Measure(BY_NAME[name], self.ratings, dict(options or {}))

    def statistic(self, measure: Measure) -> Statistic:
        """What a question of these ratings needs to be answered."""
        kind = measure.coefficient.statistic
        if kind not in self._known:
            self._known[kind] = measure.reduce()
        return self._known[kind]

    def answer(self, name: str, options: Mapping[str, Any] | None = None, plan: Plan | None = None) -> Result:
        """A coefficient of the catalogue with its interval."""
        measure = self.measure(name, options)
        return answer_from(measure, self.statistic(measure), plan or self.plan)
