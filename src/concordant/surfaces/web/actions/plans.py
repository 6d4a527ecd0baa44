"""Plans: the calculators, and the plan of a study in hand."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ....errors import choose
from ....language.render import Language, topic
from ....planning import KINDS, SamplePlan
from ....ratings.ratings import Ratings
from ...api.plan import plan
from .goals import given_goal

#: The question that the ratings in hand answer.
FROM_DATA = "from-data"
#: Its options, with what holds where nothing is stated.
_OF_DATA = {"width": 0.2, "null": None, "power": 0.8, "level": 0.95, "minutes": None, "price": None}


@dataclass(frozen=True)
class PlanField:
    """An option of a calculator: its meaning in a language, and whether it has to be given."""

    name: str
    meaning: str
    needed: bool
    default: str


def questions() -> tuple[str, ...]:
    """What can be asked, the plan from data first."""
    return (FROM_DATA, *KINDS)


def fields_of(question: str, lang: Language) -> tuple[PlanField, ...]:
    """The options of a calculator."""
    words = topic("option_help")
    if question == FROM_DATA:
        names: Mapping[str, Any] = _OF_DATA
    else:
        choose("a question", question, list(KINDS))
        given = inspect.signature(KINDS[question]).parameters
        names = {name: p.default for name, p in given.items()}
    return tuple(
        PlanField(
            name,
            words.get(f"planning.{name}", {}).get(lang, name),
            default is inspect.Parameter.empty,
            "" if default in (None, inspect.Parameter.empty) else str(default),
        )
        for name, default in names.items()
    )


def answer(question: str, given: Mapping[str, str], ratings: Ratings | None) -> SamplePlan:
    """The plan for what a form states; fields that are empty are not stated."""
    options = {name: _value(text) for name, text in given.items() if text.strip()}
    if question == FROM_DATA:
        if "width" not in options and "null" not in options:
            options["width"] = _OF_DATA["width"]
        return plan(ratings, **options)
    return plan_for(question, options)


def plan_for(question: Any, options: Mapping[str, Any]) -> SamplePlan:
    """The plan of one of the questions that need no data."""
    choose("question", question, list(KINDS))
    if "goal" in options:
        given_goal(options["goal"])
    return plan(question, **options)


def _value(text: str) -> Any:
    """A number, a list of numbers, or text."""
    parts = [part.strip() for part in text.replace("，", ",").split(",") if part.strip()]
    values = [_number(part) for part in parts]
    return values if len(values) > 1 else values[0]


def _number(text: str) -> Any:
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() and abs(number) < 1e15 and "." not in text else number
