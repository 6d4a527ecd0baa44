"""Moments from figures that are all that is known: mean squares, or means with spreads and correlations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..arguments import check_arguments
from ..digits import LARGEST
from ..errors import OptionError, is_count, is_number
from ..quote import quote
from ..ratings.numeric import real_numbers
from .item_weights import Floats
from .moments import Moments
from .sums import Sums


@check_arguments
def mean_squares(
    *, items: float, raters: float | None = None, error: float, n_items: int, n_raters: int
) -> Moments:
    """Take a published analysis of variance of items × raters, to compute an ICC without the data.

    Give it to `icc`, `sem`, `variance_components`, `g_coefficient`, …; a coefficient that needs
    more than mean squares raises an error.

    Parameters
    ----------
    items : float
        Mean square between items.
    raters : float, optional
        Mean square between raters. Without it the table is one-way.
    error : float
        Mean square of error; of a one-way table, the mean square within items.
    n_items : int
        Number of items.
    n_raters : int
        Number of raters.

    Returns
    -------
    Moments
        Sums that coefficients of measurements accept instead of data.

    Examples
    --------
    >>> import concordant as cc
    >>> anova = cc.mean_squares(items=11.24, raters=32.49, error=1.02, n_items=6, n_raters=4)
    >>> cc.icc(anova, form="C,1")
    icc 0.715 [0.342, 0.946] (n=6, classical, F)
    """
    _check(n_items, n_raters)
    for name, value in (("items", items), ("raters", raters), ("error", error)):
        if value is not None and not (is_number(value) and 0 <= value <= LARGEST):
            raise OptionError(
                f"The mean square of {name} must be a number from 0 to {LARGEST:g}, got {quote(value)}."
            )
    n, k = n_items, n_raters
    same = np.full((k, k), 1 / k)
    cross = (n - 1) * (items * same + error * (np.eye(k) - same))
    steps = np.arange(k) - (k - 1) / 2
    level = (k - 1) * (error if raters is None else raters) / n / (steps**2).sum()
    found = _moments(n, steps * np.sqrt(level), cross, [f"rater {g + 1}" for g in range(k)])
    return replace(found, only_mean_squares=True, anonymous=raters is None)


@check_arguments
def summary(
    *,
    n_items: int,
    means: Sequence[float],
    sds: Sequence[float],
    correlations: Any,
    raters: Sequence[str] | None = None,
) -> Moments:
    """Use published statistics of raters: means, standard deviations and correlations.

    Give it to `icc`, `ccc`, `bland_altman`, … where the data are not available; a coefficient that
    needs every item's measurements raises an error.

    Parameters
    ----------
    n_items : int
        Number of items.
    means : sequence of float
        The mean of each rater.
    sds : sequence of float
        The standard deviation of each rater, with n − 1.
    correlations : float or matrix
        The correlation of two raters, or the whole matrix.
    raters : sequence of str, optional
        Names of the raters. Without it, "rater 1", "rater 2", ….

    Returns
    -------
    Moments
        Sums that coefficients of measurements accept instead of data.

    Examples
    --------
    >>> import concordant as cc
    >>> published = cc.summary(n_items=30, means=[50.2, 51.0], sds=[9.8, 10.1], correlations=0.9)
    >>> cc.ccc(published)
    ccc 0.897 [0.796, 0.949] (n=30, classical, Lin, Fisher's z)
    """
    middle, spread, r = _numbers(means=means, sds=sds, correlations=correlations)
    k = middle.size
    _check(n_items, k)
    if raters is not None and len(raters) != k:
        raise OptionError(f"There are {k} means and {len(raters)} raters: give a name for each.")
    if raters is not None and len(set(map(str, raters))) != k:
        raise OptionError("Two raters have the same name: give each a unique name.")
    if r.ndim == 0 and k == 2:
        r = np.array([[1.0, float(r)], [float(r), 1.0]])
    if middle.ndim > 1 or spread.shape != (k,) or r.shape != (k, k):
        raise OptionError(
            f"There are {k} means, {len(spread)} standard deviations and correlations of shape {r.shape}: "
            "give one of each for every rater."
        )
    if not (np.isfinite(middle).all() and (spread >= 0).all() and np.isfinite(r).all()):
        raise OptionError("Means, standard deviations (0 or more) and correlations must be finite numbers.")
    if not (np.allclose(r, r.T) and np.allclose(np.diag(r), 1) and np.linalg.eigvalsh(r).min() > -1e-8):
        raise OptionError(
            "correlations must be a correlation matrix: symmetric, positive "
            "semidefinite, with 1 on the diagonal."
        )
    cross = (n_items - 1) * r * np.outer(spread, spread)
    return _moments(n_items, middle, cross, raters or [f"rater {g + 1}" for g in range(k)])


def _numbers(**given: Any) -> list[Floats]:
    out = []
    for name, values in given.items():
        try:
            out.append(real_numbers(values))
        except ValueError:
            raise OptionError(f"{name} must be numbers, got {quote(values)}.") from None
    return out


def _check(n: int, k: int) -> None:
    if not (is_count(n) and is_count(k)):
        raise OptionError(
            f"Numbers of items and raters must be whole numbers, got {quote(n)} and {quote(k)}."
        )
    if not (n >= 2 and k >= 2):
        raise OptionError(f"At least two items and two raters are needed, got {n} and {k}.")


def _moments(n: float, mean: Floats, cross: Floats, raters: Sequence[str]) -> Moments:
    k = len(mean)
    sums = Sums(np.array([float(n)]), np.zeros((1, k)), cross[None])
    return Moments(
        raters=tuple(map(str, raters)), occasions=("",), present=np.ones((1, k), dtype=bool), centre=mean,
        counts=np.zeros(0), stated=sums,
    )  # fmt: skip
