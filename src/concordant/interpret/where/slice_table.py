"""A table of slices: which rest on few items, which are reliably worse, and the sentences about them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...digits import order_key
from ...inference.false_discovery import adjusted
from ...inference.variance import rescaled
from ...language.message import Message
from ...language.render import LANGUAGES, topic
from ...ratings.rows import NOTHING
from ...reduce.item_weights import Floats
from ...result import Result
from ..compare import Comparison
from ..record import Record
from .shrinkage import Common, Shrunk, shared_variance, shrink
from .subgroups import varies

#: A slice of fewer items, or with a wider interval, says little by itself and is greyed.
SMALL = 30
WIDEST_HALF = 0.25
#: A column with more values is no way to slice.
MOST_VALUES = 50


@dataclass(frozen=True, kw_only=True)
class SliceRow(Record):
    """One slice: its size, its measures, its difference from the rest, and what to expect of it.

    `results` are further measures by the name of their coefficient, and `differences` how they (and the main
    one, under its name) differ from all other items; `q_value` is p of the difference that `tested` names,
    after all slices that were looked at, and `q_main` the same of the main measure. `shrunk` is the main
    measure drawn to what slices have in common.
    """

    value: Any
    missing: bool = False
    n: float
    small: bool
    main: Result
    results: Mapping[str, Result] = field(default_factory=dict)
    differences: Mapping[str, Result] = field(default_factory=dict)
    tested: str
    q_value: float = math.nan
    q_main: float = math.nan
    shrunk: Shrunk | None = None

    @property
    def exact(self) -> Result | None:
        """The share of exact agreement."""
        return self.results.get("exact_agreement")

    @property
    def difference(self) -> Result:
        """The difference from the rest that is tested."""
        return self.differences[self.tested]

    @property
    def worse(self) -> bool:
        """Whether agreement is lower here than in the rest."""
        return _lower(self.tested, self.difference)

    @property
    def worse_by_main(self) -> bool:
        """Whether the main measure is lower here than in the rest."""
        return _lower(self.main.measure, self.differences[self.main.measure])


def _lower(measure: str, difference: Result) -> bool:
    return difference.estimate > 0 if BY_NAME[measure].best == 0 else difference.estimate < 0


@dataclass(frozen=True, kw_only=True)
class SliceTable(Record):
    """All slices by one column, or by rater. `said` tells where it fails, or why it was not sliced."""

    column: str
    kind: Literal["column", "rater"] = "column"
    n_values: int
    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    rows: tuple[SliceRow, ...] = ()
    equality: Result | None = None
    common: Common | None = None
    worst: Any = None
    said: Message


def beside(compared: Comparison) -> list[str]:
    """What stands beside the main coefficient; by the first a slice is tested."""
    named = compared.pair and not compared.ratings.anonymous
    bias = ["signed_bias"] if named else []
    if not compared.ordered:
        return ["exact_agreement"]
    if not compared.categorical:
        return ["mean_absolute_error", *bias]
    return ["exact_agreement", "adjacent_agreement", "mean_absolute_error", *bias]


def is_small(main: Result) -> bool:
    """Whether a result says little by itself: few items, or an interval that leaves much open."""
    if main.n_items < SMALL or main.interval is None:
        return True
    bounded = math.isfinite(BY_NAME[main.measure].range[1])
    return bounded and (main.interval.high - main.interval.low) / 2 > WIDEST_HALF


def shrunken(
    mains: Sequence[Result], whole: Result, level: float, covariance: Floats | None = None
) -> tuple[Common | None, tuple[Shrunk | None, ...]]:
    """Every part's result drawn to the common mean, None where it has none.

    The variance of a small part is itself a guess, so it is taken as no less than the whole's, n/N of it.
    The covariance of parts that share items says how much of their error they have in common.
    """
    known = [place for place, r in enumerate(mains) if r.defined and r.n_items > 0]
    if len(known) < 2 or not varies(whole):
        return None, (None,) * len(mains)
    variances = np.array([_variance(mains[place], whole) for place in known])
    estimates = np.array([mains[place].estimate for place in known])
    shared = 0.0
    if covariance is not None:
        shared = shared_variance(rescaled(covariance[np.ix_(known, known)], variances))
    common, drawn = shrink(estimates, variances, level, BY_NAME[whole.measure].range, shared)
    by_place = dict(zip(known, drawn, strict=True))
    return common, tuple(by_place.get(place) for place in range(len(mains)))


def _variance(main: Result, whole: Result) -> float:
    typical = whole.se**2 * whole.n_items / main.n_items
    own = main.se**2 if varies(main) else 0.0
    return own if main.n_items >= SMALL and own > 0 else max(own, typical)


def with_q_values(rows: Sequence[SliceRow]) -> tuple[SliceRow, ...]:
    """All rows that were looked at, with what their p-values are worth among so many."""
    tested = adjusted(np.array([row.difference.p_value for row in rows])).tolist()
    main = adjusted(np.array([row.differences[row.main.measure].p_value for row in rows])).tolist()
    return tuple(row.but(q_value=a, q_main=b) for row, a, b in zip(rows, tested, main, strict=True))


def surely_worse(rows: Sequence[SliceRow], fdr: float) -> list[SliceRow]:
    """The slices that are reliably worse than the rest, the furthest from it first."""
    sure = [row for row in rows if row.q_value <= fdr and row.worse]
    return sorted(sure, key=lambda row: -order_key(abs(row.difference.estimate)))


def surely_worse_by_main(rows: Sequence[SliceRow], fdr: float) -> list[SliceRow]:
    """The slices that are reliably worse than the rest by the main measure, the furthest from it first."""
    sure = [row for row in rows if row.q_main <= fdr and row.worse_by_main]
    return sorted(sure, key=lambda row: -order_key(abs(row.differences[row.main.measure].estimate)))


#: So many slices are named beside the worst one.
MOST_NAMED = 3


def about(sure: Sequence[SliceRow], fdr: float, *, raters: bool = False) -> Message:
    """How the worst of the slices that are reliably worse differs from the rest, and which others do."""
    worst, kind = sure[0], "rater" if raters else "worst"
    facts = {"slice": name_of(worst), "but": _not_by_main(worst, fdr, kind), "also": _others(sure[1:], kind)}
    by = worst.difference
    here, rest, within = by.details["first"], by.details["second"], _ends(by)
    if worst.tested != "exact_agreement":
        facts |= {"m": worst.tested, "here": here, "rest": rest, "gap": by.estimate, **within}
        return Message(f"slices.{kind}-by", facts)
    low, high = within["within"]
    shares = {"points": -100 * by.estimate, **within, "within": [-100 * high, -100 * low]}
    if raters:
        shares |= {"together": here, "without": rest, "n": worst.n}
    share = math.nan if worst.exact is None else worst.exact.estimate
    return Message(f"slices.{kind}", {**facts, "share": share, **shares})


def even(
    rows: Sequence[SliceRow], fdr: float, code: str, facts: Mapping[str, Any], *, raters: bool = False
) -> Message:
    """That no slice is reliably worse; where the main measure is lower all the same, that is said too."""
    by = "" if not rows or rows[0].tested == "exact_agreement" else "-by"
    return Message(
        f"slices.{code}{by}", {**facts, "but": _only_by_main(rows, fdr, "rater" if raters else "worst")}
    )


def _only_by_main(rows: Sequence[SliceRow], fdr: float, kind: str) -> Any:
    sure = surely_worse_by_main(rows, fdr)
    if not sure or sure[0].main.measure == sure[0].tested:
        return ""
    worst = sure[0]
    by = worst.differences[worst.main.measure]
    facts = {"m": _main(worst), "slice": name_of(worst), "here": by.details["first"]}
    return _fact(Message(f"slices.main-alone-{kind}", {**facts, "rest": by.details["second"]}))


def name_of(row: SliceRow) -> Any:
    """The value of a slice, or both of a cell; a missing one in the words of each language."""
    parts = row.value if isinstance(row.value, list) else [row.value]
    if not row.missing:
        return " × ".join(map(str, parts))
    gap = topic("shown")["missing"]
    return {
        lang: " × ".join(gap[lang] if part == NOTHING else str(part) for part in parts) for lang in LANGUAGES
    }


def _not_by_main(row: SliceRow, fdr: float, kind: str) -> Any:
    """That the main measure is lower too is not sure, or is not so."""
    sure = row.q_main <= fdr
    if row.main.measure == row.tested or math.isnan(row.q_main) or (sure and row.worse_by_main):
        return ""
    return _fact(Message(f"slices.main-{'better' if sure else 'unsure'}-{kind}", {"m": _main(row)}))


def _others(rows: Sequence[SliceRow], kind: str) -> Any:
    names = [name_of(row) for row in rows[:MOST_NAMED]]
    if not names:
        return ""
    left = len(rows) - len(names)
    facts = {"names": names, "left": left}
    return _fact(Message(f"slices.also-{kind}" + ("-more" if left else ""), facts))


#: What a sentence with advice is called.
ADVISED = "slices.with-advice"


def with_advice(said: Message, code: str, facts: Mapping[str, Any]) -> Message:
    """A sentence, and what to do about it."""
    return Message(ADVISED, {"said": _fact(said), "advice": _fact(Message(code, facts))})


def without_advice(said: Message) -> Message:
    """The sentence alone."""
    return Message(said.facts["said"]["code"], said.facts["said"]["facts"]) if said.code == ADVISED else said


def _main(row: SliceRow) -> list[Any]:
    return [row.main.measure, dict(row.main.options)]


def _fact(message: Message) -> dict[str, Any]:
    return {"code": message.code, "facts": dict(message.facts)}


def _ends(by: Result) -> dict[str, Any]:
    if by.interval is None:
        return {"within": [math.nan, math.nan], "level": math.nan}
    return {"within": [by.interval.low, by.interval.high], "level": by.interval.level}
