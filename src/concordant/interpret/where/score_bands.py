"""Score bands: how often each rater uses each category, and how far raters agree in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...digits import rounded, tied
from ...inference.share_differences import newcombe_tail, share_of
from ...language.message import Message
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, weight_by_code
from ...result import Result
from ..compare import CachedMeasures, Comparison
from ..record import Record
from .observed_share import share
from .slice_table import with_advice
from .subgroups import narrowed

#: Measurements are banded by so many equal shares of the items.
BANDS = 5


@dataclass(frozen=True, kw_only=True)
class ScoreBand(Record):
    """One category, or one range of measurements from `low` to `high`.

    `counts` and `shares` are by rater: how many ratings fall in the band. Of two raters, `given_first` is the
    share on which the second agrees where the first says this, `given_second` the reverse, `shift` how far
    the second then lies above the first, and `mean_second` where. `specific` is the agreement when any rater
    says this. For measurements `distance` is the mean distance of two ratings of an item.
    """

    label: Any
    low: float = math.nan
    high: float = math.nan
    n: float
    counts: tuple[float, ...]
    shares: tuple[float, ...]
    given_first: Result | None = None
    given_second: Result | None = None
    specific: Result | None = None
    shift: Result | None = None
    mean_second: float = math.nan
    distance: Result | None = None


#: Who uses the categories where the data do not record who gave each rating.
EVERYBODY = ("all",)


@dataclass(frozen=True, kw_only=True)
class BandTable(Record):
    """All bands, lowest first (names without an order: as declared). `said` is about the weakest of them."""

    raters: tuple[str, ...]
    bands: tuple[ScoreBand, ...]
    said: Message | None = None


def band_table(compared: Comparison) -> BandTable | None:
    """The bands of a comparison; None where there is no rating, or only names too many to list."""
    rows = narrowed(compared)
    rated = any((column >= 0).any() for column in rows.columns)
    if not rated or not (compared.categorical or compared.ordered):
        return None
    bands = _categories(compared, rows) if compared.categorical else _ranges(compared, rows)
    raters = EVERYBODY if rows.anonymous else rows.raters
    return BandTable(raters=raters, bands=bands, said=_weakest(compared, raters, bands))


# --- categories -------------------------------------------------------------------------------


def _categories(compared: Comparison, rows: Ratings) -> tuple[ScoreBand, ...]:
    labels = rows.labels.tolist()
    counts = _counts(rows, rows.columns, len(labels))
    totals = counts.sum(axis=1, keepdims=True)
    shares = counts / np.where(totals > 0, totals, np.nan)
    specific = {r.category: r for r in CachedMeasures(rows, compared.plan).answer("specific_agreement").parts}
    named = compared.pair and not rows.anonymous
    return tuple(
        ScoreBand(
            label=label,
            n=_items_with(rows, code),
            counts=tuple(counts[:, code].tolist()),
            shares=tuple(shares[:, code].tolist()),
            specific=specific.get(str(label)),
            **(_of_two(compared, rows, code) if named else {}),
        )
        for code, label in enumerate(labels)
    )


def _counts(rows: Ratings, columns: Sequence[Any], size: int) -> Floats:
    """Ratings by rater and category; of all raters together where nobody knows who they are."""
    weights = _weights(rows)
    by_rater = np.stack([weight_by_code(c[c >= 0], weights[c >= 0], size) for c in columns])
    return np.asarray(by_rater.sum(axis=0, keepdims=True) if rows.anonymous else by_rater)


def _items_with(rows: Ratings, code: int) -> float:
    """Items that any rater put in the category."""
    return float(_weights(rows)[np.logical_or.reduce([column == code for column in rows.columns])].sum())


def _of_two(compared: Comparison, rows: Ratings, code: int) -> dict[str, Any]:
    first, second = rows.columns
    both = (first >= 0) & (second >= 0)
    agree = (first == code) & (second == code)
    names = [f"Agreement where {name} says {rows.labels[code]}" for name in rows.raters]
    found: dict[str, Any] = {
        "given_first": share(rows, agree, both & (first == code), compared.plan, title=names[0]),
        "given_second": share(rows, agree, both & (second == code), compared.plan, title=names[1]),
    }
    if compared.ordered:
        there = CachedMeasures(rows.rows(both & (first == code)), compared.plan)
        found["shift"] = there.answer("signed_bias")
        found["mean_second"] = float(compared.positions[code]) + found["shift"].estimate
    return found


# --- measurements -----------------------------------------------------------------------------


def _ranges(compared: Comparison, rows: Ratings) -> tuple[ScoreBand, ...]:
    """Equal shares of the items by the mean of their ratings; equal means are never torn apart."""
    given = np.append(np.asarray(compared.positions, dtype=float), np.nan)[rows.matrix]
    rated = ~np.isnan(given)
    several = np.flatnonzero(rated.sum(axis=1) > 1)
    if not several.size:
        return ()
    mean = tied(np.nanmean(given[several], axis=1))
    edges = _edges(mean, _weights(rows)[several])
    of_rating, of_item = (np.searchsorted(edges[1:-1], x, side="left") for x in (given, mean))
    return tuple(
        _range(
            compared,
            rows,
            edges[code : code + 2],
            rated & (of_rating == code),
            rated,
            several[of_item == code],
        )
        for code in range(len(edges) - 1)
    )


def _edges(mean: Floats, weights: Floats) -> Floats:
    """The lowest mean, the upper end of every band, the highest mean."""
    order = np.argsort(mean, kind="stable")
    held = np.cumsum(weights[order])
    at = np.searchsorted(held, held[-1] * np.arange(1, BANDS) / BANDS * (1 - 1e-12))
    cuts = np.unique(mean[order][at])
    return np.array([mean.min(), *cuts[cuts < mean.max()], mean.max()])


def _range(
    compared: Comparison, rows: Ratings, ends: Floats, inside: Any, rated: Any, here: Any
) -> ScoreBand:
    weights = _weights(rows)
    counts, totals = weights @ inside, weights @ rated
    if rows.anonymous:  # of all raters together
        counts, totals = counts.sum(keepdims=True), totals.sum(keepdims=True)
    part = CachedMeasures(rows.rows(here), compared.plan)
    named = compared.pair and not rows.anonymous
    return ScoreBand(
        label=f"{ends[0]:g} – {ends[1]:g}",
        low=float(ends[0]),
        high=float(ends[1]),
        n=float(weights[here].sum()),
        counts=tuple(counts.tolist()),
        shares=tuple((counts / np.where(totals > 0, totals, np.nan)).tolist()),
        shift=part.answer("signed_bias") if named else None,
        distance=part.answer("mean_absolute_error"),
    )


def _weights(rows: Ratings) -> Floats:
    return rows.item_weights


# --- in words ---------------------------------------------------------------------------------


def _weakest(compared: Comparison, raters: Sequence[str], bands: Sequence[ScoreBand]) -> Message | None:
    """The band with the lowest agreement, or the largest distance."""
    known = [(band, result) for band in bands if (result := _speaks(band)) is not None and result.interval]
    if len(known) < 2:
        return None
    pick = min if compared.categorical else max
    worse = [one for one in known if compared.categorical and _reliably_worse(one[1], [r for _, r in known])]
    band, result = pick(worse or known, key=lambda one: one[1].estimate)
    facts = {"label": band.label, "share": result.estimate, "n": round(result.n_items), **_interval(result)}
    if not compared.categorical:
        ends = {"low": band.low, "high": band.high, "distance": result.estimate}
        return Message("slices.widest-band", {**ends, **_interval(result)})
    code = "weakest-band-people" if len(compared.reference) > 1 else "weakest-band"
    said = Message(f"slices.{code}", {"first": raters[0], "second": raters[-1], **facts})
    if band.given_first is None:
        said = Message("slices.weakest-category", facts)
    return with_advice(said, "slices.advice-band", {"label": band.label}) if worse else said


#: Bands are called reliably worse with a chance of error of so much, all of them together, and if they are so
#: much below the rest: those in the middle are always somewhat below the ends, which have one neighbour only.
_RISK, _LEAST_SHORTFALL = 0.05, 0.1


def _reliably_worse(result: Result, every: Sequence[Result]) -> bool:
    """Whether agreement is below that of all other bands together: Newcombe's difference, for all bands."""
    rest = [r for r in every if r is not result and r.n_items > 0]
    n = sum(r.n_items for r in rest)
    if not n > 0 or not result.n_items > 0:
        return False
    value = sum(r.n_items * r.estimate for r in rest) / n
    se = math.sqrt(sum((r.n_items * r.se) ** 2 for r in rest)) / n
    ours, theirs = share_of(result.estimate, result.se, result.n_items), share_of(value, se, n)
    far = rounded(value - result.estimate) >= _LEAST_SHORTFALL
    return far and newcombe_tail(ours, theirs, 0.0) * len(every) <= _RISK


def _interval(result: Result) -> dict[str, Any]:
    within = result.interval
    return {} if within is None else {"within": [within.low, within.high], "level": within.level}


def _speaks(band: ScoreBand) -> Result | None:
    """The result that a band is judged by."""
    return band.distance or band.given_first or band.specific
