"""From a formula to a plan: the answer, how it moves with each assumption, the curve, and the cost."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import ConcordantError
from ..language.message import Message
from .checks import positive
from .sample_plan import SamplePlan, whole

#: Factors by which widths are varied for the curve, and the powers that are shown.
WIDTHS = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
POWERS = (0.7, 0.8, 0.85, 0.9, 0.95)


@dataclass(frozen=True)
class Cost:
    """What one rating takes: minutes, and money."""

    minutes: float | None = None
    price: float | None = None

    def of(self, ratings: float) -> dict[str, float]:
        """Hours and money of so many ratings."""
        for name, value in (("minutes", self.minutes), ("price", self.price)):
            if value is not None:
                positive(name, value)
        hours = {} if self.minutes is None else {"hours": ratings * self.minutes / 60}
        return hours if self.price is None else {**hours, "money": ratings * self.price}


def planned(
    question: str,
    solve: Callable[..., float],
    given: Mapping[str, Any],
    *,
    title: Message,
    assumption: Message,
    formula: str,
    sources: Sequence[str],
    aim: str,
    vary: Mapping[str, Iterable[Any]],
    per_item: int = 1,
    cost: Cost,
    notes: Sequence[Message] = (),
    options: Mapping[str, Any] | None = None,
    published: Callable[..., float] | None = None,
) -> SamplePlan:
    """The plan whose number of items is `solve(**given)`, with `vary` the other values of assumptions.

    `published` is the formula of the sources, where `solve` is about the interval that concordant reports.
    """
    exact = solve(**given)
    items = whole(exact)
    answer = {"items": items, "raters": per_item, "ratings": items * per_item}
    if per_item == 1:
        answer = {"items": items}
    return SamplePlan(
        question=question,
        title=title,
        exact=exact,
        answer=answer,
        assumption=assumption,
        formula=formula,
        sources=tuple(sources),
        moves=tuple(
            move for name, values in vary.items() for move in moved(solve, given, name, values, also=True)
        ),
        curve=tuple(moved(solve, given, aim, curve_values(aim, given[aim]))),
        cost=cost.of(items * per_item) if math.isfinite(items) else {},
        notes=tuple(notes),
        options=dict(options if options is not None else given),
        published=None if published is None else published(**given),
    )


def curve_values(aim: str, asked: float) -> tuple[float, ...]:
    """Other widths, or powers, around the one that was asked for."""
    if aim == "power":
        return tuple(sorted({*POWERS, asked}))
    return tuple(float(f"{factor * asked:.6g}") for factor in WIDTHS)


def moved(
    solve: Callable[..., float],
    given: Mapping[str, Any],
    name: str,
    values: Iterable[Any],
    *,
    also: bool = False,
) -> Iterator[dict[str, Any]]:
    """The answer with other values of one assumption, in order; those that cannot be are left out.

    `also`: the value that was assumed is shown among them.
    """
    every = sorted({*values, *([given[name]] if also else [])})
    for value in every:
        try:
            exact = solve(**{**given, name: value})
        except ConcordantError:
            continue
        yield {"name": name, "value": value, "answer": whole(exact)}


def around(value: float, step: float, low: float, high: float) -> tuple[float, ...]:
    """Values a step or two to either side, inside the range."""
    found = (float(f"{value + times * step:.6g}") for times in (-2, -1, 1, 2))
    return tuple(one for one in found if low < one < high)
