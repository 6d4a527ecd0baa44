"""What Python users call: one function for each coefficient of the catalogue, and a few more."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ...arguments import check_arguments, check_arguments_and, check_options, kinds_of
from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Coefficient
from ...errors import OptionError, choose
from ...inference.compare import compare as _compare
from ...inference.make_result import answer as result_of
from ...inference.measure import Measure
from ...inference.plan import PLAN_OPTIONS, USUAL, Plan
from ...option_values import plain_value
from ...ratings.as_ratings import as_ratings
from ...ratings.ratings import Ratings
from ...ratings.read import DEFAULTS, READING, read
from ...ratings.remote import open_elsewhere
from ...reduce.moments import Moments
from ...reduce.plain_measurements import plain_measurements
from ...reduce.remote_moments import are_measurements, moments_elsewhere
from ...result import Result
from .docstrings import docstring

READ_OPTIONS = tuple(DEFAULTS)


def public_function(c: Coefficient) -> Callable[..., Result]:
    """A coefficient as a function: data in, `Result` out."""

    def coefficient(first: Any, second: Any = None, /, **options: Any) -> Result:
        return answer(c, first, second, options)

    coefficient.__name__ = coefficient.__qualname__ = c.name
    coefficient.__module__ = "concordant"
    coefficient.__doc__ = docstring(c)
    coefficient.__signature__ = _signature(c)  # type: ignore[attr-defined]
    return coefficient


def answer(c: Coefficient, first: Any, second: Any, options: Mapping[str, Any]) -> Result:
    """The result of a coefficient for data and options as a user gives them."""
    own, plan, reading = sort_options(c, options)
    sums = plain_measurements(first, second) if _only_needs_sums(c, plan, reading) else None
    if sums is not None:
        return result_of(Measure(c, sums, own), plan)
    return result_of(Measure(c, rated(c, first, second, reading, one_number=True), own), plan)


def _only_needs_sums(c: Coefficient, plan: Plan, reading: Mapping[str, Any]) -> bool:
    """Whether a coefficient is asked of measurements in the usual way."""
    return c.statistic is Moments and plan.usual and not reading


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
    for name, given in options.items():
        value = plain_value(name, given)
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
    """A coefficient with its options and data, not yet computed, for use in `compare`.

    Use it to define what is compared; `concordant.agreement` gives the number itself.

    Parameters
    ----------
    name : str
        Name of the coefficient: one of `[c.name for c in concordant.CATALOGUE]`.
    first : sequence, matrix, frame, path, Ratings or Moments
        The ratings; one rater's, item by item, if `second` contains the other's.
    second : sequence, optional
        The other rater's ratings of the same items.
    **options
        Options of the coefficient. Options of reading: see `concordant.read`. Those of inference
        (`level`, `interval`, …) are given to `compare`.

    Returns
    -------
    Measure
        An argument of `concordant.compare`; `measure.result()` computes it alone.

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


def rated(
    c: Coefficient, first: Any, second: Any, reading: Mapping[str, Any], *, one_number: bool = False
) -> Ratings | Moments:
    """Ratings of whatever was given; sums that stand for them are passed on.

    Of measurements that stay where they are (large files, databases, clusters) only sums are taken. For
    `one_number` equal items with several rows are counted there; a comparison finds items in both ratings.
    """
    if isinstance(first, Moments):
        if second is not None or reading:
            raise OptionError("Only sums are available here: options for reading do not apply to them.")
        return first
    if second is None and (opened := open_elsewhere(first, reading)) is not None:
        if c.statistic is Moments and are_measurements(opened):
            return moments_elsewhere(opened)[()]
        first = replace(opened.unsliced(), one_number=one_number)
    return as_ratings(first, second, **reading)


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
    gwet_ac 0.656 [-0.090, 0.952] (n=6, score t(5))
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
        The coefficients to compare, made by `concordant.measure`.
    paired : bool, optional
        Whether both are about the same items; by default, inferred from the items.
    **options
        Options of inference: `level`, `interval`, …; see `concordant.Plan`.

    Returns
    -------
    Result
        The difference, its interval, and the p-value of no difference.

    Examples
    --------
    >>> import concordant as cc
    >>> human = [1, 2, 3, 4, 5, 3, 2, 4, 5, 1] * 2
    >>> old = [1, 3, 4, 4, 4, 2, 1, 3, 5, 2] * 2
    >>> new = [1, 2, 4, 4, 5, 3, 2, 3, 5, 2] * 2
    >>> cc.compare(cc.measure("cohen_kappa", human, new), cc.measure("cohen_kappa", human, old))
    difference 0.500 [0.238, 0.762] (n=20, sides swapped, paired)
    """
    for side in (first, second):
        if not isinstance(side, Measure):
            raise OptionError(
                "compare needs the ratings behind both numbers: write "
                "compare(measure('cohen_kappa', a, b), measure('cohen_kappa', a, c))."
            )
    return _compare(first, second, paired=paired, plan=Plan(**options))


def __getattr__(name: str) -> Callable[..., Result]:
    """A coefficient of the catalogue as a function, made when it is asked for."""
    if name not in BY_NAME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = public_function(BY_NAME[name])
    return found
