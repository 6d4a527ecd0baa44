"""How many items, raters and labels a question takes, and which items to rate next."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...arguments import check_arguments_and, check_options, kinds_of
from ...coefficients.catalogue import BY_NAME
from ...errors import ConcordantError, OptionError, choose
from ...planning import (
    KINDS,
    Cost,
    SamplePlan,
    TaskList,
    What,
    next_tasks,
    plan_from_ratings,
    plan_from_study,
)
from ...quote import quote
from ...ratings.as_ratings import as_ratings
from ...ratings.phrases import listed
from ...ratings.read import READING
from ...suggestion import hint
from .breakdowns import columns_of
from .coefficients import READ_OPTIONS
from .study import ratings_to_study, study

#: Options of a plan from data, beside those of the coefficient and of reading.
AIMS = ("width", "null", "goal", "power", "level", "minutes", "price")


def plan(what: Any, /, **options: Any) -> SamplePlan:
    """Plan how many items, raters, repeats or labels a question takes.

    Use it with the name of a question before any data are collected, or with existing data, which then supply
    the variance of items. Every plan states its assumptions and its formula, and shows how the answer changes
    if the assumptions are wrong.

    Parameters
    ----------
    what : str, or matrix, frame, path or Ratings
        A question: "kappa", "weighted-kappa", "alpha", "icc", "share", "correlation", "limits",
        "paired", "goal", "labels", "raters" or "double-ratings"; or the ratings in hand.
    **options
        Of a question: what is expected (`kappa=0.6`, `share=0.8`, `shares=[0.3, 0.7]`, `raters=3`, …),
        one aim (`width=0.2`, the full width of the interval, or `null=0.4`, the value to
        distinguish it from),
        `power`, `level`, and `minutes` or `price` of one rating. Of data: `measure` with its own options,
        `width`, `null` or `goal`, and options of reading; see `concordant.read`.

    Returns
    -------
    SamplePlan
        `plan.answer` has the numbers, `plan.text("zh")` is its text, `plan.to_dict()` is strict JSON.

    Examples
    --------
    >>> import concordant as cc
    >>> cc.plan("kappa", kappa=0.6, null=0.4, shares=[0.3, 0.7]).answer
    {'items': 184.0, 'raters': 2, 'ratings': 368.0}
    >>> cc.plan("share", share=0.8, width=0.1)["items"]
    245.0
    >>> cc.plan(cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]]), measure="cohen_kappa", width=0.2)["items"]
    196.0
    """
    if isinstance(what, str) and what.replace("_", "-") in KINDS:
        return _of_kind(what.replace("_", "-"), options)
    if isinstance(what, str) and not Path(what).suffix and not _there(what):
        near = hint(what, list(KINDS))
        raise OptionError(
            f"{quote(what)} is neither a question nor a file: choose one of {list(KINDS)}.{near}"
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
        raise OptionError(f"The plan for {name} is incomplete: {_missing(problem)}.") from None
    except ConcordantError:
        raise
    except (ArithmeticError, ValueError):
        raise OptionError(
            f"The plan for {name} cannot be computed with numbers this large or this small: {dict(options)}."
        ) from None


def _missing(problem: TypeError) -> str:
    """The names of the arguments that were not given."""
    names = re.findall("'([^']*)'", str(problem).partition(": ")[2])
    return f"give {listed([f'{name}=…' for name in names], ' and ')}" if names else str(problem)


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
            raise OptionError("A plan needs only one aim: goal=…, width=… or null=…, got several.")
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


@check_arguments_and(READING)
def plan_next(
    data: Any,
    *,
    items: int = 100,
    what: What = "sample",
    people: Sequence[str] | None = None,
    per_item: float = 2.0,
    repeats: float = 0.1,
    by: str | Sequence[str] | None = None,
    seed: int = 0,
    **reading: Any,
) -> TaskList:
    """Choose which items people rate next, and who rates which.

    Use it where a judge rated many items and people can rate some. Items are drawn at random within strata
    (the judge's score, whether judges or repeats disagree, slices), so that agreement, bias and the mean
    human score can be estimated for all items. `what="disputed"` gives an adjudication list instead, which is
    not a sample.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings so far: a judge's on all items, and people's on some or none.
    items : int, default 100
        Number of items to rate.
    what : {"sample", "disputed"}, default "sample"
        A stratified random sample, or the items on which raters are furthest apart.
    people : sequence of str, optional
        Raters to assign. By default, the people in the data.
    per_item : float, default 2.0
        Number of people per item; 1.3 gives a second person to 30% of the items.
    repeats : float, default 0.1
        Share of items that one of the assigned raters rates twice, the second time at the end.
    by : str or sequence of str, optional
        Slice columns to stratify by, in addition to the judge's score and whether judges disagree.
    seed : int, default 0
        The same seed gives the same tasks.
    **reading
        Options of reading: see `concordant.read`.

    Returns
    -------
    TaskList
        `tasks.csv()` is the file, `tasks.tasks` its rows, `tasks.text("zh")` explains it.

    Examples
    --------
    >>> import concordant as cc
    >>> judged = {"item": list(range(91)), "judge": [3, *[1, 2, 3] * 30], "human": [3, *[None] * 90]}
    >>> tasks = cc.plan_next(judged, items=30, people=["ann", "bob", "human"])
    >>> len(tasks.tasks), sorted(set(tasks.tasks["weight"].tolist()))
    (63, [3.0])
    """
    columns = columns_of(by) if by is not None else []
    ratings = ratings_to_study(data, None, by, reading)
    return next_tasks(
        ratings, items=items, what=what, people=people, per_item=per_item, repeats=repeats,
        by=columns, seed=seed,
    )  # fmt: skip
