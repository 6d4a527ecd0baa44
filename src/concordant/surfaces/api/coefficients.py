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
from ...coefficients.reliability.d_study import d_study as _d_study
from ...coefficients.reliability.decision import Facet
from ...coefficients.weights import Weights, agreement_matrix
from ...coefficients.weights import severity_scores as _severity_scores
from ...errors import OptionError, choose
from ...frame import Frame
from ...inference.compare import compare as _compare
from ...inference.influential_items import check_asked, telling_frame
from ...inference.influential_items import top_items as _top_items
from ...inference.intra import intra_rater as _intra_rater
from ...inference.measure import Measure
from ...inference.pairwise import pairwise as _pairwise
from ...inference.plan import PLAN_OPTIONS, USUAL, Plan
from ...inference.slices import Sliced, by_slice, of_moments
from ...ratings.observed import in_order
from ...ratings.ratings import Ratings
from ...ratings.read import DEFAULTS, READING, as_ratings, read
from ...ratings.reading.arrays import from_counts, from_table
from ...ratings.remote.unread import UnreadData, is_table, open_elsewhere, open_source
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
    """A question without its answer yet, for `compare`: a coefficient's name, data and options."""
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
        if c.statistic is Moments and are_measurements(opened):
            return moments_elsewhere(opened)[()]
        first = opened.unsliced()
    return as_ratings(first, second, **reading)


@check_arguments_and(READING)
def moments(data: Any, **reading: Any) -> Moments:
    """The sums that measurements reduce to; every coefficient of measurements takes them instead of data.

    Data that stay where they are (large files, databases, clusters) are summed there.
    """
    if (opened := open_elsewhere(data, reading)) is not None and _summable(opened):
        return moments_elsewhere(opened)[()]
    return _summed(as_ratings(data, **reading))


@check_arguments_and(READING)
def moments_by(data: Any, *, by: str | Sequence[str], **reading: Any) -> dict[tuple[Any, ...], Moments]:
    """The same for every part of the data, {values of the columns: sums}, in one pass."""
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


def names_of(by: str | Sequence[str] | None) -> list[str]:
    """Names of columns, each once."""
    return [] if by is None else [by] if isinstance(by, str) else list(dict.fromkeys(by))


def columns_of(by: str | Sequence[str]) -> list[str]:
    """The same, where there must be one."""
    if not (names := names_of(by)):
        raise OptionError("by is empty: name the column, or columns, to go by.")
    return names


@check_arguments
def agreement_by(data: Any, name: str, *, by: str | Sequence[str], **options: Any) -> Sliced:
    """Any coefficient in every part of the data: `agreement_by(data, "cohen_kappa", by=["lang", "kind"])`.

    `by` names columns of a frame or a file, or slices of ratings; all combinations that occur are parts. The
    data are read through once, whatever the number of parts.
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
    """The items behind a number, the most telling first; a table that is kept elsewhere is never collected.

    `by` is "disagreement" (how far ratings of an item lie apart), or a coefficient's name: how much an item
    pulls it away from perfect agreement. `where` chooses a slice or a cell: {"lang": "zh", "human": 2,
    "judge": 4}. Other options are the coefficient's own and those of reading.
    """
    reading = {"raters": raters, **{n: options.pop(n) for n in READ_OPTIONS if n in options}}
    reading = check_options(READING, reading)
    if is_table(data):
        opened = open_source(data, reading)
        if opened.relation is not None and by == "disagreement" and not where and are_measurements(opened):
            check_asked(k, by, options)
            return telling_frame(*farthest_items(opened, k), by)
        named = [n for n in where or {} if n in opened.grid.names and n not in opened.roles.raters]
        data = opened.sliced_by(named)[0]
    return _top_items(as_ratings(data, **reading), k, by, where or {}, options)


@check_arguments
def agreement(data: Any, name: str, **options: Any) -> Result:
    """Any coefficient by its name: `agreement(data, "gwet_ac", weights="quadratic")`."""
    choose("name", name, BY_NAME)
    return answer(BY_NAME[name], data, None, options)


@check_arguments_and({**kinds_of(Plan.__init__), "first": None, "second": None})
def compare(first: Measure, second: Measure, *, paired: bool | None = None, **options: Any) -> Result:
    """The difference of two measures with its uncertainty: `first - second`.

    On the same items the comparison is paired. `options` are those of inference (see `Plan`).
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
    """Each rater with themself: any coefficient between a rater's occasions, and its mean over raters.

    `name` is a coefficient: "icc", "cohen_kappa", "sem", "repeatability_limit", …; "auto" takes kappa for
    nominal scales, quadratic kappa for ordinal ones and ICC(A,1) for measurements. Other options are the
    coefficient's own, those of inference and those of reading; `repeat=` names the column of occasions.
    """
    reading = check_options(READING, {n: options.pop(n) for n in READ_OPTIONS if n in options})
    plan = Plan(**{n: options.pop(n) for n in PLAN_OPTIONS if n in options})
    return _intra_rater(as_ratings(data, **reading), name, options, plan)


@check_arguments
def pairwise(data: Any, name: str = "cohen_kappa", **options: Any) -> Frame:
    """Every two raters: a coefficient for each pair, over the items that both rated, one row each.

    `name` is any coefficient that two raters can have. Columns: rater_a, rater_b, estimate, std_error,
    conf_low, conf_high, n_items, observed_agreement (where the coefficient has it) and reason, which says
    why a pair has no value. Other options are the coefficient's own, those of inference and those of reading.
    At most 1,000 raters are taken, and 200 where a coefficient has to be worked out pair by pair.
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
    """How reliable decisions would be with other numbers of raters and occasions, one row for each design.

    Columns: n_raters, n_occasions, g (for comparing items), phi (for judging their level), sem_relative and
    sem_absolute (both errors of measurement, in points), and with a `target` how many raters reach it.
    Other options are those of reading; `repeat=` names the column of occasions.
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
    """Ratings from a contingency table: rows are the first rater's categories, columns the second's."""
    return from_table(cells, categories, scale=scale, raters=raters)


@check_arguments
def counts(
    matrix: Any, categories: Sequence[Any] | None = None, *, scale: Scale | str | None = None
) -> Ratings:
    """Ratings from a count matrix: rows are items, columns categories, cells how many chose it."""
    return from_counts(matrix, categories, scale=scale)


@check_arguments
def severity_scores(ratings: Ratings, measure: Any) -> NDArray[np.float64]:
    """A score for each category: the mean of an outside measure over the items put in it.

    Pass them as `scores=` with `weights="quadratic"`; kappa is then the concordance correlation of
    the anchored scores.
    """
    return _severity_scores(ratings, measure)


@check_arguments
def weight_matrix(
    weights: Weights, categories: Sequence[Any], *, scores: Sequence[float] | None = None
) -> NDArray[np.float64]:
    """The agreement weights that a name means on these categories, 1 on the diagonal."""
    scale = Scale.ordinal(categories)
    return agreement_matrix(weights, scale, np.array(scale.categories, dtype=object), scores)


def __getattr__(name: str) -> Callable[..., Result]:
    """A coefficient of the catalogue as a function, made when it is asked for."""
    if name not in BY_NAME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = public_function(BY_NAME[name])
    return found
