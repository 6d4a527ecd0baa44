"""Scores that are nearly a scale, rounded to the points that people use: half points, decimals, averages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..errors import OptionError
from ..result import Note
from .factorise import small
from .phrases import listed
from .ratings import Ratings
from .scale import Scale

#: Points that are so far apart make a scale if there are at most so many of them.
_STEPS = ((1.0, 11), (0.5, 21))
_FEWEST = 3


@dataclass(frozen=True)
class _ScalePoints:
    low: float
    high: float
    step: float

    @property
    def values(self) -> NDArray[np.float64]:
        count = round((self.high - self.low) / self.step) + 1
        return np.asarray(self.low + self.step * np.arange(count), dtype=np.float64)


def rounded(ratings: Ratings, *, asked: bool = False) -> Ratings | None:
    """The ratings as ordered categories, each score rounded to the nearest point, halves up.

    The points are those of people, or of other raters where people's scores are averages. None where the
    ratings are categories already, or no rater keeps to a few points; if it was asked for, whole numbers
    are the points then, where they are few.
    """
    if ratings.scale.categories is not None or ratings.values is None or ratings.anonymous:
        return None
    points = _points(ratings) or (_whole_numbers(ratings) if asked else None)
    if points is None:
        return None
    numbers = np.floor((ratings.values - points.low) / points.step + 0.5)
    first, last = int(numbers.min()), int(numbers.max())
    whole = replace(points, low=points.low + first * points.step, high=points.low + last * points.step)
    if len(whole.values) > dict(_STEPS)[points.step]:
        return None
    place = np.append(numbers - first, -1).astype(small(len(whole.values)))
    labels = whole.values if points.step < 1 else whole.values.astype(np.int64)
    moved = [r for r, c in zip(ratings.raters, ratings.columns, strict=True) if _moved(ratings, c, whole)]
    scale = Scale("ordinal", tuple(labels.tolist()), tuple(whole.values.tolist()), declared=False)
    return replace(
        ratings,
        columns=tuple(place[column] for column in ratings.columns),
        labels=labels,
        scale=scale.with_notes(_note(whole, moved)),
    )


def rounded_or_refused(ratings: Ratings) -> Ratings:
    """The ratings rounded, as asked; categories are as they were."""
    made = rounded(ratings, asked=True)
    if made is None and ratings.scale.categories is None:
        raise OptionError(
            "rounded is for scores that are nearly on a scale, but here they spread over too many points "
            "or too "
            "few: convert them to a short scale first, for example rescale='0..100:1..5'."
        )
    return ratings if made is None else made


def _points(ratings: Ratings) -> _ScalePoints | None:
    """The points of people; where their scores are no points, those of all others together."""
    people = [kind in ("human", "gold") for kind in ratings.rater_kinds]
    if not any(people):
        people = [kind not in ("judge", "code") for kind in ratings.rater_kinds]
    groups = (people, [not is_person for is_person in people])
    columns = ([c for c, own in zip(ratings.columns, group, strict=True) if own] for group in groups)
    together = (_grid(_values(ratings, own)) for own in columns if own)
    alone = (_grid(_values(ratings, [column])) for column in ratings.columns)
    return next((found for found in (*together, *alone) if found is not None), None)


def _whole_numbers(ratings: Ratings) -> _ScalePoints | None:
    """The whole numbers that scores lie between, where they are a scale."""
    values = np.asarray(ratings.values, dtype=np.float64)
    low, high = float(np.floor(values.min() + 0.5)), float(np.floor(values.max() + 0.5))
    step, most = _STEPS[0]
    return _ScalePoints(low, high, step) if _FEWEST <= high - low + 1 <= most else None


def _values(ratings: Ratings, columns: Iterable[NDArray[np.integer]]) -> NDArray[np.float64]:
    used = np.unique(np.concatenate([column[column >= 0] for column in columns]))
    return np.asarray(np.asarray(ratings.values)[used], dtype=np.float64)


def _grid(values: NDArray[np.float64]) -> _ScalePoints | None:
    for step, most in _STEPS:
        on_points = bool(np.allclose(values / step, np.round(values / step), atol=1e-9))
        if on_points and values.size >= _FEWEST and step / 2 < np.ptp(values) < most * step:
            return _ScalePoints(float(values.min()), float(values.max()), step)
    return None


def _moved(ratings: Ratings, column: NDArray[np.integer], points: _ScalePoints) -> bool:
    """Whether any score of a rater lies between the points."""
    return not np.isin(_values(ratings, [column]), points.values).all()


def _note(points: _ScalePoints, moved: list[str]) -> Note:
    low, high = f"{points.low:g}", f"{points.high:g}"
    if not moved:
        step = f"{points.step:g}"
        text = f"Scores are in steps of {step} from {low} to {high} and were treated as ordered categories."
        return Note("rounded-scores", text, {"step": step, "low": low, "high": high})
    text = (
        f"The scores of {listed(moved)} were rounded to the nearest point from {low} to {high} (halves "
        "up) and are compared as ordered categories."
    )
    return Note("rounded-scores", text, {"raters": moved, "low": low, "high": high})
