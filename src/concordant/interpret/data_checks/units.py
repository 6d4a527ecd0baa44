"""Raters whose numbers mean something else: another unit, another beginning, or a scale turned round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...quote import quote
from ...ratings.reading import rescale_option
from ...reduce.item_weights import Floats
from .scale_doubt import LIMITS, ScaleDoubt, doubt

Marks = NDArray[np.bool_]

#: Points of the two commonest scales, which are taken for each other.
_FIVE, _TEN = 5, 10
#: Who is doubted first, where two raters are equally odd.
_TRUSTED = ("judge", "code", "", "human", "gold")


@dataclass(frozen=True, eq=False)
class Values:
    """`at[row, rater]` is the number given (nan: none), `weights` how many items a row stands for.

    `names` are what the numbers stand for, where they are only ranks.
    """

    raters: tuple[str, ...]
    kinds: tuple[str, ...]
    at: Floats
    weights: Floats
    names: tuple[str, ...] | None = None

    @cached_property
    def there(self) -> Floats:
        """1 where there is a rating."""
        return (~np.isnan(self.at)).astype(float)

    @cached_property
    def n(self) -> Floats:
        """Items that two raters share."""
        return np.asarray((self.there * self.weights[:, None]).T @ self.there)

    @cached_property
    def _sums(self) -> tuple[Floats, Floats, Floats]:
        """Of the first of two raters, on the items they share: Σx, Σx² and Σxy, about the mean of all."""
        x = np.where(self.there > 0, self.at - np.nanmean(self.at), 0.0)
        weighed = self.weights[:, None] * self.there
        return x.T @ weighed, (x**2).T @ weighed, x.T @ (self.weights[:, None] * x)

    @cached_property
    def correlation(self) -> Floats:
        """Pearson's, of every two raters; nan where one of them does not vary."""
        total, squares, products = self._sums
        with np.errstate(invalid="ignore", divide="ignore"):
            spread = squares - total**2 / self.n
            spread = np.where(spread > 1e-9 * np.maximum(squares, 1e-300), spread, np.nan)
            both = products - total * total.T / self.n
            return np.clip(both / np.sqrt(spread * spread.T), -1, 1)

    @cached_property
    def difference(self) -> Floats:
        """By how much the first rates higher than the second, on the items they share."""
        total = self._sums[0]
        with np.errstate(invalid="ignore", divide="ignore"):
            return (total - total.T) / self.n

    @cached_property
    def ends(self) -> Floats:
        """The lowest and the highest number of each rater."""
        return np.array([[np.nanmin(x), np.nanmax(x)] if (x == x).any() else [np.nan] * 2 for x in self.at.T])

    @cached_property
    def core(self) -> Floats:
        """Each rater's range without a fortieth at each end, where a slip may lie."""
        return np.array([_quantiles(x, self.weights) for x in self.at.T])


def _quantiles(x: Floats, weights: Floats) -> tuple[float, float]:
    held = ~np.isnan(x)
    if not held.any():
        return np.nan, np.nan
    order = np.argsort(x[held], kind="stable")
    value, upto = x[held][order], np.cumsum(weights[held][order])
    low, high = np.searchsorted(upto, [0.025 * upto[-1], 0.975 * upto[-1]])
    return float(value[low]), float(value[min(high, len(value) - 1)])


def units(v: Values) -> Iterator[ScaleDoubt]:
    """Raters who are odd beside most others: turned round, in another unit, or shifted."""
    known = (v.n >= LIMITS.fewest_items) & ~np.eye(len(v.raters), dtype=bool)
    sure = _sure(v, known)
    turned = sure & (v.correlation <= -LIMITS.correlation)
    follows = sure & (v.correlation >= LIMITS.correlation)
    done: set[int] = set()
    for g in _odd(v, turned, known, done):
        yield _reversed(v, g, turned[g])
    if v.names is not None:
        return
    for odd, message_of in ((_other_unit(v, follows), _unit), (_shift(v, follows), _shifted)):
        for g in _odd(v, odd, known, done):
            yield message_of(v, g, odd[g])


def _sure(v: Values, known: Marks) -> Marks:
    """Whether a correlation is more than chance: t = r·√((n − 2)/(1 − r²)), shared between all pairs."""
    from scipy.special import stdtr

    pairs = max(np.count_nonzero(known) / 2, 1)
    r = np.where(known, np.nan_to_num(v.correlation), 0.0)
    n = np.maximum(v.n, 3.0)
    statistic = np.abs(r) * np.sqrt((n - 2) / np.maximum(1 - r**2, 1e-12))
    return np.asarray(known & (2 * stdtr(n - 2, -statistic) < LIMITS.alpha / pairs))


def _odd(v: Values, hit: Marks, known: Marks, done: set[int]) -> Iterator[int]:
    """One by one, the rater who is at odds with most of those left, as long as that is more than half."""
    while True:
        left = [g for g in range(len(v.raters)) if g not in done]
        scores = []
        for g in left:
            met = known[g, left].sum()
            share = hit[g, left].sum() / met if met else 0.0
            scores.append((share, -_TRUSTED.index(v.kinds[g]), g))
        share, _, worst = max(scores, default=(0.0, 0, -1))
        if share <= 0.5:
            return
        done.add(worst)
        yield worst


def _other_unit(v: Values, follows: Marks) -> Marks:
    """Spans of very different length, of which one is not just the middle of the other (a cautious rater).

    The longer one has many numbers where the other has none: more than slips would explain.
    """
    low, high = v.core.T
    hit = np.zeros_like(follows)
    for g, h in zip(*np.nonzero(follows), strict=True):
        inside = (low[g] <= low[h] and high[h] <= high[g]) or (low[h] <= low[g] and high[g] <= high[h])
        least = LIMITS.span_ratio_inside if inside else LIMITS.span_ratio
        narrow, wide = sorted((g, h), key=lambda p: high[p] - low[p])
        if v.ends[narrow, 1] <= _FIVE < v.ends[wide, 1] == _TEN:
            least = LIMITS.span_ratio_ten
        if 0 < least * (high[narrow] - low[narrow]) <= high[wide] - low[wide]:
            meets = _meets(low[narrow], high[narrow], low[wide], high[wide])
            hit[g, h] = not 0.25 < meets < 0.75 and (g == narrow or _outside(v, g, low[h], high[h]))
    return hit


def _meets(low: float, high: float, wide_low: float, wide_high: float) -> float:
    """How far up the wider scale a number means the same on both, if both ends do."""
    slope = (high - low) / (wide_high - wide_low)
    same = (low - slope * wide_low) / (1 - slope)
    return (same - wide_low) / (wide_high - wide_low)


def _outside(v: Values, g: int, low: float, high: float) -> bool:
    from scipy.special import bdtrc

    x, n = v.at[:, g], float(v.n[g, g])
    outside = float(v.weights[(x < low) | (x > high)].sum())
    p = float(bdtrc(max(np.ceil(outside) - 1, 0), round(n), LIMITS.mistakes))
    return outside >= LIMITS.outside * n and p < LIMITS.alpha


def _shift(v: Values, follows: Marks) -> Marks:
    """Both ends one lower (or higher), and so are the ratings of the same items, by about as much.

    A rater who is only strict would still use the top now and then where others do: never to do so in m
    chances has probability (1/2)^m or less.
    """
    low, high = v.ends.T
    with np.errstate(invalid="ignore"):
        moved = low[:, None] - low[None, :]
        even = (np.abs(moved) == 1) & (moved == high[:, None] - high[None, :])
        near = np.abs(v.difference - moved) <= LIMITS.shift_error
    hit: Marks = np.asarray(follows & even & near)
    for g, h in zip(*np.nonzero(np.triu(hit | hit.T)), strict=True):
        below, above = (g, h) if moved[g, h] < 0 else (h, g)
        met = (v.there[:, g] > 0) & (v.there[:, h] > 0)
        ends = (v.at[:, above] == high[above]) | (v.at[:, below] == low[below])
        chances = float(v.weights[met & ends].sum())
        hit[g, h] = hit[h, g] = (1 - LIMITS.joins_at_ends) ** chances < LIMITS.alpha
    return hit


def _facts(v: Values, g: int, others: Marks) -> dict[str, Any]:
    """Who, beside whom, how closely they follow each other, and where each scale ends."""
    who = np.flatnonzero(others)
    low, high = float(v.ends[who, 0].min()), float(v.ends[who, 1].max())
    mine = float(v.ends[g, 0]), float(v.ends[g, 1])
    r = v.correlation[g, who]
    return {
        "rater": v.raters[g],
        "others": [v.raters[h] for h in who[:5]],
        "r": float(r[np.argmax(np.abs(r))]),
        "low": f"{mine[0]:g}",
        "high": f"{mine[1]:g}",
        "their_low": f"{low:g}",
        "their_high": f"{high:g}",
        "items": float(v.n[g, who].max()),
    }


def _made(v: Values, code: str, g: int, facts: dict[str, Any], others: Marks) -> ScaleDoubt:
    from scipy.special import stdtr

    who = np.flatnonzero(others)
    h = int(who[np.argmax(v.n[g, who])])
    n, r = float(v.n[g, h]), float(v.correlation[g, h])
    p = 2 * float(stdtr(n - 2, -abs(r) * np.sqrt((n - 2) / max(1 - r * r, 1e-12))))
    evidence = {"correlation": r, "difference": float(v.difference[g, h])}
    return doubt(code, facts, about=("rater",), n=n, p_value=p, evidence=evidence)


def _reversed(v: Values, g: int, hit: Marks) -> ScaleDoubt:
    facts = _facts(v, g, hit)
    ends = f"{float(np.nanmin(v.ends[:, 0])):g}..{float(np.nanmax(v.ends[:, 1])):g}"
    if v.names is None:
        facts["option"] = f"reverse={quote({v.raters[g]: ends})}"
        return _made(v, "reversed", g, facts, hit)
    facts |= {"low": v.names[0], "high": v.names[-1], "option": f"reverse={quote([v.raters[g]])}"}
    return _made(v, "reversed-words", g, facts, hit)


def _unit(v: Values, g: int, hit: Marks) -> ScaleDoubt:
    facts = _facts(v, g, hit)
    theirs = float(facts["their_low"]), float(facts["their_high"])
    facts["option"] = rescale_option(v.raters[g], (float(facts["low"]), float(facts["high"])), theirs)
    return _made(v, "other-unit", g, facts, hit)


def _shifted(v: Values, g: int, hit: Marks) -> ScaleDoubt:
    facts = _facts(v, g, hit)
    step = 1 if v.ends[g, 0] < v.ends[np.flatnonzero(hit), 0].min() else -1
    facts["option"] = f"shift={quote({v.raters[g]: step})}"
    return _made(v, "shifted", g, facts, hit)
