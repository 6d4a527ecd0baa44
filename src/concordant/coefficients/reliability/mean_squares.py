"""Mean squares of items × raters, and what follows from them if errors are normal.

For complete data they are those of the analysis of variance. With gaps they are the mean squares that
a balanced design would be expected to show with the components that restricted likelihood finds; its
size is the harmonic mean of ratings by item and by rater, as in Thomas and Hultquist's unweighted means.
Everything here takes many features at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Literal
from weakref import WeakKeyDictionary

import numpy as np

from ...errors import choose
from ...reduce.crossed import Crossed, crossed
from ...reduce.moments import Moments
from ...reduce.sums import Block, Numbers
from ...result import Note
from ..distributions import along
from .reml import RemlComponents, reml

Method = Literal["auto", "anova", "reml"]
_STEP = 1e-100


@dataclass(frozen=True, eq=False, kw_only=True)
class MeanSquares:
    """Mean squares, their degrees of freedom, and the number of items n and of raters k behind them.

    In the one-way table `error` is the mean square within items and `raters` is the same.
    """

    items: Numbers
    raters: Numbers
    error: Numbers
    n: Numbers
    k: Numbers
    df_items: Numbers
    df_raters: Numbers
    df_error: Numbers

    @property
    def var_items(self) -> Numbers:
        """σ_s²: how much the items differ."""
        return (self.items - self.error) / self.k

    @property
    def var_raters(self) -> Numbers:
        """σ_r²: how much the raters differ in level."""
        return (self.raters - self.error) / self.n

    @property
    def var_error(self) -> Numbers:
        """σ_e²: what is left."""
        return self.error

    def one_way(self) -> MeanSquares:
        """Raters and error together, as within items."""
        df = self.df_raters + self.df_error
        within = (self.df_raters * self.raters + self.df_error * self.error) / df
        return replace(self, raters=within, error=within, df_raters=0 * df, df_error=df)


def of_block(b: Block) -> MeanSquares:
    """The analysis of variance of complete items."""
    k = b.mean.shape[-1]
    n = b.n
    between, inside, level = _squares(b)
    spare = np.where(np.real(n) >= 2, n - 1, np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        return MeanSquares(
            items=between / spare,
            raters=level / (k - 1),
            error=inside / (spare * (k - 1)),
            n=n, k=np.full(np.shape(n), float(k)),
            df_items=n - 1, df_raters=np.full(np.shape(n), k - 1.0), df_error=(n - 1) * (k - 1),
        )  # fmt: skip


def _squares(b: Block) -> tuple[Numbers, Numbers, Numbers]:
    """Sums of squares of items, of error and of raters."""
    k = b.mean.shape[-1]
    whole = np.trace(b.cross, axis1=-2, axis2=-1)
    least = b.n.real * k * b.rounding**2
    between = above(b.cross.sum(axis=(-2, -1)) / k, np.maximum(least, 1e-13 * whole.real))
    inside = np.trace(b.apart, axis1=-2, axis2=-1) - b.apart.sum(axis=(-2, -1)) / k
    inside = above(inside, least if b.rounding else 1e-13 * whole.real)
    off = b.level - b.level.mean(axis=-1, keepdims=True)
    return between, inside, above(b.n * (off**2).sum(axis=-1), np.maximum(least, 1e-26 * whole.real))


def above(x: Numbers, least: Numbers) -> Numbers:
    """x, or 0 where it is no more than rounding makes; a complex step is kept."""
    return np.asarray(np.where(x.real > least, x, x - x.real))


_FOUND: WeakKeyDictionary[Moments, dict[bool, RemlComponents]] = WeakKeyDictionary()


def components(m: Moments, *, one_way: bool = False) -> RemlComponents:
    """Restricted likelihood's estimates, found once for the same moments."""
    found = _FOUND.setdefault(m, {})
    if one_way not in found:
        found[one_way] = reml(crossed(m), raters=not one_way)
    return found[one_way]


def by_likelihood(m: Moments, *, one_way: bool) -> MeanSquares:
    """What a balanced design would show, with the components of restricted likelihood."""
    return as_balanced(crossed(m), components(m, one_way=one_way), one_way=one_way)


def as_balanced(c: Crossed, found: RemlComponents, *, one_way: bool) -> MeanSquares:
    """The mean squares of the balanced design that carries as much, with these components."""
    ratings, items, by_rater = c.n_ratings, c.n_items, c.by_rater
    raters = np.count_nonzero(by_rater.real > 0, axis=-1).astype(float)
    k = items / (c.items / c.m).sum(axis=-1)
    there = by_rater.real > 0
    n = raters / np.where(there, 1 / np.where(there, by_rater, 1), 0).sum(axis=-1)
    df_error = ratings - items - (0 if one_way else raters - 1)
    enough = np.where((items.real > 1.5) & (df_error.real > 0.5), 1.0, np.nan)
    return MeanSquares(
        items=(found.error + k * found.items) * enough,
        raters=(found.error + n * found.raters) * enough,
        error=found.error * enough,
        n=n, k=k,
        df_items=items - 1, df_raters=0 * raters if one_way else raters - 1, df_error=df_error,
    )  # fmt: skip


def unbalanced(c: Crossed) -> MeanSquares:
    """The one-way analysis of variance of items with unequally many ratings (Donner 1986).

    MS_items is expected to be σ_e² + k₀σ_s², with k₀ = (N − Σm²/N)/(n − 1) for N ratings of n items, m each.
    """
    ratings, items = c.n_ratings, c.n_items
    by_item = (c.squares / c.m).sum(axis=-1)
    spare = np.where(np.real(items) >= 2, items - 1, np.nan)
    rest = np.where(np.real(ratings - items) > 0, ratings - items, np.nan)
    around = c.sums.sum(axis=(-2, -1))
    within = above(c.total - by_item, 1e-13 * np.real(c.total)) / rest
    return MeanSquares(
        items=above(by_item - around**2 / ratings, 1e-13 * np.real(c.total)) / spare,
        raters=within, error=within, n=items,
        k=(ratings - (c.items * c.m**2).sum(axis=-1) / ratings) / spare,
        df_items=items - 1, df_raters=0 * items, df_error=ratings - items,
    )  # fmt: skip


def mean_squares(m: Moments, *, method: Method = "auto", one_way: bool = False) -> MeanSquares:
    """By analysis of variance of the complete items, or by restricted likelihood where there are gaps.

    The one-way analysis of variance takes all items, with gaps or not. Of many draws, those that happen to
    hold no gap take the first road.
    """
    if not uses_likelihood(m, method):
        if one_way and m.has_gaps:
            return unbalanced(crossed(m))
        found = of_block(m.complete)
        return found.one_way() if one_way else found
    likely = by_likelihood(m, one_way=one_way)
    gaps = m.with_gaps
    if method == "reml" or gaps.all():
        return likely
    plain = mean_squares(m, method="anova", one_way=one_way)
    return MeanSquares(
        **{f.name: np.where(gaps, getattr(likely, f.name), getattr(plain, f.name)) for f in fields(plain)}
    )


def uses_likelihood(m: Moments, method: Method) -> bool:
    """Whether restricted likelihood is called for."""
    choose("method", method, ("auto", "anova", "reml"))
    return method == "reml" or (method == "auto" and m.has_gaps)


def why_not(m: Moments, method: Method, *, what: str = "raters", one_way: bool = False) -> Note | None:
    """The reason there are no mean squares, if there are none."""
    if not float(m.n_with(2)) > 0:
        return Note("no-pairs", "No item was rated by two raters, so there is nothing to compare.")
    if not (uses_likelihood(m, method) or (one_way and m.has_gaps)):
        n = float(m.complete.n)
        if n == 0:
            return Note(
                "no-complete-items",
                f"No item was rated by all {what}; use method='reml', which does not need complete items.",
            )
        if n < 2:
            return Note(
                "one-item", "Only one item is complete, so variation between items cannot be estimated."
            )
        ms = of_block(m.complete)
        return None if float(ms.items + ms.raters + ms.error) > 0 else NO_SPREAD
    c = crossed(m)
    if float(c.n_items) < 2:
        return Note("one-item", "Only one item was rated, so variation between items cannot be estimated.")
    spent = 0 if one_way else int(np.count_nonzero(c.by_rater > 0)) - 1
    if not float(c.n_ratings - c.n_items) > spent:
        return Note(
            "too-few-ratings",
            "Too few ratings of the same items to separate raters, items and error. If every item has "
            "its own raters, use a one-way measure: form='1,1', or within_subject_sd.",
        )
    spread = float(c.total) - float(c.sums.sum()) ** 2 / float(c.n_ratings)
    return None if spread > 1e-12 * float(c.total) else NO_SPREAD


NO_SPREAD = Note("no-variation", "All ratings are the same, so there is no variance to decompose.")


def blurred(ms: MeanSquares) -> tuple[Note, ...]:
    """Where there are gaps, error so small against items that the digits of numbers hardly hold it."""
    error, items = float(ms.error * ms.df_error), float(ms.items * ms.df_items)
    if not 0 <= error < 1e-10 * items:
        return ()
    text = (
        "Compared with the differences between items, ratings of the same item differ so little that the "
        "error variance is dominated by rounding."
    )
    return (Note("blurred", text),)


def left_out(m: Moments, method: Method, *, one_way: bool = False) -> tuple[Note, ...]:
    """What was done about gaps."""
    if not m.has_gaps:
        return _at_zero(m, one_way) if uses_likelihood(m, method) else ()
    if uses_likelihood(m, method):
        alone = float(m.n_with(1)) - float(m.n_with(2))
        text = (
            "Ratings are missing: variance components were estimated from all ratings by restricted maximum "
            "likelihood (REML)"
        )
        text += f"; {alone:g} of the items have only one rating." if alone else "."
        return (Note("gaps-by-likelihood", text, {"items": alone}), *_at_zero(m, one_way))
    if one_way:
        size = float(mean_squares(m, method=method, one_way=True).k)
        text = (
            f"Ratings are missing: all available ones were used, {size:.3g} per item on average. If the "
            "number of ratings varies widely between items, method='reml' is somewhat more precise."
        )
        return (Note("gaps-by-anova", text, {"size": size}),)
    gone = float(m.n_with(1)) - float(m.complete.n)
    text = f"{gone:g} items not rated by all raters were excluded."
    return (Note("incomplete-items", text, {"items": gone}),)


def _at_zero(m: Moments, one_way: bool) -> tuple[Note, ...]:
    found = components(m, one_way=one_way)
    which = ("items",) if one_way else ("items", "raters")
    names = [name for name in which if getattr(found, name) == 0 and found.error > 0]
    if not names:
        return ()
    what = f"variances of {' and of '.join(names)} are" if len(names) > 1 else f"variance of {names[0]} is"
    text = f"The estimated {what} 0, the lowest value that likelihood allows."
    return (Note("zero-variance", text),)


# --- uncertainty of a function of mean squares --------------------------------------------------


def normal_se(f: Callable[[MeanSquares], Numbers], ms: MeanSquares) -> Numbers:
    """The standard error of f if errors are normal: mean squares are independent, their variance 2MS²/df."""
    variance = np.zeros(np.shape(ms.items))
    for name in ("items", "raters", "error"):
        x = np.asarray(getattr(ms, name))
        df = np.asarray(getattr(ms, f"df_{name}"), dtype=float)
        size = np.where(x > 0, x, 1.0)
        moved = {name: x + 1j * _STEP * size}
        if name == "error":  # of the one-way table, where raters are within items, both are one number
            moved["raters"] = np.where(np.asarray(ms.df_raters) > 0, ms.raters, moved["error"])
        slope = np.asarray(f(replace(ms, **moved))).imag / (_STEP * size)
        with np.errstate(over="ignore", invalid="ignore"):
            variance = variance + np.where(df > 0, 2 * (slope * x) ** 2 / np.where(df > 0, df, 1), 0.0)
    return np.asarray(np.sqrt(variance))


def f_quantile(p: float, df1: Any, df2: Any) -> Numbers:
    """Where an F with these degrees of freedom is below with probability p."""
    from scipy.special import fdtri

    if np.ndim(df1) == 0 and np.ndim(df2) == 1:
        return along(lambda v: np.asarray(fdtri(df1, v, p)), df2)
    if np.ndim(df1) == 1 and np.ndim(df2) == 0:
        return along(lambda v: np.asarray(fdtri(v, df2, p)), df1)
    return np.asarray(fdtri(df1, df2, p))


def f_tail(f: Any, df1: Any, df2: Any, side: str | None) -> Numbers:
    """The p of an F test; by default of a ratio above 1, as it is usual."""
    from scipy.special import fdtr, fdtrc

    if side == "less":
        return np.asarray(fdtr(df1, df2, f))
    above = np.asarray(fdtrc(df1, df2, f))
    return np.minimum(1.0, 2 * np.minimum(above, fdtr(df1, df2, f))) if side == "two-sided" else above
