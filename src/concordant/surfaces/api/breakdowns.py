"""One coefficient many times: by slices, by pairs of raters, within a rater, item by item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...arguments import check_arguments, check_options
from ...coefficients.catalogue import BY_NAME
from ...errors import OptionError, choose
from ...frame import Frame
from ...inference.influential_items import check_ranking, influence_frame
from ...inference.influential_items import top_items as _top_items
from ...inference.intra_rater import intra_rater as _intra_rater
from ...inference.pairwise import pairwise as _pairwise
from ...inference.plan import PLAN_OPTIONS, Plan
from ...inference.slices import Sliced, by_slice, of_moments
from ...option_values import plain_value
from ...ratings.as_ratings import as_ratings
from ...ratings.read import READING
from ...ratings.remote import is_table, open_source
from ...reduce.moments import Moments
from ...reduce.remote_moments import are_measurements, farthest_items, moments_elsewhere
from ...result import Result
from .coefficients import READ_OPTIONS, sort_options


@check_arguments
def agreement_by(data: Any, name: str, *, by: str | Sequence[str], **options: Any) -> Sliced:
    """Measure any coefficient in every part of the data, such as every language.

    The data are read once, whatever the number of parts. It shows one number a part; to test
    whether parts differ use `concordant.stratified`, to find weak slices `concordant.study`.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings, with the columns named in `by`.
    name : str
        Name of the coefficient.
    by : str or sequence of str
        Columns of a frame or a file, or slices of ratings. With several, each combination that
        occurs is a part.
    **options
        Options of the coefficient, of inference (`level`, `interval`, …; see `concordant.Plan`)
        and of reading (see `concordant.read`).

    Returns
    -------
    Sliced
        The parts in order: `sliced["zh"]` is the result of one, `sliced.frame()` a table of all.

    Examples
    --------
    >>> import concordant as cc
    >>> data = {
    ...     "human": [1, 2, 3, 1, 2, 3, 1, 2, 3, 1],
    ...     "judge": [1, 2, 3, 1, 3, 3, 2, 2, 1, 1],
    ...     "lang": ["en"] * 5 + ["zh"] * 5,
    ... }
    >>> parts = cc.agreement_by(data, "exact_agreement", by="lang", raters=["human", "judge"])
    >>> [(values, result.estimate) for values, result in parts]
    [(('en',), 0.8), (('zh',), 0.6)]
    """
    choose("name", name, BY_NAME)
    c, names = BY_NAME[name], columns_of(by)
    own, plan, reading = sort_options(c, options)
    if is_table(data):
        opened, names = open_source(data, reading).sliced_by(names)
        if c.statistic is Moments and opened.relation is not None and are_measurements(opened):
            return of_moments(c, moments_elsewhere(opened, names), names, own, plan)
        data = replace(opened, one_number=True)
    return by_slice(c, as_ratings(data, **reading), names, own, plan)


@check_arguments
def pairwise(data: Any, name: str = "cohen_kappa", **options: Any) -> Frame:
    """Measure a coefficient for every pair of raters, over the items that both rated.

    Use it to find the rater who differs from all others. At most 1,000 raters are accepted, or 200 for
    coefficients that must be computed pair by pair.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings.
    name : str, default "cohen_kappa"
        Any coefficient that two raters can have.
    **options
        Options of the coefficient, of inference (`level`, `interval`, …; see `concordant.Plan`)
        and of reading (see `concordant.read`).

    Returns
    -------
    Frame
        One row for each pair, with the columns rater_a, rater_b, estimate, std_error, conf_low,
        conf_high, n_items, observed_agreement (where the coefficient has it) and reason, which
        explains why a pair has no value.

    Examples
    --------
    >>> import concordant as cc
    >>> ratings = [[1, 1, 2], [2, 2, 2], [3, 3, 1], [3, 3, 3], [2, 1, 2], [1, 1, 3]]
    >>> pairs = cc.pairwise(ratings, "exact_agreement", raters=["Ann", "Bo", "Cy"])
    >>> list(zip(pairs["rater_a"], pairs["rater_b"], pairs["estimate"].round(2).tolist()))
    [('Ann', 'Bo', 0.83), ('Ann', 'Cy', 0.5), ('Bo', 'Cy', 0.33)]
    """
    choose("name", name, BY_NAME)
    own, plan, reading = sort_options(BY_NAME[name], options)
    return _pairwise(as_ratings(data, **reading), BY_NAME[name], own, plan)


@check_arguments
def intra_rater(data: Any, name: str = "auto", **options: Any) -> Result:
    """Measure intra-rater (test–retest) reliability: each rater's agreement on the same items rated again.

    The coefficient is computed between a rater's occasions and averaged over raters. Use it to see whether
    raters are stable before asking why they differ from each other.

    Parameters
    ----------
    data : array, frame, path or Ratings
        Repeated ratings: a frame or a file where `repeat=` names the column of occasions, or an
        array of items × raters × occasions.
    name : str, default "auto"
        A coefficient: "icc", "cohen_kappa", "sem", "repeatability_limit", …; "auto" takes kappa for
        nominal scales, quadratic kappa for ordinal ones and ICC(A,1) for measurements.
    **options
        Options of the coefficient and of inference (`level`, `interval`, …; see `concordant.Plan`).
        Options of reading: see `concordant.read`.

    Returns
    -------
    Result
        The mean over raters with its interval; `parts` has one result for each rater.

    Examples
    --------
    >>> import concordant as cc
    >>> data = {
    ...     "item": ["a", "b", "c", "d", "e"] * 4,
    ...     "rater": ["Ann"] * 10 + ["Bo"] * 10,
    ...     "day": (["Monday"] * 5 + ["Tuesday"] * 5) * 2,
    ...     "score": [1, 2, 3, 2, 1] + [1, 2, 3, 3, 1] + [1, 2, 3, 2, 1] + [2, 2, 1, 2, 1],
    ... }
    >>> result = cc.intra_rater(data, "exact_agreement", repeat="day")
    >>> {part.category: part.estimate for part in result.parts}
    {'Ann': 0.8, 'Bo': 0.6}
    >>> round(result.estimate, 3)
    0.7
    """
    options = {name: plain_value(name, value) for name, value in options.items()}
    reading = check_options(READING, {n: options.pop(n) for n in READ_OPTIONS if n in options})
    plan = Plan(**{n: options.pop(n) for n in PLAN_OPTIONS if n in options})
    return _intra_rater(as_ratings(data, **reading), name, options, plan)


@check_arguments
def top_items(
    data: Any,
    *,
    k: int = 20,
    by: str = "disagreement",
    where: Mapping[str, Any] | None = None,
    raters: Sequence[str] | None = None,
    **options: Any,
) -> Frame:
    """List the items behind a number, the most influential first.

    Use it to choose what to read or to adjudicate. A table that is kept elsewhere (a large file, a database)
    is not read into memory for it.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings.
    k : int, default 20
        Number of items to list.
    by : str, default "disagreement"
        "disagreement" (the distance between the ratings of an item), or a coefficient's name: how
        much an item pulls it away from perfect agreement.
    where : mapping, optional
        Slice or cell whose items are listed: {"lang": "zh", "human": 2, "judge": 4}.
    raters : sequence of str, optional
        The raters to compare.
    **options
        Options of the coefficient that `by` names, and of reading (see `concordant.read`).

    Returns
    -------
    Frame
        One row for each item: its name, its ratings, its slices, and `score`.

    Examples
    --------
    >>> import concordant as cc
    >>> items = cc.top_items({"item": ["a", "b", "c"], "human": [1, 3, 5], "judge": [1, 5, 4]}, k=2)
    >>> list(items["item"])
    ['b', 'c']
    """
    reading = {"raters": raters, **{n: options.pop(n) for n in READ_OPTIONS if n in options}}
    reading = check_options(READING, reading)
    if is_table(data):
        opened = open_source(data, reading)
        if opened.relation is not None and by == "disagreement" and not where and are_measurements(opened):
            check_ranking(k, by, options)
            return influence_frame(*farthest_items(opened, k), by)
        named = [n for n in where or {} if n in opened.grid.names and n not in opened.roles.raters]
        data = opened.sliced_by(named)[0]
    return _top_items(as_ratings(data, **reading), k, by, where or {}, options)


def names_of(by: str | Sequence[str] | None) -> list[str]:
    """Names of columns, each once."""
    return [] if by is None else [by] if isinstance(by, str) else list(dict.fromkeys(by))


def columns_of(by: str | Sequence[str]) -> list[str]:
    """Names of columns, each once; an error where there is none."""
    if not (names := names_of(by)):
        raise OptionError("by is empty: name one or more columns.")
    return names
