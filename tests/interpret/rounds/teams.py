"""Simulated teams whose truth is known: judges that stay as they are, or get better by a known amount."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.inference.intervals import quantile, wald
from concordant.inference.repeated_looks import level_at
from concordant.inference.share_differences import score_around, score_limits

LOOKS = 7


def rounds_of(
    rng: np.random.Generator, teams: int, n: int, accuracy: Any, *, new: float = 1.0, rounds: int = LOOKS + 1
) -> Any:
    """Whether the judge is right, rounds × teams × items; `accuracy` is one number, or one for each round.

    An item stays as it was in the round before, but for a share `new` that is drawn again, and for as many as
    it takes to reach the round's accuracy.
    """
    aim = np.broadcast_to(accuracy, rounds)
    right = np.empty((rounds, teams, n), dtype=bool)
    right[0] = rng.random((teams, n), dtype=np.float32) < aim[0]
    for r in range(1, rounds):
        kept = np.where(
            rng.random((teams, n), dtype=np.float32) < new,
            rng.random((teams, n), dtype=np.float32) < aim[r - 1],
            right[r - 1],
        )
        lifted = max(0.0, (aim[r] - aim[r - 1]) / (1 - aim[r - 1]))
        right[r] = kept | (rng.random((teams, n), dtype=np.float32) < lifted)
    return right


def shares_of(rng: np.random.Generator, right: Any, people: int = 3, skill: float = 0.8) -> Any:
    """The share of people who say what the judge says: those who are right, or who are wrong as it is."""
    _, teams, n = right.shape
    are_right = rng.binomial(people, skill, (teams, n)).astype(np.int8)
    as_wrong = rng.binomial(people - are_right, 0.3).astype(np.int8)
    return np.where(right, are_right, as_wrong) / np.float32(people)


@dataclass(frozen=True)
class Called:
    """What teams were called at each look: looks × teams."""

    improving: Any
    worse: Any
    converged: Any

    def ever(self, verdict: str) -> float:
        """The share of teams that were ever called so."""
        return float(getattr(self, verdict).any(axis=0).mean())


def called(scores: Any, level: float = 0.95, in_a_row: int = 3, least_gain: float = 0.01) -> Called:
    """The verdicts of many teams at every look, by the intervals that `converge` goes by.

    A test holds them to what `progress` says of some of these teams.
    """
    found: list[Any] = []
    for look in range(1, len(scores)):
        now = level_at(level, look)
        low, high = limits(scores[max(0, look - in_a_row)], scores[look], now)
        worse, converged = high < 0, np.zeros(len(low), dtype=bool)
        if look >= in_a_row and might_be_small(scores.shape[2], now, least_gain):
            steps = range(look - in_a_row + 1, look + 1)
            ends = [limits(scores[r - 1], scores[r], now)[1] for r in steps]
            converged = np.all([end < least_gain for end in ends], axis=0) & ~worse
        found.append(((low > 0) & ~converged, worse, converged))
    return Called(*(np.array([one[k] for one in found]) for k in range(3)))


def might_be_small(n: int, level: float, least_gain: float) -> bool:
    """Whether so many items can show anything to be so small: they could if none of them changed."""
    return bool(score_limits(0, 0, n, quantile(0.5 + level / 2, np.inf))[1] < least_gain)


def limits(before: Any, after: Any, level: float) -> tuple[Any, Any]:
    """The interval of the change of each team: of right or wrong by the score, of shares on t and score."""
    n = before.shape[1]
    if before.dtype == bool:
        up, down = (after & ~before).sum(axis=1), (before & ~after).sum(axis=1)
        return score_limits(up, down, n, quantile(0.5 + level / 2, np.inf))
    change = after - before
    value, around = change.mean(axis=1, dtype=float), change.std(axis=1, ddof=1, dtype=float) / np.sqrt(n)
    on_t = wald(value, around, level, n - 1)
    by_score = score_around(value, around, n, quantile(0.5 + level / 2, np.inf))
    return np.minimum(on_t[0], by_score[0]), np.maximum(on_t[1], by_score[1])
