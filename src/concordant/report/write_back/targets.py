"""The tools that proposals are written for: a file of each, and what would be sent where there is an API."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from ...errors import InputError
from .proposals import Proposal, Proposals, plain_value

To = Literal["langfuse", "label-studio", "argilla", "phoenix", "promptfoo", "prodigy", "doccano"]
TO: tuple[str, ...] = get_args(To)
#: What our own values are signed with, where a tool asks who gave them.
SIGNED = "concordant"
_BATCH = 100


@dataclass(frozen=True)
class ApiRequest:
    """What is sent to an API: a POST of JSON to a path."""

    path: str
    body: Any


@dataclass(frozen=True)
class Settings:
    """What a tool wants to know beside the ratings.

    `controls` are the name of the object and the type of the control of each dimension in Label Studio.
    """

    queue: str = ""
    object_type: str = "TRACE"
    to_name: str = "text"
    controls: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class Outgoing:
    """A file to import, and the requests that say the same to an API, if the tool has one for it."""

    ending: str
    text: str
    requests: tuple[ApiRequest, ...] = ()
    left_out: int = 0
    """Ratings that the form of the tool has no place for."""


def outgoing(to: To, found: Proposals, settings: Settings) -> Outgoing:
    """The proposals in the form of a tool."""
    return _TARGETS[to](found, settings)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n"


def _lines(records: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(one, ensure_ascii=False, default=str) + "\n" for one in records)


def _identifier(*parts: Any) -> str:
    """A name made of the contents, so that sending a proposal again changes nothing."""
    text = json.dumps(parts, ensure_ascii=False, default=str)
    return f"{SIGNED}-{hashlib.sha256(text.encode()).hexdigest()[:24]}"


def _explained(one: Proposal, what: str) -> str:
    said = ", ".join(f"{rater}: {value}" for rater, value in one.said.items())
    return said if what != "scores" else ""


# --- Langfuse ---------------------------------------------------------------------------------------

_KEYS = {"TRACE": "traceId", "OBSERVATION": "observationId", "SESSION": "sessionId"}


def _langfuse(found: Proposals, settings: Settings) -> Outgoing:
    if found.what == "disputed":
        items = [{"objectId": item, "objectType": settings.object_type} for item in found.items]
        path = f"/api/public/annotation-queues/{settings.queue}/items"
        return Outgoing(".jsonl", _lines(items), tuple(ApiRequest(path, one) for one in items))
    if settings.object_type == "OBSERVATION" and any(_trace(one) is None for one in found.found):
        raise InputError(
            "Langfuse requires the trace of every scored observation, but the data do not name it: "
            "add a column trace_id, and pass text=['trace_id']."
        )
    scores = [_langfuse_score(one, found.what, settings) for one in found.found]
    return Outgoing(".jsonl", _lines(scores), tuple(ApiRequest("/api/public/scores", one) for one in scores))


def _trace(one: Proposal) -> str | None:
    """The trace that an observation belongs to."""
    return next((str(one.data[name]) for name in ("trace_id", "traceId") if one.data.get(name)), None)


def _langfuse_score(one: Proposal, what: str, settings: Settings) -> dict[str, Any]:
    value = plain_value(one.value)
    kind = (
        "BOOLEAN"
        if isinstance(value, bool)
        else "NUMERIC"
        if isinstance(value, (int, float))
        else "CATEGORICAL"
    )
    score = {
        "id": _identifier(one.item, one.dimension, one.rater, one.repeat, what),
        **({"traceId": _trace(one)} if settings.object_type == "OBSERVATION" else {}),
        _KEYS[settings.object_type]: one.item,
        "name": f"{one.dimension}_gold" if what == "gold" else one.dimension,
        "value": int(value) if kind == "BOOLEAN" else value if kind == "NUMERIC" else str(value),
        "dataType": kind,
        "metadata": {"rater": one.rater, "rater_kind": one.kind, "repeat": one.repeat, "written_by": SIGNED},
    }
    comment = _explained(one, what)
    return {**score, "comment": comment} if comment else score


# --- Label Studio -----------------------------------------------------------------------------------


def _label_studio(found: Proposals, settings: Settings) -> Outgoing:
    tasks, requests = [], []
    for item, own in found.by_item():
        task: dict[str, Any] = {"data": {**own[0].data, "item_id": item}}
        number = int(item) if item.isdecimal() else item
        if found.what == "gold":
            result = [_result(one.dimension, one.value, settings) for one in own]
            task["annotations"] = [{"result": result, "ground_truth": True}]
            requests.append(ApiRequest(f"/api/tasks/{item}/annotations/", task["annotations"][0]))
        else:
            task["predictions"] = list(_predictions(own, settings))
            if found.what == "scores":
                requests += [
                    ApiRequest("/api/predictions/", {"task": number, **one}) for one in task["predictions"]
                ]
        tasks.append(task)
    return Outgoing(".json", _json(tasks), tuple(requests))


def _predictions(own: list[Proposal], settings: Settings) -> Iterator[dict[str, Any]]:
    """What each rater said about an item, as if a model had; what they said again is another prediction."""
    for name in dict.fromkeys(name for one in own for name in one.said):
        said = {one.dimension: one.said[name] for one in own if name in one.said}
        result = [_result(dimension, value, settings) for dimension, value in said.items()]
        yield {"model_version": name.partition(" #")[0], "result": result}


def _result(dimension: str, value: Any, settings: Settings) -> dict[str, Any]:
    value = plain_value(value)
    known = settings.controls.get(dimension, {})
    whole = isinstance(value, int) and not isinstance(value, bool)
    usual = (
        "rating"
        if whole and 1 <= value <= 10
        else "number"
        if isinstance(value, (int, float)) and not isinstance(value, bool)
        else "choices"
    )
    kind = str(known.get("type") or usual)
    shown: Any = {"choices": [str(value)], "taxonomy": [[str(value)]], "pairwise": value}.get(kind, value)
    inner = "selected" if kind == "pairwise" else kind
    to_name = known.get("to_name") or settings.to_name
    return {"from_name": dimension, "to_name": to_name, "type": kind, "value": {inner: shown}}


# --- Argilla ----------------------------------------------------------------------------------------


def _argilla(found: Proposals, settings: Settings) -> Outgoing:
    """A question has room for one suggestion: a judge's comes before a person's."""
    records, placed = [], 0
    for item, own in found.by_item():
        shown = dict(own[0].texts) or {settings.to_name: item}
        facts = {"item_id": item, **{n: plain_value(v) for n, v in own[0].slices.items() if v is not None}}
        suggestions: dict[str, Any] = {}
        if found.what == "disputed":
            facts["disputed"] = "; ".join(f"{one.dimension}: {_explained(one, 'disputed')}" for one in own)
        else:
            for one in sorted(own, key=lambda one: one.kind != "judge"):
                suggestions.setdefault(one.dimension, _suggestion(one, found.what))
            placed += len(suggestions)
        records.append(
            {"id": item, "fields": shown, "metadata": facts, "suggestions": suggestions, "responses": {}}
        )
    left = 0 if found.what == "disputed" else len(found.found) - placed
    return Outgoing(".json", _json(records), left_out=left)


def _suggestion(one: Proposal, what: str) -> dict[str, Any]:
    agent, share = (SIGNED, round(one.share, 6)) if what == "gold" else (one.rater, None)
    return {"value": plain_value(one.value), "score": share, "agent": agent}


# --- Phoenix ----------------------------------------------------------------------------------------

_ANNOTATORS = {"human": "HUMAN", "judge": "LLM"}


def _phoenix(found: Proposals, settings: Settings) -> Outgoing:
    data = [_phoenix_annotation(one, found.what) for one in found.found]
    batches = [data[start : start + _BATCH] for start in range(0, len(data), _BATCH)]
    requests = tuple(ApiRequest("/v1/span_annotations", {"data": batch}) for batch in batches)
    return Outgoing(".json", _json({"data": data}), requests)


def _phoenix_annotation(one: Proposal, what: str) -> dict[str, Any]:
    value = plain_value(one.value)
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    result: dict[str, Any] = (
        {"score": float(value)} if number else {"label": "disputed" if what == "disputed" else str(value)}
    )
    if what == "disputed":
        result["score"] = round(one.share, 6)
    if comment := _explained(one, what):
        result["explanation"] = comment
    names = {
        "disputed": f"{one.dimension}_disputed",
        "gold": f"{one.dimension}_gold",
        "scores": one.dimension,
    }
    return {
        "span_id": one.item,
        "name": names[what],
        "annotator_kind": _ANNOTATORS.get(one.kind, "CODE") if what == "scores" else "CODE",
        "result": result,
        "identifier": _again(one) if what == "scores" else SIGNED,
        "metadata": {"written_by": SIGNED},
    }


def _again(one: Proposal) -> str:
    """The rater; with a number where they rated again, since an identifier has one annotation."""
    return one.rater if one.repeat == 1 else f"{one.rater} #{one.repeat}"


# --- promptfoo, Prodigy, doccano --------------------------------------------------------------------


def _promptfoo(found: Proposals, settings: Settings) -> Outgoing:
    """Tests as YAML, whose values are written as JSON, which YAML reads."""
    lines = []
    for item, own in found.by_item():
        facts: dict[str, Any] = {"item_id": item}
        for one in own:
            if found.what == "gold":
                facts[f"gold_{one.dimension}"] = plain_value(one.value)
            elif found.what == "scores":
                again = f"_{one.repeat}" if one.repeat > 1 else ""
                facts[f"{one.dimension}_{one.rater}{again}"] = plain_value(one.value)
            else:
                facts[f"disputed_{one.dimension}"] = _explained(one, "disputed")
        shown = {name: value for name, value in own[0].data.items() if value is not None}
        lines += [
            f"- description: {_flow(f'item {item}')}",
            f"  vars: {_flow(shown)}",
            f"  metadata: {_flow(facts)}",
        ]
    return Outgoing(".yaml", "\n".join(lines) + "\n")


def _flow(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _prodigy(found: Proposals, settings: Settings) -> Outgoing:
    records = []
    for one in found.found:
        meta: dict[str, Any] = {"item_id": one.item, "dimension": one.dimension}
        record: dict[str, Any] = {"text": _text(one), "question": one.dimension, "meta": meta}
        values = [str(plain_value(value)) for value in (*found.options, *one.said.values())]
        if found.what == "disputed":
            meta["said"] = _explained(one, "disputed")
        else:
            meta["suggested_by"] = one.rater
            record["accept"] = [str(plain_value(one.value))]
        record["options"] = [{"id": option, "text": option} for option in dict.fromkeys(values)]
        records.append(record)
    return Outgoing(".jsonl", _lines(records))


def _doccano(found: Proposals, settings: Settings) -> Outgoing:
    """A document has one list of labels: agreed answers, or what the first judge said."""
    records, placed = [], 0
    for item, own in found.by_item():
        labels: dict[str, Any] = {}
        for one in sorted(own, key=lambda one: one.kind != "judge"):
            labels.setdefault(one.dimension, plain_value(one.value))
        shown = [f"{name}: {value}" if len(labels) > 1 else str(value) for name, value in labels.items()]
        text = _text(own[0])
        facts = {name: value for name, value in own[0].data.items() if value != text}
        if found.what == "disputed":
            shown, facts = [], {**facts, **{one.dimension: _explained(one, "disputed") for one in own}}
        placed += len(shown)
        records.append({"text": text, "label": shown, "meta": {"item_id": item, **facts}})
    left = 0 if found.what == "disputed" else len(found.found) - placed
    return Outgoing(".jsonl", _lines(records), left_out=left)


def _text(one: Proposal) -> str:
    """The first text of an item; its name where it has none."""
    return next(iter(one.texts.values()), one.item)


_TARGETS: dict[str, Callable[[Proposals, Settings], Outgoing]] = {
    "langfuse": _langfuse,
    "label-studio": _label_studio,
    "argilla": _argilla,
    "phoenix": _phoenix,
    "promptfoo": _promptfoo,
    "prodigy": _prodigy,
    "doccano": _doccano,
}
