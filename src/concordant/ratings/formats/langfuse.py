"""Scores of Langfuse: what was scored, by whom, and which names of people and judges mean the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...result import Note
from ..phrases import listed
from .path import unfold
from .read_records import text_of
from .survey import Reshape, Survey

#: Words in the name of a score that say who gave it, not what it is about.
_WHO = (
    r"(humans?|person|people|annotat(ion|or)|manual|expert|judge|llm|eval(s|uator|uation)?|auto(matic|mated)?|model|ai|"
    r"gpt|claude|gemini|llama|qwen|deepseek|mistral|score|rating|api|v)?\d*[a-z]?"
)
_UNKNOWN = "unknown person"


def langfuse(survey: Survey) -> Reshape:
    """Names of people and of judges that differ only in who they name are one dimension."""
    records = [record for _, record in survey.head]
    people = {_name(r) for r in records if _source(r) == "ANNOTATION"}
    others = {_name(r) for r in records if _source(r) != "ANNOTATION"}
    paired = pair_names(people, others)
    on_traces = _rated_on_traces(records)

    def turn(record: Mapping[str, Any], _: str, __: Any) -> Iterator[Mapping[str, Any]]:
        name = _name(record)
        dimension = paired.get(name, name)
        yield {
            **record,
            "item": _item(record, on_traces),
            "dimension": dimension,
            "rater": _rater(record, dimension),
        }

    return Reshape(turn, tuple(_notes(records, people, others, paired)))


def _source(record: Mapping[str, Any]) -> str:
    return (text_of(record.get("source")) or "").upper()


def _name(record: Mapping[str, Any]) -> str:
    return text_of(record.get("name")) or "score"


def _item(record: Mapping[str, Any], on_traces: bool) -> str | None:
    subject = unfold(record.get("subject"))
    if isinstance(subject, Mapping):
        inner = subject.get("traceId") if on_traces else None
        return text_of(inner) or text_of(subject.get("id"))
    keys = ("observationId", "observation_id") if not on_traces else ()
    rest = ("traceId", "trace_id", "sessionId", "session_id", "datasetRunId", "dataset_run_id")
    return next((found for key in (*keys, *rest) if (found := text_of(record.get(key)))), None)


def _rated_on_traces(records: Iterable[Mapping[str, Any]]) -> bool:
    """Whether people score whole traces and judges single observations, or the other way round."""
    inner: dict[bool, set[bool]] = {True: set(), False: set()}
    for record in records:
        subject = unfold(record.get("subject"))
        kind = subject.get("kind") if isinstance(subject, Mapping) else None
        observed = bool(text_of(record.get("observationId")) or text_of(record.get("observation_id")))
        inner[_source(record) == "ANNOTATION"].add(observed or kind == "observation")
    return bool(inner[True] and inner[False]) and inner[True] != inner[False]


def _rater(record: Mapping[str, Any], dimension: str) -> str | None:
    """People by their names; judges by the name of the score, without what it is about."""
    if _source(record) == "ANNOTATION":
        keys = ("authorUserName", "author_user_name", "authorUserId", "author_user_id")
        return next((found for key in keys if (found := text_of(record.get(key)))), _UNKNOWN)
    metadata = unfold(record.get("metadata"))
    model = text_of(metadata.get("model")) if isinstance(metadata, Mapping) else None
    rest = re.sub(re.escape(dimension), "", _name(record), flags=re.IGNORECASE)
    rest = re.sub(r"[-_. :/]{2,}", "-", rest).strip("-_. :/")
    return model or rest or ("LLM judge" if _source(record) == "EVAL" else "API")


def pair_names(people: set[str], others: set[str]) -> dict[str, str]:
    """The dimension of each name, where people and judges use different names for it."""
    if not people or not others or people & others:
        return {}
    found = {}
    about = {_about(name): name for name in sorted(people)}
    for name in sorted(others):
        if (same := about.get(_about(name))) is not None:
            found[name] = same
    if not found and len(people) == len(others) == 1:
        found[next(iter(others))] = next(iter(people))
    bare = {name: _about(name) or name for name in {*found, *found.values()}}
    return {name: bare[same] for name, same in found.items()} | {same: bare[same] for same in found.values()}


def _about(name: str) -> str:
    """What a name says of what is scored, without who scored it."""
    words = [word for word in re.split(r"[\W_]+", name.casefold()) if word]
    return "_".join(word for word in words if not re.fullmatch(_WHO, word))


def _notes(
    records: list[Mapping[str, Any]], people: set[str], others: set[str], paired: Mapping[str, str]
) -> Iterator[Note]:
    if paired:
        shown = [f"{name} = {dimension}" for name, dimension in sorted(paired.items())]
        text = (
            "Scores of human raters and judges have different names and were matched as one dimension: "
            f"{listed(shown)}. To change this, pass dimensions=…."
        )
        yield Note("langfuse-names", text, {"pairs": shown})
    elif people and others and not people & others:
        text = (
            f"Human raters scored {listed(sorted(people))} and judges {listed(sorted(others))}: no name "
            "matches. Pass dimensions=… to match them."
        )
        yield Note("names-apart", text, {"people": sorted(people), "judges": sorted(others)})
    unnamed = [r for r in records if _source(r) == "ANNOTATION" and _rater(r, "") == _UNKNOWN]
    if unnamed:
        yield Note(
            "unnamed-people",
            "Some human scores have no author: they are treated as one person and may have been "
            "pre-filled by a model.",
        )
    if any(_source(r) == "API" for r in records):
        yield Note(
            "api-scores",
            "Scores sent through the API do not record whether a person or a judge gave them: pass "
            "rater_kind=….",
        )
