"""How raters use the categories, over the items that two raters or more rated."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..coefficients.coefficient import NO_ITEMS
from ..ratings.phrases import many
from ..ratings.ratings import Ratings
from ..reduce.item_weights import Floats, Ints
from ..reduce.patterns import cluster_copies, patterns
from ..result import Note, Result, whole


@dataclass(frozen=True, eq=False)
class Margins:
    """Distinct rows of codes 0..`size` − 1 (−1: a gap) over the categories that occur, with their counts."""

    codes: Ints
    counts: Floats
    size: int
    clusters: Ints | None
    copies: Floats | None
    left_out: float

    @property
    def n(self) -> float:
        """How many items two raters or more rated."""
        return float(self.counts.sum())

    @property
    def n_raters(self) -> int:
        """How many raters there are."""
        return int(self.codes.shape[1])

    @cached_property
    def there(self) -> NDArray[np.bool_]:
        """Who rated each row."""
        return np.asarray(self.codes >= 0)

    @property
    def counted(self) -> bool:
        """Whether rows are whole numbers of independent items."""
        return self.clusters is None and bool((self.counts == np.round(self.counts)).all())

    @cached_property
    def cells(self) -> Floats:
        """The table of the first two raters."""
        out = np.zeros((self.size, self.size))
        np.add.at(out, (self.codes[:, 0], self.codes[:, 1]), self.counts)
        return out

    @cached_property
    def silent(self) -> Note | None:
        """Why no test can tell the margins apart, if none can."""
        if self.n == 0:
            return NO_ITEMS
        if self.size == 1:
            return _ONE_CATEGORY
        highest = self.codes.max(axis=1)
        return _NO_DISAGREEMENT if bool(((self.codes == highest[:, None]) | ~self.there).all()) else None

    def undefined(self, name: str, title: str, why: Note) -> Result:
        """A test that has no value on these ratings."""
        return self.result(name, title, math.nan, notes=(why,), method="undefined")

    def result(
        self,
        name: str,
        title: str,
        statistic: float,
        *,
        p_value: float = math.nan,
        method: str,
        details: Mapping[str, Any] | None = None,
        notes: tuple[Note, ...] = (),
    ) -> Result:
        """The answer of a test."""
        left = whole(self.left_out)
        text = f"{many(left, 'item was', 'items were')} left out, rated by one rater only."
        return Result(
            measure=name,
            title=title,
            estimate=statistic,
            p_value=p_value,
            n_items=whole(self.n),
            n_raters=self.n_raters,
            method=method,
            notes=(*notes, *((Note("incomplete-pairs", text, {"items": left}),) if left else ())),
            details=dict(details or {}),
        )


_ONE_CATEGORY = Note("one-category", "Only one category was used, so there is no use of it to compare.")
_NO_DISAGREEMENT = Note(
    "no-disagreement", "The raters never disagree, so they use the categories equally and nothing is to test."
)


def margins_of(ratings: Ratings) -> Margins:
    """The rows of ratings with two ratings or more, over the categories that occur in them."""
    p = patterns(ratings)
    paired = p.given >= 2
    codes = p.codes[paired]
    used = np.unique(codes[codes >= 0])
    place = np.full(p.size + 1, -1)  # a gap (-1) reads the -1 at the end
    place[used] = np.arange(len(used))
    return Margins(
        place[codes],
        p.counts[paired],
        len(used),
        None if p.clusters is None else p.clusters[paired],
        cluster_copies(ratings),
        float(p.counts[~paired].sum()),
    )
