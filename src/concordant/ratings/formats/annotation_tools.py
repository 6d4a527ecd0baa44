"""Exports of annotation tools whose columns or file names say who rated what."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from ...errors import InputError
from ...result import Note
from ..phrases import listed
from .path import is_empty, is_list, objects_in, unfold
from .read_records import Several, text_of
from .survey import Reshape, Survey

# --- Label Studio: JSON_MIN and CSV -----------------------------------------------------------------

#: Keys of an annotation that are neither data of the task nor what was said about it.
_LS_META = frozenset(
    [
        "id", "inner_id", "annotation_id", "annotator", "created_at", "updated_at", "lead_time", "agreement",
        "history", "draft_id", "total_predictions", "total_annotations",
    ]
)  # fmt: skip
_LS_REGION = ("start", "x", "points", "ranges", "globalOffsets", "rle", "vertices")
_LS_SHAPES = ("rating", "number", "selected", "taxonomy", "choices", "text")


def label_studio_flat(survey: Survey) -> Reshape:
    """Keys are controls by the shape of their values, or because annotators of a task differ in them."""
    regions = {name for _, record in survey.head for name, value in record.items() if _are_regions(value)}
    shaped, texts, words = _controls(survey, regions)
    controls = shaped | words

    def turn(record: Mapping[str, Any], _: str, __: Any) -> Iterator[Mapping[str, Any]]:
        data = {_plain_key(k): v for k, v in record.items() if _is_data(k, controls | texts | regions)}
        results = [
            {"from_name": name, "value": _control_value(record[name])}
            for name in sorted(controls & record.keys())
        ]
        marked = [{"from_name": n, "region": True} for n in sorted(regions & record.keys()) if record[n]]
        comment = [record[name] for name in sorted(texts & record.keys()) if not is_empty(record[name])]
        meta = {k: v for k, v in record.items() if k in _LS_META}
        kept = [result for result in results if not is_empty(result["value"])]
        yield {
            **meta,
            "data": data,
            "results": [*kept, *marked],
            "comment": [_control_value(c) for c in comment],
        }

    notes = []
    if words:
        text = (
            "Treated as ratings because annotators of the same task differ in them: "
            f"{listed(sorted(words))}. The JSON export of Label Studio names its controls."
        )
        notes.append(Note("label-studio-controls", text, {"names": sorted(words)}))
    return Reshape(turn, tuple(notes))


def _are_regions(value: Any) -> bool:
    """Whether a value is spans, boxes or other parts of an item."""
    held = unfold(value)
    first = held[0] if is_list(held) and len(held) else None
    return isinstance(first, Mapping) and any(key in first for key in _LS_REGION)


def _controls(survey: Survey, regions: set[str]) -> tuple[set[str], set[str], set[str]]:
    """Keys with the shape of a control, keys of free text, and keys in which annotators differ."""
    shaped: set[str] = set()
    seen: dict[str, set[str]] = defaultdict(set)
    for _, record in survey.head:
        for name, value in record.items():
            if name in _LS_META or name in regions or is_empty(value):
                continue
            if _has_control_shape(value):
                shaped.add(name)
            seen[name].add(str(value)[:80])
    differ: set[str] = set()
    for records in survey.by_item(lambda record: record.get("id")):
        for name in {name for record in records for name in record} - shaped - regions - _LS_META:
            if len({str(record.get(name)) for record in records}) > 1:
                differ.add(name)
    differ -= {name for name in differ if name.endswith("_transcript") or name.startswith("_data_")}
    texts = {name for name in differ if len(seen[name]) > 20 and len(seen[name]) > len(survey.head) / 4}
    return shaped, texts, differ - texts


def _has_control_shape(value: Any) -> bool:
    held = unfold(value)
    if is_list(held) and len(held) and isinstance(held[0], Mapping):
        held = held[0]
    return isinstance(held, Mapping) and any(key in held for key in _LS_SHAPES[:5])


def _control_value(value: Any) -> Any:
    held = unfold(value)
    if is_list(held) and len(held) == 1 and isinstance(held[0], Mapping):
        held = held[0]
    if isinstance(held, Mapping):
        return next((held[key] for key in _LS_SHAPES if key in held), None)
    return held


def _is_data(name: str, controls: set[str]) -> bool:
    return name not in controls and name not in _LS_META and not name.endswith("_transcript")


def _plain_key(name: str) -> str:
    """A key of the task that has the name of a control is written with this in front."""
    return name.removeprefix("_data_")


# --- doccano ----------------------------------------------------------------------------------------

_DOCCANO = frozenset(
    ["id", "label", "labels", "cats", "entities", "relations", "Comments", "text", "data", "filename"]
)


def doccano(survey: Survey) -> Reshape:
    """A list of labels, or labels joined by # in CSV; spans are no ratings.

    A project of intents and slots calls its labels cats, and lists spans beside them.
    """
    if set(survey.stems) == {"all"}:
        raise InputError(
            "This is the export of a doccano project whose annotators share their labels, so it does "
            "not record who gave which label: untick “Share annotations across all users” in the "
            "project and export again, "
            "which gives a file for each annotator."
        )

    def turn(record: Mapping[str, Any], stem: str, _: Any) -> Iterator[Mapping[str, Any]]:
        held = unfold(record.get("label", record.get("cats")))
        if isinstance(held, str):
            held = [part for part in held.split("#") if part.strip()]
        labels = list(held) if is_list(held) else [] if is_empty(held) else [held]
        spans = bool(labels) and all(is_list(one) for one in labels)
        meta = unfold(record.get("meta"))
        others = {k: v for k, v in record.items() if k not in _DOCCANO and k != "meta"}
        shown = {k: record[k] for k in ("text", "data", "filename") if k in record}
        data = {**(meta if isinstance(meta, Mapping) else {}), **others, **shown}
        yield {**record, "label": labels or None, "spans": spans, "data": data}

    return Reshape(turn)


def doccano_old(survey: Survey) -> Reshape:
    """The labels of each user of a document, together."""

    def turn(record: Mapping[str, Any], _: str, __: Any) -> Iterator[Mapping[str, Any]]:
        by_user: dict[Any, list[Any]] = {}
        spans = False
        for one in objects_in(record.get("annotations")):
            by_user.setdefault(text_of(one.get("user")), []).append(one.get("label"))
            spans = spans or "start_offset" in one
        annotations = [
            {"user": user, "label": [x for x in labels if not is_empty(x)] or None, "spans": spans}
            for user, labels in by_user.items()
        ]
        meta = unfold(record.get("meta"))
        yield {**record, "annotations": annotations, "meta": meta if isinstance(meta, Mapping) else {}}

    return Reshape(turn)


# --- Prodigy ----------------------------------------------------------------------------------------

_A_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[_T ]\d{2}[-:]\d{2}[-:]\d{2}$")
_ENDING_NUMBERS = re.compile(r"([-_. ]+\d+)+$")
_QUESTIONS = ("label", "question", "prompt", "field", "key", "dimension", "aspect", "criterion")


def prodigy(survey: Survey) -> Reshape:
    """Who: the session, or the file where sessions are times. What: the field that differs for one input."""
    names = {text_of(_session(record)) or "" for _, record in survey.head}
    timed = bool(names) and all(_A_TIME.search(name) or not name for name in names)
    question = _question(survey)
    files = _people_of_files(survey)

    def turn(record: Mapping[str, Any], stem: str, _: Any) -> Iterator[Mapping[str, Any]]:
        person = files.get(stem, stem) if timed else _person(record)
        asked = text_of(record.get(question)) if question else None
        yield {**record, "person": person, "ratings": list(_prodigy_ratings(record, asked))}

    notes: tuple[Note, ...] = ()
    if timed:
        text = "The Prodigy sessions are unnamed, so each file is treated as one person."
        notes = (Note("prodigy-person", text),)
    return Reshape(turn, notes)


def _people_of_files(survey: Survey) -> dict[str, str]:
    """The person that each file is named after, without numbers and times that end the name."""
    own = {stem: survey.own_part(stem) for stem in survey.stems}
    short = {stem: _ENDING_NUMBERS.sub("", name) or name for stem, name in own.items()}
    return short if len(set(short.values())) == len(set(own.values())) else own


def _session(record: Mapping[str, Any]) -> Any:
    return record.get("_annotator_id") or record.get("_session_id")


def _person(record: Mapping[str, Any]) -> str | None:
    """The session without the name of its data set."""
    said = text_of(_session(record))
    data_set = text_of(record.get("dataset")) or text_of(record.get("_dataset"))
    if said and data_set and said.startswith(f"{data_set}-"):
        return said[len(data_set) + 1 :]
    return said.partition("-")[2] or said if said and said.count("-") == 1 else said


def _question(survey: Survey) -> str:
    """The field that tells several tasks of one input apart; none where an input is one task."""
    for records in survey.by_item(lambda record: record.get("_input_hash")):
        if len({str(record.get("_task_hash")) for record in records}) < 2:
            continue
        for name in _QUESTIONS:
            if len({str(record.get(name)) for record in records}) > 1:
                return name
    return ""


def _prodigy_ratings(record: Mapping[str, Any], asked: str | None) -> Iterator[dict[str, Any]]:
    options: Any = record.get("options")
    accepted: Any = record.get("accept")
    if not is_list(options) or not is_list(accepted):
        yield {"dimension": asked or text_of(record.get("label")) or "answer", "value": record.get("answer")}
        return
    name = asked or text_of(record.get("label")) or "choice"
    if record.get("answer") == "reject":
        yield {"dimension": name, "value": "reject"}
        return
    config = record.get("config")
    multiple = isinstance(config, Mapping) and config.get("choice_style") == "multiple"
    shown = {str(o.get("id")): o for o in options if isinstance(o, Mapping)}
    chosen = [_option_name(shown.get(str(one)), one) for one in accepted]
    yield {"dimension": name, "value": Several(chosen) if multiple else chosen or None}


def _option_name(option: Mapping[str, Any] | None, one: Any) -> Any:
    """The id, which is often the value; its text where that belongs to a group, or the id is a hash."""
    text = text_of(option.get("text")) if option else None
    return text if text and (": " in text or len(str(one)) > 24) else one


# --- Argilla ----------------------------------------------------------------------------------------


def argilla_flat(survey: Survey) -> Reshape:
    """Parallel lists of values, users and states become one response each."""

    def turn(record: Mapping[str, Any], _: str, __: Any) -> Iterator[Mapping[str, Any]]:
        questions = sorted(
            k.removesuffix(".responses.users") for k in record if k.endswith(".responses.users")
        )
        own = tuple(f"{q}.{end}" for q in questions for end in ("responses", "suggestion"))
        data = {
            k: v
            for k, v in record.items()
            if not k.startswith(own) and k not in ("id", "status", "_server_id")
        }
        yield {
            "id": record.get("id"),
            "_server_id": record.get("_server_id"),
            "fields": data,
            "responses": {q: list(_responses(record, q)) for q in questions},
            "suggestions": {
                q: {"value": record.get(f"{q}.suggestion"), "agent": record.get(f"{q}.suggestion.agent")}
                for q in questions
                if not is_empty(record.get(f"{q}.suggestion"))
            },
        }

    return Reshape(turn)


def _responses(record: Mapping[str, Any], question: str) -> Iterator[dict[str, Any]]:
    values, users, states = (
        held if is_list(held := unfold(record.get(f"{question}.responses{end}"))) else []
        for end in ("", ".users", ".status")
    )
    for place, value in enumerate(values):
        user = users[place] if place < len(users) else None
        state = states[place] if place < len(states) else None
        yield {"value": value, "user_id": user, "status": state}


# --- INCEpTION --------------------------------------------------------------------------------------

_INCEPTION = frozenset(["Type", "Collection", "Document", "Layer", "Feature", "Position", "Flags"])


def inception(survey: Survey) -> Reshape:
    """Every column that is not about the position is a rater; who stacked labels there gave no single one."""

    def turn(record: Mapping[str, Any], _: str, __: Any) -> Iterator[Mapping[str, Any]]:
        stacked = "STACKED" in str(record.get("Flags"))
        ratings = {
            name: {"label": label, "stacked": stacked and ", " in str(label)}
            for name, label in record.items()
            if name not in _INCEPTION
        }
        yield {**{name: record.get(name) for name in _INCEPTION}, "ratings": ratings}

    return Reshape(turn)
