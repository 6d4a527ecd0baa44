"""Raters in categories whose agreement is known: how they rate, and how two of them agree in the long run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

Floats = NDArray[np.float64]

#: Points by which a normal distribution is represented.
_POINTS = 4000


@dataclass(frozen=True)
class Design:
    """`draw(rng, items, raters)` gives ratings; `pairs[i, j]` is how often one rater says i and another j."""

    name: str
    draw: Callable[[Any, int, int], NDArray[Any]]
    pairs: Floats

    @property
    def size(self) -> int:
        """How many categories there are."""
        return len(self.pairs)


def know_or_guess(shares: Sequence[float], kappa: float) -> Design:
    """A rater knows the right category with probability √kappa, and else guesses by the shares."""
    p, size = np.array(shares), len(shares)

    def draw(rng: Any, items: int, raters: int) -> NDArray[Any]:
        truth, guess = rng.choice(size, (items, 1), p=p), rng.choice(size, (items, raters), p=p)
        return np.where(rng.random((items, raters)) < sqrt(kappa), truth, guess)

    rare = f"{min(shares):.0%} of {size}"
    return Design(f"{rare}, {kappa:g}", draw, kappa * np.diag(p) + (1 - kappa) * np.outer(p, p))


def latent(shares: Sequence[float], reliability: float) -> Design:
    """A rater sees a normal quality with normal noise, and cuts it where the shares say."""
    cuts = norm.ppf(np.cumsum(shares)[:-1])
    signal, noise = sqrt(reliability), sqrt(1 - reliability)

    def draw(rng: Any, items: int, raters: int) -> NDArray[Any]:
        seen = signal * rng.normal(size=(items, 1)) + noise * rng.normal(size=(items, raters))
        return np.searchsorted(cuts, seen)

    quality = norm.ppf((np.arange(_POINTS) + 0.5) / _POINTS)
    edges = np.concatenate([[-np.inf], cuts, [np.inf]])
    said = np.diff(norm.cdf((edges - signal * quality[:, None]) / noise), axis=1)
    return Design(f"latent {reliability:g}, {max(shares):.0%}", draw, said.T @ said / _POINTS)


def mostly_small(shares: Sequence[float], reliability: float, guessed: float) -> Design:
    """As `latent`, but this share of ratings is guessed by the shares: small errors and a few gross ones."""
    plain, p = latent(shares, reliability), np.array(shares)

    def draw(rng: Any, items: int, raters: int) -> NDArray[Any]:
        seen, guess = plain.draw(rng, items, raters), rng.choice(len(p), (items, raters), p=p)
        return np.where(rng.random((items, raters)) < guessed, guess, seen)

    looked = (1 - guessed) ** 2
    pairs = looked * plain.pairs + (1 - looked) * np.outer(p, p)
    return Design(f"{plain.name}, {guessed:.0%} guessed", draw, pairs)


def _distance(size: int, power: float) -> Floats:
    x = np.arange(size)
    apart = np.abs(x[:, None] - x[None, :]).astype(float)
    return apart**power if power else (apart > 0).astype(float)


def kappa_of(pairs: Floats, power: float) -> float:
    """1 − D_o/D_e in the long run; the distance to this power, 0 for unordered categories."""
    d, margin = _distance(len(pairs), power), pairs.sum(axis=0)
    return float(1 - (pairs * d).sum() / (np.outer(margin, margin) * d).sum())


def ac_of(pairs: Floats, power: float) -> float:
    """Gwet's AC in the long run."""
    size, d, margin = len(pairs), _distance(len(pairs), power), pairs.sum(axis=0)
    w = 1 - d / d.max()
    expected = w.sum() * (margin * (1 - margin)).sum() / (size * (size - 1))
    return float(((pairs * w).sum() - expected) / (1 - expected))


@dataclass(frozen=True)
class Measured:
    """A coefficient as it is simulated: its name, raters, options, and its value in the long run."""

    title: str
    name: str
    raters: int
    truth: Callable[[Floats], float]
    options: Mapping[str, Any]


def _measured(title: str, name: str, raters: int, power: float, **options: Any) -> Measured:
    formula = ac_of if name == "gwet_ac" else kappa_of
    return Measured(title, name, raters, lambda pairs: formula(pairs, power), options)


UNORDERED = (
    _measured("Cohen's kappa", "cohen_kappa", 2, 0),
    _measured("Fleiss' kappa, 3 raters", "fleiss_kappa", 3, 0),
    _measured("Conger's kappa, 3 raters", "conger_kappa", 3, 0),
    _measured("Krippendorff's alpha, 3 raters", "krippendorff_alpha", 3, 0, metric="nominal"),
    _measured("Gwet's AC1", "gwet_ac", 2, 0),
)
ORDERED = (
    _measured("linear kappa", "cohen_kappa", 2, 1, weights="linear"),
    _measured("quadratic kappa", "cohen_kappa", 2, 2, weights="quadratic"),
    _measured("interval alpha, 3 raters", "krippendorff_alpha", 3, 2, metric="interval"),
    _measured("quadratic AC2", "gwet_ac", 2, 2, weights="quadratic"),
)
TWO_CATEGORIES = tuple(
    know_or_guess((1 - rare, rare), kappa) for rare in (0.5, 0.2, 0.05) for kappa in (0.0, 0.2, 0.6, 0.9)
)
SKEWED = (0.03, 0.07, 0.15, 0.35, 0.4)
FIVE_CATEGORIES = (
    *(know_or_guess(SKEWED, kappa) for kappa in (0.2, 0.6, 0.9)),
    *(latent((0.1, 0.2, 0.4, 0.2, 0.1), reliability) for reliability in (0.7, 0.95)),
    *(latent((0.02, 0.03, 0.05, 0.2, 0.7), reliability) for reliability in (0.7, 0.95)),
)
