"""What Python users call on judges with scores, on people who differ, and on preferences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ...arguments import check_arguments_and
from ...errors import InputError
from ...inference.plan import Plan
from ...interpret.compare import judge_and_people, rater_roles
from ...interpret.judge_reports import (
    LEAST_SOFT_ITEMS,
    PreferenceReport,
    SoftLabelReport,
    ThresholdReport,
    curve_of,
    preference_report,
    preference_votes,
    soft_label_reports,
)
from ...ratings.read import READING
from .every_item import every_item


@check_arguments_and(READING)
def threshold_curve(
    data: Any,
    second: Any = None,
    /,
    *,
    judge: str | None = None,
    reference: str | Sequence[str] | None = None,
    criterion: Literal["youden", "f1", "accuracy"] = "youden",
    level: float = 0.95,
    **reading: Any,
) -> ThresholdReport:
    """Find the threshold at which a judge's scores best separate labels of two kinds.

    Use it where a judge gives scores and people answer yes or no (1 or 0). What to expect on new items is
    measured on items that were not used to choose the threshold.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings: people's labels are two numbers, the judge's are scores.
    second : sequence, optional
        The judge's scores, where `data` are the labels.
    judge : str, optional
        The judge; optional if there is only one.
    reference : str or sequence of str, optional
        Reference raters: a kind or names. Of several people the majority counts.
    criterion : {"youden", "f1", "accuracy"}, default "youden"
        Criterion for choosing the threshold: sensitivity plus specificity, F1 or accuracy.
    level : float, default 0.95
        Confidence level.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    ThresholdReport
        `area` under the ROC curve with its interval, `threshold`, `found` and `held_out` at it, and `points`.

    Examples
    --------
    >>> import concordant as cc
    >>> labels = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]
    >>> scores = [0.1, 0.2, 0.15, 0.4, 0.3, 0.6, 0.5, 0.7, 0.8, 0.9, 0.75, 0.85]
    >>> found = cc.threshold_curve({"human": labels, "judge": scores})
    >>> found.threshold, round(found.area.estimate, 2)
    (0.7, 0.97)
    """
    ratings = every_item(data, second, **reading)
    names = ratings.raters
    name, people = (
        (names[1], [names[0]]) if second is not None else judge_and_people(ratings, judge, reference)
    )
    return curve_of(ratings, name, people, criterion, Plan(level=level).level)


@check_arguments_and(READING)
def soft_labels(
    data: Any,
    /,
    *,
    judge: str | None = None,
    reference: str | Sequence[str] | None = None,
    level: float = 0.95,
    **reading: Any,
) -> SoftLabelReport:
    """Test whether a judge is as close to people who differ as they are to each other.

    Use it where three people or more rated an item. One person at a time is held out, and the judge and that
    person are compared with the same others.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings.
    judge : str, optional
        The judge; optional if there is only one.
    reference : str or sequence of str, optional
        Reference raters: a kind or names.
    level : float, default 0.95
        Confidence level.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    SoftLabelReport
        The distance of the judge (`result`) and of a person from the others, their `difference`, the `least`
        distance that one answer can have, and agreement by `certainty` of the others.

    Examples
    --------
    >>> import concordant as cc
    >>> votes = {"ann": list("xxyyz") * 5, "bob": list("xxyyz") * 5, "cal": list("xyyyz") * 5}
    >>> found = cc.soft_labels({**votes, "judge": list("xxyyy") * 5}, rater_kind={"judge": "judge"})
    >>> round(found.result.estimate, 2), round(found.person.estimate, 2)
    (0.27, 0.13)
    """
    ratings = every_item(data, **reading)
    name, _ = judge_and_people(ratings, judge, reference)
    roles = rater_roles(ratings, reference)
    found = {one.judge: one for one in soft_label_reports(ratings, roles, Plan(level=level).level)}
    if name not in found:
        least = LEAST_SOFT_ITEMS
        raise InputError(
            f"Soft labels need {least} items or more with answers from the judge and from three people."
        )
    return found[name]


@check_arguments_and(READING)
def preferences(
    data: Any, /, *, reference: str | Sequence[str] | None = None, level: float = 0.95, **reading: Any
) -> PreferenceReport:
    """Analyse votes on which of two answers is better: agreement, win rates, abilities, position bias.

    Use it on A/B comparisons with or without ties, such as the files of MT-Bench. Values are A, B or tie,
    model_a, model_b or tie, or names of systems; two columns such as model_a and model_b name the systems.

    Parameters
    ----------
    data : frame, path or Ratings
        The votes: a column for each rater, or one vote a row.
    reference : str or sequence of str, optional
        Reference raters: a kind or names.
    level : float, default 0.95
        Confidence level.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    PreferenceReport
        `agreement` with and without ties, `wins` by system, and `orders`: pairs asked in both orders.

    Examples
    --------
    >>> import concordant as cc
    >>> votes = {"human": ["A", "B", "A", "tie"] * 5, "judge": ["A", "B", "B", "tie"] * 5}
    >>> found = cc.preferences(votes, rater_kind={"judge": "judge"})
    >>> round(found.agreement[0].result.estimate, 2), round(found.agreement[0].decided.estimate, 2)
    (0.75, 0.67)
    """
    ratings = every_item(data, **reading)
    votes = preference_votes(ratings)
    if votes is None:
        raise InputError(
            "These ratings are not preferences: values must be A, B or tie, model_a and model_b, or the "
            "names in two columns such as model_a and model_b."
        )
    return preference_report(votes, rater_roles(ratings, reference), Plan(level=level).level)
