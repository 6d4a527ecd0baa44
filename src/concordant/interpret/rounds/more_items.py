"""How many more items would settle whether rounds have converged, if the gains found are the true ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ...inference.limits import normal_below, normal_quantile, quantile
from ..compare.verdict import NO_SPREAD
from ..goals.items_needed import FAR, POWER
from .gain import Gain

#: Halvings of the number of items: enough for a millionth of it.
_HALVINGS = 30


def more_items(over: Gain | None, steps: Sequence[Gain], least_gain: float) -> tuple[float | None, bool]:
    """How many items more would settle it with probability .8; infinite if hardly any number will.

    It is settled if the gain `over` all rounds is told from 0, or if every one of `steps` (none where there
    are not yet enough) is told from `least_gain`, whichever takes fewer items. Chances to miss a step are
    added up: neighbours share a round, so they are not independent. None where there is no gain. Beside it
    whether every round needs these items: of `over` the first and the last are enough.
    """
    needed = []
    if over is not None:
        needed.append((_more(over.n, lambda times: _told(over, 0.0, abs(over.value), times)), False))
    if steps:
        now = min(one.n for one in steps)
        needed.append((_more(now, lambda times: _all_below(steps, least_gain, times)), True))
    return min(needed, default=(None, False))


def _all_below(steps: Sequence[Gain], limit: float, times: float) -> float:
    """How probable it is, at least, that `times` as many items show every gain to be below a limit."""
    return 1 - sum(1 - _told(one, limit, limit - one.value, times) for one in steps)


def _told(gain: Gain, line: float, apart: float, times: float) -> float:
    """How probable it is that `times` as many items tell a gain from a line, so far apart from it.

    The estimate varies by `se`, and has to be z standard errors away as they would be if the line were true;
    on t, where the standard error varies too, z is t with as many degrees of freedom as there are then, and
    t(1 − 1/4df) of the one and √(1 + t²/2df) of the other come close to the noncentral distribution.
    """
    away, se = apart * math.sqrt(times), gain.se_if(line)
    if gain.moved is None:
        df = (gain.df + 1) * times - 1
        t = quantile(0.5 + gain.level / 2, df)
        beyond, varies = away - t * (1 - 1 / (4 * df)) * se, gain.se * math.sqrt(1 + t**2 / (2 * df))
    else:
        beyond, varies = away - normal_quantile(0.5 + gain.level / 2) * se, gain.se
    return normal_below(beyond / varies) if varies > NO_SPREAD else float(beyond > 0)


def _more(now: float, chance: Callable[[float], float]) -> float:
    """The items beyond `now` from which on the chance is large enough, at least one."""
    low, high = 1.0, float(FAR)
    if chance(high) < POWER:
        return math.inf
    for _ in range(_HALVINGS):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if chance(middle) >= POWER else (middle, high)
    return max(1.0, float(math.ceil(now * high - 1e-6)) - now)
