"""Results of crowd work: a row for each assignment, with a column for each question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from ...result import Note
from ..phrases import listed
from .path import is_empty, is_list, unfold
from .read_records import Several, rating_of
from .survey import Reshape, Survey

_ANSWER, _INPUT, _GOLD = "Answer.", "Input.", "_gold"
#: A question with more options than this is no multiple choice: the options are the words of each item.
_MOST_OPTIONS = 60


def mturk(survey: Survey) -> Reshape:
    """Every column named Answer.… is a question; those named Input.… say what the item is."""
    multiple = _multiple(answer for _, record in survey.head for answer in _mturk_answers(record))

    def turn(record: Mapping[str, Any], _: str, __: Any) -> Iterator[Mapping[str, Any]]:
        ratings = [_rating(name, value, multiple) for name, value in _mturk_answers(record)]
        yield {**record, "ratings": ratings, "data": dict(_named(record, _INPUT))}

    return Reshape(turn)


def _named(record: Mapping[str, Any], start: str) -> Iterator[tuple[str, Any]]:
    """The columns that begin so, by the rest of their names; gaps are left out."""
    for name, value in record.items():
        if str(name).startswith(start) and not is_empty(value):
            yield str(name).removeprefix(start), value


def _mturk_answers(record: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each question with its answer; a form may write all of them together, as JSON."""
    for name, value in _named(record, _ANSWER):
        held = unfold(value)
        forms = [one for one in held if isinstance(one, Mapping)] if is_list(held) else []
        for form in forms:
            yield from ((str(question), _marked(answer)) for question, answer in form.items())
        if not forms:
            yield from _pressed(name, value)


def _pressed(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """An answer; a form with buttons writes "true" or "false" in a column for each option."""
    question, _, option = name.rpartition(".")
    if not question or str(value).strip().lower() not in ("true", "false"):
        yield name, value
    elif str(value).strip().lower() == "true":
        yield question, option


def _marked(answer: Any) -> Any:
    """The option or options that are marked true; any other answer as it is."""
    if not isinstance(answer, Mapping) or not all(isinstance(marked, bool) for marked in answer.values()):
        return answer
    options = [option for option, marked in answer.items() if marked]
    return options[0] if len(options) == 1 else options


def appen(survey: Survey) -> Reshape:
    """Questions are the columns in which contributors to a unit differ: others belong to the unit."""
    units = survey.by_item(lambda record: record.get("_unit_id"))
    questions = {name for records in units for name in _differing(records)}
    heads = (record for _, record in survey.head)
    multiple = _multiple((name, record.get(name)) for record in heads for name in questions)

    def turn(record: Mapping[str, Any], _: str, __: Any) -> Iterator[Mapping[str, Any]]:
        answers = {name: record[name] for name in sorted(questions & record.keys())}
        ratings = [_rating(n, value, multiple) for n, value in answers.items() if not is_empty(value)]
        data = {k: v for k, v in record.items() if _is_own(k) and k not in questions}
        yield {**record, "ratings": ratings, "data": data}

    shown = sorted(questions)
    text = f"Treated as ratings because contributors to the same item differ in them: {listed(shown)}."
    return Reshape(turn, (Note("crowd-questions", text, {"names": shown}),) if shown else ())


def _is_own(name: str) -> bool:
    """Whether a column is the requester's: those of Appen begin with a line, or say what is right."""
    return not name.startswith("_") and not name.endswith((_GOLD, f"{_GOLD}_reason"))


def _differing(records: list[Mapping[str, Any]]) -> Iterator[str]:
    for name in filter(_is_own, records[0]):
        if len({str(record.get(name)) for record in records if not is_empty(record.get(name))}) > 1:
            yield name


# --- several choices --------------------------------------------------------------------------------


def _parts(value: Any) -> list[Any]:
    """What was chosen: a list, lines of a text, or words between bars."""
    held = unfold(value)
    if isinstance(held, str):
        held = held.replace("|", "\n").splitlines()
        return [part.strip() for part in held if part.strip()]
    return list(held) if is_list(held) else [held]


def _multiple(answers: Iterator[tuple[str, Any]]) -> dict[str, bool]:
    """The questions to which somebody gave several answers, and whether their options are few."""
    options: dict[str, set[str]] = defaultdict(set)
    several: set[str] = set()
    for name, value in answers:
        parts = [] if is_empty(value) else _parts(value)
        options[name].update(map(str, parts))
        if len(parts) > 1 or is_list(unfold(value)):
            several.add(name)
    return {name: len(options[name]) <= _MOST_OPTIONS for name in several}


def _rating(name: str, value: Any, multiple: Mapping[str, bool]) -> dict[str, Any]:
    if name not in multiple:
        return {"dimension": name, "value": rating_of(value)}
    return {"dimension": name, "value": Several(_parts(value)), "open": not multiple[name]}
