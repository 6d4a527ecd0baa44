"""Which items to rate next, and by whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...arguments import check_arguments_and
from ...planning import TaskList, What, next_tasks
from ...ratings.read import READING
from .breakdowns import columns_of
from .study import ratings_to_study


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

    Use it where a judge rated many items and people can rate some. Items are drawn at random within
    strata (the judge's score, whether judges or repeats disagree, slices), so that agreement, bias and the
    mean human score can be estimated for all items. `what="disputed"` gives an adjudication list instead,
    which is no sample.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings so far: a judge's on all items, and people's on some or none.
    items : int, default 100
        How many items to rate.
    what : {"sample", "disputed"}, default "sample"
        A stratified random sample, or the items on which raters are furthest apart.
    people : sequence of str, optional
        Who rates. Without it, the people in the data.
    per_item : float, default 2.0
        How many people rate an item; 1.3 gives a second person to 30 % of the items.
    repeats : float, default 0.1
        The share of items that one of their raters rates again, at the end.
    by : str or sequence of str, optional
        Slice columns to stratify by as well.
    seed : int, default 0
        The same seed gives the same tasks.
    **reading
        Options of reading: see `concordant.read`.

    Returns
    -------
    TaskList
        `tasks.csv()` is the file, `tasks.tasks` its rows, `tasks.text("zh")` says what it is for.

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
