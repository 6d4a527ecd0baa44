"""Which answer wins: the model of Bradley and Terry (1952), with ties and an effect of the order.

The log odds that i beats j are θ_i − θ_j, plus γ where i was shown first. Ties are after Davidson (1970) and
Davidson and Beaver (1977): with abilities a = exp θ,

    P(i wins) : P(tie) : P(j wins) = a_i·e^γ : ν·√(a_i·a_j·e^γ) : a_j.

Maximum likelihood by Newton's method; standard errors from the observed information.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..coefficients.distributions import normal_quantile
from ..errors import InputError, choose
from ..inference.testing import p_value
from ..language.message import worded_note
from ..quote import quote
from ..reduce.item_weights import Floats, Ints
from ..result import Interval, Note, Result

_MOST_STEPS, _STILL = 100, 1e-12


@dataclass(frozen=True, kw_only=True)
class PreferencePairs:
    """Pairs of answers and who won: places of the first and the second, and the outcome of each.

    `outcome` is 1 where the first won, 0 where the second won and 0.5 for a tie; `counts` say how often.
    """

    names: tuple[str, ...]
    first: Ints
    second: Ints
    outcome: Floats
    counts: Floats

    @classmethod
    def of(cls, first: Sequence[Any], second: Sequence[Any], winner: Sequence[Any]) -> PreferencePairs:
        """From three columns; a winner is one of the two, or "tie" (any word with tie or both in it)."""
        if not len(first) == len(second) == len(winner):
            raise InputError(
                "first, second and winner must have the same number of values, got "
                f"{len(first)}, {len(second)} and {len(winner)}."
            )
        names = tuple(dict.fromkeys(map(str, [*first, *second])))
        place = {name: code for code, name in enumerate(names)}
        outcome = [_outcome(*(str(x) for x in row)) for row in zip(first, second, winner, strict=True)]
        return cls(
            names=names,
            first=np.array([place[str(x)] for x in first]),
            second=np.array([place[str(x)] for x in second]),
            outcome=np.array(outcome),
            counts=np.ones(len(outcome)),
        )

    def __post_init__(self) -> None:
        if not len(self.first):
            raise InputError("There are no pairs to compare.")
        if (self.first == self.second).any():
            raise InputError("An answer is compared with itself: the two answers of a pair must differ.")


def _outcome(first: str, second: str, winner: str) -> float:
    if winner in (first, second):
        return 1.0 if winner == first else 0.0
    word = winner.strip().casefold()
    if "tie" in word or word in ("both", "equal", "draw", "same", "平局", "平"):
        return 0.5
    raise InputError(f"The winner must be {quote(first)}, {quote(second)} or tie, got {quote(winner)}.")


def bradley_terry(
    pairs: PreferencePairs, *, reference: str | None = None, order: bool = True, level: float = 0.95
) -> Result:
    """The ability of every answer's author in log odds against `reference`, as parts.

    `order` adds the effect of being shown first. The whole has no value of its own; its details are the
    effect of order, the ties and the deviance.
    """
    names = pairs.names
    if reference is not None:
        choose("reference", reference, names)
    if (why := _unbeaten(pairs)) is not None:
        return _undefined(pairs, why)
    base = names.index(reference) if reference is not None else _weakest(pairs)
    free = [place for place in range(len(names)) if place != base]
    ties, swings = bool((pairs.outcome == 0.5).any()), order and _varied(pairs)
    model = _Model(pairs, free, order=swings, ties=ties)
    beta, covariance, log_likelihood = model.fit()
    se = np.sqrt(np.diag(covariance))
    z = normal_quantile(0.5 + level / 2)
    at = {place: spot for spot, place in enumerate(free)}
    parts = tuple(
        _ability(name, beta, se, at.get(place), z, level, len(pairs.outcome))
        for place, name in enumerate(names)
    )
    details: dict[str, Any] = {"reference": names[base], "log_likelihood": log_likelihood}
    if not ties:
        details["deviance"] = model.deviance(beta)
    if swings:
        effect, error = float(beta[model.order_at]), float(se[model.order_at])
        p = p_value(effect / error, math.inf, "two-sided")
        details |= {"order_effect": effect, "order_effect_se": error, "order_effect_p": p}
    if ties:
        details["ties"] = float(np.exp(beta[model.ties_at]))
    return Result(
        measure="bradley_terry", title="Bradley–Terry abilities", estimate=math.nan, parts=parts,
        n_items=float(pairs.counts.sum()), n_raters=0, method="maximum likelihood", details=details,
    )  # fmt: skip


def _weakest(pairs: PreferencePairs) -> int:
    """Who wins least often: all abilities are at least about 0 then."""
    size = len(pairs.names)
    won = np.bincount(pairs.first, pairs.outcome * pairs.counts, size)
    won += np.bincount(pairs.second, (1 - pairs.outcome) * pairs.counts, size)
    played = np.bincount(pairs.first, pairs.counts, size) + np.bincount(pairs.second, pairs.counts, size)
    return int(np.argmin(won / played))


def _varied(pairs: PreferencePairs) -> bool:
    """Whether anybody was shown both first and second, so that order can be distinguished from ability."""
    return bool(np.intersect1d(pairs.first, pairs.second).size)


class _Model:
    """The likelihood of the outcomes: abilities of all but the reference, then order, then log ν."""

    def __init__(self, pairs: PreferencePairs, free: Sequence[int], *, order: bool, ties: bool) -> None:
        self.pairs, self.ties = pairs, ties
        n, width = len(pairs.outcome), len(free)
        self.order_at = width
        self.ties_at = width + order
        self.size = width + order + ties
        design = np.zeros((n, self.ties_at))
        for spot, place in enumerate(free):
            design[:, spot] = (pairs.first == place).astype(float) - (pairs.second == place)
        if order:
            design[:, width] = 1.0
        self.design = design

    def fit(self) -> tuple[Floats, Floats, float]:
        """Newton's method, with steps that are halved until the likelihood rises."""
        beta = np.zeros(self.size)
        value, slope, curve = self._at(beta)
        for _ in range(_MOST_STEPS):
            step = np.linalg.solve(curve, slope)
            size = 1.0
            while size > 1e-6:
                tried = beta + size * step
                found = self._at(tried)
                if found[0] >= value - _STILL * abs(value):
                    break
                size /= 2
            rise, beta = found[0] - value, tried
            value, slope, curve = found
            if rise < _STILL * abs(value) + 1e-14:
                break
        return beta, np.asarray(np.linalg.inv(curve), dtype=float), value

    def _shares(self, beta: Floats) -> tuple[Floats, Floats]:
        """P(first wins), P(tie) of every pair."""
        eta = self.design @ beta[: self.ties_at]
        middle = math.exp(beta[self.ties_at]) if self.ties else 0.0
        up, down = np.exp(eta / 2), np.exp(-eta / 2)
        total = up + down + middle
        return up / total, middle / total

    def _at(self, beta: Floats) -> tuple[float, Floats, Floats]:
        """Log-likelihood, its gradient and minus its second derivatives."""
        pairs, x = self.pairs, self.design
        win, tie = self._shares(beta)
        lose = 1 - win - tie
        c, y = pairs.counts, pairs.outcome
        seen = np.where(y == 1, win, np.where(y == 0, lose, tie))
        value = float((c * np.log(np.maximum(seen, 1e-300))).sum())
        # with s = ½·(first wins) − ½·(second wins), the statistic of η, and t = [tie], that of log ν
        mean_s = (win - lose) / 2
        slope = x.T @ (c * ((y - 0.5) - mean_s))
        curve = (x * (c * ((win + lose) / 4 - mean_s**2))[:, None]).T @ x
        if self.ties:
            mean_t = tie
            slope = np.append(slope, float((c * ((y == 0.5) - mean_t)).sum()))
            across = -(x * (c * mean_s * mean_t)[:, None]).sum(axis=0)
            corner = float((c * mean_t * (1 - mean_t)).sum())
            curve = np.block([[curve, across[:, None]], [across[None, :], np.array([[corner]])]])
        return value, slope, curve

    def deviance(self, beta: Floats) -> float:
        """Against a share of its own for every two who met, in each order."""
        pairs = self.pairs
        _, met = np.unique(np.stack([pairs.first, pairs.second], axis=1), axis=0, return_inverse=True)
        met = met.reshape(-1)
        n = np.bincount(met, pairs.counts)
        won = np.bincount(met, pairs.counts * pairs.outcome)
        p = np.zeros(len(n))
        p[met] = self._shares(beta)[0]
        with np.errstate(divide="ignore", invalid="ignore"):
            part = won * np.log(won / (n * p)), (n - won) * np.log((n - won) / (n * (1 - p)))
        return float(2 * sum(np.nansum(x) for x in part))


def _ability(name: str, beta: Floats, se: Floats, spot: int | None, z: float, level: float, n: int) -> Result:
    """One part: 0 for the reference, which has no error."""
    value, error = (0.0, math.nan) if spot is None else (float(beta[spot]), float(se[spot]))
    within = None if spot is None else Interval(value - z * error, value + z * error, level, "Wald")
    return Result(
        measure="bradley_terry", title="Ability", category=name, estimate=value, se=error, interval=within,
        n_items=n, method="maximum likelihood",
    )  # fmt: skip


def _unbeaten(pairs: PreferencePairs) -> Note | None:
    """Who is above or below all others without exception, so that no finite ability fits (Ford 1957).

    With an arrow from each loser to each winner, both ways for a tie, everyone must be reached from everyone.
    """
    size = len(pairs.names)
    reached = np.eye(size, dtype=bool)
    reached[pairs.second[pairs.outcome > 0], pairs.first[pairs.outcome > 0]] = True
    reached[pairs.first[pairs.outcome < 1], pairs.second[pairs.outcome < 1]] = True
    for middle in range(size):
        reached |= np.outer(reached[:, middle], reached[middle])
    both = reached & reached.T
    if both.all():
        return None
    largest = both[both.sum(axis=1).argmax()]
    names = [name for name, inside in zip(pairs.names, largest, strict=True) if not inside]
    return worded_note("always-won", names=names)


def _undefined(pairs: PreferencePairs, why: Note) -> Result:
    parts = tuple(
        Result(
            measure="bradley_terry", title="Ability", category=name, estimate=math.nan, notes=(why,),
            n_items=float(pairs.counts.sum()),
        )
        for name in pairs.names
    )  # fmt: skip
    return Result(
        measure="bradley_terry", title="Bradley–Terry abilities", estimate=math.nan, parts=parts,
        n_items=float(pairs.counts.sum()), notes=(why,),
    )  # fmt: skip
