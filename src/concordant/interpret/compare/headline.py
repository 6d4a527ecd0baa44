"""The first sentences of a comparison: how far raters agree, next to no skill and next to people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...inference.alt_test import AltTest
from ...language.message import Message
from ...language.render import topic
from ...result import Interval, Result
from ..non_inferiority import MarginTest, margin_case, margin_items
from ..notes import note_message, reason
from .benchmarks import same
from .comparison import MOST_CATEGORIES, Comparison
from .measure_report import MeasureReport
from .stand_in import Withheld, is_below_baseline, stand_in_messages


@dataclass(frozen=True, kw_only=True)
class BesidePeople:
    """A judge next to people with each other: agreement, main measure, alternative annotator test.

    Differences are judge minus people, by agreement (of measurements the distance) and by the main measure.
    """

    gap: Result | None = None
    main_gap: Result | None = None
    stand_in: AltTest | None = None
    withheld: Withheld | None = None
    margin: MarginTest | None = None


def headline_of(
    compared: Comparison, measures: Sequence[MeasureReport], beside: BesidePeople | None = None
) -> tuple[Message, ...]:
    """What to read first, in order."""
    return tuple(_sentences(compared, measures, beside or BesidePeople()))


def _sentences(
    compared: Comparison, measures: Sequence[MeasureReport], beside: BesidePeople
) -> Iterator[Message]:
    yield from _agreement(compared, measures)
    yield from _not_above_baseline(measures)
    yield from _counted_as(compared, measures)
    yield from _main(compared, measures)
    yield from _few(compared, measures)
    if not (compared.categorical or compared.ordered):
        yield Message(
            "headline.many-categories", {"n": len(compared.ratings.labels), "most": MOST_CATEGORIES}
        )
    gap = beside.gap
    if gap is not None and gap.interval is not None:
        yield _beside_people(compared, gap, gap.interval)
        yield from _main_beside_people(measures, beside.main_gap)
        yield from _other_items(compared, gap)
    if beside.margin is not None:
        facts = {"judge": compared.name, **beside.margin.facts()}
        yield Message(f"headline.margin-{margin_case(beside.margin)}", facts)
        yield from margin_items(beside.margin)
    yield from stand_in_messages(compared, measures, beside.stand_in, beside.main_gap, beside.withheld)


def _not_above_baseline(measures: Sequence[MeasureReport]) -> Iterator[Message]:
    """That one constant answer would do as well, by agreement or by distance."""
    for name in ("exact_agreement", _MAE):
        m = _find(measures, name)
        if m is None or not is_below_baseline(m) or m.floor.constant is None:
            continue
        level = m.floor.constant.estimate
        if same(level, m.floor.level):
            facts = {"answer": m.floor.category, "x": [name, level], "own": [name, m.result.estimate]}
            case = "below" if _is_reliably_below(m) else "not-above"
            yield Message(f"headline.{case}-constant{'-measured' if name == _MAE else ''}", facts)
        return


def _is_reliably_below(m: MeasureReport) -> bool:
    """Whether the whole interval is worse than what takes no skill."""
    ends = m.result.interval
    if ends is None:
        return False
    return ends.low > m.floor.level if m.lower_is_better else ends.high < m.floor.level


def _counted_as(compared: Comparison, measures: Sequence[MeasureReport]) -> Iterator[Message]:
    """What counts as an item where items have several rows."""
    own, n = compared.source, compared.n_distinct
    rows = max((m.result.n_items for m in measures if m.result.defined), default=0.0)
    if not rows > n:
        return
    again = own.repeat is not None or own.round is not None
    if own.dimension is not None:
        facts = {"n": n, "k": len(set(own.dimension.tolist())), "rows": rows}
        yield Message(f"headline.dimensions{'-again' if again else ''}", facts)
    else:
        yield Message("headline.occasions", {"n": n, "rows": rows})


def counted(n: float, distinct: float) -> Message:
    """So many items; where they have several rows, so many ratings of so many items."""
    if n > distinct:
        return Message("headline.of-rows", {"n": n, "items": distinct})
    return Message("headline.of-items", {"n": n})


def _other_items(compared: Comparison, gap: Result) -> Iterator[Message]:
    """That people with each other were seen on fewer items than with the judge."""
    every, shared = gap.details["n_first"], gap.details["n_second"]
    if shared < every and not same(shared, every):
        what = "ratings" if every > compared.n_distinct else "items"
        yield Message(f"headline.people-other-{what}", {"n": shared, "all": every})


def _agreement(compared: Comparison, measures: Sequence[MeasureReport]) -> Iterator[Message]:
    exact, near, mae = (_find(measures, n) for n in ("exact_agreement", "adjacent_agreement", _MAE))
    facts: dict[str, Any] = {"names": list(_called(compared)), "raters": compared.ratings.n_raters}
    if exact is not None and exact.result.defined:
        facts |= {"exact": exact.result.estimate, "n": exact.result.n_items, "floor": exact.floor.level}
        facts["counted"] = _nested(counted(exact.result.n_items, compared.n_distinct))
        if near is not None and near.result.defined:
            facts |= {"near": near.result.estimate, "near_floor": near.floor.level}
            facts["unit"] = "step" if compared.ratings.values is None else "point"
        code = ("pair" if compared.pair else "several") + ("-ordered" if "near" in facts else "")
        yield Message(f"headline.{code}", facts)
    elif mae is not None and mae.result.defined:
        facts |= {"mae": mae.result.estimate, "n": mae.result.n_items}
        facts["counted"] = _nested(counted(mae.result.n_items, compared.n_distinct))
        yield Message(f"headline.{'pair' if compared.pair else 'several'}-measured", facts)


_MAE = "mean_absolute_error"


def _nested(message: Message) -> dict[str, Any]:
    return {"code": message.code, "facts": message.facts}


def _main(compared: Comparison, measures: Sequence[MeasureReport]) -> Iterator[Message]:
    """The main coefficient with its verdict, or why there is none."""
    main = next(m for m in measures if m.main)
    if not main.result.defined:
        yield Message("headline.undefined", {"m": [main.measure, dict(main.options)]})
        yield reason(main.result)
    elif main.verdicts:
        yield main.verdicts[0].said
    ends = main.result.interval
    if ends is not None and main.floor.level == 0 and ends.low <= 0 <= ends.high and not main.lower_is_better:
        what = "-ratings" if main.result.n_items > compared.n_distinct else ""
        yield Message(f"headline.skill-not-shown{what}", {"n": main.result.n_items})


def _few(compared: Comparison, measures: Sequence[MeasureReport]) -> Iterator[Message]:
    """What makes the interval of the main coefficient unsure: few items, or few raters."""
    result = next(m for m in measures if m.main).result
    n = min(compared.n_distinct, result.n_items) if compared.n_distinct > 0 else result.n_items
    if result.defined and n < _FEW_ITEMS:
        key = "few-items" if result.interval is not None else "few-items-bare"
        yield Message(f"headline.{key}", {"n": n})
    yield from (note_message(note) for note in result.notes if note.code == "few-raters")


#: With fewer items than this intervals are rough.
_FEW_ITEMS = 20


def _beside_people(compared: Comparison, gap: Result, interval: Interval) -> Message:
    """Next to people among themselves: in shares of equal ratings, or in distances of measurements."""
    low, high = interval.low, interval.high
    more, less = ("worse", "better") if compared.measurements else ("better", "worse")
    code = less if high < 0 else more if low > 0 else "level"
    facts = {
        "judge": compared.name, "with": gap.details["first"], "among": gap.details["second"],
        "gap": gap.estimate, "within": [low, high], "level": interval.level,
    }  # fmt: skip
    return Message(f"headline.people-{code}{'-measured' if compared.measurements else ''}", facts)


def _main_beside_people(measures: Sequence[MeasureReport], gap: Result | None) -> Iterator[Message]:
    """The main measure with people and among people, where it is another one than was compared already."""
    main = next(m for m in measures if m.main)
    if gap is None or gap.interval is None or not gap.defined:
        return
    facts: dict[str, Any] = {
        "m": [main.measure, dict(main.options)], "with": [main.measure, gap.details["first"]],
        "among": [main.measure, gap.details["second"]], "gap": [main.measure, abs(gap.estimate)],
        "within": [[main.measure, end] for end in (gap.interval.low, gap.interval.high)],
        "level": gap.interval.level,
    }  # fmt: skip
    sure = not gap.interval.low <= 0 <= gap.interval.high
    yield Message(f"headline.people-main-{_direction(gap) if sure else 'level'}", facts)


def _direction(gap: Result) -> str:
    return "above" if gap.estimate > 0 else "below"


def _find(measures: Sequence[MeasureReport], name: str) -> MeasureReport | None:
    return next((m for m in measures if m.measure == name), None)


def _called(compared: Comparison) -> tuple[Any, Any]:
    """The two that are compared, as a reader calls them."""
    names = compared.ratings.raters
    if compared.ratings.anonymous:
        return topic("terms")["one-rater"], topic("terms")["the-other"]
    if compared.kind != "judge":
        return names[0], names[1]
    return names[1], names[0] if len(compared.reference) == 1 else topic("terms")["people"]
