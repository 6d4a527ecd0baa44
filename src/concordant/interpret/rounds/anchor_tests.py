"""A judge over its runs on the anchors: means, shares and tests, with items as units.

Formulas are those of paired comparisons. Re-rating the same work to watch raters is Congdon and McQueen's
(2000) and Hoskens and Wilson's (2001) way to see drift of severity apart from items that become easier.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...coefficients.distributions import normal_quantile
from ...inference.item_means import ItemMean, equal_over_runs
from ...reduce.item_weights import Floats
from ...result import Result
from .anchor_cells import AnchorCells, RunCells

#: Less than this part of the largest number is rounding.
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class AnchorTests:
    """What can be said of the runs, each as a result."""

    cells: AnchorCells
    level: float

    # --- by run ---------------------------------------------------------------------------------

    def shift(self, run: RunCells) -> Result:
        """Mean over anchors of the run's score − that of the first run."""
        moved = _tidy(_means(run.own) - self.scores[:, 0], self.scores)
        return self._mean(moved).of("mean_shift", "Mean shift from the first run", null=0.0)

    def noise(self, run: RunCells) -> float:
        """How far that shift goes by noise alone: z·√Σ w²σ²(1/m + 1/m₁) / Σ w, σ² the variance of repeats."""
        if not self.pairs[1].pairs.any():
            return math.nan
        m, m_first = (np.count_nonzero(~np.isnan(x), axis=1) for x in (run.own, self.cells.runs[0].own))
        w = self.cells.weights
        variance = float(w**2 @ (self.variances * (1 / m + 1 / m_first))) / float(w.sum()) ** 2
        return normal_quantile(0.5 + self.level / 2) * math.sqrt(variance)

    def shares(self, run: RunCells) -> dict[str, Result]:
        """The change of the share of each category from the first run."""
        first = self.cells.runs[0].own
        return {
            name: self._mean(_share(run.own, at) - _share(first, at)).of(
                "share_change", "Change of a category's share from the first run", null=0.0
            )
            for at, name in self.categories.items()
        }

    def same(self, run: RunCells) -> Result:
        """How often an anchor has the value of the first run; of measurements how far apart the two are."""
        return self._agreement(between(run.own, self.cells.runs[0].own, measured=self.measured))

    def itself(self, run: RunCells) -> Result | None:
        """How often repeats within the run agree; None without any."""
        apart = among(run.own, measured=self.measured)
        return self._agreement(apart) if apart.pairs.any() else None

    def with_people(self, run: RunCells) -> Result | None:
        """How far the judge and people agree on the anchors, with the interval that a study of the run gives.

        None where none of them rated an anchor.
        """
        apart = self._from_people[self.cells.runs.index(run)]
        if not apart.pairs.any():
            return None
        if self.measured:
            return self._agreement(apart)
        return self._mean(1 - apart.mean).share("exact_agreement", "Exact agreement")

    # --- over all runs --------------------------------------------------------------------------

    @cached_property
    def pairs(self) -> tuple[Apart, Apart]:
        """Pairs of ratings from two runs, and from one."""
        return between_all([run.own for run in self.cells.runs], measured=self.measured)

    def between(self) -> Result:
        """How often two runs say the same of an anchor; of measurements how far apart they are."""
        return self._agreement(self.pairs[0])

    def repeatability(self) -> Result | None:
        """How often two repeats of one run do; None where nothing was repeated within a run."""
        return self._agreement(self.pairs[1]) if self.pairs[1].pairs.any() else None

    def beyond_noise(self) -> Result | None:
        """Mean over anchors of (distance between two runs − distance between two repeats of a run), above 0?

        Half the energy distance: 0 on average if nothing changes from run to run but by chance.
        """
        across, within = self.pairs
        if not within.pairs.any():
            return None
        return self._mean(across.mean - within.mean).above("beyond_noise", "Runs apart more than repeats are")

    def equal(self) -> Result:
        """All runs have the same mean score; without an order: use the categories equally often."""
        return equal_over_runs(self._deviations(), len(self.cells.runs), float(self.cells.n))

    def trend(self) -> Result | None:
        """Change of the mean score from the first run to the last, along a line over the order of runs.

        With two runs it is their difference, which is tested already; without an order there is none.
        """
        if len(self.cells.runs) < 3 or not self.cells.scale.ordered:
            return None
        return self._along(self.scores).of(
            "trend", "Change of scores from the first run to the last", null=0.0
        )

    def people_trend(self) -> Result | None:
        """Change of the agreement with people over the runs, on anchors that people rated in every run."""
        apart = np.stack([each.mean for each in self._from_people], axis=1)
        if np.isnan(apart).any(axis=1).all():
            return None
        values = apart if self.measured else 1 - apart
        title = "Change of agreement with people from the first run to the last"
        return self._along(values).of("people_trend", title, null=0.0)

    def nothing_changed(self) -> bool:
        """Whether every rating of every anchor is the same in all runs."""
        return not self.pairs[0].total.any()

    def people_changed(self) -> int:
        """On how many anchors somebody said something else than in the first run."""
        first, *later = self.cells.runs
        changed = np.zeros(self.cells.n, dtype=bool)
        for run in later:
            for name in run.people.keys() & first.people.keys():
                a, b = _means(first.people[name]), _means(run.people[name])
                changed |= ~np.isnan(a) & ~np.isnan(b) & (a != b)
        return int(changed.sum())

    def item_spread(self) -> float:
        """Standard deviation of the anchors' mean scores."""
        return float(self.scores.mean(axis=1).std(ddof=1))

    # --- parts ----------------------------------------------------------------------------------

    @property
    def measured(self) -> bool:
        return self.cells.scale.measured

    @cached_property
    def scores(self) -> Floats:
        """The mean of the repeats, anchors × runs."""
        return np.stack([_means(run.own) for run in self.cells.runs], axis=1)

    @cached_property
    def variances(self) -> Floats:
        """The variance of repeats within runs, by anchor; where there are none, that of the others."""
        total, df = np.zeros(self.cells.n), np.zeros(self.cells.n)
        for place, run in enumerate(self.cells.runs):
            total += np.nansum((run.own - self.scores[:, [place]]) ** 2, axis=1)
            df += np.count_nonzero(~np.isnan(run.own), axis=1) - 1
        return np.where(df > 0, total / np.maximum(df, 1), total.sum() / max(df.sum(), 1))

    @cached_property
    def categories(self) -> dict[float, str]:
        """The categories that occur, where they have no order."""
        seen = np.unique(np.concatenate([run.own[~np.isnan(run.own)] for run in self.cells.runs]))
        names = self.cells.scale.names
        return {float(at): names[float(at)] for at in seen}

    def _deviations(self) -> Iterator[Floats]:
        """Run by run what each unit says, less its mean over runs: scores, or shares of categories."""
        if self.cells.scale.ordered:
            around = _tidy(self.scores - self.scores.mean(axis=1, keepdims=True), self.scores)
            yield from (self._by_unit(around[:, [place]]) for place in range(around.shape[1]))
            return
        shares = [
            np.stack([_share(run.own, at) for at in self.categories], axis=1) for run in self.cells.runs
        ]
        mean = np.mean(shares, axis=0)
        yield from (self._by_unit(_tidy(own - mean, mean)) for own in shares)

    def _by_unit(self, each: Floats) -> Floats:
        out = np.zeros((int(self.cells.units.max(initial=0)) + 1, each.shape[1]))
        np.add.at(out, self.cells.units, self.cells.weights[:, None] * each)
        return out

    def _along(self, values: Floats) -> ItemMean:
        """Each anchor's least-squares slope over the runs 0, 1, …, times the number of steps."""
        order = np.arange(values.shape[1]) - (values.shape[1] - 1) / 2
        return self._mean(_tidy(values @ order / (order @ order) * (values.shape[1] - 1), values))

    @cached_property
    def _from_people(self) -> list[Apart]:
        """How far judge and people are apart, run by run."""
        return [between(run.own, run.others, measured=self.measured) for run in self.cells.runs]

    def _agreement(self, apart: Apart) -> Result:
        if self.measured:
            return self._mean(apart.mean).of("mean_absolute_error", "Mean absolute difference")
        return self._mean(1 - apart.mean).share("exact_agreement", "Exact agreement")

    def _mean(self, x: Floats) -> ItemMean:
        return ItemMean(x, self.cells.weights, self.cells.units, self.level)


def _means(x: Floats) -> Floats:
    """Row by row the mean of what is there; nan where nothing is."""
    there = ~np.isnan(x)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(there, x, 0.0).sum(axis=1) / there.sum(axis=1))


def _share(x: Floats, at: float) -> Floats:
    """Row by row the share of one value among those that are there."""
    return np.asarray((x == at).sum(axis=1) / (~np.isnan(x)).sum(axis=1))


def _tidy(x: Floats, among: Floats) -> Floats:
    """What rounding leaves of equal numbers is 0."""
    largest = np.nanmax(np.abs(among), initial=0.0)
    return np.where(np.abs(x) <= _ROUNDING * largest, 0.0, x)


#: So many pairs of an item are looked at one by one.
_FEW = 16


@dataclass(frozen=True, eq=False)
class Apart:
    """Σ over pairs of ratings of the distance between them, and how many pairs there are, by item."""

    total: Floats
    pairs: Floats

    @property
    def mean(self) -> Floats:
        """The mean over pairs; nan without any."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.where(self.pairs > 0, self.total / self.pairs, np.nan))

    def __add__(self, other: Apart) -> Apart:
        return Apart(self.total + other.total, self.pairs + other.pairs)


def among(x: Floats, *, measured: bool) -> Apart:
    """All pairs within a row."""
    if x.shape[1] < 2:
        return Apart(np.zeros(len(x)), np.zeros(len(x)))
    n = (~np.isnan(x)).sum(axis=1).astype(float)
    pairs = n * (n - 1) / 2
    return Apart(_distances(x, n) if measured else pairs - _equal_pairs(x), pairs)


def between(first: Floats, second: Floats, *, measured: bool) -> Apart:
    """Pairs of one rating of the first and one of the second: all pairs less those within either."""
    if first.shape[1] * second.shape[1] <= _FEW:
        return _one_by_one(first, second, measured=measured)
    every = among(np.hstack([first, second]), measured=measured)
    within = among(first, measured=measured) + among(second, measured=measured)
    return Apart(np.maximum(every.total - within.total, 0.0), every.pairs - within.pairs)


def _one_by_one(first: Floats, second: Floats, *, measured: bool) -> Apart:
    """The sum over pairs, formed pair by pair: faster where there are few."""
    total, pairs = np.zeros(len(first)), np.zeros(len(first))
    for a in first.T:
        for b in second.T:
            there = ~(np.isnan(a) | np.isnan(b))
            total += np.where(there, np.abs(a - b) if measured else a != b, 0.0)
            pairs += there
    return Apart(total, pairs)


def between_all(runs: list[Floats], *, measured: bool) -> tuple[Apart, Apart]:
    """Pairs from two different runs, and pairs within one run."""
    every = among(np.hstack(runs), measured=measured)
    within = Apart(np.zeros(len(every.total)), np.zeros(len(every.pairs)))
    for run in runs:
        within = within + among(run, measured=measured)
    return Apart(np.maximum(every.total - within.total, 0.0), every.pairs - within.pairs), within


def _equal_pairs(x: Floats) -> Floats:
    """Σ over values of c(c − 1)/2, where c ratings of the row have the value."""
    row, column = np.nonzero(~np.isnan(x))
    values, code = np.unique(x[row, column], return_inverse=True)
    size = max(len(values), 1)
    found, c = np.unique(row * size + code, return_counts=True)
    return np.bincount(found // size, c * (c - 1) / 2, minlength=len(x)).astype(float)


def _distances(x: Floats, n: Floats) -> Floats:
    """Σ over pairs of |a − b| = Σ_j (2j − n + 1) x_(j) of the n sorted numbers, j from 0."""
    ordered = np.sort(x, axis=1)  # gaps come last
    ordered = np.nan_to_num(ordered - ordered[:, :1])
    return np.asarray(((2 * np.arange(x.shape[1]) - n[:, None] + 1) * ordered).sum(axis=1))
