"""The first sentences of a comparison: how far raters agree, next to no skill and next to people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...inference.alt_test import FEW_ITEMS, AltTest
from ...language.message import Message
from ...language.render import topic
from ...result import Interval, Result
from ..notes import note_message, reason
from .comparison import MOST_CATEGORIES, Comparison
from .measure_report import MeasureReport

#: The ε that people of skill are held to in the alternative annotator test.
_SKILLED = 0.15


def headline_of(
    compared: Comparison,
    measures: Sequence[MeasureReport],
    gap: Result | None = None,
    stand_in: AltTest | None = None,
) -> tuple[Message, ...]:
    """What to read first, in order."""
    return tuple(_sentences(compared, measures, gap, stand_in))


def _sentences(
    compared: Comparison, measures: Sequence[MeasureReport], gap: Result | None, stand_in: AltTest | None
) -> Iterator[Message]:
    yield from _agreement(compared, measures)
    yield from _counted_as(compared, measures)
    yield from _main(measures)
    yield from _few(measures)
    if not (compared.categorical or compared.ordered):
        yield Message(
            "headline.many-categories", {"n": len(compared.ratings.labels), "most": MOST_CATEGORIES}
        )
    if gap is not None and gap.interval is not None:
        yield _beside_people(compared, gap, gap.interval)
        yield from _other_items(gap)
    if _has_skill(measures):
        yield from _stand_in(compared, stand_in)


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


def _other_items(gap: Result) -> Iterator[Message]:
    """That people with each other were seen on fewer items than with the judge."""
    every, shared = gap.details["n_first"], gap.details["n_second"]
    if shared < every:
        yield Message("headline.people-other-items", {"n": shared, "all": every})


def _has_skill(measures: Sequence[MeasureReport]) -> bool:
    exact = _find(measures, "exact_agreement")
    return exact is None or not exact.result.estimate <= exact.floor.level


def _stand_in(compared: Comparison, found: AltTest | None) -> Iterator[Message]:
    """Whether the judge may take a person's place; or why that cannot be tested."""
    if compared.kind == "judge" and 1 < len(compared.reference) < ENOUGH_PEOPLE:
        yield Message("headline.stand-in-two", {"judge": compared.name, "needed": ENOUGH_PEOPLE})
    if found is None or not found.people:
        return
    if not found.tested:
        most = max(one.n_items for one in found.people)
        yield Message("headline.stand-in-few", {"judge": found.judge, "n": most, "needed": FEW_ITEMS})
        return
    won = found.winning_rates[found.epsilons.index(_SKILLED)]
    facts: dict[str, Any] = {"judge": found.judge, "n": len(found.tested), "epsilon": _SKILLED}
    facts["won"] = round(won * len(found.tested))
    yield Message(f"headline.stand-in-{'yes' if won >= 0.5 else 'no'}", facts)


#: With one person left out, the test needs two others.
ENOUGH_PEOPLE = 3


def _agreement(compared: Comparison, measures: Sequence[MeasureReport]) -> Iterator[Message]:
    exact, near, mae = (_find(measures, n) for n in ("exact_agreement", "adjacent_agreement", _MAE))
    facts: dict[str, Any] = {"names": list(_called(compared)), "raters": compared.ratings.n_raters}
    if exact is not None and exact.result.defined:
        facts |= {"exact": exact.result.estimate, "n": exact.result.n_items, "floor": exact.floor.level}
        facts["counted"] = _nested(counted(exact.result.n_items, compared.n_distinct))
        if near is not None and near.result.estimate > near.floor.level:
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


def _main(measures: Sequence[MeasureReport]) -> Iterator[Message]:
    """The main coefficient with its verdict, or why there is none."""
    main = next(m for m in measures if m.main)
    if not main.result.defined:
        yield Message("headline.undefined", {"m": [main.measure, dict(main.options)]})
        yield reason(main.result)
    elif main.verdicts:
        yield main.verdicts[0].said


def _few(measures: Sequence[MeasureReport]) -> Iterator[Message]:
    """What makes the interval of the main coefficient unsure: few items, or few raters."""
    result = next(m for m in measures if m.main).result
    if result.defined and result.n_items < _FEW_ITEMS:
        key = "few-items" if result.interval is not None else "few-items-bare"
        yield Message(f"headline.{key}", {"n": result.n_items})
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
