"""How many more items would settle whether rounds have converged, if the gains found are the true ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ...inference.limits import normal_below, normal_quantile
from ..settle import FAR, POWER
from .gain import Gain

#: Halvings of the number of items: enough for a millionth of it.
_HALVINGS = 30


def more_items(over: Gain | None, steps: Sequence[Gain], least_gain: float) -> float | None:
    """How many items more would settle it with probability .8; infinite if hardly any number will.

    It is settled if the gain `over` all rounds is told from 0, or if every one of `steps` (none where there
    are not yet enough) is told from `least_gain`, whichever takes fewer items. Chances to miss a step are
    added up: neighbours share a round, so they are not independent. None where there is no gain.
    """
    needed = []
    if over is not None:
        needed.append(_more(over.n, lambda times: _told(over, 0.0, abs(over.value), times)))
    if steps:
        needed.append(_more(min(one.n for one in steps), lambda times: _all_below(steps, least_gain, times)))
    return min(needed, default=None)


def _all_below(steps: Sequence[Gain], limit: float, times: float) -> float:
    """How probable it is, at least, that `times` as many items show every gain to be below a limit."""
    return 1 - sum(1 - _told(one, limit, limit - one.value, times) for one in steps)


def _told(gain: Gain, line: float, apart: float, times: float) -> float:
    """How probable it is that `times` as many items tell a gain from a line, so far apart from it.

    The estimate varies by `se`, and has to be z standard errors away as they would be if the line were true.
    """
    beyond = apart * math.sqrt(times) - normal_quantile(0.5 + gain.level / 2) * gain.se_if(line)
    return float(beyond > 0) if gain.unmoved else normal_below(beyond / gain.se)


def _more(now: float, chance: Callable[[float], float]) -> float:
    """The items beyond `now` from which on the chance is large enough, at least one."""
    low, high = 1.0, float(FAR)
    if chance(high) < POWER:
        return math.inf
    for _ in range(_HALVINGS):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if chance(middle) >= POWER else (middle, high)
    return max(1.0, float(math.ceil(now * high - 1e-6)) - now)
