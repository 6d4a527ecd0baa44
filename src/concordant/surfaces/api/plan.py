"""How many items, raters and labels a question takes: before any data, or from data in hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...arguments import check_options, kinds_of
from ...coefficients.catalogue import BY_NAME
from ...errors import ConcordantError, OptionError, choose
from ...planning import KINDS, Cost, SamplePlan, plan_from_ratings, plan_from_study
from ...quote import quote
from ...ratings.as_ratings import as_ratings
from ...ratings.read import READING
from ...suggestion import hint
from .coefficients import READ_OPTIONS
from .study import study

#: Options of a plan from data, beside those of the coefficient and of reading.
AIMS = ("width", "null", "goal", "power", "level", "minutes", "price")


def plan(what: Any, /, **options: Any) -> SamplePlan:
    """Plan how many items, raters, repeats or labels a question takes.

    Use it before any data, with the name of a question, or with data in hand, which then say how much
    items vary. Every plan states its assumption and its formula, and shows how the answer moves if the
    assumption is off.

    Parameters
    ----------
    what : str, or matrix, frame, path or Ratings
        A question: "kappa", "weighted-kappa", "alpha", "icc", "share", "correlation", "limits",
        "paired", "goal", "labels", "raters" or "double-ratings"; or the ratings in hand.
    **options
        Of a question: what is expected (`kappa=0.6`, `share=0.8`, `shares=[0.3, 0.7]`, `raters=3`, …),
        one aim (`width=0.2`, the full width of the interval, or `null=0.4`, the value to tell it from),
        `power`, `level`, and `minutes` or `price` of one rating. Of data: `measure` with its own options,
        `width`, `null` or `goal`, and options of reading; see `concordant.read`.

    Returns
    -------
    SamplePlan
        `plan.answer` has the numbers, `plan.text("zh")` says it in words, `plan.to_dict()` is strict JSON.

    Examples
    --------
    >>> import concordant as cc
    >>> cc.plan("kappa", kappa=0.6, null=0.4, shares=[0.3, 0.7]).answer
    {'items': 191.0, 'raters': 2, 'ratings': 382.0}
    >>> cc.plan("share", share=0.8, width=0.1)["items"]
    245.0
    >>> cc.plan(cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]]), measure="cohen_kappa", width=0.2)["items"]
    195.0
    """
    if isinstance(what, str) and what.replace("_", "-") in KINDS:
        return _of_kind(what.replace("_", "-"), options)
    if isinstance(what, str) and not Path(what).suffix and not _there(what):
        near = hint(what, list(KINDS))
        raise OptionError(
            f"There is no question and no file called {quote(what)}: ask one of {list(KINDS)}.{near}"
        )
    return _of_data(what, options)


def _there(name: str) -> bool:
    try:
        return Path(name).exists() or "://" in name or "*" in name
    except (OSError, ValueError):
        return False


def _of_kind(name: str, options: Mapping[str, Any]) -> SamplePlan:
    kinds = kinds_of(KINDS[name])
    for option in options:
        choose(f"an option of the plan for {name}", option, list(kinds))
    try:
        return KINDS[name](**options)
    except TypeError as problem:
        raise OptionError(f"The plan for {name} lacks something: {_missing(problem)}.") from None
    except ConcordantError:
        raise
    except (ArithmeticError, ValueError):
        raise OptionError(
            f"The plan for {name} cannot be computed with numbers this large or this small: {dict(options)}."
        ) from None


def _missing(problem: TypeError) -> str:
    """The names of the arguments that were not given."""
    names = str(problem).partition(": ")[2]
    return f"give {names.replace(chr(39), '')}" if names else str(problem)


def _of_data(data: Any, options: Mapping[str, Any]) -> SamplePlan:
    given = dict(options)
    reading = check_options(READING, {name: given.pop(name) for name in READ_OPTIONS if name in given})
    aims = check_options(kinds_of(data_aims), {name: given.pop(name) for name in AIMS if name in given})
    cost = Cost(aims.pop("minutes", None), aims.pop("price", None))
    goal, measure = aims.pop("goal", None), given.pop("measure", None)
    if goal is not None:
        known = {name: given.pop(name) for name in ("reference", "preset", "by") if name in given}
        _all_known(given, ("reference", "preset", "by", *AIMS))
        if "width" in aims or "null" in aims:
            raise OptionError("A plan needs one aim: goal=…, width=… or null=…, got several.")
        level = {name: aims[name] for name in ("level",) if name in aims}
        power = {name: aims[name] for name in ("power",) if name in aims}
        return plan_from_study(study(data, goal=goal, **known, **level, **reading), cost=cost, **power)
    if measure is not None:
        choose("measure", measure, BY_NAME)
    _all_known(given, () if measure is None else BY_NAME[measure].options)
    return plan_from_ratings(as_ratings(data, **reading), measure, given, cost=cost, **aims)


def _all_known(given: Mapping[str, Any], more: Any) -> None:
    for name in given:
        choose("an option of a plan from data", name, [*more, "measure", *AIMS, *READ_OPTIONS])


def data_aims(
    *,
    width: float | None = None,
    null: float | None = None,
    goal: str | Path | Mapping[str, Any] | None = None,
    power: float = 0.8,
    level: float = 0.95,
    minutes: float | None = None,
    price: float | None = None,
) -> None:
    """What the options of a plan from data may be; the command line reads them off here."""
