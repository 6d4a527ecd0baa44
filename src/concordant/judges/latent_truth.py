"""The most probable true category of every item where there is no gold standard: the model of
Dawid and Skene (1979), fitted by expectation–maximisation.

Every item has an unobserved true category. Rater r gives category l to an item of category j with
probability π_r(j, l), independently of the others. The answer is a probability of every category for every
item, and a confusion matrix for every rater.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_arguments
from ..errors import InputError, OptionError
from ..inference.intervals import quantiles
from ..language.message import worded_note
from ..language.render import Language
from ..ratings.ratings import Ratings
from ..reduce.item_weights import Floats, Ints
from ..result import Interval, Note
from ..wording import text_in
from .truth_draws import TruthDraws, truth_draws

#: How often the two steps are repeated at most, and when the likelihood stands still.
_MOST_STEPS, _STILL = 1000, 1e-10
#: With fewer raters the truth is not identified: two confusion matrices explain any table.
_LEAST_RATERS = 3
#: More categories than this have more cells of a confusion matrix than anybody has ratings.
_MOST_CATEGORIES = 200
#: How intervals are made.
RESAMPLED = "bootstrap and log odds"
#: Of the most probable category: below it an answer is open.
SURE = 0.9


@dataclass(frozen=True, kw_only=True, eq=False)
class LatentTruth:
    """The truth behind a panel's ratings: the category of every item and the accuracy of every rater.

    Attributes
    ----------
    categories : tuple of str
        The categories.
    items : tuple of str
        Every item that was rated, with its dimension where there are several.
    probabilities : array
        Probability of every category for every item (items × categories).
    shares : array
        Estimated share of every category among items.
    raters : tuple of str
        The raters.
    confusion : array
        How often a rater gives each category to items of each true category (raters × true × given).
    majority : array
        The place of the most frequent answer of every item; -1 where it is tied.
    log_likelihood : float
        Of the fitted model.
    steps : int
        How many steps it took.
    notes : tuple of Note
        What the reader should know.
    accuracy_intervals, share_intervals : mapping
        Intervals of `accuracy` by rater and of `shares` by category, from resampled items; empty where
        they were not asked for, or the data are too large.
    moved_interval : Interval or None
        Of `moved`.
    confusion_low, confusion_high : array or None
        The ends of the intervals of `confusion`.
    level : float
        The confidence level of all intervals.
    """

    categories: tuple[str, ...]
    items: tuple[str, ...]
    probabilities: Floats
    shares: Floats
    raters: tuple[str, ...]
    confusion: Floats
    majority: Ints
    log_likelihood: float
    steps: int
    notes: tuple[Note, ...] = ()
    accuracy_intervals: Mapping[str, Interval] = field(default_factory=dict)
    share_intervals: Mapping[str, Interval] = field(default_factory=dict)
    moved_interval: Interval | None = None
    confusion_low: Floats | None = None
    confusion_high: Floats | None = None
    level: float = 0.95

    @property
    def answers(self) -> tuple[str, ...]:
        """The most probable category of every item."""
        return tuple(self.categories[place] for place in self.probabilities.argmax(axis=1))

    @property
    def certainty(self) -> Floats:
        """The probability of that category."""
        return np.asarray(self.probabilities.max(axis=1))

    @property
    def moved(self) -> float:
        """The share of items whose answer is another than the most frequent one; ties excluded."""
        clear = self.majority >= 0
        if not clear.any():
            return math.nan
        return float((self.probabilities.argmax(axis=1)[clear] != self.majority[clear]).mean())

    @property
    def accuracy(self) -> dict[str, float]:
        """How often each rater would be right on items like these."""
        right = np.einsum("rjj,j->r", self.confusion, self.shares)
        return dict(zip(self.raters, right.tolist(), strict=True))

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """Shares of categories, raters and their errors in words, in "en" or "zh"."""
        return text_in("latent truth", self, lang)


def latent_truth(
    ratings: Ratings, *, pseudo_count: float = 0.5, draws: int = 0, level: float = 0.95, seed: int = 0
) -> LatentTruth:
    """Fit the model, beginning with the shares of votes.

    `pseudo_count` is added to every cell of a rater's confusion matrix (maximum a posteriori), so that few
    ratings do not become certainty; 0 is the maximum of the likelihood, as published. With `draws` items are
    resampled that often, for intervals.
    """
    if ratings.anonymous:
        raise OptionError("latent_truth needs to know who gave each rating, which counts do not record.")
    if ratings.scale.categories is None:
        raise OptionError("latent_truth is for categories, but these are measurements: average them instead.")
    if len(ratings.labels) > _MOST_CATEGORIES:
        raise OptionError(
            "latent_truth estimates a confusion matrix for every rater; "
            f"{len(ratings.labels)} categories are more than its maximum of {_MOST_CATEGORIES}. "
            "Merge categories, or average the scores."
        )
    if pseudo_count < 0:
        raise OptionError(f"pseudo_count must be 0 or more, got {pseudo_count}.")
    names, said = _votes(ratings)
    if not said.any():
        raise InputError("There are no ratings.")
    votes = said.sum(axis=1)
    truth = votes / votes.sum(axis=1, keepdims=True)
    before, steps = -math.inf, 0
    for step in range(1, _MOST_STEPS + 1):
        steps = step
        shares, confusion = _rates(truth, said, pseudo_count)
        truth, likelihood = _posterior(shares, confusion, said)
        if likelihood - before < _STILL * abs(likelihood) and step > 1:
            break
        before = likelihood
    categories = tuple(str(label) for label in ratings.labels.tolist())
    enough = said.any(axis=(0, 2)).sum() >= _LEAST_RATERS
    drawn = draws if enough else 0  # with fewer raters the fit is one of many, and no draw shows it
    found = LatentTruth(
        categories=categories,
        items=names,
        probabilities=truth,
        shares=truth.mean(axis=0),
        raters=ratings.raters,
        confusion=confusion,
        majority=_majority(votes),
        log_likelihood=likelihood,
        steps=steps,
        notes=tuple(_notes(said, steps)),
    )
    return replace(found, **_intervals(truth_draws(said, truth, pseudo_count, drawn, seed), found, level))


def _intervals(drawn: TruthDraws | None, found: LatentTruth, level: float) -> dict[str, Any]:
    """The intervals of what was found, from what resampled items gave."""
    if drawn is None:
        return {}
    n = float(len(found.items))
    each = n * found.shares[:, None]  # items of each true category, of which a row of a confusion matrix is
    low, high = _ends(drawn.confusion, found.confusion, each, level)

    def named(names: Sequence[str], draws: Floats, values: Any) -> dict[str, Interval]:
        lows, highs = (end.tolist() for end in _ends(draws, np.asarray(values), n, level))
        return {
            name: Interval(low, high, level, RESAMPLED)
            for name, low, high in zip(names, lows, highs, strict=True)
        }

    moved = None
    if not (np.isnan(drawn.moved).any() or math.isnan(found.moved)):
        moved = named(["moved"], drawn.moved[:, None], [found.moved])["moved"]
    return {
        "confusion_low": low,
        "confusion_high": high,
        "accuracy_intervals": named(found.raters, drawn.accuracy, [*found.accuracy.values()]),
        "share_intervals": named(found.categories, drawn.shares, found.shares),
        "level": level,
        "moved_interval": moved,
    }


def _ends(draws: Floats, found: Floats, n: Floats | float, level: float) -> tuple[Floats, Floats]:
    """The outer ends of the percentiles of draws and of an interval of the log odds, on t with n − 1.

    Where few raters hardly identify the truth, either of them alone is too short.
    """
    edge = 0.5 / (n + 1)  # half an item: 0 and 1 have no log odds
    odds = _log_odds(np.clip(draws, edge, 1 - edge))
    middle = _log_odds(np.clip(found, edge, 1 - edge))
    df = np.maximum(np.atleast_1d(n) - 1, 1.0)
    reach = quantiles(0.5 + level / 2, df.ravel()).reshape(df.shape) * odds.std(axis=0)
    low, high = np.quantile(draws, [0.5 - level / 2, 0.5 + level / 2], axis=0)
    return np.minimum(low, _share(middle - reach)), np.maximum(high, _share(middle + reach))


def _log_odds(share: Floats) -> Floats:
    return np.asarray(np.log(share / (1 - share)))


def _share(log_odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def _votes(ratings: Ratings) -> tuple[tuple[str, ...], Floats]:
    """The names of what was rated, and how often each rater gave it each category (items × raters × k)."""
    keys = [ratings.item_labels.tolist()]
    keys += [own.tolist() for own in (ratings.dimension, ratings.round) if own is not None]
    places: dict[tuple[object, ...], int] = {}
    at = np.array([places.setdefault(key, len(places)) for key in zip(*keys, strict=True)])
    said = np.zeros((len(places), ratings.n_raters, len(ratings.labels)))
    for r, codes in enumerate(ratings.columns):
        given = codes >= 0
        cells = at[given] * said.shape[2] + codes[given]
        counts = np.bincount(cells, ratings.item_weights[given], len(places) * said.shape[2])
        said[:, r] = counts.reshape(len(places), -1)
    rated: NDArray[np.bool_] = np.asarray(said.any(axis=(1, 2)))
    names = tuple(" · ".join(map(str, key)) for key, there in zip(places, rated, strict=True) if there)
    return names, said[rated]


def _rates(truth: Floats, said: Floats, pseudo_count: float) -> tuple[Floats, Floats]:
    """The M step: shares of categories, and each rater's confusion matrix."""
    confusion = np.einsum("ij,irl->rjl", truth, said) + pseudo_count
    total = confusion.sum(axis=2, keepdims=True)
    even = np.full_like(confusion, 1 / truth.shape[1])
    return truth.mean(axis=0), np.divide(confusion, total, out=even, where=total > 0)


def _posterior(shares: Floats, confusion: Floats, said: Floats) -> tuple[Floats, float]:
    """The E step: the probability of every category, and the log-likelihood."""
    with np.errstate(divide="ignore"):
        log = np.log(confusion)
        prior = np.log(shares)
    impossible = np.isneginf(log)
    logs = prior + np.einsum("irl,rjl->ij", said, np.where(impossible, 0.0, log))
    logs[np.einsum("irl,rjl->ij", said, impossible.astype(float)) > 0] = -np.inf
    top = logs.max(axis=1, keepdims=True)
    weights = np.exp(logs - top)
    total = weights.sum(axis=1, keepdims=True)
    return weights / total, float((top + np.log(total)).sum())


def _majority(votes: Floats) -> Ints:
    best = votes.argmax(axis=1)
    tied = (votes == votes.max(axis=1, keepdims=True)).sum(axis=1) > 1
    return np.where(tied, -1, best)


def _notes(said: Floats, steps: int) -> Iterator[Note]:
    raters = int(said.any(axis=(0, 2)).sum())
    if raters < _LEAST_RATERS:
        yield worded_note("few-raters-for-truth", raters=raters, least=_LEAST_RATERS)
    mean = float(said.any(axis=2).sum(axis=1).mean())
    if raters >= _LEAST_RATERS > mean:
        yield worded_note("few-ratings-for-truth", mean=mean, least=_LEAST_RATERS)
    if steps == _MOST_STEPS:
        yield worded_note("fit-not-finished", steps=steps)
