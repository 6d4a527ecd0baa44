"""What Python users call to correct a judge by people's labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from ...arguments import check_arguments_and, check_options, kind_of
from ...errors import InputError, OptionError
from ...inference.plan import Plan
from ...interpret.compare import LabelledAnswers, answers_and_labels, scores_and_labels
from ...judges.corrected_mean import corrected_difference as _corrected_difference
from ...judges.corrected_mean import corrected_mean as _corrected_mean
from ...judges.corrected_share import corrected_share as _corrected_share
from ...judges.corrected_share_groups import share_difference, shares_by_group
from ...judges.labelled_items import LabelledItems, as_scores
from ...judges.ordinal_map import OrdinalMap, with_categories
from ...judges.ordinal_map import ordinal_map as _ordinal_map
from ...judges.score_map import ScoreMap
from ...judges.score_map import score_map as _score_map
from ...ratings.as_ratings import as_ratings
from ...ratings.ratings import Ratings
from ...ratings.read import READING
from ...result import Result
from .every_item import every_item


@check_arguments_and(READING)
def corrected_mean(
    data: Any,
    human: Iterable[Any] | None = None,
    /,
    *,
    judge: str | None = None,
    reference: str | Sequence[str] | None = None,
    by: str | Iterable[Any] | None = None,
    weights: Iterable[Any] | None = None,
    clusters: str | Iterable[Any] | None = None,
    power: float | Literal["tuned"] = "tuned",
    level: float = 0.95,
    **reading: Any,
) -> Result:
    """Estimate the mean score people would give to all items, from a judge on all and people on some.

    Use it where a judge scored everything and people a random part. The judge's mean is corrected by how far
    people and judge differ on the labelled items (prediction-powered inference, PPI++), so that the result is
    unbiased whatever the judge's errors, and more precise than the labels alone where the judge is
    informative.

    Parameters
    ----------
    data : sequence, frame, path or Ratings
        The judge's scores of all items, if `human` has the labels; otherwise all ratings.
    human : sequence, optional
        People's label of each item; None or nan where there is none.
    judge : str, optional
        The judge; optional if there is only one.
    reference : str or sequence of str, optional
        Reference raters: a kind or names. Several people's labels of an item are averaged.
    by : str or sequence, optional
        Column (of `data`), or a value for each item; adds an estimate for each group.
    weights : sequence, optional
        Design weights of labelled items: the number of items each represents.
    clusters : str or sequence, optional
        Clusters of items: a column (of `data`), or a value for each item.
    power : float or "tuned", default "tuned"
        Weight of the judge: 0 uses the labels alone, 1 the judge in full; "tuned" is the most precise.
    level : float, default 0.95
        Confidence level.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    Result
        `details` has the judge alone, the labels alone, and how many labels the estimate is worth.

    Examples
    --------
    >>> import concordant as cc
    >>> judge = [4, 4, 2, 3, 1, 1, 3, 3, 4, 3, 2, 2, 4, 4, 3, 3, 2, 1, 3, 3]
    >>> human = [4, 3, 2, 4, 1, 0, 3, 2, 4, 3, 1, 2] + [None] * 8
    >>> round(cc.corrected_mean(judge, human).estimate, 3)
    2.516
    """
    items, groups = _items(data, human, judge, reference, by, weights, clusters, reading)
    return _corrected_mean(items, power=_power(power), groups=groups, level=Plan(level=level).level)


@check_arguments_and(READING)
def corrected_difference(
    data: Any,
    human: Iterable[Any] | None = None,
    /,
    *,
    by: str | Iterable[Any] | None,
    judge: str | None = None,
    reference: str | Sequence[str] | None = None,
    weights: Iterable[Any] | None = None,
    clusters: str | Iterable[Any] | None = None,
    power: float | Literal["tuned"] = "tuned",
    positive: Any = None,
    level: float = 0.95,
    **reading: Any,
) -> Result:
    """Estimate how much better people would score one of two systems, from a judge on all items.

    Use it to compare two systems whose answers a judge scored and people scored in part. Where both
    answered the same items (rows of one item, or `clusters`), the difference is paired.

    Parameters
    ----------
    data : sequence, frame, path or Ratings
        The judge's scores of all items, if `human` has the labels; otherwise all ratings.
    human : sequence, optional
        People's label of each item; None or nan where there is none.
    by : str or sequence
        Column with the system, or the system of each item; of two values, the first minus the second.
    judge : str, optional
        The judge; optional if there is only one.
    reference : str or sequence of str, optional
        Reference raters: a kind or names.
    weights : sequence, optional
        Design weights of labelled items.
    clusters : str or sequence, optional
        Clusters of items: a column (of `data`), or a value for each item.
    power : float or "tuned", default "tuned"
        Weight of the judge; see `concordant.corrected_mean`.
    positive : optional
        Category, where ratings are names: the difference is that of its corrected shares. Without
        `clusters` the groups are then treated as independent.
    level : float, default 0.95
        Confidence level.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    Result
        The difference; its parts are the corrected means of both systems.

    Examples
    --------
    >>> import concordant as cc
    >>> judge = [4, 5, 3, 4, 5, 4, 3, 4, 2, 3, 1, 2, 3, 2, 1, 2]
    >>> human = [4, 4, 3, 4, 5, None, None, None, 2, 2, 1, 2, 2, None, None, None]
    >>> cc.corrected_difference(judge, human, by=["new"] * 8 + ["old"] * 8).estimate > 0
    True
    """
    at = Plan(level=level).level
    if positive is None:
        items, groups = _items(data, human, judge, reference, by, weights, clusters, reading)
        return _corrected_difference(items, _two_systems(groups), power=_power(power), level=at)
    if weights is not None:
        raise OptionError(
            "Design weights are not supported for shares: omit weights, or omit positive and code the "
            "category as 1, all others as 0."
        )
    given = _answers(data, human, judge, reference, by, reading, clusters)
    groups = _two_systems(given.groups)
    return share_difference(
        given.judge, given.human, groups, positive=positive, clusters=given.clusters, level=at
    )


@check_arguments_and(READING)
def corrected_share(
    data: Any,
    human: Iterable[Any] | None = None,
    /,
    *,
    judge: str | None = None,
    reference: str | Sequence[str] | None = None,
    positive: Any = None,
    by: str | Iterable[Any] | None = None,
    level: float = 0.95,
    **reading: Any,
) -> Result:
    """Estimate the true share of a category, such as the pass rate, from a judge that makes errors.

    Use it where a judge answered every item and people labelled some. The judge's error rates on labelled
    items correct its shares (Rogan and Gladen; interval of Lee et al.).

    Parameters
    ----------
    data : sequence, frame, path or Ratings
        The judge's answers to all items, if `human` has the labels; otherwise all ratings.
    human : sequence, optional
        People's label of each item; None or nan where there is none.
    judge : str, optional
        The judge; optional if there is only one.
    reference : str or sequence of str, optional
        Reference raters: a kind or names. Of several people the majority counts; items on which they tie
        count as unlabelled, and a note states how many.
    positive : optional
        Category whose share is wanted. By default, one part for each category.
    by : str or sequence, optional
        Column (of `data`), or a value for each item; adds the share of `positive` in each group.
    level : float, default 0.95
        Confidence level.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    Result
        The share, with a part for each group; or one part for each category.

    Examples
    --------
    >>> import concordant as cc
    >>> judge = ["pass"] * 60 + ["fail"] * 40 + ["pass"] * 55 + ["fail"] * 45
    >>> human = ["pass"] * 50 + ["fail"] * 50 + [None] * 100
    >>> round(cc.corrected_share(judge, human, positive="pass").estimate, 3)
    0.438
    """
    if by is not None and positive is None:
        raise OptionError("by needs positive=…: the category whose share is wanted in each group.")
    given = _answers(data, human, judge, reference, by, reading)
    at = Plan(level=level).level
    found = _corrected_share(given.judge, given.human, positive=positive, ties=given.ties, level=at)
    if given.groups is None:
        return found
    return replace(
        found, parts=shares_by_group(given.judge, given.human, given.groups, positive=positive, level=at)
    )


@check_arguments_and(READING)
def score_map(
    data: Any,
    human: Iterable[Any] | None = None,
    /,
    *,
    judge: str | None = None,
    reference: str | Sequence[str] | None = None,
    method: Literal["isotonic", "ordinal"] = "isotonic",
    weights: Iterable[Any] | None = None,
    **reading: Any,
) -> ScoreMap | OrdinalMap:
    """Estimate which score of people corresponds to which score of a judge.

    Use it where a judge is consistently harsher or milder, or on another scale. The map never goes down, and
    its error is measured on items not used to fit it.

    Parameters
    ----------
    data : sequence, frame, path or Ratings
        The judge's scores, if `human` has the labels; otherwise all ratings.
    human : sequence, optional
        People's label of each item; None or nan where there is none.
    judge : str, optional
        The judge; optional if there is only one.
    reference : str or sequence of str, optional
        Reference raters: a kind or names.
    method : {"isotonic", "ordinal"}, default "isotonic"
        The mean score of people (isotonic regression), or their category and the probability of each (ordered
        logit). For categories, the mean of several people is rounded to the nearest score, halves down.
    weights : sequence, optional
        Design weights of labelled items.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    ScoreMap or OrdinalMap
        `scores` and `people`, the errors before and after, and `mapped`, the scores of all items.

    Examples
    --------
    >>> import concordant as cc
    >>> judge = [10, 10, 20, 20, 30, 30, 40, 40, 50, 50, 20, 40]
    >>> human = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, None, None]
    >>> cc.score_map(judge, human).people.tolist()
    [1.0, 2.0, 3.0, 4.0, 5.0]
    """
    if method == "isotonic":
        return _score_map(_items(data, human, judge, reference, None, weights, None, reading)[0])
    if human is None:
        data, reading = _ratings(data, weights, reading), {}
    items, _ = _items(data, human, judge, reference, None, weights, None, reading)
    if human is None and data.scale.categories is not None:
        items = with_categories(items, np.asarray(data.values, dtype=float))
    return _ordinal_map(items)


def _two_systems(groups: list[Any] | None) -> list[Any]:
    if groups is None:
        raise OptionError("by must name the two systems: a column, or a value for each item.")
    return groups


def _answers(
    data: Any, human: Any, judge: str | None, reference: Any, by: Any, reading: Mapping[str, Any],
    clusters: Any = None,
) -> LabelledAnswers:  # fmt: skip
    """The judge's answers with people's labels, groups and clusters: of a table, or of two sequences."""
    if human is None:
        given = reading if clusters is None else {**reading, "clusters": clusters}
        return answers_and_labels(every_item(data, **given), judge, reference, by)
    if reading:
        raise OptionError("Options for reading do not apply to two sequences.")
    answers = _listed(data)
    return LabelledAnswers(
        judge=answers,
        human=list(human),
        ties=0,
        groups=_names_for(by, "by", len(answers)),
        clusters=_names_for(clusters, "clusters", len(answers)),
    )


# --- two sequences ----------------------------------------------------------------------------


def _power(power: float | str) -> float | None:
    return None if power == "tuned" else float(power)


def _listed(data: Any) -> list[Any]:
    """The judge's values, where people's are a sequence beside them."""
    return list(check_options({"data": kind_of(Sequence[Any])}, {"data": data})["data"])


def _items(
    data: Any,
    human: Any,
    judge: str | None,
    reference: Any,
    by: Any,
    weights: Any,
    clusters: Any,
    reading: Any,
) -> tuple[LabelledItems, list[Any] | None]:
    """The items with their labels, and their groups."""
    if human is not None:
        if reading or judge is not None or reference is not None:
            raise OptionError(
                "With two sequences there is nothing to read: omit judge, reference and others."
            )
        scores = as_scores(_listed(data), "judge")
        together = _names_for(clusters, "clusters", len(scores))
        items = LabelledItems(
            judge=scores,
            human=as_scores(human, "human", gaps=True),
            weights=None if weights is None else as_scores(weights, "weights", gaps=True),
            clusters=None if together is None else np.unique(together, return_inverse=True)[1],
        )
        return items, _names_for(by, "by", len(scores))
    given = reading if clusters is None else {**reading, "clusters": clusters}
    return scores_and_labels(_ratings(data, weights, given), judge, reference, by, weights)


def _ratings(data: Any, weights: Any, reading: Mapping[str, Any]) -> Ratings:
    """One row for each item; weights that are given item by item go by the order of rows, which is kept."""
    return every_item(data, **reading) if weights is None else as_ratings(data, **reading)


def _names_for(values: Any, name: str, n: int) -> list[str] | None:
    """A group of each of n items, by name."""
    if values is None:
        return None
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise OptionError(f"{name} names a column, but two sequences have none: give a value for each item.")
    groups = [str(group) for group in values]
    if len(groups) != n:
        raise InputError(f"judge has {n} values, but {name} has {len(groups)}.")
    return groups
