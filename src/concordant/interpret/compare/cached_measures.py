"""Many coefficients of the same ratings, which are counted once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Statistic
from ...inference.make_result import answer_from
from ...inference.measure import Measure, as_statistic
from ...inference.plan import Plan
from ...ratings.ratings import Ratings
from ...reduce.moments import Moments
from ...reduce.patterns import Patterns, patterns
from ...result import Result


@dataclass(frozen=True, eq=False)
class CachedMeasures:
    """Answers about one set of ratings; a statistic is formed when a coefficient first needs it."""

    ratings: Ratings
    plan: Plan
    _known: dict[type[Statistic], Statistic] = field(default_factory=dict)

    def measure(self, name: str, options: Mapping[str, Any] | None = None) -> Measure:
        """A coefficient of the catalogue on these ratings, as a question."""
        return _Question(BY_NAME[name], self.ratings, dict(options or {}), self)

    def statistic(self, measure: Measure) -> Statistic:
        """What a question of these ratings needs to be answered."""
        kind = measure.coefficient.statistic
        if kind not in self._known:
            self._known[kind] = self._reduced(measure)
        return self._known[kind]

    def _reduced(self, measure: Measure) -> Statistic:
        """Two raters' rows are counted once for all but measurements."""
        kind = measure.coefficient.statistic
        if kind is Moments or self.ratings.n_raters != 2:
            return Measure.reduce(measure)
        return as_statistic(kind, self._rows, keep_rows=False)

    @cached_property
    def _rows(self) -> Patterns:
        return patterns(self.ratings)

    def answer(self, name: str, options: Mapping[str, Any] | None = None, plan: Plan | None = None) -> Result:
        """A coefficient of the catalogue with its interval."""
        measure = self.measure(name, options)
        return answer_from(measure, self.statistic(measure), plan or self.plan)


@dataclass(frozen=True)
class _Question(Measure):
    """A measure whose ratings are counted already, for whoever reduces it again."""

    cached: CachedMeasures | None = None

    def reduce(self) -> Statistic:
        """The statistic that is known."""
        return super().reduce() if self.cached is None else self.cached.statistic(self)
