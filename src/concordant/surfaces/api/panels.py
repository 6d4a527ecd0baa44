"""What Python users call to combine raters and to compare answers in pairs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ...arguments import check_arguments, check_arguments_and
from ...errors import OptionError
from ...inference.plan import Plan
from ...interpret.compare import expected_scores, judges_and_people
from ...interpret.judge_reports import first_ratings, gives_labels, label_panel_of, rated_things
from ...judges.bradley_terry import PreferencePairs
from ...judges.bradley_terry import bradley_terry as _bradley_terry
from ...judges.label_panel import LabelPanel
from ...judges.latent_truth import LatentTruth
from ...judges.latent_truth import latent_truth as _latent_truth
from ...judges.panel import JudgePanel
from ...judges.panel import panel as _panel
from ...judges.position_bias import both_orders
from ...judges.position_bias import position_bias as _position_bias
from ...ratings.as_ratings import as_ratings
from ...ratings.read import READING
from ...result import Result
from .every_item import every_item


@check_arguments_and(READING)
def latent_truth(
    data: Any,
    second: Any = None,
    /,
    *,
    pseudo_count: float = 0.5,
    draws: int = 0,
    level: float = 0.95,
    **reading: Any,
) -> LatentTruth:
    """Estimate the true category of every item, and how each rater errs, when there is no gold standard.

    Use it with three or more raters whose errors are independent (Dawid and Skene 1979).

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings.
    second : sequence, optional
        The other rater's ratings, where `data` is one rater's.
    pseudo_count : float, default 0.5
        Count added to every cell of a rater's confusion matrix, so that a few ratings are not treated as
        certain; 0 gives maximum likelihood.
    draws : int, default 0
        Number of bootstrap resamples of items for intervals of accuracies and shares; 200 are usual.
    level : float, default 0.95
        Confidence level of these intervals.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    LatentTruth
        `answers`, `probabilities`, `accuracy` and `confusion` of the raters, and `moved`: the share of
        items whose answer is not that of the majority.

    Examples
    --------
    >>> import concordant as cc
    >>> votes = {"a": list("xxyyxy"), "b": list("xxyyxx"), "c": list("xyyyxy")}
    >>> cc.latent_truth(votes).answers
    ('x', 'x', 'y', 'y', 'x', 'y')
    """
    ratings = as_ratings(data, second, **reading)
    if draws < 0:
        raise OptionError(f"draws must be 0 or more, got {draws}.")
    return _latent_truth(ratings, pseudo_count=pseudo_count, draws=draws, level=Plan(level=level).level)


@check_arguments_and(READING)
def panel(
    data: Any,
    /,
    *,
    reference: str | Sequence[str] | None = None,
    costs: Mapping[str, float] | None = None,
    budget: float | None = None,
    **reading: Any,
) -> JudgePanel | LabelPanel:
    """Compare panels of judges with people: what each further judge adds, whom to keep, how to combine.

    Use it where several judges rated items that people rated too. Scores are averaged and compared by their
    error; categories without order, or two of them, are combined by vote and compared by agreement.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings, with two judges or more; of repeats the first counts.
    reference : str or sequence of str, optional
        Reference raters: a kind or names. Several people's scores of an item are averaged; of their
        labels the majority counts, and ties are no label.
    costs : mapping, optional
        Cost of one rating by each judge; 1 by default.
    budget : float, optional
        Maximum total cost of the ratings of an item.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    JudgePanel or LabelPanel
        `judges` alone, the best panel of every size (`sizes`) with its error or agreement on held-out items,
        the panel `chosen`, and ways to combine all of them (`rules`).

    Examples
    --------
    >>> import concordant as cc
    >>> people = [1, 2, 3, 4, 5] * 6
    >>> votes = {"human": people, "judge_a": people[1:] + [1], "judge_b": [min(x + 1, 5) for x in people]}
    >>> found = cc.panel(votes, rater_kind={"judge_a": "judge", "judge_b": "judge"})
    >>> found.chosen.best
    ('judge_b',)
    """
    ratings = first_ratings(every_item(data, **reading))
    limit = math.inf if budget is None else budget
    if gives_labels(ratings):
        return label_panel_of(ratings, reference, costs=costs, budget=limit)
    scores, people = judges_and_people(ratings, reference)
    more = (
        {}
        if ratings.scale.categories is None
        else {"dawid-skene": lambda: expected_scores(ratings, [*scores])}
    )
    return _panel(
        scores,
        people,
        costs=costs,
        budget=limit,
        rules=more,
        units=rated_things(ratings)[1],
    )


@check_arguments
def bradley_terry(
    first: Sequence[Any],
    second: Sequence[Any],
    winner: Sequence[Any],
    *,
    reference: str | None = None,
    order: bool = True,
    level: float = 0.95,
) -> Result:
    """Estimate who wins against whom, from comparisons of two at a time.

    Use it on preferences: which of two answers is better, with ties, and whether being shown first helps.

    Parameters
    ----------
    first, second : sequence
        Contestants shown first and second, one entry per comparison.
    winner : sequence
        Winner; "tie", or any word with tie in it, for neither.
    reference : str, optional
        Contestant whose ability is set to 0. By default, the one who wins least often.
    order : bool, default True
        Whether to estimate the effect of being shown first.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Result
        A part for each name: its ability in log odds. `details` has the effect of order.

    Examples
    --------
    >>> import concordant as cc
    >>> first, second = ["A", "B", "A", "C", "B", "C"], ["B", "A", "C", "A", "C", "B"]
    >>> found = cc.bradley_terry(first, second, ["A", "A", "tie", "A", "B", "C"], reference="C")
    >>> [part.category for part in found.parts]
    ['A', 'B', 'C']
    """
    pairs = PreferencePairs.of(list(first), list(second), list(winner))
    return _bradley_terry(pairs, reference=reference, order=order, level=Plan(level=level).level)


@check_arguments
def position_bias(
    pair: Sequence[Any], first: Sequence[Any], winner: Sequence[Any], *, level: float = 0.95
) -> Result:
    """Test whether a judge of pairs favours the answer that is shown first.

    Use it where each pair was asked in both orders.

    Parameters
    ----------
    pair : sequence
        Pair that a row is about.
    first : sequence
        Answer that was shown first.
    winner : sequence
        Answer that won; "tie" for neither.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Result
        The share of flips that favour the first place, with an exact test against one half; parts: how
        often the judge is consistent, and how often the first place wins.

    Examples
    --------
    >>> import concordant as cc
    >>> cc.position_bias([1, 1, 2, 2], ["A", "B", "A", "B"], ["A", "B", "A", "A"]).estimate
    1.0
    """
    return _position_bias(both_orders(list(pair), list(first), list(winner)), level=Plan(level=level).level)
