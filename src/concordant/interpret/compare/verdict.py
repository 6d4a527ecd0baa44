"""What a number reads as on a scale of words: by itself, by its limit, and by Gwet's probabilities.

The limit decides the headline: a word is claimed only if the interval supports it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...errors import OptionError, is_number
from ...inference.intervals import NO_ITEM_MOVES_IT, normal_below
from ...language.message import Message
from ...quote import quote
from ...result import Result
from ..record import Record
from .benchmarks import Band, Benchmark

#: Spread below this is rounding: nothing was seen to vary.
NO_SPREAD = 1e-12


@dataclass(frozen=True, kw_only=True)
class Verdict(Record):
    """A result read on a benchmark.

    `point` is the band of the estimate. `limit` is that of the confidence limit on the bad side (the lower
    one; the upper one where lower is better) and the headline. `probable` is the best band that Gwet's
    cumulative probability reaches `certainty` for. Each is None where it is not defined; `said` says why.
    `probabilities` are those of each band, from low values to high ones, and `cumulative` those of each band
    or a better one; both are empty where there is no standard error to tell them from.
    """

    benchmark: Benchmark
    measure: str
    estimate: float
    said: Message
    point: Band | None = None
    limit: Band | None = None
    probable: Band | None = None
    probabilities: tuple[float, ...] = ()
    cumulative: tuple[float, ...] = ()
    certainty: float = 0.95
    probably: Message | None = None

    @property
    def headline(self) -> Band | None:
        """The word that may be claimed."""
        return self.limit


def verdict(result: Result, benchmark: Benchmark, *, certainty: float = 0.95) -> Verdict:
    """What a result reads as on a benchmark; without a value or an interval there is no headline.

    Where no spread was seen (perfect agreement) a standard error of 0 would claim certainty, so there are no
    probabilities then; the interval, which allows for few items, still decides.
    """
    if not (is_number(certainty) and 0 < certainty < 1):
        raise OptionError(
            f"certainty must be a number between 0 and 1, such as 0.95, got {quote(certainty)}."
        )
    if not benchmark.suits(result.measure, result.options):
        raise OptionError(
            f"The scale {quote(benchmark.key)} does not apply to {result.measure} with these options."
        )
    read = partial(
        Verdict, benchmark=benchmark, measure=result.measure, estimate=result.estimate, certainty=certainty
    )
    facts: dict[str, Any] = {"m": [result.measure, _options(result)]}
    if not result.defined:
        return read(said=Message("benchmarks.undefined", facts))
    point = benchmark.band(result.estimate)
    facts |= {"estimate": [result.measure, result.estimate]}
    facts |= {"source": benchmark.label, "point": point.words}
    read = partial(read, point=point, **_probable(result, benchmark, certainty))
    if of_constant_rater(result):
        return read(said=Message("benchmarks.constant-rater", facts))
    if result.interval is None:
        return read(said=Message("benchmarks.no-interval", facts))
    ends = [result.interval.low, result.interval.high]
    limit = benchmark.band(ends[0] if benchmark.better == "higher" else ends[1])
    facts |= {"limit": limit.words, "within": ends}
    case = _below_chance(result) or _case(benchmark, point, limit)
    return read(limit=limit, said=Message(f"benchmarks.{case}", facts))


#: With fewer items one answer to all of them says little about the next one.
_ENOUGH_SAME = 30


def of_constant_rater(result: Result) -> bool:
    """Whether a coefficient is exactly 0 because a rater gave one and the same answer to all of many items.

    Agreement is then what chance gives whatever the items are, so that no item moves it and no interval is
    needed.
    """
    if not result.defined or result.interval is not None or result.n_items < _ENOUGH_SAME:
        return False
    unmoved = any(note.code == NO_ITEM_MOVES_IT.code for note in result.notes)
    return unmoved and BY_NAME[result.measure].chance_corrected and abs(result.estimate) <= NO_SPREAD


def _below_chance(result: Result) -> str:
    """Whether a coefficient that takes chance out is below it, and reliably so; else nothing."""
    if not (BY_NAME[result.measure].chance_corrected and result.estimate < -NO_SPREAD):
        return ""
    sure = result.interval is not None and result.interval.high < 0
    return "below-chance" if sure else "below-chance-unsure"


def _case(benchmark: Benchmark, point: Band, limit: Band) -> str:
    """Which sentence: the lowest word needs no interval to support it."""
    return "worst" if point == benchmark.worst else "held" if limit == point else "less"


def _options(result: Result) -> dict[str, Any]:
    """The options of the coefficient itself, without those of the interval."""
    known = BY_NAME[result.measure].options
    return {name: value for name, value in result.options.items() if name in known}


def _probable(result: Result, benchmark: Benchmark, certainty: float) -> dict[str, Any]:
    if not result.se > NO_SPREAD:
        return {}
    shares = memberships(result.estimate, result.se, benchmark, BY_NAME[result.measure].range)
    order = range(len(shares)) if benchmark.better == "lower" else range(len(shares) - 1, -1, -1)
    cumulative, total = list(shares), 0.0
    for place in order:
        total = min(total + shares[place], 1.0)
        cumulative[place] = total
    cumulative[order[-1]] = 1.0
    best = next(place for place in order if cumulative[place] >= certainty)
    band = benchmark.bands[best]
    return {
        "probable": band,
        "probabilities": shares,
        "cumulative": tuple(cumulative),
        "probably": Message("benchmarks.probably", {"band": band.words, "certainty": certainty}),
    }


def memberships(
    estimate: float, se: float, benchmark: Benchmark, within: tuple[float, float]
) -> tuple[float, ...]:
    """P(band) = (Φ((b − κ̂)/se) − Φ((a − κ̂)/se)) / (Φ((top − κ̂)/se) − Φ((bottom − κ̂)/se)).

    The true value is taken as normal around the estimate, cut off at the ends of the measure's range
    (Gwet 2014, chapter 6).
    """
    bottom, top = within
    inner = [min(max(cut, bottom), top) for cut in benchmark.cuts]
    below = [normal_below((edge - estimate) / se) for edge in (bottom, *inner, top)]
    mass = below[-1] - below[0]
    return tuple((b - a) / mass for a, b in pairwise(below))
