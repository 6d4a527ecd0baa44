"""A comparison in two rounds: on the items of both where there are enough, else as if independent."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from ...coefficients.catalogue import BY_NAME
from ...errors import OptionError, ScaleError
from ...inference.compare import compare
from ...inference.measure import Measure
from ...inference.paired import Paired, p_of_all, side
from ...inference.plan import Plan
from ...inference.share_differences import EffectiveShare, newcombe, newcombe_tail, share_of
from ...inference.testing import p_value
from ...language.render import is_share
from ...result import Interval, Note, Result
from ..compare import Comparison, n_usable
from ..notes import not_possible
from .same_items import LEAST_COMMON, LEAST_SHARE, SameItems, same_items


class Difference(Protocol):
    """Second round − first round, to be asked at any level."""

    def result(self, level: float) -> Result: ...

    def p_below(self, null: float) -> float:
        """One-sided p of a difference that is `null` or more."""
        ...


@dataclass(frozen=True, eq=False, kw_only=True)
class RoundPair:
    """A comparison in a first and a second round, `called` so; `shared` are the items known to be the same.

    With fewer of these than `least`, or less than half of the smaller round, the two are not paired.
    """

    first: Comparison
    second: Comparison
    called: tuple[str, str]
    shared: SameItems | None
    least: float = LEAST_COMMON
    _known: dict[str, Difference] = field(default_factory=dict)

    @property
    def common(self) -> SameItems | None:
        """Both on the same items, where there are enough of them."""
        shared = self.shared
        enough = shared is not None and shared.n >= self.least and shared.share >= LEAST_SHARE
        return shared if enough else None

    @property
    def n_common(self) -> float:
        """How many items are known to be the same."""
        return 0.0 if self.shared is None else self.shared.n

    @cached_property
    def n_items(self) -> tuple[float, float]:
        """How many items of each round have something to compare."""
        return n_usable(self.first), n_usable(self.second)

    @cached_property
    def seen(self) -> tuple[Comparison, Comparison]:
        """Both as they are compared: on the same items, or each on all of its own."""
        if self.common is None:
            return self.first, self.second
        return self.common.first.by_itself, self.common.second.by_itself

    def measured(self, name: str, options: Mapping[str, Any]) -> tuple[Result, Result]:
        """A measure in both rounds; undefined, with a reason, where a round cannot have it."""
        first, second = (answer(one, name, options) for one in self.seen)
        return first, second

    def difference(self, name: str, options: Mapping[str, Any]) -> Difference:
        """A measure's difference, second − first."""
        key = f"{name} {sorted(options.items())}"
        if key not in self._known:
            self._known[key] = self._difference(name, options)
        return self._known[key]

    def _difference(self, name: str, options: Mapping[str, Any]) -> Difference:
        title = f"{BY_NAME[name].title_with(options)}: {self.called[1]} minus {self.called[0]}"
        try:
            if self.common is None:
                first, second = (one.cached_measures.measure(name, options) for one in self.seen)
                counts = (*self.n_items, self.n_common)
                return UnpairedDifference(
                    first=first, second=second, title=title, n=counts, shares=self._shares(name)
                )
            sides = (
                cut.cached_measures.measure(name, options) for cut in (self.common.first, self.common.second)
            )
            first_side, second_side = (side(one) for one in sides)
        except (OptionError, ScaleError) as why:
            return Impossible(title=title, why=not_possible(why))
        paired = Paired(first=second_side, second=first_side, title=title)
        return PairedDifference(paired, n_items=self.common.n, n_rows=self.common.n_rows)

    def _shares(self, name: str) -> tuple[EffectiveShare, EffectiveShare] | None:
        """Both as shares of independent items, where the measure is one."""
        if not is_share(name):
            return None
        each = [answer(one, name, {}) for one in self.seen]
        if not all(one.defined for one in each):
            return None
        first, second = (share_of(r.estimate, r.se, n) for r, n in zip(each, self.n_items, strict=True))
        return first, second


def both(first: Comparison, second: Comparison, called: tuple[str, str]) -> RoundPair:
    """A comparison in two rounds of these names."""
    return RoundPair(first=first, second=second, called=called, shared=same_items(first, second))


def answer(one: Comparison, name: str, options: Mapping[str, Any]) -> Result:
    """A measure of a comparison; undefined, with the reason, where it cannot have it."""
    try:
        return one.measure(name, options)
    except (OptionError, ScaleError) as why:
        title = BY_NAME[name].title_with(options)
        return Result(
            measure=name, title=title, estimate=math.nan, method="undefined", options=dict(options),
            notes=(not_possible(why),),
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class PairedDifference:
    """On the same items: so many, and so many rows, which with dimensions are more."""

    paired: Paired
    n_items: float
    n_rows: float

    def result(self, level: float) -> Result:
        found = _in_order_of_time(self.paired.result(level))
        return replace(found, details={**found.details, "items": self.n_items, "rows": self.n_rows})

    def p_below(self, null: float) -> float:
        return self.paired.p_below(null)


@dataclass(frozen=True, eq=False, kw_only=True)
class UnpairedDifference:
    """On different items, as if independent: shares by Newcombe's method, all else by Welch's.

    `n` are the items of either round, and of both.
    """

    first: Measure
    second: Measure
    title: str
    n: tuple[float, float, float]
    shares: tuple[EffectiveShare, EffectiveShare] | None = None

    def result(self, level: float) -> Result:
        plan = Plan(level=level, test="t")
        found = compare(self.second, self.first, paired=False, plan=plan)
        notes = tuple(
            note.facts.get("why", note) for note in found.notes
        )  # the rounds have names of their own
        named = _in_order_of_time(replace(found, title=self.title, notes=notes))
        counts = dict(zip(("items_first", "items_second", "items_common"), self.n, strict=True))
        named = replace(named, details={**named.details, **counts})
        return named if self.shares is None else _by_score(named, *self.shares, level)

    def p_below(self, null: float) -> float:
        if self.shares is not None:
            first, second = self.shares
            tail = newcombe_tail(second, first, null)
            return tail if null >= second.value - first.value else 1 - tail
        found = self.result(0.95)
        if not found.se > 0:
            return p_of_all(found.estimate, null) if found.se == 0 else math.nan
        return p_value((found.estimate - null) / found.se, _df(found), "less")


@dataclass(frozen=True, kw_only=True)
class Impossible:
    """There is none: a round cannot have the measure."""

    title: str
    why: Note

    def result(self, level: float) -> Result:
        return Result(
            measure="difference", title=self.title, estimate=math.nan, method="undefined", notes=(self.why,)
        )

    def p_below(self, null: float) -> float:
        return math.nan


def _by_score(found: Result, first: EffectiveShare, second: EffectiveShare, level: float) -> Result:
    """The difference with the interval and the test of independent shares."""
    method = "score (Newcombe), independent"
    kept = {name: value for name, value in found.details.items() if name not in ("statistic", "df")}
    ends = newcombe(second, first, level)
    return replace(
        found,
        interval=Interval(*ends, level, method),
        p_value=min(1.0, 2 * newcombe_tail(second, first, 0.0)),
        method=method,
        notes=tuple(note for note in found.notes if note.code != "no-spread"),
        details={**kept, "test": "score"},
    )


def _df(found: Result) -> float:
    return float(found.details.get("df", math.inf))


def _in_order_of_time(found: Result) -> Result:
    """The details name the rounds: `first` is the earlier one."""
    swapped = {"first": "second", "second": "first", "n_first": "n_second", "n_second": "n_first"}
    return replace(found, details={swapped.get(key, key): value for key, value in found.details.items()})
