"""One coefficient for each part of the data: the rows are counted once, for all parts together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..coefficients.coefficient import Coefficient
from ..columns import CATEGORY, MEASURE
from ..errors import choose
from ..frame import Frame
from ..ratings.audit import Audit
from ..ratings.observed import in_order
from ..ratings.ratings import Ratings
from ..reduce.distinct_rows import distinct
from ..reduce.moments import Moments
from ..result import Result
from .measure import Measure
from .plan import Plan


@dataclass(frozen=True)
class Sliced:
    """The parts in order, each with its values of the columns `by` and its result."""

    by: tuple[str, ...]
    parts: tuple[tuple[tuple[Any, ...], Result], ...]
    raters: tuple[str, ...]
    audit: Audit

    @property
    def n_raters(self) -> int:
        """How many raters there are."""
        return len(self.raters)

    def __iter__(self) -> Iterator[tuple[tuple[Any, ...], Result]]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)

    def __getitem__(self, values: Any) -> Result:
        """The result of one part: `sliced["zh"]`, or `sliced["zh", "code"]` by two columns."""
        found = {part if len(self.by) > 1 else part[0]: result for part, result in self.parts}
        choose("a part", values, found)
        return found[values]

    def frame(self) -> Frame:
        """One row for each part: its values, then the columns of a result."""
        rows = [result.tidy()[0] for _, result in self.parts]
        columns = {name: _column([values[i] for values, _ in self.parts]) for i, name in enumerate(self.by)}
        columns |= {name: _column([row[name] for row in rows]) for name in rows[0] if name not in columns}
        title = self.parts[0][1].title
        unsaid = {MEASURE, *(() if any(row[CATEGORY] for row in rows) else (CATEGORY,))}
        notes = tuple(dict.fromkeys(note for _, result in self.parts for note in result.notes))
        return Frame(
            {n: c for n, c in columns.items() if n not in unsaid}, f"{title} by {', '.join(self.by)}", notes
        )

    def __repr__(self) -> str:
        return repr(self.frame())

    def _repr_html_(self) -> str:
        return self.frame()._repr_html_()


def _column(values: list[Any]) -> Any:
    if all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in values):
        return np.array(values)
    held = np.empty(len(values), dtype=object)
    held[:] = values
    return held


def by_slice(
    c: Coefficient, ratings: Ratings, by: Sequence[str], options: Mapping[str, Any], plan: Plan
) -> Sliced:
    """The coefficient in every part that has a combination of values of these columns."""
    counted = ratings if ratings.item_source is not None else distinct(ratings, by)
    parts = [(values if len(by) > 1 else (values,), part) for values, part in counted.by(*by)]
    parts.sort(key=lambda part: tuple(map(in_order, part[0])))
    found = tuple((values, Measure(c, part, options).result(plan)) for values, part in parts)
    return Sliced(tuple(by), found, ratings.raters, counted.audit)


def of_moments(
    c: Coefficient,
    moments: Mapping[tuple[Any, ...], Moments],
    by: Sequence[str],
    options: Mapping[str, Any],
    plan: Plan,
) -> Sliced:
    """The coefficient in every part, from sums that stand for its measurements."""
    found = tuple((values, Measure(c, part, options).result(plan)) for values, part in moments.items())
    any_part = next(iter(moments.values()))
    return Sliced(tuple(by), found, any_part.raters, any_part.audit)
