"""Rater profiles: how each rater differs from the others on the items that both rated."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...inference.false_discovery import adjusted
from ...inference.plan import USUAL, Plan
from ...language.message import Message
from ...ratings.ratings import Ratings
from ...ratings.times import Effort
from ...reduce.distinct_rows import distinct
from ...reduce.totals import Total
from ...result import Interval, Note, Result
from ..compare import shape_of
from ..record import Record
from .drift import Drift, drift
from .profile_words import sentences
from .rater_vs_others import NOBODY, Pool, SharedRows, with_the_rest


@dataclass(frozen=True, kw_only=True)
class CategoryUse(Record):
    """How often a rater gives a category, and the others on the same items, with the interval of the gap."""

    category: Any
    own: float
    others: float
    difference: float
    low: float
    high: float
    p_value: float
    q_value: float = math.nan


@dataclass(frozen=True, kw_only=True)
class RaterProfile(Record):
    """`severity` is how many points above the others a rater rates (+: more generous, −: stricter).

    `spread` is the standard deviation of their ratings over that of the others' ratings of the same items:
    below 1 they keep to the middle or to a part of the scale, above 1 they go to the ends. Both are None
    where the scale has no order. `exact` and `main` are their agreement with the others, `never` the
    categories they never gave. `q_values` are p-values after all raters that were looked at, by what was
    tested: severity, spread, severity_drift, agreement_drift. `seconds` is the median time of a rating, and
    `cost` the mean cost of one, where the data have them.
    """

    rater: str
    kind: str
    n_items: float
    share: float
    n_shared: float
    mean: float
    others_mean: float
    sd: float
    others_sd: float
    severity: Result | None
    spread: Result | None
    exact: Result | None
    main: Result
    use: tuple[CategoryUse, ...] = ()
    never: tuple[Any, ...] = ()
    drift: Drift | None = None
    q_values: Mapping[str, float] = field(default_factory=dict)
    seconds: float = math.nan
    cost: float = math.nan
    said: tuple[Message, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON; seconds and cost are in it where they are known."""
        unknown = [name for name in ("seconds", "cost") if math.isnan(getattr(self, name))]
        return {name: value for name, value in super().to_dict().items() if name not in unknown}


#: With more raters than this those with the most items are described.
MOST_DESCRIBED = 300


def most_rated(ratings: Ratings, raters: Sequence[str]) -> tuple[str, ...]:
    """The raters to describe one by one, in their order: all, or those with the most items."""
    if len(raters) <= MOST_DESCRIBED:
        return tuple(raters)
    weights = ratings.item_weights
    rated = [-float(weights[ratings.columns[ratings.place_of(name)] >= 0].sum()) for name in raters]
    chosen = set(np.argsort(rated, kind="stable")[:MOST_DESCRIBED].tolist())
    return tuple(name for place, name in enumerate(raters) if place in chosen)


def rater_profiles(
    ratings: Ratings,
    main: tuple[str, Mapping[str, Any]],
    *,
    raters: Sequence[str] | None = None,
    references: Sequence[str] | None = None,
    people: bool = False,
    plan: Plan = USUAL,
) -> tuple[RaterProfile, ...]:
    """A profile of each rater against the references (all raters unless given), other than themselves.

    `people` says that the references are the people, beside whom there are others.
    """
    if ratings.anonymous:
        return ()
    references = ratings.raters if references is None else tuple(references)
    counted = distinct(ratings)
    pool = Pool(counted, references, plan)
    dated = Pool(ratings, references, plan) if ratings.times is not None else None
    found = []
    for rater in ratings.raters if raters is None else raters:
        profile = _profile(counted, pool.beside(rater), references, main)
        moved = None if dated is None else drift(dated.beside(rater))
        took = ratings.reading.effort.get(rater, Effort())
        found.append(replace(profile, drift=moved, seconds=took.seconds, cost=took.cost))
    together = _together(found)
    form = {"ordered": ratings.scale.ordered, "measured": shape_of(counted, "within").measured}
    return tuple(
        replace(profile, said=tuple(sentences(profile, **form, people=people))) for profile in together
    )


def _profile(
    ratings: Ratings, beside: SharedRows, references: Sequence[str], main: tuple[str, Mapping[str, Any]]
) -> RaterProfile:
    place = ratings.place_of(beside.rater)
    column = ratings.columns[place]
    weights = ratings.item_weights
    others = [name for name in references if name != beside.rater]
    few = beside.shares is not None
    used = np.bincount(column[column >= 0], weights[column >= 0], len(ratings.labels))
    rated = float(used.sum())
    return RaterProfile(
        rater=beside.rater,
        kind=ratings.rater_kinds[place],
        n_items=rated,
        share=rated / float(weights.sum()) if weights.sum() > 0 else math.nan,
        n_shared=beside.n,
        **_level(beside, ratings),
        exact=with_the_rest(beside, others, "exact_agreement", {}) if few else None,
        main=with_the_rest(beside, others, *main),
        use=tuple(_use(beside)),
        never=tuple(ratings.labels[used == 0].tolist()) if few and rated else (),
    )


# --- level and spread ---------------------------------------------------------------------------


def _level(beside: SharedRows, ratings: Ratings) -> dict[str, Any]:
    """Mean and standard deviation, own and of the others, and what comes of them."""
    if beside.positions is None:
        nothing = dict.fromkeys(("mean", "others_mean", "sd", "others_sd"), math.nan)
        return {**nothing, "severity": None, "spread": None}
    severity = beside.mean(beside.above, "severity", null=0.0)
    numbers, spread = _spread(beside)
    return {**numbers, "severity": severity, "spread": spread}


def _spread(beside: SharedRows) -> tuple[dict[str, float], Result]:
    """½ ln(s²/s_o²), whose slope is ½[((x − x̄)² − s²)/s² − (q − s_o²)/s_o²]/n, q the others' mean square."""
    if not beside.n > 0 or beside.others is None or beside.squares is None or beside.positions is None:
        numbers = dict.fromkeys(("mean", "others_mean", "sd", "others_sd"), math.nan)
        return numbers, beside.result(Total(np.nan), "spread", notes=(NOBODY,))
    w, n, x = beside.weights, beside.n, beside.positions[beside.own]
    mean, theirs = float(w @ x) / n, float(w @ beside.others) / n
    own_square = (x - mean) ** 2
    their_square = beside.squares - 2 * theirs * beside.others + theirs**2
    own, other = float(w @ own_square) / n, float(w @ their_square) / n
    centre = float(beside.middle)
    numbers = {
        "mean": mean + centre, "others_mean": theirs + centre, "sd": math.sqrt(own),
        "others_sd": math.sqrt(max(other, 0.0)),
    }  # fmt: skip
    tiny = 1e-18 * max(float(np.ptp(beside.positions)), 1e-300) ** 2
    if other <= tiny:
        return numbers, beside.result(Total(np.nan), "spread", notes=(_NO_SPREAD,))
    if own <= tiny:
        return numbers, beside.result(Total(0.0), "spread", notes=(_ONE_VALUE,))
    slope = 0.5 * (own_square / own - their_square / other) / n
    return numbers, _as_ratio(beside.result(Total(0.5 * math.log(own / other), slope), "spread", null=0.0))


_NO_SPREAD = Note("no-variation", "The other raters gave the same value to all of these items.")
_ONE_VALUE = Note("one-value", "The rater gave the same value to all of these items.")


def _as_ratio(logged: Result) -> Result:
    """From the logarithm to the ratio, ends of the interval included."""
    ratio, around = math.exp(logged.estimate), logged.interval
    ends = around and Interval(math.exp(around.low), math.exp(around.high), around.level, around.method)
    return replace(logged, estimate=ratio, se=ratio * logged.se, interval=ends)


# --- categories ---------------------------------------------------------------------------------


def _use(beside: SharedRows) -> Iterator[CategoryUse]:
    """Shares on the items that others rated too."""
    if beside.shares is None or not beside.n > 0:
        return
    for code, label in enumerate(beside.ratings.labels.tolist()):
        chosen = np.asarray(beside.own == code, dtype=float)
        gap = beside.mean(chosen - beside.shares[:, code], "difference", null=0.0, bounds=(-1.0, 1.0))
        ends = (gap.interval.low, gap.interval.high) if gap.interval else (math.nan, math.nan)
        own, others = (float(beside.weights @ x) / beside.n for x in (chosen, beside.shares[:, code]))
        yield CategoryUse(
            category=label, own=own, others=others, difference=gap.estimate, low=ends[0], high=ends[1],
            p_value=gap.p_value,
        )  # fmt: skip


# --- all raters that were looked at -------------------------------------------------------------


def _together(profiles: Sequence[RaterProfile]) -> list[RaterProfile]:
    """The profiles with q-values: tests of one kind are adjusted for all raters together."""
    tested = [_tested(profile) for profile in profiles]
    names = dict.fromkeys(name for tests in tested for name in tests)
    q: list[dict[str, float]] = [{} for _ in profiles]
    for name in names:
        found = adjusted(np.array([tests.get(name, math.nan) for tests in tested]))
        for place, value in enumerate(found.tolist()):
            q[place][name] = value
    used = iter(adjusted(np.array([u.p_value for p in profiles for u in p.use])).tolist())
    return [
        replace(p, q_values=values, use=tuple(replace(u, q_value=next(used)) for u in p.use))
        for p, values in zip(profiles, q, strict=True)
    ]


def _tested(profile: RaterProfile) -> dict[str, float]:
    moved = profile.drift
    results = (profile.severity, profile.spread, *((moved.severity, moved.agreement) if moved else ()))
    return {result.measure: result.p_value for result in results if result is not None}
