"""One measure of a comparison between its floor and its ceiling, with its verdicts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...errors import OptionError
from ...language.message import Message
from ...language.render import is_share
from ...result import Result
from ..notes import not_possible
from ..record import Record
from .benchmarks import benchmarks_for
from .ceiling import measure_of_people
from .choose_measures import ChosenMeasure
from .comparison import Comparison
from .no_skill_baseline import OWN_CHANCE, Floor, floor_of
from .verdict import Verdict, verdict


@dataclass(frozen=True, kw_only=True)
class MeasureReport(Record):
    """`ceiling` is what people reach with each other (for people: what each reaches with themselves).

    `reached` is how much of the way from floor to ceiling was made: 0 no skill, 1 as good as people.
    """

    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    main: bool = False
    why: Message
    result: Result
    floor: Floor
    ceiling: Result | None = None
    reached: float = math.nan
    verdicts: tuple[Verdict, ...] = ()

    @property
    def lower_is_better(self) -> bool:
        """Whether it is a distance."""
        return BY_NAME[self.measure].best == 0


def measured(
    compared: Comparison,
    choice: Sequence[ChosenMeasure],
    ceiling: Comparison | None = None,
    scales: Sequence[str] = (),
) -> tuple[MeasureReport, ...]:
    """Every chosen coefficient on the comparison, with what bounds it.

    `scales` are the keys of the scales of words that decide in the whole study, wherever they suit.
    """
    return tuple(_one(compared, one, ceiling, scales) for one in choice)


def _one(
    compared: Comparison, chosen: ChosenMeasure, ceiling: Comparison | None, scales: Sequence[str]
) -> MeasureReport:
    name, options = chosen.measure, chosen.options
    result = tried(compared, name, options)
    floor = floor_of(compared, name, options)
    top = None if ceiling is None or name == "signed_bias" else _of_ceiling(ceiling, name, options)
    return MeasureReport(
        measure=name,
        options=options,
        main=chosen.main,
        why=chosen.why,
        result=result,
        floor=floor,
        ceiling=top,
        reached=_reached(result, floor.level, top),
        verdicts=deciding_first(_verdicts(compared, result, options, floor.level), scales),
    )


def deciding_first(found: tuple[Verdict, ...], scales: Sequence[str]) -> tuple[Verdict, ...]:
    """The verdict on the scale that decides, where one suits, before all others."""
    return tuple(sorted(found, key=lambda one: one.benchmark.key not in scales))


def _of_ceiling(ceiling: Comparison, name: str, options: Mapping[str, Any]) -> Result:
    """What people reach with each other, or each with themselves."""
    if ceiling.kind != "people" or name != "cohen_kappa":
        return tried(ceiling, name, options)
    return measure_of_people(ceiling, name, options).result(ceiling.plan)


def _verdicts(
    compared: Comparison, result: Result, options: Mapping[str, Any], floor: float
) -> tuple[Verdict, ...]:
    if compared.measurements and result.measure == "mean_absolute_error":
        return ()  # its words are for points of a rating scale
    span = float(np.ptp(compared.positions)) if compared.categorical else None
    scales = benchmarks_for(result.measure, options, span=span or None)
    found = tuple(verdict(result, scale) for scale in scales)
    if not math.isnan(floor) and _needs_no_skill(result, floor):
        return tuple(one for one in found if one.point == one.benchmark.worst)
    return found


def _needs_no_skill(result: Result, floor: float) -> bool:
    """Whether a value is no better than without skill, so that no word for it is good.

    Asked of shares, distances, and coefficients whose own chance a constant answer may exceed.
    """
    if BY_NAME[result.measure].best == 0:
        return result.estimate >= floor
    return (is_share(result.measure) or result.measure in OWN_CHANCE) and result.estimate <= floor


def tried(compared: Comparison, name: str, options: Mapping[str, Any]) -> Result:
    """The measure, or an undefined result that says why these data cannot have it."""
    try:
        return compared.measure(name, options)
    except OptionError as why:
        return Result(
            measure=name, title=BY_NAME[name].title_with(options), estimate=math.nan, method="undefined",
            options=dict(options), notes=(not_possible(why),),
        )  # fmt: skip


def _reached(result: Result, floor: float, ceiling: Result | None) -> float:
    if ceiling is None or not result.defined or not ceiling.defined or math.isnan(floor):
        return math.nan
    room = ceiling.estimate - floor
    best = BY_NAME[result.measure].best
    if room == 0 or (room > 0) != (best == 1):
        return math.nan  # people themselves do no better than the floor
    return (result.estimate - floor) / room
