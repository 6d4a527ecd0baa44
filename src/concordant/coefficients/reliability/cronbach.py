"""Cronbach's alpha: how reliable the sum of several ratings, or test questions, is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...errors import choose
from ...reduce.moments import Moments
from ...reduce.sums import Block, Numbers
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import Classical, Estimate, coefficient
from .effective_df import for_ratio
from .icc_forms import form_of
from .icc_intervals import adjusted, classical
from .mean_squares import left_out, of_block, why_not


@coefficient(
    title="Cronbach's alpha",
    title_zh="Cronbach's α 系数",
    symbol="α_C",
    formula=r"\alpha = \frac{k}{k-1}\left(1 - \frac{\sum_j s_j^2}{s_T^2}\right)",
    range=(-np.inf, 1),
    references=("cronbach1951", "feldt1965"),
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order", "shift"},
    chance_corrected=False,
    transform="fisher",
    interval="classical",
    from_mean_squares=True,
    needs={"complete items", "variation"},
)
def cronbach_alpha(moments: Moments, *, standardized: bool = False, without_each: bool = False) -> Estimate:
    """How reliable the sum (or mean) of all raters' ratings is; equal to ICC(C,k).

    Columns may be raters or the questions of a test. `standardized` scales every column to the same spread
    first; `without_each` shows the value without each of them. Items with a gap are excluded.
    """
    choose("standardized", standardized, (True, False))
    m = moments if len(moments.occasions) == 1 else _flat(moments)
    found = _alpha(m, standardized)
    if m is not moments and not found.undefined:
        found = replace(found, notes=(*found.notes, _FLAT))
    if not without_each or found.undefined is not None or m.width < 3:
        return found
    parts = {}
    for place, name in enumerate(m.raters):
        others = [c for c in range(m.width) if c != place]
        rest = m.only(others, [m.raters[c] for c in others], ("",))
        parts[f"without {name}"] = _alpha(rest, standardized)
    return replace(found, parts=parts)


_FLAT = Note(
    "occasions-as-columns",
    "Raters rated repeatedly: each rater on each occasion is a separate column here.",
)


def _flat(m: Moments) -> Moments:
    """Every rater on every occasion as a column of its own."""
    names = [f"{rater}, {occasion}" for rater in m.raters for occasion in m.occasions]
    return m.only(range(m.width), names, ("",))


def _alpha(m: Moments, standardized: bool) -> Estimate:
    n = Total(m.complete.n)
    value = _standardized if standardized else _plain

    def at(part: Moments) -> Numbers:
        return value(part.complete)

    if m.draws or not m.by.follows_slopes:
        with np.errstate(all="ignore"):
            return Estimate(value=Total(at(m)), n=n)
    reason = why_not(m, "anova") or _constant(m, standardized)
    if reason is not None:
        return Estimate(value=Total(np.nan), n=n, undefined=reason)
    return Estimate(
        value=m.follow(at),
        n=n,
        classical=None if standardized else _feldt(m),
        adjusted=None if standardized else _adjusted(m),
        at_best=lambda missed: 1 - missed,
        notes=left_out(m, "anova"),
        details={"mean_correlation": _mean_correlation(m.complete)},
    )


def _plain(b: Block) -> Numbers:
    """k/(k − 1)·(1 − Σs_j²/s_T²), which is (MS_items − MS_error)/MS_items."""
    ms = of_block(b)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(np.real(ms.items) > 0, (ms.items - ms.error) / ms.items, np.nan))


def _standardized(b: Block) -> Numbers:
    """k·r̄ / (1 + (k − 1)·r̄), r̄ the mean correlation of the columns."""
    k = b.cross.shape[-1]
    spread = np.sqrt(np.diagonal(b.cross, axis1=-2, axis2=-1))
    with np.errstate(divide="ignore", invalid="ignore"):
        r = b.cross / (spread[..., :, None] * spread[..., None, :])
        mean = (r.sum(axis=(-2, -1)) - k) / (k * (k - 1))
        whole = 1 + (k - 1) * mean
        return np.asarray(np.where(np.real(whole) > 1e-12, k * mean / whole, np.nan))


def _mean_correlation(b: Block) -> float:
    k, alpha = b.cross.shape[-1], float(_standardized(b))
    return float(alpha / (k - (k - 1) * alpha))


def _feldt(m: Moments) -> Classical:
    """Feldt's limits, which are those of ICC(C,k)."""
    return classical(of_block(m.complete), form_of("C,k"), float(m.width), approximate=False)


def _adjusted(m: Moments) -> Classical | None:
    """With the degrees of freedom that fit the data."""
    ms = of_block(m.complete)
    return adjusted(ms, form_of("C,k"), float(m.width), for_ratio(m, ms, one_way=False, complete=True))


def _constant(m: Moments, standardized: bool) -> Note | None:
    b = m.complete
    if not float(of_block(b).items) > 0:
        text = "The sum of the ratings is the same for every item, so its reliability is undefined."
        return Note("no-variation", text)
    flat = [name for name, s in zip(m.raters, np.diagonal(b.cross), strict=True) if not s > 0]
    if standardized and flat:
        text = f"{flat[0]} gave only one value and cannot be standardized."
        return Note("constant-rater", text, {"rater": flat[0]})
    if standardized and np.isnan(_standardized(b)):
        text = (
            "The sum of the standardized ratings is the same for every item, so its reliability is undefined."
        )
        return Note("no-variation", text)
    return None
