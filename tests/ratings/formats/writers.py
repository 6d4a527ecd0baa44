"""Writers of our own: the golden ratings in every format, as its documentation describes it.

A writer returns what to read (the contents of files by name, or an object), and the ratings that the format
can hold: some know no judges, or one dimension only, or name items by a hash.
"""

from __future__ import annotations

import csv
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from tests.ratings.formats.golden import (
    DIMENSIONS,
    DRAFT,
    EARLIER,
    EARLIER_EPOCH,
    EPOCH,
    FAILED,
    ITEMS,
    JUDGE,
    PEOPLE,
    RATERS,
    SKIPPED,
    TIME,
    TWICE,
    Rating,
    content_type,
    earlier,
    golden,
    is_rated,
    score,
    text,
)
from tests.zstandard import zstd


@dataclass(frozen=True)
class Written:
    """Files by name, what should be read of them, and how many records are left out, by reason."""

    files: dict[str, bytes]
    expected: list[Rating]
    left_out: dict[str, int] = field(default_factory=dict)
    named: Callable[[Any], str] | None = None
    """Items by their text, where the format names them by a hash."""


SKIPS, DRAFTS, FAILS = (
    "skipped or cancelled annotations",
    "responses that were never submitted",
    "ratings that failed or could not be parsed",
)
AGAIN = "earlier ratings of the same item by the same rater"
EMPTY, NO_VALUE = "records without any rating", "ratings without a value"


def dumps(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def lines(records: list[Any]) -> bytes:
    return b"".join(dumps(record) + b"\n" for record in records)


def table(records: list[dict[str, Any]], *, delimiter: str = ",", quoting: int = csv.QUOTE_MINIMAL) -> bytes:
    """A CSV file; what is a list or a dictionary is written as JSON."""
    out = io.StringIO()
    names = list(dict.fromkeys(name for record in records for name in record))
    writer = csv.DictWriter(out, names, delimiter=delimiter, quoting=quoting)
    writer.writeheader()
    for record in records:
        writer.writerow({k: json.dumps(v) if isinstance(v, (list, dict)) else v for k, v in record.items()})
    return out.getvalue().encode()


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def zipped_by_zstd(files: dict[str, bytes]) -> bytes:
    """A zip of method 93, which Python writes from 3.14 on."""
    body, directory = b"", b""
    for name, content in files.items():
        packed, raw = zstd.compress(content), name.encode()
        facts = struct.pack(
            "<HHHHHIIIHH", 63, 0, 93, 0, 33, zlib.crc32(content), len(packed), len(content), len(raw), 0
        )
        directory += (
            b"PK\x01\x02" + struct.pack("<H", 63) + facts + struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + raw
        )
        body += b"PK\x03\x04" + facts + raw + packed
    end = struct.pack("<HHHHIIH", 0, 0, len(files), len(files), len(directory), len(body), 0)
    return body + directory + b"PK\x05\x06" + end


def every(raters: tuple[str, ...] = RATERS) -> list[tuple[str, str]]:
    """Each item with each rater, those that left no rating among them."""
    return [(item, rater) for item in ITEMS for rater in raters]


def plain(raters: tuple[str, ...] = RATERS) -> list[tuple[str, str]]:
    """Each item with each rater who rated it."""
    return [(item, rater) for item, rater in every(raters) if is_rated(rater, item)]


# --- Label Studio -----------------------------------------------------------------------------------


def _ls_results(item: str, rater: str, said: Callable[..., int] = score) -> list[dict[str, Any]]:
    return [
        {
            "id": f"r{d}",
            "from_name": d,
            "to_name": "answer",
            "type": "rating",
            "origin": "manual",
            "value": {"rating": said(item, rater, d)},
        }
        for d in DIMENSIONS
    ]


def _ls_annotation(item: str, rater: str, **more: Any) -> dict[str, Any]:
    person = {"id": PEOPLE.index(rater), "email": rater, "first_name": rater, "last_name": "X"}
    return {
        "id": 1000 + int(item),
        "completed_by": person,
        "result": _ls_results(item, rater),
        "was_cancelled": False,
        "ground_truth": False,
        "created_at": TIME,
        "updated_at": TIME,
        "lead_time": 4.25,
        "task": int(item),
        **more,
    }


def label_studio() -> Written:
    tasks = []
    for item in ITEMS:
        annotations = [_ls_annotation(item, r) for r in PEOPLE if is_rated(r, item)]
        if item == SKIPPED[1]:
            annotations.append(_ls_annotation(item, SKIPPED[0], was_cancelled=True, result=[]))
        if item == TWICE[1]:
            again = _ls_results(item, TWICE[0], earlier)
            annotations.append(_ls_annotation(item, TWICE[0], created_at=EARLIER, result=again))
        predictions = [
            {
                "id": 5,
                "model_version": JUDGE,
                "score": 0.9,
                "result": _ls_results(item, JUDGE) if is_rated(JUDGE, item) else [],
            }
        ]
        drafts = [{"id": 1, "result": _ls_results(item, DRAFT[0])}] if item == DRAFT[1] else []
        tasks.append(
            {
                "id": int(item),
                "project": 83,
                "data": {"prompt": text(item), "content_type": content_type(item)},
                "annotations": annotations,
                "drafts": drafts,
                "predictions": predictions,
            }
        )
    return Written({"export.json": dumps(tasks)}, golden(), {SKIPS: 1, EMPTY: 1, AGAIN: 2})


def _ls_flat() -> list[dict[str, Any]]:
    rows = []
    for item, rater in plain(PEOPLE):
        said = {d: [{"rating": score(item, rater, d)}] for d in DIMENSIONS}
        rows.append(
            {
                "annotation_id": 1000 + len(rows),
                "annotator": rater,
                "content_type": content_type(item),
                "created_at": TIME,
                **said,
                "id": int(item),
                "lead_time": 4.25,
                "prompt": text(item),
                "updated_at": TIME,
            }
        )
        if (rater, item) == TWICE:
            before = {d: [{"rating": earlier(item, rater, d)}] for d in DIMENSIONS}
            rows.append({**rows[-1], **before, "annotation_id": 5, "created_at": EARLIER})
    return rows


def label_studio_min() -> Written:
    return Written({"min.json": dumps(_ls_flat())}, golden(PEOPLE), {AGAIN: 2})


def label_studio_csv() -> Written:
    return Written(
        {"project.csv": table(_ls_flat(), quoting=csv.QUOTE_NONNUMERIC)}, golden(PEOPLE), {AGAIN: 2}
    )


def label_studio_tsv() -> Written:
    return Written({"project.csv": table(_ls_flat(), delimiter="\t")}, golden(PEOPLE), {AGAIN: 2})


# --- doccano ----------------------------------------------------------------------------------------


def _people_only(ratings: list[Rating]) -> list[Rating]:
    """What is read where a format knows no judges: every rater is a person."""
    return [replace(one, kind="human") for one in ratings]


def _one_dimension(name: str) -> list[Rating]:
    return [replace(one, dimension=name) for one in golden(dimensions=DIMENSIONS[:1])]


def _doccano(item: str, rater: str) -> dict[str, Any]:
    label = [str(score(item, rater, "helpfulness"))] if is_rated(rater, item) else []
    return {
        "id": int(item),
        "text": text(item),
        "content_type": content_type(item),
        "label": label,
        "Comments": [],
    }


def doccano() -> Written:
    files = {f"{r}.jsonl": lines([_doccano(item, r) for item in ITEMS]) for r in RATERS}
    return Written({"doccano.zip": zipped(files)}, _people_only(_one_dimension("label")), {NO_VALUE: 3})


def doccano_csv() -> Written:
    files = {}
    for r in RATERS:
        rows = [
            {**_doccano(item, r), "label": "#".join(_doccano(item, r)["label"]), "Comments": ""}
            for item in ITEMS
        ]
        files[f"{r}.csv"] = table(rows)
    return Written({"doccano.zip": zipped(files)}, _people_only(_one_dimension("label")), {NO_VALUE: 3})


def doccano_old() -> Written:
    numbers = {rater: 11 + place for place, rater in enumerate(RATERS)}
    records = [
        {
            "id": int(item),
            "text": text(item),
            "meta": {"content_type": content_type(item)},
            "annotation_approver": None,
            "annotations": [
                {"id": 1, "label": score(item, r, "helpfulness"), "user": numbers[r], "document": int(item)}
                for r in RATERS
                if is_rated(r, item)
            ],
        }
        for item in ITEMS
    ]
    expected = [replace(one, rater=str(numbers[one.rater])) for one in _people_only(_one_dimension("label"))]
    return Written({"old.jsonl": lines(records)}, expected)


# --- Prodigy ----------------------------------------------------------------------------------------


def _prodigy(item: str, rater: str, d: str, **more: Any) -> dict[str, Any]:
    return {
        "text": text(item),
        "question": d,
        "options": [{"id": n, "text": str(n)} for n in range(1, 6)],
        "accept": [score(item, rater, d)],
        "answer": "accept",
        "_input_hash": int(item),
        "_task_hash": -10 * int(item) - DIMENSIONS.index(d),
        "_view_id": "choice",
        "_timestamp": EPOCH,
        "_annotator_id": f"ds-{rater}",
        "_session_id": f"ds-{rater}",
        "dataset": "ds",
        "meta": {"content_type": content_type(item)},
        **more,
    }


def prodigy() -> Written:
    records = [_prodigy(item, r, d) for item, r in plain() for d in DIMENSIONS]
    records += [_prodigy(SKIPPED[1], SKIPPED[0], d, answer="ignore", accept=[]) for d in DIMENSIONS]
    records += [
        _prodigy(TWICE[1], TWICE[0], d, accept=[earlier(TWICE[1], TWICE[0], d)], _timestamp=EARLIER_EPOCH)
        for d in DIMENSIONS
    ]
    expected = _people_only(golden())
    return Written({"ds.jsonl": lines(records)}, expected, {"answers marked as ignored": 2, AGAIN: 2})


# --- Argilla ----------------------------------------------------------------------------------------


def argilla() -> Written:
    records = []
    for item in ITEMS:
        responses = {
            d: [{"value": score(item, r, d), "user_id": r} for r in PEOPLE if is_rated(r, item)]
            for d in DIMENSIONS
        }
        agent = {"score": 0.9, "agent": JUDGE}
        suggestions = {
            d: {"value": score(item, JUDGE, d), **agent} for d in DIMENSIONS if is_rated(JUDGE, item)
        }
        records.append(
            {
                "id": item,
                "fields": {"prompt": text(item)},
                "metadata": {"content_type": content_type(item)},
                "suggestions": suggestions,
                "responses": responses,
                "vectors": {},
                "status": "pending",
                "_server_id": None,
            }
        )
    return Written({"records.json": dumps(records)}, golden())


def argilla_flat() -> Written:
    records = []
    for item in ITEMS:
        record: dict[str, Any] = {
            "id": item,
            "status": "pending",
            "_server_id": f"s-{item}",
            "prompt": text(item),
            "content_type": content_type(item),
        }
        there = [r for r in PEOPLE if is_rated(r, item) or (r, item) == DRAFT]
        for d in DIMENSIONS:
            record[f"{d}.responses"] = [score(item, r, d) for r in there]
            record[f"{d}.responses.users"] = there
            record[f"{d}.responses.status"] = ["draft" if (r, item) == DRAFT else "submitted" for r in there]
            judged = is_rated(JUDGE, item)
            record[f"{d}.suggestion"] = score(item, JUDGE, d) if judged else None
            record[f"{d}.suggestion.score"] = 0.9 if judged else None
            record[f"{d}.suggestion.agent"] = JUDGE if judged else None
        records.append(record)
    return Written({"flat.jsonl": lines(records)}, golden(), {DRAFTS: 2})


# --- INCEpTION --------------------------------------------------------------------------------------


def inception() -> Written:
    rows = []
    for item in ITEMS:
        for d in DIMENSIONS:
            said = {r: str(score(item, r, d)) if is_rated(r, item) else "<no annotation>" for r in RATERS}
            rows.append(
                {
                    "Type": "SPAN",
                    "Collection": "c",
                    "Document": f"{item}.txt",
                    "Layer": "Quality",
                    "Feature": d,
                    "Position": "0-20",
                    "Flags": "",
                    **said,
                }
            )
    expected = [replace(one, item=f"{one.item}.txt 0-20", kind="human") for one in golden()]
    return Written({"diagnosis.csv": table(rows)}, expected, {NO_VALUE: 6})


# --- Inspect ----------------------------------------------------------------------------------------


def _inspect_sample(item: str) -> dict[str, Any]:
    scores = {
        r: {
            "value": {d: score(item, r, d) for d in DIMENSIONS},
            "answer": "A",
            "explanation": "because",
            "metadata": {},
            "history": [],
        }
        for r in RATERS
        if is_rated(r, item)
    }
    if item == FAILED[1]:
        scores[JUDGE] = {"value": {d: float("nan") for d in DIMENSIONS}, "explanation": None, "history": []}
    return {
        "id": item,
        "epoch": 1,
        "input": text(item),
        "target": "2",
        "metadata": {"content_type": content_type(item)},
        "scores": scores,
    }


def _inspect_header() -> dict[str, Any]:
    run = {"task": "demo", "run_id": "r1", "created": TIME, "model": "mockllm/model", "config": {"epochs": 1}}
    return {"version": 2, "status": "success", "eval": run, "plan": {}, "results": {"scores": []}}


def _judges(ratings: list[Rating]) -> list[Rating]:
    return [replace(one, kind="judge") for one in ratings]


def inspect() -> Written:
    log = {**_inspect_header(), "samples": [_inspect_sample(item) for item in ITEMS], "reductions": []}
    return Written({"log.json": dumps(log)}, _judges(golden()), {NO_VALUE: 2})


def inspect_eval() -> Written:
    files = {"header.json": dumps(_inspect_header()), "_journal/start.json": b"{}"}
    files |= {f"samples/{item}_epoch_1.json": dumps(_inspect_sample(item)) for item in ITEMS}
    return Written({"run.eval": zipped_by_zstd(files)}, _judges(golden()), {NO_VALUE: 2})


# --- promptfoo --------------------------------------------------------------------------------------


def _promptfoo_rows() -> list[dict[str, Any]]:
    rows = []
    for number, item in enumerate(ITEMS):
        judged, person = is_rated(JUDGE, item), PEOPLE[0]
        components = [
            {
                "pass": True,
                "score": score(item, JUDGE, d),
                "reason": "ok",
                "assertion": {"type": "llm-rubric", "metric": d, "value": "is it?", "provider": JUDGE},
            }
            for d in DIMENSIONS
            if judged
        ]
        components += [
            {
                "pass": True,
                "score": score(item, person, d),
                "reason": "manual",
                "comment": "seen",
                "assertion": {"type": "human", "metric": d},
            }
            for d in DIMENSIONS
        ]
        rows.append(
            {
                "id": f"u{number}",
                "testIdx": number,
                "promptIdx": 0,
                "success": True,
                "score": 0.875,
                "namedScores": {d: score(item, JUDGE, d) for d in DIMENSIONS} if judged else {},
                "vars": {"question": text(item)},
                "metadata": {"item_id": item, "content_type": content_type(item)},
                "testCase": {"description": f"item {item}", "metadata": {}},
                "provider": {"id": "echo", "label": ""},
                "cost": 0,
                "latencyMs": 1,
                "failureReason": 0,
                "error": None,
                "gradingResult": {"pass": True, "score": 0.875, "componentResults": components},
            }
        )
    return rows


def _promptfoo_expected() -> list[Rating]:
    return [replace(one, rater="person") if one.rater == "ann" else one for one in golden((PEOPLE[0], JUDGE))]


def promptfoo() -> Written:
    document = {
        "evalId": "eval-1",
        "results": {
            "version": 3,
            "timestamp": TIME,
            "prompts": [],
            "results": _promptfoo_rows(),
            "stats": {},
        },
        "config": {},
        "shareableUrl": None,
        "metadata": {"promptfooVersion": "0.118.0"},
    }
    return Written({"results.json": dumps(document)}, _promptfoo_expected())


def promptfoo_jsonl() -> Written:
    return Written({"results.jsonl": lines(_promptfoo_rows())}, _promptfoo_expected())


# --- Langfuse ---------------------------------------------------------------------------------------


def _langfuse(item: str, rater: str, d: str, value: int, time: str = TIME) -> dict[str, Any]:
    judged = rater == JUDGE
    return {
        "id": f"s-{item}-{rater}-{d}",
        "traceId": item,
        "sessionId": None,
        "datasetRunId": None,
        "timestamp": time,
        "source": "EVAL" if judged else "ANNOTATION",
        "name": d,
        "dataType": "NUMERIC",
        "value": value,
        "stringValue": None,
        "comment": "",
        "metadata": {"model": JUDGE} if judged else {},
        "observationId": None,
        "traceName": "chat",
        "userId": "end user 7",
        "traceTags": ["a"],
        "environment": content_type(item),
        "authorUserName": None if judged else rater,
    }


def _langfuse_scores() -> list[dict[str, Any]]:
    scores = [_langfuse(item, r, d, score(item, r, d)) for item, r in plain() for d in DIMENSIONS]
    scores += [_langfuse(TWICE[1], TWICE[0], d, earlier(TWICE[1], TWICE[0], d), EARLIER) for d in DIMENSIONS]
    failed = _langfuse(FAILED[1], JUDGE, "helpfulness", 0)
    return [*scores, {**failed, "value": None}]


def langfuse() -> Written:
    return Written({"scores.json": dumps(_langfuse_scores())}, golden(), {AGAIN: 2, NO_VALUE: 1})


def langfuse_csv() -> Written:
    raw = table(_langfuse_scores(), quoting=csv.QUOTE_ALL)
    return Written({"scores.csv": raw}, golden(), {AGAIN: 2, NO_VALUE: 1})


def langfuse_v3() -> Written:
    found = []
    for one in _langfuse_scores():
        kept = {
            k: one[k]
            for k in (
                "id",
                "name",
                "value",
                "dataType",
                "source",
                "timestamp",
                "environment",
                "metadata",
                "comment",
            )
        }
        subject = {"kind": "trace", "id": one["traceId"]}
        found.append(
            {
                **kept,
                "projectId": "p",
                "subject": subject,
                "authorUserId": one["authorUserName"],
                "queueId": None,
            }
        )
    return Written(
        {"scores.json": dumps({"data": found, "meta": {"limit": 100}})}, golden(), {AGAIN: 2, NO_VALUE: 1}
    )


def langfuse_blob() -> Written:
    found = [
        {
            "id": one["id"],
            "trace_id": one["traceId"],
            "timestamp": one["timestamp"],
            "source": one["source"],
            "name": one["name"],
            "data_type": "NUMERIC",
            "value": one["value"],
            "string_value": "",
            "environment": one["environment"],
            "metadata": one["metadata"],
        }
        for one in _langfuse_scores()
        if one["authorUserName"] in ("ann", None) and one["timestamp"] == TIME
    ]
    expected = [
        replace(one, rater="unknown person") if one.rater == "ann" else one for one in golden(("ann", JUDGE))
    ]
    return Written({"scores.jsonl": lines(found)}, expected, {NO_VALUE: 1})


# --- Phoenix, MLflow, LangSmith ---------------------------------------------------------------------


def _phoenix() -> list[dict[str, Any]]:
    return [
        {
            "span_id": item,
            "annotation_name": d,
            "annotator_kind": "LLM" if r == JUDGE else "HUMAN",
            "identifier": JUDGE if r == JUDGE else "",
            "metadata": {"content_type": content_type(item)},
            "created_at": TIME,
            "updated_at": TIME,
            "source": "APP",
            "user_id": None if r == JUDGE else r,
            "result.label": None,
            "result.score": score(item, r, d),
            "result.explanation": "because",
        }
        for item, r in plain()
        for d in DIMENSIONS
    ]


def phoenix() -> Written:
    failed = {**_phoenix()[-1], "span_id": FAILED[1], "result.score": None}
    note = {**_phoenix()[0], "annotation_name": "note", "result.score": None, "result.label": "hello"}
    left_out = {NO_VALUE: 1, "free text, corrections and notes, which are not ratings": 1}
    return Written({"spans.csv": table([*_phoenix(), failed, note])}, golden(), left_out)


def _mlflow(item: str, rater: str, d: str) -> dict[str, Any]:
    kind = "LLM_JUDGE" if rater == JUDGE else "HUMAN"
    return {
        "assessment_name": d,
        "trace_id": item,
        "source": {"source_type": kind, "source_id": rater},
        "create_time": TIME,
        "last_update_time": TIME,
        "feedback": {"value": float(score(item, rater, d))},
        "rationale": "ok",
        "metadata": {"content_type": content_type(item)},
        "valid": True,
    }


def mlflow() -> Written:
    traces = []
    for item in ITEMS:
        found = [_mlflow(item, r, d) for r in RATERS if is_rated(r, item) for d in DIMENSIONS]
        if item == FAILED[1]:
            error = {"error": {"error_code": "PARSE", "error_message": "no number"}, "value": None}
            found.append({**_mlflow(item, JUDGE, "safety"), "feedback": error})
        traces.append(
            {
                "trace_id": item,
                "request": text(item),
                "response": "A",
                "assessments": found,
                "tags": {"content_type": content_type(item)},
            }
        )
    return Written({"traces.json": dumps(traces)}, golden(), {FAILS: 1})


def mlflow_assessments() -> Written:
    found = [_mlflow(item, r, d) for item, r in plain() for d in DIMENSIONS]
    return Written({"assessments.jsonl": lines(found)}, golden())


def langsmith() -> Written:
    found = []
    for item, r in plain():
        kind = (
            {"type": "model", "metadata": {"model": JUDGE}}
            if r == JUDGE
            else {"type": "app", "user_id": r, "metadata": None}
        )
        found += [
            {
                "id": f"f{item}{r}{d}",
                "created_at": TIME,
                "modified_at": TIME,
                "session_id": "e1",
                "run_id": item,
                "key": d,
                "score": float(score(item, r, d)),
                "value": None,
                "comment": "fine",
                "correction": None,
                "feedback_source": kind,
                "comparative_experiment_id": None,
                "feedback_group_id": None,
            }
            for d in DIMENSIONS
        ]
    return Written({"feedback.jsonl": lines(found)}, golden())


def langsmith_experiment() -> Written:
    rows = [
        {
            "inputs.question": text(item),
            "outputs.answer": "A",
            "example_id": item,
            "id": f"run{item}",
            **{f"feedback.{d}": score(item, JUDGE, d) if is_rated(JUDGE, item) else None for d in DIMENSIONS},
        }
        for item in ITEMS
    ]
    expected = [replace(one, rater="evaluator") for one in golden((JUDGE,))]
    return Written({"experiment.csv": table(rows)}, expected, {NO_VALUE: 2})


# --- DeepEval, Ragas, Opik, Weave -------------------------------------------------------------------


def deepeval() -> Written:
    cases = []
    for number, item in enumerate(ITEMS):
        metrics = [
            {
                "name": d,
                "score": score(item, r, d),
                "threshold": 0.5,
                "success": True,
                "reason": "because",
                "evaluationModel": r,
                "evaluationCost": 0.001,
                "error": None,
            }
            for r in RATERS
            if is_rated(r, item)
            for d in DIMENSIONS
        ]
        if item == FAILED[1]:
            metrics.append(
                {"name": "safety", "score": None, "evaluationModel": JUDGE, "error": "no JSON in the answer"}
            )
        cases.append(
            {
                "name": f"test_case_{number}",
                "input": text(item),
                "actualOutput": f"answer {item}",
                "success": True,
                "metricsData": metrics,
                "metadata": {"content_type": content_type(item)},
            }
        )
    document = {"testRunData": {"testCases": cases, "metricsScores": []}, "testRunLink": None}
    return Written({"run.json": dumps(document)}, _judges(golden()), {FAILS: 1}, named=_from_text)


def _from_text(shown: Any) -> str:
    return str(shown)[len("What is item ") :].split()[0]


def ragas() -> Written:
    document: dict[str, Any] = {}
    for d in DIMENSIONS:
        document[d] = [
            {
                "metric_input": {"user_input": text(item), "content_type": content_type(item)},
                "metric_output": {"verdict": score(item, JUDGE, d), "reason": "because"}
                if is_rated(JUDGE, item)
                else None,
                "is_accepted": score(item, JUDGE, d) == score(item, "ann", d) and is_rated(JUDGE, item),
                "prompts": {
                    "single_turn_aspect_prompt": {
                        "prompt_input": {},
                        "prompt_output": {},
                        "edited_output": {"verdict": score(item, "ann", d)},
                    }
                },
            }
            for item in ITEMS
        ]
    names = {"ann": "person", JUDGE: "LLM judge"}
    expected = [replace(one, rater=names[one.rater]) for one in golden(("ann", JUDGE))]
    return Written({"annotated.json": dumps(document)}, expected, {NO_VALUE: 2}, named=_from_text)


def opik() -> Written:
    traces = []
    for item in ITEMS:
        scores = []
        for d in DIMENSIONS:
            by = {
                r: {
                    "value": float(score(item, r, d)),
                    "reason": "r",
                    "source": "online_scoring" if r == JUDGE else "ui",
                    "last_updated_at": TIME,
                }
                for r in RATERS
                if is_rated(r, item)
            }
            mean = sum(one["value"] for one in by.values()) / len(by)
            scores.append({"name": d, "value": mean, "source": "ui", "value_by_author": by})
        traces.append(
            {
                "id": item,
                "name": "t",
                "input": {"q": text(item)},
                "metadata": {"content_type": content_type(item)},
                "feedback_scores": scores,
            }
        )
    return Written({"traces.json": dumps(traces)}, golden())


def weave() -> Written:
    records = []
    for item, r in plain():
        for d in DIMENSIONS:
            ref = f"weave:///team/project/call/{item}"
            said = {
                "payload": {"value": score(item, r, d)},
                "feedback_type": f"wandb.annotation.{d}",
                "creator": r,
            }
            if r == JUDGE:
                said = {
                    "payload": {"output": score(item, r, d)},
                    "feedback_type": f"wandb.runnable.{d}",
                    "creator": None,
                    "runnable_ref": f"weave:///team/project/op/{JUDGE}:v3",
                }
            records.append({"id": len(records), "weave_ref": ref, "created_at": TIME, **said})
    note = {**records[0], "feedback_type": "wandb.note.1", "payload": {"note": "hello"}}
    left_out = {"free text, corrections and notes, which are not ratings": 1}
    return Written({"feedback.jsonl": lines([*records, note])}, golden(), left_out)


# --- MT-bench, AltTest ------------------------------------------------------------------------------


def mt_bench() -> Written:
    """One file for each judge; an item is the question, the model and the turn."""
    files = {}
    for r in RATERS:
        records = [
            {
                "question_id": int(item),
                "model": "vicuna",
                "judge": [r, "single-v1"],
                "user_prompt": "p",
                "turn": 1,
                "judgment": "[[4]]" if is_rated(r, item) else "$ERROR$" if r == JUDGE else "no number",
                "score": score(item, r, "helpfulness") if is_rated(r, item) else -1,
                "tstamp": EPOCH,
            }
            for item in ITEMS
        ]
        files[f"{r}_single.jsonl"] = lines(records)
    expected = [replace(one, item=f"{one.item} vicuna 1", kind="judge") for one in _one_dimension("score")]
    return Written(files, expected, {FAILS: 3})


def alt_test() -> Written:
    def scores(raters: tuple[str, ...]) -> dict[str, dict[str, int]]:
        return {
            r: {f"{item}__{d}": score(item, r, d) for item in ITEMS if is_rated(r, item) for d in DIMENSIONS}
            for r in raters
        }

    return Written({"humans.json": dumps(scores(PEOPLE)), "llm.json": dumps(scores((JUDGE,)))}, golden())


# --- pairs, crowd work ------------------------------------------------------------------------------


def alpaca_eval() -> Written:
    """A judge is an annotator; an item is an instruction with both outputs."""
    records = [
        {
            "instruction": text(item),
            "output_1": "a",
            "output_2": "b",
            "generator_1": "gpt4",
            "generator_2": "mine",
            "annotator": r,
            "preference": score(item, r, "helpfulness") if is_rated(r, item) else None,
            "price_per_example": 0.01,
            "time_per_example": 1.5,
        }
        for item, r in every(RATERS)
    ]
    expected = [replace(one, kind="judge") for one in _one_dimension("preference")]
    return Written({"annotations.json": dumps(records)}, expected, {FAILS: 3}, named=_from_text)


def _mturk(item: str, r: str, said: Callable[..., int] = score, **more: Any) -> dict[str, Any]:
    answers = {f"Answer.{d}": said(item, r, d) for d in DIMENSIONS}
    return {
        "HITId": item,
        "Reward": "$0.05",
        "MaxAssignments": 4,
        "AssignmentId": f"A{item}{r}",
        "WorkerId": r,
        "AssignmentStatus": "Approved",
        "WorkTimeInSeconds": 30,
        "LifetimeApprovalRate": "100% (5/5)",
        "Input.text": text(item),
        **answers,
        "Approve": "x",
        **more,
    }


def mturk() -> Written:
    rows = [_mturk(TWICE[1], TWICE[0], earlier)] + [_mturk(item, r) for item, r in plain()]
    rows.append(_mturk(SKIPPED[1], SKIPPED[0], AssignmentStatus="Rejected"))
    left_out = {"assignments that were rejected": 1, AGAIN: 2}
    return Written({"batch.csv": table(rows)}, _people_only(golden()), left_out)


def _appen(item: str, r: str, said: Callable[..., int] = score, **more: Any) -> dict[str, Any]:
    return {
        "_unit_id": item,
        "_created_at": TIME,
        "_tainted": "false",
        "_channel": "elite",
        "_trust": 0.97,
        "_worker_id": r,
        "hidden": f"unit {item}",
        **{d: said(item, r, d) for d in DIMENSIONS},
        **{f"{name}_gold": "" for name in (*DIMENSIONS, "hidden")},
        "text": text(item),
        **more,
    }


def appen() -> Written:
    rows = [_appen(TWICE[1], TWICE[0], earlier, _created_at=EARLIER)]
    rows += [_appen(item, r) for item, r in plain()]
    rows.append(_appen(SKIPPED[1], SKIPPED[0], _tainted="true"))
    left_out = {"assignments that were rejected": 1, AGAIN: 2}
    return Written({"full.csv": table(rows)}, _people_only(golden()), left_out)


def concordant() -> Written:
    rows = [
        {
            "item_id": one.item,
            "rater_id": one.rater,
            "rater_kind": one.kind,
            "dimension": one.dimension,
            "score": one.score,
            "timestamp": TIME,
            "content_type": content_type(one.item),
        }
        for one in golden()
    ]
    return Written({"ratings.csv": table(rows)}, golden())


#: The writer of each format, and of other forms of it.
WRITERS: dict[str, Callable[[], Written]] = {
    "concordant": concordant,
    "label-studio": label_studio,
    "label-studio-min": label_studio_min,
    "label-studio-csv": label_studio_csv,
    "label-studio-csv, tabs": label_studio_tsv,
    "doccano": doccano,
    "doccano, csv": doccano_csv,
    "doccano-old": doccano_old,
    "prodigy": prodigy,
    "argilla": argilla,
    "argilla-flat": argilla_flat,
    "inception": inception,
    "inspect": inspect,
    "inspect-eval": inspect_eval,
    "promptfoo": promptfoo,
    "promptfoo-jsonl": promptfoo_jsonl,
    "langfuse": langfuse,
    "langfuse, csv": langfuse_csv,
    "langfuse-v3": langfuse_v3,
    "langfuse-blob": langfuse_blob,
    "phoenix": phoenix,
    "mlflow": mlflow,
    "mlflow-assessments": mlflow_assessments,
    "langsmith": langsmith,
    "langsmith-experiment": langsmith_experiment,
    "deepeval": deepeval,
    "ragas": ragas,
    "opik": opik,
    "weave": weave,
    "mt-bench": mt_bench,
    "alt-test": alt_test,
    "alpaca-eval": alpaca_eval,
    "mturk": mturk,
    "appen": appen,
}
