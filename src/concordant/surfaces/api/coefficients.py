"""What Python users call: one function for each coefficient of the catalogue, and a few more."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_arguments, check_arguments_and, check_options, kinds_of
from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Coefficient
from ...coefficients.reliability import Facet
from ...coefficients.reliability.d_study import d_study as _d_study
from ...coefficients.weights import Weights, agreement_matrix
from ...coefficients.weights import severity_scores as _severity_scores
from ...errors import OptionError, choose
from ...frame import Frame
from ...inference.compare import compare as _compare
from ...inference.influential_items import check_ranking, influence_frame
from ...inference.influential_items import top_items as _top_items
from ...inference.intra_rater import intra_rater as _intra_rater
from ...inference.measure import Measure
from ...inference.pairwise import pairwise as _pairwise
from ...inference.plan import PLAN_OPTIONS, USUAL, Plan
from ...inference.slices import Sliced, by_slice, of_moments
from ...ratings.observed import in_order
from ...ratings.ratings import Ratings
from ...ratings.read import DEFAULTS, READING, as_ratings, read
from ...ratings.reading import from_counts, from_table
from ...ratings.remote import UnreadData, is_table, open_elsewhere, open_source
from ...ratings.scale import Scale
from ...reduce.moments import Moments
from ...reduce.remote_moments import are_measurements, farthest_items, moments_elsewhere
from ...reduce.to_moments import moments_of
from ...result import Result
from .docstrings import docstring

READ_OPTIONS = tuple(DEFAULTS)


def public_function(c: Coefficient) -> Callable[..., Result]:
    """A coefficient as a function: data in, `Result` out."""

    def ask(first: Any, second: Any = None, /, **options: Any) -> Result:
        return answer(c, first, second, options)

    ask.__name__ = ask.__qualname__ = c.name
    ask.__module__ = "concordant"
    ask.__doc__ = docstring(c)
    ask.__signature__ = _signature(c)  # type: ignore[attr-defined]
    return ask


def answer(c: Coefficient, first: Any, second: Any, options: Mapping[str, Any]) -> Result:
    """The result of a coefficient for data and options as a user gives them."""
    own, plan, reading = sort_options(c, options)
    return Measure(c, rated(c, first, second, reading), own).result(plan)


def _signature(c: Coefficient) -> inspect.Signature:
    """Own options first, then those of inference, then those of reading; types are in the docstring."""
    first = inspect.Parameter("first", inspect.Parameter.POSITIONAL_ONLY)
    second = inspect.Parameter("second", inspect.Parameter.POSITIONAL_ONLY, default=None)
    options = (*c.options.values(), *_PLAN_PARAMETERS, *_READ_PARAMETERS)
    untyped = [option.replace(annotation=inspect.Parameter.empty) for option in options]
    return inspect.Signature([first, second, *untyped])


_PLAN_PARAMETERS = tuple(inspect.signature(Plan).parameters.values())
_READ_PARAMETERS = tuple(p for n, p in inspect.signature(read).parameters.items() if n in READ_OPTIONS)


def sort_options(c: Coefficient, options: Mapping[str, Any]) -> tuple[dict[str, Any], Plan, dict[str, Any]]:
    """Options of the coefficient, of inference and of reading, told apart."""
    own, plan, reading = {}, {}, {}
    for name, value in options.items():
        if name in c.options:
            own[name] = value
        elif name in PLAN_OPTIONS:
            plan[name] = value
        elif name in READ_OPTIONS:
            reading[name] = value
        else:
            choose(f"an option of {c.name}", name, [*c.options, *PLAN_OPTIONS, *READ_OPTIONS])
    reading = check_options(READING, reading) if reading else reading
    return own, Plan(**plan) if plan else USUAL, reading


@check_arguments
def measure(name: str, first: Any, second: Any = None, /, **options: Any) -> Measure:
    """A coefficient with its options and data, not yet computed: what `compare` takes.

    Use it to say what is to be compared; `concordant.agreement` gives the number itself.

    Parameters
    ----------
    name : str
        Name of the coefficient: one of `[c.name for c in concordant.CATALOGUE]`.
    first : sequence, matrix, frame, path, Ratings or Moments
        The ratings; one rater's, item by item, if `second` has the other's.
    second : sequence, optional
        The other rater's ratings of the same items.
    **options
        Options of the coefficient. Options of reading: see `concordant.read`. Those of inference
        (`level`, `interval`, …) are given to `compare`.

    Returns
    -------
    Measure
        What `concordant.compare` takes; `measure.result()` computes it alone.

    Examples
    --------
    >>> import concordant as cc
    >>> human, judge = [1, 2, 3, 4, 5, 3, 2, 4, 5, 1], [1, 3, 4, 4, 4, 2, 1, 3, 5, 2]
    >>> plain = cc.measure("cohen_kappa", human, judge)
    >>> weighted = cc.measure("cohen_kappa", human, judge, weights="quadratic")
    >>> cc.compare(weighted, plain).estimate > 0
    True
    """
    choose("name", name, BY_NAME)
    own, plan, reading = sort_options(BY_NAME[name], options)
    if plan != Plan():
        raise OptionError(f"{sorted(plan.stated())} are options of the comparison: give them to compare().")
    return Measure(BY_NAME[name], rated(BY_NAME[name], first, second, reading), own)


def rated(c: Coefficient, first: Any, second: Any, reading: Mapping[str, Any]) -> Ratings | Moments:
    """Ratings of whatever was given; sums that stand for them are passed on.

    Of measurements that stay where they are (large files, databases, clusters) only sums are taken.
    """
    if isinstance(first, Moments):
        if second is not None or reading:
            raise OptionError("Sums are all that is known here: options of reading do not apply to them.")
        return first
    if second is None and (opened := open_elsewhere(first, reading)) is not None:
        if c.statistic is Moments and not opened.changes_ratings and are_measurements(opened):
            return moments_elsewhere(opened)[()]
        first = opened.unsliced()
    return as_ratings(first, second, **reading)


@check_arguments_and(READING)
def moments(data: Any, **reading: Any) -> Moments:
    """Sum up measurements once; every coefficient of measurements takes the sums instead of the data.

    Use it where several coefficients are wanted of data that are long to read. Data that stay where
    they are (large files, databases, clusters) are summed there. Without the items nothing can be
    resampled, so there is no bootstrap of sums.

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

    Use it as `concordant.moments`, where each part is to have its own coefficients.

    Parameters
    ----------
    data : frame, path or Ratings
        The measurements, with the columns to go by.
    by : str or sequence of str
        Columns of a frame or a file, or slices of ratings. With several, every combination that
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
    plain = not opened.several_columns and not opened.changes_ratings
    return plain and opened.roles.shape in ("long", "wide", "pairs")


def _summed(ratings: Ratings) -> Moments:
    return replace(moments_of(ratings).without_items(), audit=ratings.audit)


def names_of(by: str | Sequence[str] | None) -> list[str]:
    """Names of columns, each once."""
    return [] if by is None else [by] if isinstance(by, str) else list(dict.fromkeys(by))


def columns_of(by: str | Sequence[str]) -> list[str]:
    """Names of columns, each once; an error where there is none."""
    if not (names := names_of(by)):
        raise OptionError("by is empty: name the column, or columns, to go by.")
    return names


@check_arguments
def agreement_by(data: Any, name: str, *, by: str | Sequence[str], **options: Any) -> Sliced:
    """Measure any coefficient in every part of the data, such as every language.

    The data are read once, whatever the number of parts. It shows one number a part; to test
    whether parts differ use `concordant.stratified`, to find weak slices `concordant.study`.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings, with the columns to go by.
    name : str
        Name of the coefficient.
    by : str or sequence of str
        Columns of a frame or a file, or slices of ratings. With several, every combination that
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
        data = opened
    return by_slice(c, as_ratings(data, **reading), names, own, plan)


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
    """List the items behind a number, the most telling first.

    Use it to choose what to read or to adjudicate. A table that is kept elsewhere (a large file,
    a database) is never collected for it.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings.
    k : int, default 20
        How many items to list.
    by : str, default "disagreement"
        "disagreement" (how far the ratings of an item lie apart), or a coefficient's name: how
        much an item pulls it away from perfect agreement.
    where : mapping, optional
        A slice or a cell to list items of: {"lang": "zh", "human": 2, "judge": 4}.
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


@check_arguments
def agreement(data: Any, name: str, **options: Any) -> Result:
    """Measure any coefficient by its name.

    Use it where the coefficient is chosen at run time; `concordant.gwet_ac(data)` is the same
    as `concordant.agreement(data, "gwet_ac")`.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings.
    name : str
        Name of the coefficient: one of `[c.name for c in concordant.CATALOGUE]`.
    **options
        Options of the coefficient, of inference (`level`, `interval`, …; see `concordant.Plan`)
        and of reading (see `concordant.read`).

    Returns
    -------
    Result
        The estimate with its interval and notes.

    Examples
    --------
    >>> import concordant as cc
    >>> ratings = [[1, 1, 2], [2, 2, 2], [3, 3, 1], [4, 3, 4], [2, 1, 2], [3, 4, 4]]
    >>> cc.agreement(ratings, "gwet_ac", weights="quadratic", categories=range(1, 5))
    gwet_ac 0.656 [0.209, 1.000] (n=6, analytic t(5))
    """
    choose("name", name, BY_NAME)
    return answer(BY_NAME[name], data, None, options)


@check_arguments_and({**kinds_of(Plan.__init__), "first": None, "second": None})
def compare(first: Measure, second: Measure, *, paired: bool | None = None, **options: Any) -> Result:
    """Measure the difference of two coefficients, `first - second`, with its uncertainty.

    Use it to see whether one judge agrees better with people than another, or one coefficient
    is larger than another. On the same items the comparison is paired, which makes its interval
    narrower than that of two separate samples.

    Parameters
    ----------
    first, second : Measure
        What to compare, made by `concordant.measure`.
    paired : bool, optional
        Whether both are about the same items; without it, the items decide.
    **options
        Options of inference: `level`, `interval`, …; see `concordant.Plan`.

    Returns
    -------
    Result
        The difference, its interval, and the p-value of no difference.

    Examples
    --------
    >>> import concordant as cc
    >>> human = [1, 2, 3, 4, 5, 3, 2, 4, 5, 1]
    >>> old = [1, 3, 4, 4, 4, 2, 1, 3, 5, 2]
    >>> new = [1, 2, 4, 4, 5, 3, 2, 3, 5, 2]
    >>> cc.compare(cc.measure("cohen_kappa", human, new), cc.measure("cohen_kappa", human, old))
    difference 0.500 [0.144, 0.856] (n=10, analytic z, paired)
    """
    for side in (first, second):
        if not isinstance(side, Measure):
            raise OptionError(
                "compare needs the ratings behind both numbers: write "
                "compare(measure('cohen_kappa', a, b), measure('cohen_kappa', a, c))."
            )
    return _compare(first, second, paired=paired, plan=Plan(**options))


@check_arguments
def intra_rater(data: Any, name: str = "auto", **options: Any) -> Result:
    """Measure how far each rater agrees with themself when they rate the same items again.

    The coefficient is taken between a rater's occasions, and its mean over raters. Use it to see
    whether raters are stable before asking why they differ from each other.

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
    reading = check_options(READING, {n: options.pop(n) for n in READ_OPTIONS if n in options})
    plan = Plan(**{n: options.pop(n) for n in PLAN_OPTIONS if n in options})
    return _intra_rater(as_ratings(data, **reading), name, options, plan)


@check_arguments
def pairwise(data: Any, name: str = "cohen_kappa", **options: Any) -> Frame:
    """Measure a coefficient for every two raters, over the items that both rated.

    Use it to find the rater who differs from all others. At most 1,000 raters are taken, and 200
    where a coefficient has to be worked out pair by pair.

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
        says why a pair has no value.

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


@check_arguments_and(READING)
def d_study(
    data: Any,
    *,
    n_raters: Sequence[int] | None = None,
    n_occasions: Sequence[int] | None = None,
    fixed: Facet | None = None,
    target: float | None = None,
    **reading: Any,
) -> Frame:
    """Tell how reliable decisions would be with other numbers of raters and occasions.

    Use it to plan: how many raters, and how often, are enough. It extrapolates from these data,
    where few raters or occasions tell little; `concordant.g_study` has the intervals.

    Parameters
    ----------
    data : matrix, array, frame, path, Ratings or Moments
        The measurements: items × raters, or items × raters × occasions.
    n_raters : sequence of int, optional
        Numbers of raters to go through. Without it, 1 to 10, or to as many as took part if they were
        more; only the raters there were, if that was one or they are `fixed`.
    n_occasions : sequence of int, optional
        Numbers of occasions to go through. Without it, 1 to 3, or to as many as there were if more;
        only the occasions there were, if that was one or they are `fixed`.
    fixed : {"raters", "occasions"}, optional
        A facet that is not generalised over: these raters, or these occasions, are all that matter.
    target : float, optional
        A reliability between 0 and 1; adds how many raters reach it.
    **reading
        Options of reading: see `concordant.read`. `repeat=` names the column of occasions.

    Returns
    -------
    Frame
        One row for each design, with the columns n_raters, n_occasions, g (for comparing items), phi
        (for judging their level), sem_relative and sem_absolute (both errors of measurement, in
        points), and with a `target` raters_for_g and raters_for_phi, inf where no number is enough.

    Examples
    --------
    >>> import concordant as cc
    >>> scores = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> designs = cc.d_study(scores, n_raters=[1, 2, 4, 8], target=0.9)
    >>> dict(zip(designs["n_raters"].tolist(), designs["g"].round(2).tolist()))
    {1: 0.71, 2: 0.83, 4: 0.91, 8: 0.95}
    >>> int(designs["raters_for_g"][0])
    4
    """
    return _d_study(
        Measure(BY_NAME["g_coefficient"], rated(BY_NAME["g_coefficient"], data, None, reading)).reduce(),  # type: ignore[arg-type]
        n_raters=n_raters, n_occasions=n_occasions, fixed=fixed, target=target,
    )  # fmt: skip


@check_arguments
def table(
    cells: Any,
    categories: Sequence[Any] | None = None,
    *,
    scale: Scale | str | None = None,
    raters: Sequence[str] = ("A", "B"),
) -> Ratings:
    """Make ratings of a contingency table of two raters, such as one printed in a paper.

    Parameters
    ----------
    cells : square matrix or frame
        How many items have each pair of ratings: rows are the first rater's categories, columns the
        second's. The index and the columns of a frame name the categories.
    categories : sequence, optional
        The categories, lowest first. Without it, the names of a frame, else 1, 2, ….
    scale : {"nominal", "ordinal", "interval", "ratio"} or Scale, optional
        The level of the scale, or the scale itself. Without it, categories are taken to be in order.
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
    cohen_kappa 0.584 [0.329, 0.840] (n=40, analytic z)
    """
    return from_table(cells, categories, scale=scale, raters=raters)


@check_arguments
def counts(
    matrix: Any, categories: Sequence[Any] | None = None, *, scale: Scale | str | None = None
) -> Ratings:
    """Make ratings of counts that say how many raters chose each category of an item.

    Use it where it is not known who gave which rating, as in data for Fleiss' kappa. Raters are then
    interchangeable, and coefficients that have to tell them apart refuse.

    Parameters
    ----------
    matrix : matrix or frame
        Rows are items, columns categories, cells how many raters chose it. The columns of a frame
        name the categories.
    categories : sequence, optional
        The categories, lowest first. Without it, the names of a frame, else 1, 2, ….
    scale : {"nominal", "ordinal", "interval", "ratio"} or Scale, optional
        The level of the scale, or the scale itself. Without it, categories are taken to be in order.

    Returns
    -------
    Ratings
        The ratings, whose raters are not told apart.

    Examples
    --------
    >>> import concordant as cc
    >>> ratings = cc.counts([[3, 0], [2, 1], [0, 3], [1, 2], [3, 0]], ["no", "yes"])
    >>> cc.fleiss_kappa(ratings)
    fleiss_kappa 0.444 [-0.480, 1.000] (n=5, analytic t(4))
    """
    return from_counts(matrix, categories, scale=scale)


@check_arguments
def severity_scores(ratings: Ratings, measure: Any) -> NDArray[np.float64]:
    """Score each category by the mean of an outside measure over the items put in it.

    Use it where steps between categories are not equally large and a measure shows how large they
    are, such as a cost or a laboratory value. Pass the scores as `scores=` with
    `weights="quadratic"`; kappa is then the concordance correlation of the anchored scores.

    Parameters
    ----------
    ratings : Ratings
        The ratings, made by `concordant.read` or `concordant.as_ratings`.
    measure : sequence of float
        The outside measure, one number for each item; nan where it is not known.

    Returns
    -------
    numpy.ndarray
        A score for each category, lowest category first. Each rating counts once, so an item on
        which two raters agree counts twice in its category.

    Examples
    --------
    >>> import concordant as cc
    >>> ratings = cc.as_ratings([1, 1, 2, 2, 3, 3], [1, 2, 2, 3, 3, 3], categories=[1, 2, 3])
    >>> scores = cc.severity_scores(ratings, [2, 4, 5, 9, 20, 22])
    >>> scores.round(2)
    array([ 2.67,  5.75, 18.6 ])
    >>> cc.cohen_kappa(ratings, weights="quadratic", scores=scores)
    cohen_kappa 0.720 [0.260, 1.000] (n=6, analytic z)
    """
    return _severity_scores(ratings, measure)


@check_arguments
def weight_matrix(
    weights: Weights, categories: Sequence[Any], *, scores: Sequence[float] | None = None
) -> NDArray[np.float64]:
    """Show the agreement weights that a name means on these categories, 1 on the diagonal.

    Parameters
    ----------
    weights : str or array-like
        "identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar",
        "power:1.5", or a matrix.
    categories : sequence
        The categories, lowest first. Numbers are spaced by their values, names by their rank.
    scores : sequence of float, optional
        A number for each category, to space the weights by.

    Returns
    -------
    numpy.ndarray
        Categories × categories: 1 is full credit, 0 none.

    Examples
    --------
    >>> import concordant as cc
    >>> cc.weight_matrix("linear", ["low", "middle", "high"])
    array([[1. , 0.5, 0. ],
           [0.5, 1. , 0.5],
           [0. , 0.5, 1. ]])
    """
    scale = Scale.ordinal(categories)
    return agreement_matrix(weights, scale, np.array(scale.categories, dtype=object), scores)


def __getattr__(name: str) -> Callable[..., Result]:
    """A coefficient of the catalogue as a function, made when it is asked for."""
    if name not in BY_NAME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = public_function(BY_NAME[name])
    return found
