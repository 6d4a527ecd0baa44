"""Textbook limits and tests of a number that is nearly normal on its own scale, or another."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import OptionError
from ..quote import quote
from ..result import Note
from .coefficient import Classical
from .distributions import normal_quantile

#: From so many items on, their shape can be judged. Below, one item decides what is found.
LEAST_ITEMS = 30
#: So many times the variance of normal scores is worth a note, and worth it with few items.
MATTERS, _FEW_MATTERS = 1.5, 2.0
#: A slope on size is reliable below this p.
_LEVEL = 0.05


@dataclass(frozen=True)
class Transformation:
    """A change of scale: there, back, its slope, and the open range it holds for."""

    words: str
    there: Callable[[float], float]
    back: Callable[[float], float]
    slope: Callable[[float], float]
    low: float = -math.inf
    high: float = math.inf


def _odds_back(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


SCALES = {
    "none": Transformation("", lambda x: x, lambda x: x, lambda x: 1.0),
    "log": Transformation(", log scale", math.log, math.exp, lambda x: 1 / x, low=0.0),
    "logit": Transformation(
        ", log odds", lambda x: math.log(x / (1 - x)), _odds_back, lambda x: 1 / (x * (1 - x)), 0.0, 1.0
    ),
    "fisher": Transformation(", Fisher's scale", math.atanh, math.tanh, lambda x: 1 / (1 - x * x), -1.0, 1.0),
}


def near_normal(
    name: str,
    value: float,
    se: float,
    scale: str,
    *,
    at: float | None = None,
    se_there: float | None = None,
    range: tuple[float, float] = (-math.inf, math.inf),
    df: float = math.inf,
) -> Classical:
    """Plus and minus a quantile of the standard error, on that scale, cut off at the range.

    The quantile is the normal one, or that of t with `df` degrees of freedom. `at` and `se_there` are the
    estimate and its error there, where `value` is too near an end to tell.
    """
    s = SCALES[scale]
    middle = s.there(value) if at is None else at
    error = se * s.slope(value) if se_there is None else se_there

    def limits(level: float) -> tuple[float, float]:
        half = _quantile(0.5 + level / 2, df) * error
        return max(s.back(middle - half), range[0]), min(s.back(middle + half), range[1])

    def test(null: float, side: str | None) -> tuple[dict[str, Any], float]:
        if not s.low < null < s.high:
            raise OptionError(f"null must lie between {s.low:g} and {s.high:g}, got {quote(null)}.")
        z = (middle - s.there(null)) / error
        kind, p = ("z", normal_tail(z, side)) if math.isinf(df) else ("t", _t_tail(z, df, side))
        more = {} if math.isinf(df) else {"df": df}
        return {"null_value": null, "test": f"Wald {kind}{s.words}", "statistic": z, **more}, p

    return Classical(name=name, se=lambda: se, limits=limits, test=test)


def _quantile(p: float, df: float) -> float:
    if math.isinf(df):
        return normal_quantile(p)
    from scipy.special import stdtrit

    return float(stdtrit(df, p))


def _t_tail(t: float, df: float, side: str | None) -> float:
    from scipy.special import stdtr

    below = float(stdtr(df, t))
    return {"greater": 1 - below, "less": below}.get(str(side), 2 * float(stdtr(df, -abs(t))))


def normal_tail(z: float, side: str | None) -> float:
    """The probability of a standard normal at least as far out; both ways unless a side is asked for."""
    if side == "greater":
        return math.erfc(z / math.sqrt(2)) / 2
    if side == "less":
        return math.erfc(-z / math.sqrt(2)) / 2
    return math.erfc(abs(z) / math.sqrt(2))


def shape_notes(times: float) -> tuple[Note, ...]:
    """What to say where an estimate varies so many times as much as it would with normal scores."""
    if not times >= MATTERS:
        return ()
    text = (
        f"Scores are skewed or heavy-tailed: the variance of this estimate is {times:.2g} times that for "
        "normal scores, and the interval was widened accordingly. If scores much larger than those observed "
        "occur, it may still be too narrow."
    )
    return (Note("shape-of-scores", text, {"times": times}),)


def size_notes(correlation: float, items: float) -> tuple[Note, ...]:
    """That errors grow with the size of the scores, from how the two go together over so many items."""
    from scipy.special import stdtr

    if not 0 < correlation < 1:
        return ()
    t = correlation * math.sqrt((items - 2) / (1 - correlation**2))
    p = 2 * float(stdtr(items - 2, -t))
    if not p < _LEVEL:
        return ()
    text = (
        f"Errors grow with the size of the scores (correlation {correlation:.2f}, p = {p:.2g}), so one "
        "value does not fit small and large scores alike, and its interval may be too narrow. Use logarithms "
        "of the scores."
    )
    return (Note("errors-follow-size", text, {"correlation": correlation, "p": p}),)


def textbook_notes(times: float) -> tuple[Note, ...]:
    """That an interval takes scores for normal which are not, and there is none here that does not."""
    if not times >= MATTERS:
        return ()
    text = (
        f"Scores are skewed or heavy-tailed: mean squares vary about {times:.2g} times as much as with "
        "normal scores. This interval assumes normal scores and may be too narrow; check it with "
        "interval='bootstrap'."
    )
    return (Note("shape-of-scores", text, {"times": times}),)


def few_items_notes(times: float, items: float) -> tuple[Note, ...]:
    """That scores look far from normal where items are too few to allow for it."""
    if not (times >= _FEW_MATTERS and items < LEAST_ITEMS):
        return ()
    text = (
        f"Scores look skewed or heavy-tailed, but {items:g} items are too few to adjust for it: the "
        "interval assumes normal scores and may be too narrow."
    )
    return (Note("shape-of-scores", text, {"items": items}),)
