"""Iota: agreement of several raters on one variable or several, beyond what unrelated items would show."""

from __future__ import annotations

from functools import partial

import numpy as np

from ...errors import OptionError
from ...reduce.item_weights import Ints
from ...reduce.moments import Moments
from ...reduce.paired_columns import paired, pairs_of_raters
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import NO_ITEMS, Estimate, coefficient
from .ccc import lins
from .lin_ccc import ccc_value, concordance


@coefficient(
    title="Iota",
    title_zh="Iota 系数",
    symbol="ι",
    formula=r"\iota = 1 - \frac{d_o}{d_e} = 1 - \frac{\sum_{g<h} \frac1n \sum_i (x_{ig} - x_{ih})^2}"
    r"{\sum_{g<h} \frac1{n^2} \sum_{i,j} (x_{ig} - x_{jh})^2}",
    range=(-1, 1),
    references=("janson2001",),
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order", "shift"},
    chance_corrected=False,
    transform="fisher",
    interval="classical",
    needs={"variation"},
)
def iota(moments: Moments, *, standardized: bool = False) -> Estimate:
    """How much closer ratings of the same item are than ratings of any two items.

    For one variable it is the overall concordance correlation with divisor n (`ccc` with `divisor="n"`). For
    several variables, name their column with `repeat=…`: squared distances are added over variables;
    `standardized` first scales each to the same spread.
    """
    if moments.anonymous:
        raise OptionError("iota needs to know who gave each rating, which counts do not record.")
    first, second = pairs_of_raters(moments)
    together = (moments.present[:, first] & moments.present[:, second]).any(axis=1)
    n = Total(moments.sums.n[..., together].sum(axis=-1))
    if standardized:
        value = moments.follow(partial(_standardized, first=first, second=second))
    else:
        value = ccc_value(moments, first, second, "n")
    if moments.draws or not moments.by.follows_slopes:
        return Estimate(value=value, n=n)
    expected = float(concordance(paired(moments, first, second), "n").apart)
    if not expected > 0:
        return Estimate(value=Total(np.nan), n=n, undefined=_ALL_THE_SAME if float(n) > 0 else NO_ITEMS)
    return Estimate(
        value=value,
        n=n,
        at_best=lambda missed: 1 - missed,
        classical=None if standardized else lins(moments, first, second, "n", "fisher", float(n)),
        details={"n_variables": len(moments.occasions)},
    )


_ALL_THE_SAME = Note("no-variation", "All ratings are the same, so items cannot be distinguished.")


def _standardized(m: Moments, first: Ints, second: Ints) -> Numbers:
    """Σ over variables of what raters share over Σ of what they could differ, each over its variance."""
    p = paired(m, first, second)
    n = np.where(p.sharing(0), p.n, 1)
    per_variance = np.tile(_per_variance(m), len(first) // len(m.occasions))
    alike = (2 * p.products / n * per_variance).sum(axis=-1)
    apart = (((p.squares_first + p.squares_second) / n + p.gap**2) * per_variance).sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(apart.real > 0, alike / apart, np.nan))


def _per_variance(m: Moments) -> Numbers:
    """For each variable 1 over the variance of all its ratings, 0 where they are all the same."""
    out = []
    for t in range(len(m.occasions)):
        parts = [m.block([c]) for c in range(t, m.width, len(m.occasions))]
        n = np.stack([b.n for b in parts])
        mean = np.stack([b.mean[..., 0] for b in parts])
        inside = np.stack([b.cross[..., 0, 0] for b in parts]).sum(axis=0)
        count = np.where(n.sum(axis=0) == 0, 1, n.sum(axis=0))
        squares = inside + (n * (mean - (n * mean).sum(axis=0) / count) ** 2).sum(axis=0)
        out.append(np.where(squares.real > 0, (count - 1) / np.where(squares == 0, 1, squares), 0))
    return np.stack(out, axis=-1)
