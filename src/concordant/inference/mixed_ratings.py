"""Ratings as they were seen, as they would be in full agreement, and as chance alone would make them.

In all three each category is used equally often, so that a mixture of them is a way from the agreement that
was seen to more or to less of it on which nothing else changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..reduce.item_weights import Floats, Ints
from ..reduce.patterns import Patterns, unique_rows
from ..reduce.profiles import Profiles
from ..reduce.table import Table
from .error_sizes import more_errors

#: What ratings in categories reduce to.
Rated = Table | Profiles | Patterns

#: Rows by which chance is represented, where there are too many ways to rate an item to list them all.
_ROWS = 4000
#: Rows that stand for all of the ratings, and of full agreement; fewer with very many raters.
MOST_ROWS, _FEWER_ROWS, _CELLS = 10_000, 2_000, 400_000
#: Whether each of two raters rated, where one did not.
_GAPS = ((True, False), (False, True))


@dataclass(frozen=True)
class Mixtures:
    """A statistic with all rows that a mixture may hold, and how often each occurs (sets × rows).

    Of very many rows a systematic sample stands for all.
    """

    statistic: Rated
    seen: Floats
    agreed: Floats
    chance: Floats

    @classmethod
    def of(cls, statistic: Rated, unseen: float = 0.0) -> Mixtures:
        """The mixtures of a table, of profiles or of patterns; clusters are left to the design effect.

        `unseen` ratings in each category are added to those by which chance is drawn.
        """
        codes = _codes(statistic)
        counts = np.asarray(statistic.counts, dtype=float)
        if codes.shape[1] == 2 and (statistic.size + 1) ** 2 <= _ROWS:
            cells, seen = _on_all_cells(codes, counts, statistic.size)
            pooled = isinstance(statistic, Profiles)
            others = of_two_raters(cells, seen, statistic.size, pooled=pooled, unseen=unseen)
            return cls(_with_codes(statistic, cells), seen, *others)
        most = most_rows(statistic)
        if len(codes) > most:
            codes = codes[_systematic(counts, most)]
            counts = np.full(most, counts.sum() / most)
        parts = [
            (codes, counts),
            _agreed(codes, counts, most),
            _by_chance(codes, counts, statistic, min(most, _ROWS), unseen),
        ]
        rows = np.concatenate([rows for rows, _ in parts])
        ends = np.cumsum([0, *(len(rows) for rows, _ in parts)])
        weights = np.zeros((3, 1, len(rows)))
        for place, (_, part) in enumerate(parts):
            weights[place, 0, ends[place] : ends[place + 1]] = part
        return cls(_with_codes(statistic, rows), *weights)

    def ways_down(self, q: Floats, effect: Floats, *, ordered: bool) -> list[Floats]:
        """The stops on the way to chance: where larger disagreements count more, by more of those seen."""
        if not ordered:
            return [self.chance]
        codes, size = _codes(self.statistic), self.statistic.size
        return [more_errors(codes, self.seen, self.chance, size, q, effect), self.chance]


def most_rows(statistic: Rated) -> int:
    """How many rows stand for all of a statistic's where it has more."""
    width = int(_codes(statistic).shape[1])
    return min(MOST_ROWS, max(_FEWER_ROWS, _CELLS // max(width, 1)))


def _codes(statistic: Rated) -> Ints:
    if isinstance(statistic, Table):
        return np.stack([statistic.first, statistic.second], axis=1)
    return statistic.codes


def _with_codes(statistic: Rated, rows: Ints) -> Rated:
    """The statistic with these rows, none of them counted yet, each an item of its own."""
    counts = np.zeros(len(rows))
    if isinstance(statistic, Table):
        return replace(
            statistic, first=rows[:, 0], second=rows[:, 1], counts=counts, clusters=None, weighing=None
        )
    return replace(statistic, codes=rows, counts=counts, clusters=None, weighing=None)


# --- two raters: every cell of their table ----------------------------------------------------


def _on_all_cells(codes: Ints, counts: Floats, size: int) -> tuple[Ints, Floats]:
    """Every cell of the table, and those with a gap where there are any, with how often each was seen."""
    every, gap = np.arange(size), np.array([-1])
    kinds = [(every, every), (every, gap), (gap, every)]
    there = [True, *(bool(((codes >= 0) == gaps).all(axis=1).any()) for gaps in _GAPS)]
    blocks = [
        np.stack(np.meshgrid(*kind, indexing="ij"), axis=-1).reshape(-1, 2)
        for kind, wanted in zip(kinds, there, strict=True)
        if wanted
    ]
    cells = np.concatenate(blocks).astype(codes.dtype)
    place = np.zeros((size + 1, size + 1), dtype=np.intp)
    place[cells[:, 0], cells[:, 1]] = np.arange(len(cells))
    given = (codes >= 0).any(axis=1)
    where = place[codes[given, 0], codes[given, 1]]
    return cells, np.bincount(where, counts[given], len(cells)).astype(float)[None, :]


def of_two_raters(
    cells: Ints, counts: Floats, size: int, *, pooled: bool, unseen: float = 0.0
) -> tuple[Floats, Floats]:
    """Full agreement and chance on the cells of a table, for each set of counts (sets × cells).

    Full agreement gives half of every cell to either diagonal cell. By chance both raters keep their shares
    of categories; `pooled`, where raters are not told apart, the shares of both together. `unseen` ratings
    are added to each category.
    """
    both = (cells >= 0).all(axis=1)
    place = np.zeros((size, size), dtype=np.intp)
    place[cells[both, 0], cells[both, 1]] = np.flatnonzero(both)
    agreed = np.where(both, 0.0, counts)
    shares = []
    for column in cells.T:
        there = column >= 0
        onto = _onto(column[there], size)
        agreed[:, place.diagonal()] += counts[:, both] @ _onto(column[both], size) / 2
        shares.append(counts[:, there] @ onto)
    if pooled:
        shares = [shares[0] + shares[1] + unseen] * 2
    with np.errstate(invalid="ignore", divide="ignore"):
        first, second = (x / x.sum(axis=1, keepdims=True) for x in shares)
    chance = np.zeros_like(counts)
    chance[:, both] = first[:, cells[both, 0]] * second[:, cells[both, 1]]
    chance[:, both] *= counts[:, both].sum(axis=1, keepdims=True)
    for alone, share, column in zip(cells.T[::-1] < 0, (first, second), cells.T, strict=True):
        chance[:, alone] = share[:, column[alone]] * counts[:, alone].sum(axis=1, keepdims=True)
    return agreed, np.nan_to_num(chance)


def _onto(codes: Ints, size: int) -> Floats:
    """A matrix that adds up by category."""
    return np.asarray(codes[:, None] == np.arange(size), dtype=float)


# --- any number of raters: rows that stand for all --------------------------------------------


def _agreed(codes: Ints, counts: Floats, most: int) -> tuple[Ints, Floats]:
    """Every item as one of its own raters has it, each of them equally often: all shares stay as they are."""
    given = codes >= 0
    items, raters = np.nonzero(given)
    weights = (counts / np.maximum(given.sum(axis=1), 1))[items]
    if len(items) > most:
        drawn = _systematic(weights, most)
        items, raters = items[drawn], raters[drawn]
        weights = np.full(most, weights.sum() / most)
    rows = np.where(given[items], codes[items, raters][:, None], -1)
    return _merged(rows, weights)


def _by_chance(
    codes: Ints, counts: Floats, statistic: Rated, most: int, unseen: float
) -> tuple[Ints, Floats]:
    """Items with the same gaps, rated by raters with the same habits who know nothing of them."""
    rows = codes[_systematic(counts, most)]
    given = rows >= 0
    out = np.full_like(rows, -1)
    rng = np.random.default_rng(0)
    for rater in _habits(codes.shape[1], statistic):
        own, there = codes[:, rater], given[:, rater]
        weight = np.broadcast_to(counts[:, None], own.shape)[own >= 0]
        share = np.bincount(own[own >= 0], weight, statistic.size) + unseen
        drawn = np.full(there.shape, -1)
        drawn[there] = rng.permutation(_systematic(share, int(there.sum())))
        out[:, rater] = drawn
    if isinstance(statistic, Profiles):
        out = -np.sort(-out, axis=1)  # gaps last
    return _merged(out, np.full(len(out), counts.sum() / len(out)))


def _habits(width: int, statistic: Rated) -> list[list[int]]:
    """The columns of those who share one habit: all of a profile, else each rater's own."""
    everyone = list(range(width))
    return [everyone] if isinstance(statistic, Profiles) else [[g] for g in everyone]


def _systematic(weights: NDArray[Any], size: int) -> Ints:
    """`size` places, each as often as its weight says, up to one."""
    ends = np.cumsum(weights) / max(weights.sum(), np.finfo(float).tiny)
    return np.searchsorted(ends, (np.arange(size) + 0.5) / size)


def _merged(rows: Ints, counts: Floats) -> tuple[Ints, Floats]:
    """Equal rows made one, their counts added."""
    found, place = unique_rows(rows)
    return found, np.bincount(place, counts, len(found)).astype(float)
