"""Sums that stand for ratings, and ratings from tables and counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...arguments import check_arguments, check_arguments_and
from ...ratings.as_ratings import as_ratings
from ...ratings.observed import in_order
from ...ratings.ratings import Ratings
from ...ratings.read import READING
from ...ratings.reading import from_counts, from_table
from ...ratings.remote import UnreadData, is_table, open_elsewhere, open_source
from ...ratings.scale import Scale
from ...reduce.moments import Moments
from ...reduce.remote_moments import moments_elsewhere
from ...reduce.to_moments import moments_of
from .breakdowns import columns_of


@check_arguments_and(READING)
def moments(data: Any, **reading: Any) -> Moments:
    """Sum up measurements once; every coefficient of measurements takes the sums instead of the data.

    Use it when you need several coefficients from data that take long to read. Data that stay where they are
    (large files, databases, clusters) are summed there. Without the items nothing can be resampled, so sums
    have no bootstrap.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The measurements.
    **reading
        Options of reading: see `concordant.read`.

    Returns
    -------
    Moments
        Numbers of items, means and cross-products of the raters, for `icc`, `ccc`, `bland_altman`, ….

    Examples
    --------
    >>> import concordant as cc
    >>> sums = cc.moments([[9.1, 9.0], [6.2, 6.6], [8.0, 7.8], [7.3, 7.9], [10.4, 10.1]])
    >>> sums
    Moments(5 items, 2 raters, sums only)
    >>> round(cc.icc(sums).estimate, 3), round(cc.ccc(sums).estimate, 3)
    (0.97, 0.963)
    """
    if (opened := open_elsewhere(data, reading)) is not None and _summable(opened):
        return moments_elsewhere(opened)[()]
    return _summed(as_ratings(data, **reading))


@check_arguments_and(READING)
def moments_by(data: Any, *, by: str | Sequence[str], **reading: Any) -> dict[tuple[Any, ...], Moments]:
    """Sum up the measurements of every part of the data, such as every site, in one pass.

    Use it like `concordant.moments` when each part needs its own coefficients.

    Parameters
    ----------
    data : frame, path or Ratings
        The measurements, with the columns named in `by`.
    by : str or sequence of str
        Columns of a frame or a file, or slices of ratings. With several, each combination that
        occurs is a part.
    **reading
        Options of reading: see `concordant.read`.

    Returns
    -------
    dict
        The sums of each part, {values of the columns: Moments}, in order. The key is a tuple, with
        one column too.

    Examples
    --------
    >>> import concordant as cc
    >>> data = {
    ...     "Ann": [9.1, 6.2, 8.0, 7.3, 10.4, 6.5],
    ...     "Bo": [9.0, 6.6, 7.8, 7.9, 10.1, 6.3],
    ...     "site": ["north"] * 3 + ["south"] * 3,
    ... }
    >>> parts = cc.moments_by(data, by="site", raters=["Ann", "Bo"])
    >>> {values: round(cc.icc(sums).estimate, 3) for values, sums in parts.items()}
    {('north',): 0.98, ('south',): 0.979}
    """
    names = columns_of(by)
    if is_table(data):
        opened, names = open_source(data, reading).sliced_by(names)
        if opened.relation is not None and _summable(opened):
            return moments_elsewhere(opened, names)
        data = opened
    parts = as_ratings(data, **reading).by(*names)
    found = {values if len(names) > 1 else (values,): _summed(part) for values, part in parts}
    return {values: found[values] for values in sorted(found, key=lambda part: tuple(map(in_order, part)))}


def _summable(opened: UnreadData) -> bool:
    """Whether nothing was said of the data that only the items could answer."""
    return not opened.several_columns and opened.roles.shape in ("long", "wide", "pairs")


def _summed(ratings: Ratings) -> Moments:
    return replace(moments_of(ratings).without_items(), audit=ratings.audit)


@check_arguments
def table(
    cells: Any,
    categories: Sequence[Any] | None = None,
    *,
    scale: Scale | str | None = None,
    raters: Sequence[str] = ("A", "B"),
) -> Ratings:
    """Make ratings from a contingency table of two raters, such as one printed in a paper.

    Parameters
    ----------
    cells : square matrix or frame
        How many items have each pair of ratings: rows are the first rater's categories, columns the
        second's. The index and the columns of a frame name the categories.
    categories : sequence, optional
        The categories, lowest first. Without it, the names of a frame, else 1, 2, ….
    scale : {"nominal", "ordinal", "interval", "ratio"} or Scale, optional
        Level of the scale, or the scale itself. By default, categories are ordered as they stand.
    raters : sequence of str, default ("A", "B")
        Names of the two raters.

    Returns
    -------
    Ratings
        The ratings of the two raters; each cell stands for that many items.

    Examples
    --------
    >>> import concordant as cc
    >>> ratings = cc.table([[20, 5], [3, 12]], ["no", "yes"], raters=["Ann", "Bo"])
    >>> cc.cohen_kappa(ratings)
    cohen_kappa 0.584 [0.280, 0.800] (n=40, score t(39))
    """
    return from_table(cells, categories, scale=scale, raters=raters)


@check_arguments
def counts(
    matrix: Any, categories: Sequence[Any] | None = None, *, scale: Scale | str | None = None
) -> Ratings:
    """Make ratings from the number of raters who chose each category of an item.

    Use it where it is not known who gave which rating, as in data for Fleiss' kappa. Raters are then
    interchangeable, and coefficients that need to distinguish them raise an error.

    Parameters
    ----------
    matrix : matrix or frame
        Rows are items, columns categories, cells how many raters chose it. The columns of a frame
        name the categories.
    categories : sequence, optional
        The categories, lowest first. Without it, the names of a frame, else 1, 2, ….
    scale : {"nominal", "ordinal", "interval", "ratio"} or Scale, optional
        Level of the scale, or the scale itself. By default, categories are ordered as they stand.

    Returns
    -------
    Ratings
        The ratings, whose raters are not distinguished.

    Examples
    --------
    >>> import concordant as cc
    >>> ratings = cc.counts([[3, 0], [2, 1], [0, 3], [1, 2], [3, 0]], ["no", "yes"])
    >>> cc.fleiss_kappa(ratings)
    fleiss_kappa 0.444 [-0.439, 0.968] (n=5, score t(4))
    """
    return from_counts(matrix, categories, scale=scale)
