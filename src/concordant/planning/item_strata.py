"""Which items are alike before people rate them: by the judge's score, by dispute, and by slice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import OptionError
from ..quote import quote
from ..ratings.ratings import Ratings

#: More different scores of judges than this are put together in fifths.
_MOST_SCORES = 7
_BANDS = 5
#: What is said of an item that no judge scored.
NO_SCORE = "–"
#: The stratum of every item where nothing tells items apart.
EVERY_ITEM = "all"


@dataclass(frozen=True)
class ItemTable:
    """Items in the order of the data: their names, what judges said, and which people rated them."""

    names: NDArray[Any]
    bands: NDArray[Any]
    disputed: NDArray[np.bool_]
    spread: NDArray[np.float64]
    rated: dict[int, NDArray[np.bool_]]
    slices: dict[str, NDArray[Any]]

    @property
    def n_people(self) -> NDArray[np.intp]:
        """How many people rated each item."""
        return np.asarray(sum(self.rated.values(), start=np.zeros(len(self.names), dtype=np.intp)))

    def strata(self) -> NDArray[Any]:
        """The stratum of each item, in words: score band and whether disputed, if judges scored; slices."""
        parts = [*self.slices.values()]
        if (self.bands != NO_SCORE).any():
            parts = [self.bands, np.where(self.disputed, "disputed", "undisputed"), *parts]
        if not parts:
            return np.full(len(self.names), EVERY_ITEM, dtype=object)
        return np.array([" | ".join(map(str, row)) for row in zip(*parts, strict=True)], dtype=object)


def people_and_judges(ratings: Ratings, people: Sequence[str] | None) -> tuple[list[int], list[int]]:
    """The columns of people and of judges; where kinds are unknown, people are those named, or all."""
    judges = [i for i, kind in enumerate(ratings.rater_kinds) if kind in ("judge", "code")]
    if not judges and people is not None:
        judges = [
            i for i, name in enumerate(ratings.raters) if name not in people and not ratings.rater_kinds[i]
        ]
    return [i for i in range(ratings.n_raters) if i not in judges], judges


def items_of(ratings: Ratings, people: Sequence[int], judges: Sequence[int], by: Sequence[str]) -> ItemTable:
    """The rows of each item put together."""
    labels = ratings.item_labels
    names, first, codes = np.unique(labels, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty(len(names), dtype=np.intp)
    place[order] = np.arange(len(names))
    codes = place[codes.ravel()]
    values = [_numbers(ratings, column) for column in ratings.columns]
    of_judges = [values[i] for i in judges]
    parts, of_part = _parts(ratings, codes)
    judged_apart, all_apart = (_apart(parts, of_part, len(names), some) for some in (of_judges, values))
    rated = {i: np.bincount(codes[ratings.columns[i] >= 0], minlength=len(names)) > 0 for i in people}
    for name in by:
        if name not in ratings.slices:
            raise OptionError(f"There is no slice column {quote(name)}; there are {sorted(ratings.slices)}.")
    return ItemTable(
        names=names[order],
        bands=_bands(_mean(codes, len(names), of_judges)),
        disputed=judged_apart > 0,
        spread=all_apart,
        rated=rated,
        slices={name: ratings.column_of(name)[np.sort(first)] for name in by},
    )


def _numbers(ratings: Ratings, column: NDArray[Any]) -> NDArray[np.float64]:
    """The values of a rater by row, places in the scale where they are names; nan for a gap."""
    known = ratings.values
    numbers = column.astype(float) if known is None else known[column]
    return np.where(column >= 0, numbers, np.nan)


def _parts(ratings: Ratings, codes: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The item in one dimension that each row is about, and the item of each of these."""
    if ratings.dimension is None:
        return codes, np.arange(codes.max(initial=-1) + 1)
    dimension = np.unique(ratings.dimension, return_inverse=True)[1].ravel()
    pairs, parts = np.unique(np.stack([codes, dimension]), axis=1, return_inverse=True)
    return parts.ravel(), pairs[0]


def _apart(
    parts: NDArray[np.intp], of_part: NDArray[np.intp], count: int, columns: Sequence[NDArray[np.float64]]
) -> NDArray[np.float64]:
    """How far apart the ratings of each item are at most, in any one dimension, repeats included."""
    low, high = np.full(len(of_part), np.inf), np.full(len(of_part), -np.inf)
    for column in columns:
        seen = np.isfinite(column)
        np.minimum.at(low, parts[seen], column[seen])
        np.maximum.at(high, parts[seen], column[seen])
    furthest, differ = np.zeros(count), high > low
    np.maximum.at(furthest, of_part[differ], high[differ] - low[differ])
    return furthest


def _mean(codes: NDArray[np.intp], count: int, columns: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The mean of some raters on each item; nan where there is none."""
    total, n = np.zeros(count), np.zeros(count)
    for column in columns:
        seen = np.isfinite(column)
        total += np.bincount(codes[seen], weights=column[seen], minlength=count)
        n += np.bincount(codes[seen], minlength=count)
    with np.errstate(invalid="ignore", divide="ignore"):
        return total / n


def _bands(scores: NDArray[np.float64]) -> NDArray[Any]:
    """The score, rounded; fifths of the items where scores are many."""
    seen = scores[np.isfinite(scores)]
    values = np.round(scores)
    if len(np.unique(values[np.isfinite(values)])) > _MOST_SCORES:
        cuts = np.quantile(seen, np.arange(1, _BANDS) / _BANDS)
        fifths = np.searchsorted(cuts, scores, side="right")
        return np.array(
            [NO_SCORE if np.isnan(v) else f"fifth {i + 1}" for v, i in zip(scores, fifths, strict=True)],
            dtype=object,
        )
    return np.array([NO_SCORE if np.isnan(v) else f"score {v:g}" for v in values], dtype=object)
