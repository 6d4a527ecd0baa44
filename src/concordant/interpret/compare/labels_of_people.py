"""A judge beside people who labelled part of the items, as columns of scores or of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...errors import InputError, OptionError, choose
from ...judges.labelled_items import LabelledItems, as_scores
from ...judges.latent_truth import latent_truth
from ...ratings.phrases import listed
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from .comparisons import rater_roles

#: The stratum of items in a list for adjudication, as `plan_next` writes it.
DISPUTED = "disputed"


def scores_and_labels(
    ratings: Ratings, judge: str | None, reference: Any, by: Any, weights: Any
) -> tuple[LabelledItems, list[Any] | None]:
    """A judge's scores and the mean of people's labels, row by row, and the groups of rows.

    Rows the judge did not score are left out.
    """
    if ratings.values is None:
        raise OptionError(
            "A mean needs numbers, but these categories are names: use `corrected_share`, or name a category "
            "with positive=…."
        )
    name, people = judge_and_people(ratings, judge, reference)
    _refuse_adjudicated(ratings, people)
    scores = _scored(ratings, [name])[:, 0]
    labels = _mean_of(_scored(ratings, people))
    kept = ~np.isnan(scores)
    times = ratings.item_weights[kept]
    if ratings.copies and (times != 1).any():
        raise OptionError("Rows that represent several items cannot have labels: give one row per item.")
    together = ratings.clusters_in_force
    design = (
        times
        if not ratings.copies
        else None
        if weights is None
        else as_scores(_one_for_each(weights, "weights", ratings), "weights", gaps=True)[kept]
    )
    items = LabelledItems(
        judge=scores[kept],
        human=labels[kept],
        weights=design,
        clusters=None if together is None else np.unique(together[kept].astype(str), return_inverse=True)[1],
    )
    return items, _groups(ratings, by, kept)


@dataclass(frozen=True, kw_only=True)
class LabelledAnswers:
    """A judge's answers, and the majority of people's: None where there is none, or one of `ties` ties.

    `clusters` are those of the data: the ones that were named, or the items where one has several rows.
    """

    judge: list[Any]
    human: list[Any]
    ties: int
    groups: list[Any] | None
    clusters: list[Any] | None = None


def answers_and_labels(
    ratings: Ratings, judge: str | None, reference: str | Sequence[str] | None, by: Any = None
) -> LabelledAnswers:
    """The answers and labels of the rows that the judge answered, with their groups."""
    name, people = judge_and_people(ratings, judge, reference)
    _refuse_adjudicated(ratings, people)
    given = ratings.columns[ratings.place_of(name)]
    labels, kept = ratings.labels.tolist(), given >= 0
    answers = [labels[code] for code in given[kept]]
    majority = _majority(ratings, people)[kept]
    voted = np.any([ratings.columns[ratings.place_of(person)][kept] >= 0 for person in people], axis=0)
    tied = int((voted & (majority < 0)).sum())
    together = ratings.clusters_in_force
    return LabelledAnswers(
        judge=answers,
        human=[None if code < 0 else labels[code] for code in majority],
        ties=tied,
        groups=_groups(ratings, by, kept),
        clusters=None if together is None else together[kept].tolist(),
    )


def adjudicated(ratings: Ratings, people: Sequence[str]) -> bool:
    """Whether all labels are of items from a list for adjudication, picked because raters disagreed."""
    column = ratings.slices.get("stratum")
    if column is None or not people:
        return False
    labelled = np.any([ratings.columns[ratings.place_of(name)] >= 0 for name in people], axis=0)
    names = [*column.labels, None]
    return [names[code] for code in np.unique(column.codes[labelled])] == [DISPUTED]


def _refuse_adjudicated(ratings: Ratings, people: Sequence[str]) -> None:
    if adjudicated(ratings, people):
        raise InputError(
            "The labelled items are an adjudication list (stratum “disputed”), not a sample: nothing can be "
            "estimated from them. Label a random sample; concordant plan next draws one."
        )


def judges_and_people(
    ratings: Ratings, reference: str | Sequence[str] | None
) -> tuple[dict[str, Floats], Floats]:
    """The scores of every judge, and the mean of people's, row by row."""
    judges, people = _panel_and_people(ratings, reference)
    scores = {name: _scored(ratings, [name])[:, 0] for name in judges}
    return scores, _mean_of(_scored(ratings, people))


def judge_labels_and_people(
    ratings: Ratings, reference: str | Sequence[str] | None
) -> tuple[dict[str, Ints], Ints]:
    """The code of every judge's label and of the majority of people, row by row; -1 for none or a tie."""
    judges, people = _panel_and_people(ratings, reference)
    answers = {name: ratings.columns[ratings.place_of(name)].astype(np.int64) for name in judges}
    return answers, _majority(ratings, people)


def _panel_and_people(
    ratings: Ratings, reference: str | Sequence[str] | None
) -> tuple[Sequence[str], Sequence[str]]:
    roles = rater_roles(ratings, reference)
    people = roles.reference or roles.people
    if not people or len(roles.judges) < 2:
        raise OptionError(
            "A panel needs at least two judges as well as human raters: name their kinds with rater_kind=…."
        )
    return roles.judges, people


def expected_scores(ratings: Ratings, judges: Sequence[str]) -> Floats:
    """The expected score of every row by the latent truth behind the judges alone."""
    rows, probabilities = _truth_of_rows(ratings, judges)
    out = np.full(len(ratings), np.nan)
    out[rows] = probabilities @ np.asarray(ratings.values)
    return out


def probable_labels(ratings: Ratings, judges: Sequence[str]) -> Ints:
    """The code of the most probable label of every row by the latent truth behind the judges; -1 for none."""
    rows, probabilities = _truth_of_rows(ratings, judges)
    out = np.full(len(ratings), -1)
    out[rows] = probabilities.argmax(axis=1)
    return out


def _truth_of_rows(ratings: Ratings, judges: Sequence[str]) -> tuple[Ints, Floats]:
    """The places of rated rows, and the probability of each label."""
    rows = replace(ratings.select(list(judges)), items=np.arange(len(ratings)), dimension=None, round=None)
    found = latent_truth(rows)
    return np.array([int(name) for name in found.items]), found.probabilities


def _groups(ratings: Ratings, by: Any, kept: Any) -> list[Any] | None:
    if by is None:
        return None
    if isinstance(by, str):
        if by == "dimension" and ratings.dimension is not None:
            return list(ratings.dimension[kept])
        choose("by", by, list(ratings.slices))
        column = ratings.slices[by]
        names = [*column.labels, None]
        return [names[code] for code in column.codes[kept]]
    groups = [str(group) for group in _one_for_each(by, "by", ratings)]
    return [group for group, there in zip(groups, kept.tolist(), strict=True) if there]


def _one_for_each(values: Any, name: str, ratings: Ratings) -> list[Any]:
    """The values, one for each row of ratings."""
    found = list(values)
    if len(found) != len(ratings):
        raise InputError(f"The ratings have {len(ratings)} rows, but {name} has {len(found)} values.")
    return found


def judge_and_people(ratings: Ratings, judge: str | None, reference: Any) -> tuple[str, list[str]]:
    """The judge and the people it is compared with, by name."""
    roles = rater_roles(ratings, reference)
    if judge is None:
        if len(roles.judges) != 1:
            if not roles.judges:
                raise OptionError("No rater was identified as a judge: name one with judge=….")
            raise OptionError(f"There are several judges ({listed(roles.judges)}): choose one with judge=….")
        judge = roles.judges[0]
    choose("judge", judge, ratings.raters)
    people = [name for name in (roles.reference or roles.people) if name != judge]
    if not people:
        raise OptionError("Only the judge rated, so there are no human labels.")
    return judge, people


def _scored(ratings: Ratings, names: Sequence[str]) -> Floats:
    """Scores by row and rater, nan for a gap."""
    values = np.append(np.asarray(ratings.values), np.nan)  # a gap is -1, the last
    return np.stack([values[ratings.columns[ratings.place_of(name)]] for name in names], axis=1)


def _mean_of(scores: Floats) -> Floats:
    there = ~np.isnan(scores)
    n = there.sum(axis=1)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(n > 0, np.where(there, scores, 0.0).sum(axis=1) / n, np.nan))


def _majority(ratings: Ratings, people: Sequence[str]) -> Any:
    """The code most of the people gave; -1 where there is none or a tie."""
    counts = np.zeros((len(ratings), len(ratings.labels)))
    for name in people:
        codes = ratings.columns[ratings.place_of(name)]
        there = np.flatnonzero(codes >= 0)
        counts[there, codes[there]] += 1
    best = counts.max(axis=1)
    alone = (counts == best[:, None]).sum(axis=1) == 1
    return np.where((best > 0) & alone, counts.argmax(axis=1), -1)
