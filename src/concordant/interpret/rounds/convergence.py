"""Whether rounds have converged: the rule of three small gains, what noise allows, and items needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal

from ...coefficients.catalogue import BY_NAME
from ...coefficients.distributions import normal_quantile
from ...errors import OptionError
from ...inference.intervals import normal_below, quantile
from ...inference.repeated_looks import level_at
from ...language.message import Message
from ...quote import quote
from ...result import Result
from ..compare import NO_SPREAD, same
from ..goals import FAR, POWER
from ..record import Record
from .convergence_words import sentences
from .gain import Gain, direction, gain_of, headroom, possible

Rule = Literal["converged", "not-converged", "too-few-rounds", "undefined"]
Verdict = Literal["converged", "improving", "worse", "cannot-tell"]

#: Document 003: three rounds in a row that improve by less than 1 %.
LEAST_GAIN, IN_A_ROW = 0.01, 3

#: A difference of two rounds, second − first on the same items, with its interval at the level asked for.
At = Callable[[float], Result]


@dataclass(frozen=True, kw_only=True)
class Convergence(Record):
    """The rule by the rounds' own values, and the verdict by what can be known of true gains.

    `gains` are those of the last `in_a_row` rounds (fewer where there are fewer), each against the round
    before, by the rounds' own values; the rule calls them converged if all are below `least_gain`, and is
    undefined where a value is not defined and could matter. Of a measure in units of its own, without an
    upper end, `least_gain` is that share of the value of the first round.
    `looked` is how often the project was looked at, `level` the confidence that holds over all looks, and
    `level_now` what is left of it for this one. `over` is the change from the round before these to the last,
    `last` that of the last round alone, both on the same items; `detectable` the gain that this many items
    would show, infinite where that is more than there is to gain, and `probability_below` that the true gain
    of the last round is below `least_gain`.
    `items_needed` is how many more items of the same kind would settle it, infinite where hardly any number
    will, None where nothing is open or nothing can be said; `items_in` names the rounds that need them.
    `rounds_needed` is how many more rounds like those there are would show that it has converged, where these
    are too few and all of them gain that little.
    """

    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    least_gain: float = LEAST_GAIN
    in_a_row: int = IN_A_ROW
    gains: tuple[float, ...]
    rule: Rule
    looked: int
    level: float
    level_now: float
    over: Result | None
    last: Result | None
    detectable: float
    probability_below: float
    verdict: Verdict
    items_needed: float | None = None
    items_in: tuple[str, ...] = ()
    rounds_needed: int | None = None
    sentences: tuple[Message, ...] = ()


def converge(
    values: Sequence[Result],
    steps: Sequence[At | None],
    over: At | None,
    looked: int,
    level: float = 0.95,
    *,
    measure: str,
    options: Mapping[str, Any] | None = None,
    names: Sequence[str] = (),
    least_gain: float = LEAST_GAIN,
    in_a_row: int = IN_A_ROW,
) -> Convergence:
    """Whether rounds have converged, by the rule and by what the noise allows.

    `values` are the measure in every round, the oldest first, and `names` those of the rounds. `steps` are
    the last changes from round to round, at most `in_a_row`, and `over` the change from the first round of
    these to the last; None where two rounds cannot be compared. `looked` is the number of changes so far.
    """
    _check(measure, least_gain, in_a_row)
    least_gain *= _unit(values, measure)
    level_now = level_at(level, max(looked, 1))
    changes = [None if at is None else at(level_now) for at in steps[-in_a_row:]]
    whole = None if over is None else over(level_now)
    found = [gain_of(one, measure) for one in changes]
    last, overall = found[-1] if found else None, gain_of(whole, measure)
    known = tuple(one for one in found if one is not None)
    enough = known if len(known) == in_a_row else ()
    verdict = _verdict(overall, enough, least_gain)
    needed, every = more_items(overall, enough, least_gain) if verdict == "cannot-tell" else (None, False)
    missing = _more_rounds(steps, looked, level, measure, least_gain, in_a_row)
    gains = _gains(values[-in_a_row - 1 :], measure)
    called = Convergence(
        measure=measure, options=dict(options or {}), least_gain=least_gain, in_a_row=in_a_row,
        gains=gains, rule=_rule(gains, least_gain, in_a_row),
        looked=looked, level=level, level_now=level_now, over=whole, last=changes[-1] if changes else None,
        detectable=math.nan if last is None else _seen(last, changes[-1], measure),
        probability_below=math.nan if last is None else last.probability_below(least_gain),
        verdict=verdict,
        items_needed=needed,
        rounds_needed=missing if verdict == "cannot-tell" else None,
        items_in=_rounds_of(names, len(values), in_a_row, every) if needed is not None else (),
    )  # fmt: skip
    return replace(called, sentences=tuple(sentences(called, enough, overall, values, names)))


def _unit(values: Sequence[Result], measure: str) -> float:
    """What a gain is a share of: 1, or the first value of a measure in units of its own."""
    if math.isfinite(BY_NAME[measure].range[1]):
        return 1.0
    return next((one.estimate for one in values if one.defined and one.estimate > 0), 1.0)


def _more_rounds(
    steps: Sequence[At | None], looked: int, level: float, measure: str, least_gain: float, in_a_row: int
) -> int | None:
    """How many rounds like those so far are missing to call them converged; None where that is not all."""
    missing = in_a_row - len(steps)
    if missing <= 0 or not steps:
        return None
    then = level_at(level, looked + missing)
    gains = [None if at is None else gain_of(at(then), measure) for at in steps]
    return missing if all(gain is not None and gain.high < least_gain for gain in gains) else None


def _rounds_of(names: Sequence[str], n: int, in_a_row: int, every: bool) -> tuple[str, ...]:
    """The rounds that are judged, all of them or the first and the last."""
    known = list(names) or [str(place + 1) for place in range(n)]
    window = known[-in_a_row - 1 :]
    return tuple(window if every else (window[0], window[-1]))


def _seen(last: Gain, change: Result | None, measure: str) -> float:
    """The gain that would be seen in the last round, if it is one that was possible."""
    start = math.nan if change is None else change.details.get("first", math.nan)
    return possible(last.detectable(), headroom(measure, start))


def _check(measure: str, least_gain: float, in_a_row: int) -> None:
    c = BY_NAME[measure]
    if c.best not in c.range:
        raise OptionError(
            f"Neither higher nor lower values of {measure} are better, so there is no gain to track."
        )
    if not (math.isfinite(least_gain) and least_gain > 0):
        raise OptionError(
            f"least_gain, the smallest gain that matters, must be above 0, got {quote(least_gain)}."
        )
    if in_a_row < 1:
        raise OptionError(f"in_a_row must be a number of rounds, 1 or more, got {quote(in_a_row)}.")


def _gains(values: Sequence[Result], measure: str) -> tuple[float, ...]:
    """How much better each round's own value is than that of the round before."""
    sign = direction(measure)
    return tuple(sign * (b.estimate - a.estimate) for a, b in pairwise(values))


def _rule(gains: Sequence[float], least_gain: float, in_a_row: int) -> Rule:
    """Document 003, exactly: `in_a_row` gains, all below `least_gain`; one that equals it is not below it."""
    if len(gains) < in_a_row:
        return "too-few-rounds"
    if any(gain > least_gain or same(gain, least_gain) for gain in gains):
        return "not-converged"
    return "undefined" if any(map(math.isnan, gains)) else "converged"


def _verdict(over: Gain | None, steps: Sequence[Gain], least_gain: float) -> Verdict:
    """Only what the intervals show; gains reliably too small to matter are no longer improvement."""
    if over is not None and over.high < 0:
        return "worse"
    if steps and all(step.high < least_gain for step in steps):
        return "converged"
    return "improving" if over is not None and over.low > 0 else "cannot-tell"


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
        needed.append(
            (_more(over.n, lambda times: _probability_settled(over, 0.0, abs(over.value), times)), False)
        )
    if steps:
        now = min(one.n for one in steps)
        needed.append((_more(now, lambda times: _all_below(steps, least_gain, times)), True))
    return min(needed, default=(None, False))


def _all_below(steps: Sequence[Gain], limit: float, times: float) -> float:
    """How probable it is, at least, that `times` as many items show every gain to be below a limit."""
    return 1 - sum(1 - _probability_settled(one, limit, limit - one.value, times) for one in steps)


def _probability_settled(gain: Gain, line: float, apart: float, times: float) -> float:
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
