"""A scale: what the values mean, which there are, and in what order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import pairwise
from typing import Any, Literal, cast, get_args

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_arguments, explain_fields
from ..digits import refuse_extremes
from ..errors import OptionError, ScaleError, choose, is_number
from ..quote import quote, shorten
from ..result import Note
from .grade_words import folded, in_their_order
from .native import is_gap
from .numeric import real_numbers
from .phrases import many

Level = Literal["nominal", "ordinal", "interval", "ratio"]
Label = Any

#: More distinct whole numbers than this are taken for measurements, not for categories.
FEW = 20


@explain_fields
@dataclass(frozen=True)
class Scale:
    """Level, categories in order, and the number each category stands for.

    Attributes
    ----------
    level : {"nominal", "ordinal", "interval", "ratio"}
        What may be concluded from the values: names, an order, differences, ratios.
    categories : tuple or None
        All categories from lowest to highest; None for a measurement that can be any number.
    values : tuple of float or None
        The number of each category; None where categories are only names.
    declared : bool
        False where the scale was inferred from the data.
    notes : tuple of Note
        What the inference of the scale was based on.

    Examples
    --------
    >>> import concordant as cc
    >>> cc.Scale.ordinal(["poor", "fair", "good"]).categories
    ('poor', 'fair', 'good')
    """

    level: Level
    categories: tuple[Label, ...] | None = None
    values: tuple[float, ...] | None = None
    declared: bool = True
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        choose("level", self.level, get_args(Level))
        if self.categories is None:
            if self.level in ("nominal", "ordinal"):
                raise ScaleError(f"The categories of a scale of level {self.level!r} must be given.")
            return
        if self.declared:
            self._check_categories(self.categories)
        if len(set(self.categories)) != len(self.categories):
            twice = next(c for c in self.categories if self.categories.count(c) > 1)
            raise ScaleError(f"The category {quote(twice)} is declared twice.")
        if not self.categories:
            raise ScaleError("A scale needs at least one category.")
        if self.values is not None:
            self._check_values(self.values, len(self.categories))
        elif self.level in ("interval", "ratio"):
            raise ScaleError(f"The categories of a scale of level {self.level!r} must be numbers.")

    def _check_categories(self, categories: Any) -> None:
        for category in categories:
            if not _is_single(category) or is_gap(category):
                raise ScaleError(
                    f"A category must be a number, text or a truth value, got {quote(category)}."
                )

    def _check_values(self, values: tuple[float, ...], k: int) -> None:
        if len(values) != k:
            raise ScaleError(
                f"values must have one number for each of the {k} categories, got {len(values)}."
            )
        if self.declared:
            if not all(map(is_number, values)):
                raise ScaleError("The values of categories must be finite numbers.")
            refuse_extremes(min(values), max(values), "The values of categories")
        if self.level == "ratio" and min(values) < 0:
            raise ScaleError("A ratio scale cannot have negative values.")
        if self.level != "nominal" and not _steady(values):
            raise ScaleError(
                f"Values must rise (or fall) with the order of the categories, got {quote(list(values))}."
            )

    @classmethod
    @check_arguments
    def nominal(cls, categories: Iterable[Label]) -> Scale:
        """Names without an order."""
        return cls("nominal", tuple(categories))

    @classmethod
    @check_arguments
    def ordinal(cls, categories: Iterable[Label], values: Sequence[float] | None = None) -> Scale:
        """Categories in order; numbers that rise or fall keep their spacing, all else is ranked."""
        categories = tuple(categories)
        if values is not None:
            return cls("ordinal", categories, _floats(values))
        numbers = _numbers(categories)
        return cls("ordinal", categories, numbers if numbers is not None and _steady(numbers) else None)

    @classmethod
    @check_arguments
    def interval(cls, categories: Iterable[float] | None = None) -> Scale:
        """Numbers whose differences mean something."""
        categories = None if categories is None else tuple(categories)
        return cls("interval", categories, None if categories is None else _numbers(categories))

    @classmethod
    @check_arguments
    def ratio(cls, categories: Iterable[float] | None = None) -> Scale:
        """Numbers with a true zero."""
        categories = None if categories is None else tuple(categories)
        return cls("ratio", categories, None if categories is None else _numbers(categories))

    @property
    def ordered(self) -> bool:
        """Whether the order of categories means something."""
        return self.level != "nominal"

    def with_notes(self, *notes: Note) -> Scale:
        """The scale with more notes."""
        return replace(self, notes=(*self.notes, *notes))


#: What can be looked up, and is no category: several values, or a span of time.
_NOT_SINGLE = (tuple, frozenset, timedelta, np.timedelta64)


def _is_single(category: object) -> bool:
    """Whether it is one value that can be looked up."""
    try:
        return hash(category) is not None and not isinstance(category, _NOT_SINGLE)
    except TypeError:
        return False


def _floats(values: Sequence[float]) -> tuple[float, ...]:
    try:
        return tuple(real_numbers(list(values)).tolist())
    except ValueError:
        raise ScaleError("The values of categories must be finite numbers.") from None


def _steady(values: Sequence[float]) -> bool:
    """Whether the values only rise, or only fall."""
    return all(a < b for a, b in pairwise(values)) or all(a > b for a, b in pairwise(values))


def declare(
    scale: Scale | str | None = None, categories: Iterable[Label] | None = None
) -> tuple[Scale | None, Level | None]:
    """The scale that the options declare, or only its level, or nothing.

    A `Scale` beats the others; a word for `scale` is its level; categories alone are ordinal,
    from lowest to highest.
    """
    if isinstance(scale, Scale):
        return scale, None
    if scale is not None:
        choose("scale", scale, get_args(Level))
    if isinstance(categories, str):
        raise OptionError(
            f"categories must be a list, from lowest to highest, got the text {quote(categories)}."
        )
    if categories is None:
        return None, cast(Level | None, scale)
    make = {"nominal": Scale.nominal, "interval": Scale.interval, "ratio": Scale.ratio}
    return make.get(scale or "", Scale.ordinal)(categories), None


def in_scale_order(labels: NDArray[Any]) -> NDArray[Any]:
    """The labels in the order of the scale that they suggest: grades from lowest to highest."""
    if labels.dtype.kind in "iuf" or (places := _places_of_grades(labels.tolist())) is None:
        return labels
    return labels[places]


def infer_scale(labels: Sequence[Label] | NDArray[Any], level: Level | None = None) -> Scale:
    """The scale that observed labels suggest, with a note that says so; a declared level is kept.

    Numbers keep their order and spacing; text and truth values have no order until declared. The categories
    are the labels as they stand, which are to be `in_scale_order`.
    """
    numeric = isinstance(labels, np.ndarray) and labels.dtype.kind in "iuf"
    numbers = labels if numeric else _numbers(labels)
    truth = not numeric and all(isinstance(x, (bool, np.bool_)) for x in labels)
    if numbers is None or truth:
        return _named_scale(list(labels), level)
    return _number_scale(np.asarray(numbers, dtype=float), np.asarray(labels), level)


def _named_scale(labels: list[Label], level: Level | None) -> Scale:
    if level in (None, "ordinal") and (graded := _graded(labels)) is not None:
        return graded
    text = ", ".join(shorten(str(label)) for label in labels[:6]) + (", …" if len(labels) > 6 else "")
    if level not in (None, "nominal"):
        raise ScaleError(
            f"A scale of level {level!r} needs the order of its categories ({text}): "
            "give categories=[…] from lowest to highest."
        )
    note = _inferred(
        f"{many(len(labels), 'category was', 'categories were')} found ({text}) and treated as nominal "
        "(unordered); if they have an order, pass categories=[…] from lowest to highest.",
        count=len(labels),
        shown=[str(x) for x in labels[:6]],
    )
    return Scale("nominal", tuple(labels), declared=False, notes=(note,))


def _graded(labels: list[Label]) -> Scale | None:
    """Words that are known to be grades, in their order."""
    if _places_of_grades(labels) is None:
        return None
    said = " < ".join(map(shorten, labels))
    text = (
        f"The labels are grades and were ordered as follows: {said}. For another order, pass "
        "categories=[…]; for none, scale='nominal'."
    )
    return Scale(
        "ordinal", tuple(labels), declared=False, notes=(Note("grades-ordered", text, {"order": said}),)
    )


def _places_of_grades(labels: list[Label]) -> list[int] | None:
    """Where words that are grades stand, lowest first; None where they are not all of one kind."""
    if not all(isinstance(label, str) for label in labels):
        return None
    return in_their_order([folded(label) for label in labels])


def _number_scale(numbers: NDArray[np.float64], labels: NDArray[Any], level: Level | None) -> Scale:
    few = len(labels) <= FEW and all(x.is_integer() for x in numbers.tolist())
    level = level or ("ordinal" if few else "interval")
    if level == "nominal":
        note = _inferred(f"the {len(labels)} numbers found are its categories.", count=len(labels))
        return Scale(level, tuple(labels.tolist()), declared=False, notes=(note,))
    if few or level == "ordinal":
        values = tuple(numbers.tolist())
        whole = "whole " if few else ""
        span = f"the {len(labels)} {whole}numbers found ({min(values):g} to {max(values):g}) were"
        if len(labels) == 1:
            span = f"the only number found ({values[0]:g}) was"
        facts = {"count": len(labels), "low": min(values), "high": max(values), "level": level}
        note = _inferred(f"{span} treated as an {level} scale spaced by value.", **facts)
        return Scale(level, tuple(labels.tolist()), values, declared=False, notes=(note,))
    text = f"{len(labels)} distinct numbers were found and treated as an {level} scale."
    note = _inferred(text, count=len(labels), level=level)
    return Scale(level, declared=False, notes=(note,))


def _inferred(what: str, **facts: Any) -> Note:
    return Note("scale-inferred", f"No scale was declared: {what}", facts)


def _numbers(labels: Sequence[Label] | NDArray[Any]) -> tuple[float, ...] | None:
    """The labels as numbers, or None if any is not one (truth values count as 0 and 1)."""
    if not all(isinstance(x, (int, float, np.integer, np.floating, np.bool_)) for x in labels):
        return None
    try:
        return tuple(float(x) for x in labels)
    except (OverflowError, TypeError):  # a whole number that no float can hold; a span of time
        return None
