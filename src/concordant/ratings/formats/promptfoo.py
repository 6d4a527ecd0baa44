"""Results of promptfoo: what models judged, what people said, and what code checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from .path import is_empty, objects_in, short_name, walk
from .read_records import text_of
from .survey import Reshape, Survey

#: Assertions that a model judges; all others are code, but for those of people.
_JUDGED = (
    "llm-rubric", "g-eval", "factuality", "model-graded", "answer-relevance", "context-", "select-best",
    "pi", "search-rubric", "conversation-relevance", "agent-rubric", "promptfoo:redteam:",
)  # fmt: skip
#: How the reason of a score of 0 begins that no judge gave: the check or the grader broke.
_BROKEN = (
    "Custom function threw error", "Python code execution failed", "Ruby code execution failed", "No output",
    "Could not extract JSON from", "Could not perform remote grading", "Error parsing output", "API error",
)  # fmt: skip
_HUMAN = "human"


def promptfoo(survey: Survey) -> Reshape:
    """An item is the variables, the prompt and the provider together; the score of a row is only a mean."""
    several = {
        name: len({str(_of_row(record, name)) for _, record in survey.head}) > 1
        for name in ("promptIdx", "provider")
    }
    seen: Counter[str] = Counter()
    judged = _judged_alone(survey)

    def turn(record: Mapping[str, Any], _: str, document: Any) -> Iterator[Mapping[str, Any]]:
        item = _promptfoo_item(record, several)
        seen[item] += 1
        ratings = [
            {**one, "dimension": judged} if judged and one["kind"] == _HUMAN else one
            for one in _promptfoo_ratings(record, document)
        ]
        repeat = seen[item] if seen[item] > 1 else 1
        yield {"item": item, "repeat": repeat, "ratings": ratings, "data": _promptfoo_data(record)}

    return Reshape(turn)


def _judged_alone(survey: Survey) -> str | None:
    """What models judge, where it is one thing: people grade whole outputs, so they are taken to grade it."""
    ratings = [one for _, record in survey.head for one in _promptfoo_ratings(record, None)]
    judged = {one["dimension"] for one in ratings if one["kind"] == "judge"}
    people = {one["dimension"] for one in ratings if one["kind"] == _HUMAN}
    return judged.pop() if len(judged) == 1 and people == {_HUMAN} else None


def _of_row(record: Mapping[str, Any], name: str) -> Any:
    held = record.get(name)
    return held.get("id", held.get("label")) if isinstance(held, Mapping) else held


def _promptfoo_item(record: Mapping[str, Any], several: Mapping[str, bool]) -> str:
    for steps in (("metadata", "item_id"), ("testCase", "metadata", "item_id")):
        if (named := text_of(walk(record, steps))) is not None:
            rest = [f"{_of_row(record, name)}" for name, varied in several.items() if varied]
            return " ".join([named, *rest])
    parts = [record.get("vars"), record.get("promptIdx"), _of_row(record, "provider")]
    return short_name(parts)


def _promptfoo_data(record: Mapping[str, Any]) -> dict[str, Any]:
    metadata, inner = record.get("metadata"), walk(record, ("testCase", "metadata"))
    found: dict[str, Any] = {}
    for held in (inner, metadata):
        if isinstance(held, Mapping):
            found |= {k: v for k, v in held.items() if k != "item_id" and not str(k).startswith("_promptfoo")}
    variables = record.get("vars")
    found |= {k: v for k, v in variables.items() if k not in found} if isinstance(variables, Mapping) else {}
    output = walk(record, ("response", "output"))
    facts = {"provider": _of_row(record, "provider"), "output": output, "output_cost": record.get("cost")}
    return {**found, **{k: v for k, v in facts.items() if not is_empty(v)}}


def _promptfoo_ratings(record: Mapping[str, Any], document: Any) -> Iterator[dict[str, Any]]:
    parts = objects_in(walk(record, ("gradingResult", "componentResults")))
    grader = _grader(document)
    named = record.get("namedScores")
    named = named if isinstance(named, Mapping) else {}
    machine = [one for one in parts if walk(one, ("assertion", "type")) != _HUMAN]
    by_metric = {text_of(walk(one, ("assertion", "metric"))): one for one in machine}
    for metric, score in named.items():
        yield _component(by_metric.get(str(metric), {}), str(metric), score, grader)
    for one in parts:
        kind = text_of(walk(one, ("assertion", "type"))) or ""
        metric = text_of(walk(one, ("assertion", "metric")))
        if kind == _HUMAN or (metric not in named and (not named or metric is not None)):
            yield _component(one, metric or _assertion_name(one), one.get("score"), grader)


def _component(one: Mapping[str, Any], metric: str, score: Any, grader: str | None) -> dict[str, Any]:
    kind = text_of(walk(one, ("assertion", "type"))) or ""
    provider = walk(one, ("assertion", "provider"))
    judge = (provider if isinstance(provider, str) else text_of(walk(provider, ("id",)))) or grader
    comment = one.get("comment") or one.get("reason")
    said = {"dimension": metric, "value": score, "comment": comment, "failed": _is_broken(one)}
    if kind == _HUMAN:
        return {**said, "rater": "person", "kind": "human"}
    judged = not kind or kind.removeprefix("not-").startswith(_JUDGED)
    return {
        **said,
        "rater": (judge or "LLM judge") if judged else kind,
        "kind": "judge" if judged else "code",
    }


def _is_broken(one: Mapping[str, Any]) -> bool:
    """Whether a score of 0 stands for a check that could not be made."""
    reason = text_of(one.get("reason")) or ""
    broken = walk(one, ("metadata", "graderError")) is True or reason.startswith(_BROKEN)
    return broken and not one.get("pass") and one.get("score") in (0, None)


def _assertion_name(one: Mapping[str, Any]) -> str:
    kind, value = walk(one, ("assertion", "type")), text_of(walk(one, ("assertion", "value")))
    if kind == _HUMAN:
        return "human"
    return f"{kind}: {value[:80]}" if kind and value else str(kind or "assertion")


def _grader(document: Any) -> str | None:
    """The model that judges, where the configuration names one."""
    for steps in (("config", "defaultTest", "options", "provider"), ("config", "grading", "provider")):
        held = walk(document, steps)
        if found := held if isinstance(held, str) else text_of(walk(held, ("id",))):
            return found
    return None
