"""Rounds and changes that are made of numbers, for what is said of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from concordant.inference.intervals import wald
from concordant.inference.share_differences import score_interval
from concordant.interpret.rounds.convergence import Convergence, converge
from concordant.result import Interval, Note, Result

At = Callable[[float], Result]
WHY = Note("undefined", "There are no data to compute it from.")


def value(x: float, measure: str = "exact_agreement") -> Result:
    """A round's own value; nan for one that is undefined."""
    return Result(measure=measure, title=measure, estimate=x, notes=(WHY,) if math.isnan(x) else ())


def counted(up: float, down: float, n: float) -> At:
    """A change of a share: so many of n items got right, and so many wrong."""
    se = math.sqrt((up + down - (up - down) ** 2 / n) / (n * (n - 1)))

    def at(level: float) -> Result:
        ends = Interval(*score_interval(up, down, n, level), level, "score")
        return Result(
            measure="difference", title="", estimate=(up - down) / n, se=se, interval=ends, n_items=n,
            details={"up": up, "down": down},
        )  # fmt: skip

    return at


def measured(difference: float, se: float, n: float, **details: Any) -> At:
    """A change with a standard error, on t."""

    def at(level: float) -> Result:
        ends = Interval(*wald(difference, se, level, n - 1), level, "t")
        return Result(
            measure="difference", title="", estimate=difference, se=se, interval=ends, n_items=n,
            details=details,
        )  # fmt: skip

    return at


def called(
    values: Sequence[float], steps: Sequence[At | None], over: At | None, *, measure: str = "exact_agreement",
    **options: Any,
) -> Convergence:  # fmt: skip
    """The convergence of rounds v1, v2, …"""
    results = [value(x, measure) for x in values]
    names = [f"v{place + 1}" for place in range(len(values))]
    return converge(results, steps, over, len(values) - 1, measure=measure, names=names, **options)


#: Three changes in a row: hardly any gain, and large ones.
SMALL = [counted(13, 11, 300), counted(12, 12, 300), counted(11, 10, 300)]
LARGE = [counted(30, 12, 300), counted(25, 13, 300), counted(25, 10, 300)]
