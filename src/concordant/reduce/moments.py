"""Moments: for each pattern of gaps how many items, the mean of each column, the cross-products about it.

Columns are raters, or each rater on each occasion where ratings were repeated. Moments add, so parts
of the data can be reduced apart. Sums are taken about a fixed centre and then about their own mean, so
that measurements around 10⁹ that differ by 1 keep their digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_arguments
from ..errors import OptionError
from ..number_text import show_count
from ..quote import quote
from ..ratings.audit import Audit
from ..ratings.phrases import many
from .item_weights import CaseWeights, Floats, Ints, WeightedStatistic, Weighting
from .moment_derivatives import slopes
from .patterns import refuse_clusters
from .sums import Block, Numbers, Sums, about_centre, base_of, based, counted_sums, merged, weighed_sums
from .totals import Pending, Total

#: The most numbers held at once for all patterns of gaps.
_LARGE = 50_000_000


@dataclass(frozen=True, eq=False, kw_only=True)
class Moments(WeightedStatistic):
    """Measurements as sums: for each pattern of gaps the number of items, means and cross-products.

    `present[p]` marks the columns that pattern of gaps p has. Columns run over occasions within raters: all
    occasions of the first rater, then of the second. `values` are the items themselves about `centre`, 0
    where there is a gap, and `part` the pattern of gaps of each; without them (`None`: only sums are
    known) nothing can be resampled. `stated` are the sums where they were not made from `values`; with
    `only_mean_squares` they are right in their mean squares only. `kinds` are those of the raters (human,
    judge, code, gold), `levels` is how many categories the scale was declared to have; both only where
    they are known. `audit` states what was read, where measurements were summed where they are.
    """

    raters: tuple[str, ...]
    occasions: tuple[str, ...]
    present: NDArray[np.bool_]
    centre: Floats
    counts: Floats
    values: Floats | None = None
    part: Ints | None = None
    clusters: Ints | None = None
    anonymous: bool = False
    weighing: Weighting | None = None
    stated: Sums | None = None
    scale_level: str = "interval"
    only_mean_squares: bool = False
    kinds: tuple[str, ...] = ()
    levels: int | None = None
    audit: Audit = field(default_factory=Audit)

    def __repr__(self) -> str:
        what = "sums only" if self.values is None else "with their items"
        times = f", {len(self.occasions)} occasions" if len(self.occasions) > 1 else ""
        items = show_count(float(self.n_with(1).sum()))
        return f"Moments({items} items, {self.n_raters} raters{times}, {what})"

    # --- what every statistic has ---

    @cached_property
    def given(self) -> Ints:
        """How many ratings each row holds."""
        return np.asarray(self.present.sum(axis=1)[self.part_of_row])

    def weighed(self, weighing: Weighting) -> Self:
        """The moments under other weights."""
        if self.values is None:
            raise OptionError(
                "Only sums are available here, not the items, so nothing can be resampled: use "
                "interval='classical' or 'none', or read the items into memory (engine='memory')."
            )
        counts = weighing.counts if isinstance(weighing, CaseWeights) else self.counts
        return replace(self, counts=counts, weighing=weighing, stated=None)

    @property
    def part_of_row(self) -> Ints:
        """The pattern of gaps of each row."""
        return np.zeros(0, dtype=np.intp) if self.part is None else self.part

    @property
    def n_raters(self) -> int:
        """How many raters there are."""
        return len(self.raters)

    #: What is said of ratings is not known of moments that were handed over as such.
    remarks = ()

    @property
    def width(self) -> int:
        """How many columns there are."""
        return int(self.present.shape[1])

    @property
    def columns(self) -> list[str]:
        """A name for each column: the rater, and the occasion where there are several."""
        if len(self.occasions) == 1:
            return list(self.raters)
        return [f"{rater}, {occasion}" for rater in self.raters for occasion in self.occasions]

    @property
    def draws(self) -> tuple[int, ...]:
        """The leading axes: () on counts."""
        if self.stated is None and isinstance(self.by, CaseWeights):
            return ()
        return tuple(self.sums.n.shape[:-1])

    @property
    def centred(self) -> Floats:
        """The items about the centre."""
        if self.values is None:
            raise ValueError("These moments do not hold their items.")
        return self.values

    @cached_property
    def measured(self) -> Floats:
        """The items as they were measured, rows × columns, nan for a gap."""
        if self.values is None:
            raise OptionError(
                "Only sums are available here, but this needs the measurements of every item: read them into "
                "memory (engine='memory'), or a part of them."
            )
        return np.where(self.present[self.part_of_row], self.values + self.centre, np.nan)

    # --- sums ---

    @cached_property
    def sums(self) -> Sums:
        """By pattern of gaps."""
        if self.stated is not None:
            return self.stated
        patterns, width = self.present.shape
        if patterns * width**2 > _LARGE:
            raise OptionError(
                f"{many(width, 'rater')} with {many(patterns, 'pattern')} of gaps are too many for this: "
                "choose some with raters=[…]."
            )
        if isinstance(self.by, CaseWeights):
            return counted_sums(self.centred, self.part_of_row, self.present, self.by.counts)
        return weighed_sums(self.centred, self.part_of_row, self.present, self.by)

    @cached_property
    def base(self) -> Ints:
        """The column that differences are taken from: the first that a pattern has."""
        return base_of(self.present)

    @cached_property
    def rounding(self) -> float:
        """A difference this small is nothing but rounding of what was measured; 0 where that is not known."""
        if self.values is None:
            return 0.0
        size = np.maximum(self.values.max(axis=0, initial=0.0), -self.values.min(axis=0, initial=0.0))
        size = size + np.abs(self.centre)
        return 4 * float(np.finfo(float).eps) * float(size.max(initial=0.0))

    def block(self, columns: Sequence[int] | None = None) -> Block:
        """The items that have all of these columns (by default: all columns), patterns added."""
        chosen = list(range(self.width)) if columns is None else list(columns)
        hold = np.flatnonzero(self.present[:, chosen].all(axis=1))
        s = self.sums
        n, mean = s.n[..., hold], s.mean[..., hold, :][..., chosen]
        cross = s.cross[..., hold, :, :][..., chosen, :][..., chosen]
        total = n.sum(axis=-1)
        middle = (n[..., None] * mean).sum(axis=-2) / np.where(total == 0, 1, total)[..., None]
        off = mean - middle[..., None, :]
        between = (n[..., None, None] * off[..., :, None] * off[..., None, :]).sum(axis=-3)
        centre = self.centre[chosen]
        level = middle + (centre - centre[:1])
        return Block(
            total, middle + centre, cross.sum(axis=-3) + between, level, self._apart(hold, chosen, n, off),
            self.rounding,
        )  # fmt: skip

    def _apart(self, hold: Ints, chosen: list[int], n: Numbers, off: Numbers) -> Numbers:
        """Cross-products of differences from the first of the chosen columns, patterns added."""
        own = self.sums.differences[..., hold, :, :][..., chosen, :][..., chosen]
        own = based(own, np.zeros(len(hold), dtype=np.intp))
        away = off - off[..., :1]
        return np.asarray((own + n[..., None, None] * away[..., :, None] * away[..., None, :]).sum(axis=-3))

    @cached_property
    def complete(self) -> Block:
        """The items without a gap."""
        return self.block()

    def n_with(self, least: int) -> Numbers:
        """How many items have at least so many ratings."""
        enough = self.present.sum(axis=1) >= least
        if self.stated is None and isinstance(self.by, CaseWeights):
            return np.asarray(self.counts[enough[self.part_of_row]].sum())
        return np.asarray(self.sums.n[..., enough].sum(axis=-1))

    @cached_property
    def with_gaps(self) -> NDArray[np.bool_]:
        """Whether some item lacks a column, for each draw."""
        lacking = np.asarray(~self.present.all(axis=1) & self.present.any(axis=1))
        if not lacking.any():
            return np.zeros(self.draws, dtype=bool)
        if self.stated is None and isinstance(self.by, CaseWeights):
            return np.asarray((self.counts[lacking[self.part_of_row]] > 0).any())
        return np.asarray((self.sums.n[..., lacking].real > 0).any(axis=-1))

    @property
    def has_gaps(self) -> bool:
        """Whether there is a gap in any draw."""
        return bool(self.with_gaps.any())

    def only(self, columns: Sequence[int], raters: Sequence[str], occasions: Sequence[str]) -> Moments:
        """Some of the columns, under new names."""
        chosen = list(columns)
        values = None if self.values is None else self.values[:, chosen]
        stated = self.stated and Sums(
            self.stated.n,
            self.stated.mean[..., chosen],
            self.stated.cross[..., chosen, :][..., chosen],
            self.stated.differences[..., chosen, :][..., chosen],
        )
        return replace(
            self,
            raters=tuple(raters),
            occasions=tuple(occasions),
            present=self.present[:, chosen],
            centre=self.centre[chosen],
            values=values,
            stated=stated,
            kinds=(),
        )

    @check_arguments
    def of_rater(self, place: int) -> Moments:
        """One rater's occasions, as if each were a rater."""
        if not 0 <= place < len(self.raters):
            raise OptionError(
                f"The number of a rater must be from 0 to {len(self.raters) - 1}, got {quote(place)}."
            )
        width = len(self.occasions)
        return self.only(range(place * width, (place + 1) * width), self.occasions, ("",))

    # --- how a number moves ---

    def follow(self, f: Callable[[Moments], Numbers], *, smooth: bool = True) -> Total:
        """f of these moments, with its slopes: what one more item of each row would change.

        Slopes are found when they are asked for: f's derivative by every sum, times what an item adds to
        the sum. A smooth f takes complex steps, which lose no digits; else differences are taken.
        """
        value = np.asarray(f(self))
        if not self.by.follows_slopes or self.draws or self.values is None:
            return Total(value.real)
        return Pending(value.real, lambda: slopes(self, f, smooth))

    # --- adding ---

    def __add__(self, other: Moments) -> Moments:
        if self.raters != other.raters or self.occasions != other.occasions:
            raise ValueError("Only moments of the same raters on the same occasions can be added.")
        refuse_clusters(self, other)
        if self.values is not None and other.values is not None:
            return _of_rows(
                np.concatenate([self.measured, other.measured]),
                np.concatenate([self.counts, other.counts]),
                like=self,
            )
        return replace(
            self, stated=_added(self, other), present=_union(self, other), values=None, part=None,
            counts=np.zeros(0),
        )  # fmt: skip

    def without_items(self) -> Moments:
        """The sums alone."""
        return replace(self, stated=self.sums, values=None, part=None, counts=np.zeros(0), clusters=None)


def _union(a: Moments, b: Moments) -> NDArray[np.bool_]:
    return np.asarray(np.unique(np.concatenate([a.present, b.present]), axis=0))


def _added(a: Moments, b: Moments) -> Sums:
    """Sums of both about the first's centre: means and cross-products combined as Chan et al. do."""
    present = _union(a, b)
    sums = []
    for m in (a, b):
        at = [int(np.flatnonzero((present == row).all(axis=1))[0]) for row in m.present]
        n, mean = np.zeros(len(present)), np.zeros(present.shape)
        cross = np.zeros((*present.shape, present.shape[1]))
        shift = (m.centre - a.centre) * m.present
        n[at], mean[at], cross[at] = m.sums.n, m.sums.mean + shift, m.sums.cross
        apart = np.zeros_like(cross)
        apart[at] = m.sums.differences if m.sums.apart is not None else based(m.sums.cross, m.base)
        apart[at] *= m.present[:, :, None] * m.present[:, None, :]
        sums.append(Sums(n, mean, cross, apart))
    return merged(sums[0], sums[1], present)


# --- from items ---------------------------------------------------------------------------------


def of_values(
    values: Numbers,
    raters: Sequence[str],
    occasions: Sequence[str] = ("",),
    *,
    weights: Floats | None = None,
    clusters: Ints | None = None,
    anonymous: bool = False,
    scale_level: str = "interval",
) -> Moments:
    """Moments of a matrix, items × columns; nan is a gap."""
    width = values.shape[1]
    empty = Moments(
        raters=tuple(raters), occasions=tuple(occasions), present=np.zeros((0, width), dtype=bool),
        centre=np.zeros(width), counts=np.zeros(0), anonymous=anonymous, scale_level=scale_level,
    )  # fmt: skip
    counts = np.ones(len(values)) if weights is None else np.asarray(weights, dtype=float)
    return _of_rows(np.asarray(values, dtype=float), counts, like=empty, clusters=clusters)


def _of_rows(values: Floats, counts: Floats, *, like: Moments, clusters: Ints | None = None) -> Moments:
    values, centre, present, part = about_centre(values)
    return replace(
        like, present=present, centre=centre, counts=counts, values=values, part=part, clusters=clusters,
        weighing=None, stated=None,
    )  # fmt: skip
