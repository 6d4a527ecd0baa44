"""Sums of squares of items × raters, gaps or not: within items, around raters' levels, and in all.

Only items with two ratings or more count. Without gaps they are those of the analysis of variance. One more
item adds its own squares to each sum, which is all there is to their slopes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...errors import OptionError
from ...reduce.item_weights import Floats
from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import NO_ITEMS

#: A sum of squares this small, against that about the centre, is nothing but rounding.
_ROUNDING = 1e-13


@dataclass(frozen=True, eq=False, kw_only=True)
class SumsOfSquares:
    """Sums of squares around item means (`within`), around item and rater means (`error`), around the
    general mean (`total`) and around rater means (`within_raters`), with their degrees of freedom.
    """

    within: Total
    error: Total
    total: Total
    within_raters: Total
    items: Total
    df_within: Total
    df_error: Total


@dataclass(frozen=True, eq=False)
class _Levels:
    """The general mean, raters' means, and raters' levels when items are taken into account."""

    general: Numbers
    means: Numbers
    fitted: Numbers


def scatter(m: Moments) -> SumsOfSquares:
    """From the sums of every pattern of gaps with two ratings or more."""
    several = np.flatnonzero(m.present.sum(axis=1) >= 2)
    n = m.sums.n[..., several]
    within, linked, off = _within_items(m, several)
    fitted, explained, rank = _explained(linked, off)
    inside, between, means, general = _around_raters(m, several)
    items, ratings = n.sum(axis=-1), (n * m.present[several].sum(axis=1)).sum(axis=-1)
    rows = None
    if m.by.follows_slopes and m.values is not None and not m.draws:
        rows = _per_row(m, several, _Levels(general, means, fitted))
    found = {
        "within": within, "error": within - explained, "total": inside + between, "within_raters": inside,
        "items": items, "df_within": ratings - items, "df_error": ratings - items - rank,
    }  # fmt: skip
    return SumsOfSquares(
        **{name: Total(x, None if rows is None else rows[name]) for name, x in found.items()}
    )


def _within_items(m: Moments, several: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Σ (x_ig − x_ih)²/k_i over pairs of raters of an item; who is linked with whom, and how far apart."""
    s, differences = m.sums, m.sums.differences
    within, linked, off = 0 * s.n[..., 0], 0 * s.cross[..., 0, :, :], 0 * s.mean[..., 0, :]
    for p in several:
        here = m.present[p].astype(float)
        joint = np.outer(here, here) / here.sum()
        level, number = s.mean[..., p, :] + _relative(m), s.n[..., p]
        apart = level[..., :, None] - level[..., None, :]
        cross = differences[..., p, :, :]  # those of raters who say the same are exactly 0
        spread = np.diagonal(cross, axis1=-2, axis2=-1)
        squares = spread[..., :, None] + spread[..., None, :] - 2 * cross
        squares = squares + number[..., None, None] * apart**2
        within = within + (squares * joint).sum(axis=(-2, -1)) / 2
        linked = linked + number[..., None, None] * (np.diag(here) - joint)
        off = off + number[..., None] * (apart * joint).sum(axis=-1)
    return within, linked, off


def _relative(m: Moments) -> Floats:
    """Centres from the first one on, so that large ones lose no digits."""
    return np.asarray(m.centre - m.centre[0])


def _explained(linked: Numbers, off: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Raters' levels x = C⁻r, what they explain, r′x, and how many differences between them there are."""
    roots, axes = np.linalg.eigh(linked)
    there = roots > 1e-9 * np.maximum(roots[..., -1:], 1e-300)
    along = (axes * off[..., :, None]).sum(axis=-2) * np.where(there, 1 / np.where(there, roots, 1.0), 0.0)
    x = (axes * along[..., None, :]).sum(axis=-1)
    return x, (x * off).sum(axis=-1), there.sum(axis=-1).astype(float)


def _around_raters(m: Moments, several: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """The sum of squares around every rater's mean, of those means around the general one, and the means."""
    s = m.sums
    n = s.n[..., several, None] * m.present[several]
    by_rater = n.sum(axis=-2)
    below = np.where(by_rater == 0, 1, by_rater)
    mean = (n * s.mean[..., several, :]).sum(axis=-2) / below
    spread = np.diagonal(s.cross[..., several, :, :], axis1=-2, axis2=-1)
    off = s.mean[..., several, :] - mean[..., None, :]
    squares = (spread * m.present[several] + n * off**2).sum(axis=-2)
    squares = np.where(np.abs(squares) <= _ROUNDING * (squares + by_rater * mean**2), 0, squares)
    level, count = mean + _relative(m), by_rater.sum(axis=-1, keepdims=True)
    general = (by_rater * level).sum(axis=-1, keepdims=True) / np.where(count == 0, 1, count)
    away = level - general
    noise = 8 * np.finfo(float).eps * (np.abs(mean) + np.abs(m.centre))
    away = np.where((np.abs(away) <= noise) | (by_rater == 0), 0, away)
    return squares.sum(axis=-1), (by_rater * away**2).sum(axis=-1), level, general[..., 0]


def _per_row(m: Moments, several: Numbers, levels: _Levels) -> dict[str, Floats]:
    """What one more item of each row adds to each sum."""
    part = np.zeros(len(m.counts), dtype=np.intp) if m.part is None else m.part
    there = m.present[part] * np.isin(part, several)[:, None]
    k = there.sum(axis=1)
    x = (np.zeros(there.shape) if m.values is None else m.values) + (_relative(m) - levels.general)

    def around_item(x: Floats) -> Floats:
        mean = (x * there).sum(axis=1) / np.maximum(k, 1)
        return np.asarray(((x - mean[:, None]) ** 2 * there).sum(axis=1))

    one = (k > 0) * 1.0
    return {
        "within": around_item(x),
        "error": around_item(x - levels.fitted),
        "total": (x**2 * there).sum(axis=1),
        "within_raters": ((x + levels.general - levels.means) ** 2 * there).sum(axis=1),
        "items": one,
        "df_within": k - one,
        "df_error": k - one,
    }


def check_raters(m: Moments, name: str, *, known: bool) -> None:
    """Complain of repeats, and of counts where it must be known who gave which rating."""
    if len(m.occasions) > 1:
        raise OptionError(
            f"{name} uses one rating by each rater, but ratings were repeated: choose one occasion."
        )
    if known and m.anonymous:
        raise OptionError(
            f"{name} with kind='consistency' needs to know who gave each rating, which counts do not record."
        )


def why_no_scatter(s: SumsOfSquares, *, consistency: bool) -> Note | None:
    """The reason there is nothing to compare, if so."""
    if s.items.nothing:
        return NO_ITEMS
    if consistency and s.df_error.nothing:
        return Note(
            "one-item", "Too few items were rated by the same raters to separate error from rater severity."
        )
    return None


def single_rated(m: Moments) -> tuple[Note, ...]:
    """How many items have one rating only."""
    alone = float(m.n_with(1)) - float(m.n_with(2))
    if not alone:
        return ()
    has, was = ("item has", "was") if alone == 1 else ("items have", "were")
    text = f"{alone:g} {has} only one rating and {was} excluded."
    return (Note("single-rated", text, {"items": alone}),)
