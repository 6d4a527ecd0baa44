"""What files of running tools showed, in their shape with contents of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.errors import InputError
from concordant.language.translate_errors import error_text
from tests.ratings.formats.test_corrections import imported, rows
from tests.ratings.formats.writers import dumps, lines, table

# --- promptfoo --------------------------------------------------------------------------------------


def _output(number: int, parts: list[dict[str, Any]], **variables: Any) -> dict[str, Any]:
    return {
        "testIdx": number,
        "promptIdx": 0,
        "vars": {"question": f"q{number}", **variables},
        "provider": {"id": "openai:gpt"},
        "namedScores": {},
        "gradingResult": {"pass": True, "score": 0.5, "componentResults": parts},
    }


def _check(kind: str, score: float, reason: str = "r", **more: Any) -> dict[str, Any]:
    return {"pass": score > 0, "score": score, "reason": reason, "assertion": {"type": kind}, **more}


def test_variables_of_a_prompt_are_facts_of_items_whatever_they_are_called(tmp_path: Path):
    """A variable n is no weight, and one called cluster, time or criterion has no role either."""
    names = {"n": None, "cluster": "c", "time": "2024-01-01", "criterion": "a", "batch": 1}
    records = []
    for i in range(8):
        human = {"pass": True, "score": float(i % 2), "reason": "", "assertion": {"type": "human"}}
        own = {**names, "n": 5 if i else None, "criterion": f"c{i % 2}"}
        records.append(_output(i, [_check("llm-rubric", float(i % 3 > 0)), human], **own))
    path = tmp_path / "results.jsonl"
    path.write_bytes(lines(records))
    ratings = cc.read(path)
    assert "case_weights" not in ratings.audit.roles
    assert "clusters" not in ratings.audit.roles
    assert ratings.dimension is None
    assert set(ratings.raters) == {"person", "LLM judge"}
    assert len(ratings) == 8


def test_graders_of_a_red_team_are_judges_and_checks_that_broke_give_no_score(tmp_path: Path):
    broken = _check("javascript", 0, "Custom function threw error: x is not defined\nStack Trace: …")
    no_answer = _check("llm-rubric", 0, "Request timed out", metadata={"graderError": True})
    judged = _check("promptfoo:redteam:harmful", 0, "The output helps with it.")
    found = imported(tmp_path, a__jsonl=lines([_output(0, [broken, no_answer, judged])]))
    assert rows(found, "rater_id", "rater_kind", "score") == [("LLM judge", "judge", 0)]
    assert found.dropped["failed"] == 2
    assert dict(found.failed) == {"javascript": 1, "LLM judge": 1}


def test_checks_by_code_are_not_offered_as_one_dimension(tmp_path: Path):
    parts = [[_check("regex", 0)], [_check("icontains", 1)]]
    path = tmp_path / "a.jsonl"
    path.write_bytes(lines([_output(i, parts[i % 2]) for i in range(6)]))
    assert "names-apart" not in {note.code for note in cc.read(path).audit.notes}


# --- doccano ----------------------------------------------------------------------------------------


def test_intents_of_doccano_are_labels_and_the_spans_beside_them_are_not_read(tmp_path: Path):
    records = [
        {"id": i, "text": f"t{i}", "cats": [c], "entities": [[0, 2, "City"]], "Comments": []}
        for i, c in enumerate(["flight", "airport", "flight"])
    ]
    found = imported(tmp_path, ann__jsonl=lines(records), bob__jsonl=lines(records))
    assert set(rows(found, "rater_id", "score")) == {
        ("ann", "flight"), ("ann", "airport"), ("bob", "flight"), ("bob", "airport"),
    }  # fmt: skip
    assert found.data_names == ["text"]


def test_a_project_of_spans_and_the_cache_of_deepeval_are_named_with_what_to_use(tmp_path: Path):
    spans = {"id": 1, "text": "t", "entities": [{"label": "x", "start_offset": 0}], "relations": []}
    with pytest.raises(InputError, match=r"doccano project of spans.*text classification"):
        imported(tmp_path, admin__jsonl=lines([{**spans, "Comments": []}] * 2))
    with pytest.raises(InputError, match=r"cache of DeepEval.*latest_test_run\.json"):
        imported(tmp_path, cache__json=dumps({"test_cases_lookup_map": {"{}": {}}}))


def test_what_was_found_instead_of_ratings_is_said_in_chinese_too(tmp_path: Path):
    span = {"id": 1, "text": "t", "label": [[0, 4, "PER"]], "Comments": []}
    with pytest.raises(InputError) as told:
        imported(tmp_path, a__jsonl=lines([span, {**span, "label": []}]))
    assert "标签（1 条）；没有取值的评分（1 条）。可以读取的是对整个条目的评分" in error_text(
        told.value, "zh"
    )


# --- Label Studio, Prodigy, Opik, INCEpTION ---------------------------------------------------------


def test_spans_in_json_min_are_no_ratings_even_where_annotators_differ_in_them(tmp_path: Path):
    def span(who: str, start: int) -> dict[str, Any]:
        return {
            "id": 1,
            "annotation_id": start,
            "annotator": who,
            "text": "A long text",
            "label": [{"start": start, "end": 9, "text": "long", "labels": ["X"]}],
            "tone": "kind",
            "stars": [{"rating": 4}],
        }

    found = imported(tmp_path, a__json=dumps([span("ann", 1), span("bob", 2)]))
    assert rows(found, "rater_id", "dimension", "score") == [("ann", "stars", 4), ("bob", "stars", 4)]
    assert found.dropped == {"region": 2}
    assert found.data_names == ["text", "tone"]


def test_the_person_in_the_name_of_a_file_has_no_time_of_export(tmp_path: Path):
    def task(answer: str) -> dict[str, Any]:
        return {"text": "t", "_input_hash": 1, "_task_hash": 2, "answer": answer, "_view_id": "text"} | {
            "_session_id": "2024-04-23_14-00-48", "_annotator_id": "2024-04-23_14-00-48",
        }  # fmt: skip

    found = imported(
        tmp_path,
        export_ben_50_20240418_181325__jsonl=lines([task("accept")]),
        export_pia_50_20240509_110412__jsonl=lines([task("reject")]),
    )
    assert rows(found, "rater_id", "score") == [("ben", "accept"), ("pia", "reject")]
    numbered = imported(
        tmp_path, batch_1__jsonl=lines([task("accept")]), batch_2__jsonl=lines([task("reject")])
    )
    assert len({who for (who,) in rows(numbered, "rater_id")}) == 2


def test_an_author_of_opik_is_named_even_where_the_key_holds_a_span_too(tmp_path: Path):
    score = {
        "name": "tone",
        "value": 3.5,
        "source": "ui",
        "value_by_author": {
            "ann_span-1": {"author": "ann", "value": 4.0, "source": "ui", "span_id": "span-1"},
            "bob": {"value": 3.0, "source": "ui"},
        },
    }
    found = imported(tmp_path, a__json=dumps([{"id": "t1", "feedback_scores": [score]}]))
    assert rows(found, "rater_id", "score") == [("ann", 4), ("bob", 3)]


def test_labels_that_were_stacked_in_inception_are_no_category_of_their_own(tmp_path: Path):
    place = {"Type": "SpanPosition", "Collection": "", "Document": "d", "Layer": "L", "Feature": "f"}
    records = [
        {**place, "Position": "0-4", "Flags": "USED, COMPLETE", "ann": "City, town", "bob": "City, town"},
        {**place, "Position": "5-9", "Flags": "STACKED", "ann": "ORG, PER", "bob": "PER"},
    ]
    found = imported(tmp_path, diagnosis__csv=table(records))
    assert rows(found, "item_id", "rater_id", "score") == [
        ("d 0-4", "ann", "City, town"),
        ("d 0-4", "bob", "City, town"),
        ("d 5-9", "bob", "PER"),
    ]
    assert found.dropped == {"stacked": 1}


# --- AlpacaEval, Mechanical Turk, Appen -------------------------------------------------------------


def test_prices_and_seconds_of_alpaca_eval_are_no_raters(tmp_path: Path):
    pair = {"instruction": "Say hello.", "output_1": "Hi", "output_2": "Good day", "generator_1": "gpt4"}
    judged = {"annotator": "judge_a", "preference": 1.9, "price_per_example": 0.01, "time_per_example": 0.5}
    person = {"annotator_index": 3, "preference": 2}
    found = imported(tmp_path, a__json=dumps([{**pair, **judged}, {**pair, **person}]))
    assert rows(found, "rater_id", "rater_kind", "score", "cost") == [
        ("judge_a", "judge", 1.9, 0.01), ("3", "human", 2, None),
    ]  # fmt: skip
    assert len(set(rows(found, "item_id"))) == 1


def _hit(who: str, **answers: Any) -> dict[str, Any]:
    return {"HITId": "h1", "AssignmentId": who, "WorkerId": who, "Input.text": "t", **answers}


def test_answers_of_mechanical_turk_are_read_in_each_form_that_a_page_writes(tmp_path: Path):
    form = json.dumps([{"tone": {"kind": False, "rude": True}, "stars": "4"}])
    assert rows(imported(tmp_path, a__csv=table([_hit("w1", **{"Answer.taskAnswers": form})])), "dimension",
                "score") == [("tone", "rude"), ("stars", 4)]  # fmt: skip
    buttons = {"Answer.tone.kind": "true", "Answer.tone.rude": "false"}
    assert rows(imported(tmp_path, b__csv=table([_hit("w1", **buttons)])), "dimension", "score") == [
        ("tone", "kind")
    ]
    boxes = [_hit("w1", **{"Answer.faults": "long|dull"}), _hit("w2", **{"Answer.faults": "long"})]
    assert rows(imported(tmp_path, c__csv=table(boxes)), "rater_id", "dimension", "score") == [
        ("w1", "faults: dull", "yes"),
        ("w1", "faults: long", "yes"),
        ("w2", "faults: dull", "no"),
        ("w2", "faults: long", "yes"),
    ]


def _judgment(unit: int, who: int, **answers: Any) -> dict[str, Any]:
    return {"_unit_id": unit, "_worker_id": who, "_channel": "elite", "_tainted": "false", **answers}


def test_a_column_of_appen_on_which_nobody_differs_belongs_to_the_unit(tmp_path: Path):
    """A hidden field has a column of gold too, and would read as perfect agreement."""
    records = [
        _judgment(u, w, answer=a, frame=f"f{u}", frame_gold="", answer_gold="", sentence=f"s{u}")
        for u, w, a in [(1, 7, "yes"), (1, 8, "no"), (2, 7, "yes"), (2, 8, "yes")]
    ]
    found = imported(tmp_path, full__csv=table(records))
    assert rows(found, "item_id", "rater_id", "dimension", "score") == [
        ("1", "7", "answer", "yes"),
        ("1", "8", "answer", "no"),
        ("2", "7", "answer", "yes"),
        ("2", "8", "answer", "yes"),
    ]
    assert {"frame", "sentence"} <= set(found.data_names)
    assert "crowd-questions" in {note.code for note in found.notes}


def test_choices_of_appen_on_lines_of_their_own_are_a_yes_or_no_each(tmp_path: Path):
    records = [_judgment(1, 7, r="causes\ntreats"), _judgment(1, 8, r="causes")]
    found = imported(tmp_path, full__csv=table(records))
    assert rows(found, "rater_id", "dimension", "score") == [
        ("7", "r: causes", "yes"),
        ("7", "r: treats", "yes"),
        ("8", "r: causes", "yes"),
        ("8", "r: treats", "no"),
    ]


def test_words_that_contributors_of_appen_picked_or_typed_are_no_multiple_choice(tmp_path: Path):
    records = [
        _judgment(u, w, words=json.dumps([f"word{u}{w}{k}" for k in range(4)]), good=w % 2)
        for u in range(12)
        for w in range(2)
    ]
    found = imported(tmp_path, full__csv=table(records))
    assert {name for (name,) in rows(found, "dimension")} == {"good"}
    assert found.dropped == {"free-text": 24}


def test_an_aggregated_report_of_appen_is_refused_with_what_to_download(tmp_path: Path):
    record = {
        "_unit_id": 1,
        "_golden": "false",
        "_unit_state": "finalized",
        "_trusted_judgments": 3,
        "a": "x",
    }
    with pytest.raises(InputError, match=r"aggregated report of Appen.*full report"):
        cc.read(_written(tmp_path, table([record, {**record, "_unit_id": 2}])))


def test_answers_of_qualtrics_are_no_raters_of_respondents(tmp_path: Path):
    row = {"StartDate": "2024-01-01", "EndDate": "2024-01-01", "Progress": 100, "ResponseId": "R_1", "Q1": 4}
    with pytest.raises(InputError, match=r"Qualtrics.*each answer is a row"):
        cc.read(_written(tmp_path, table([row, {**row, "ResponseId": "R_2", "Q1": 5}])))


_SAMPLE = {"doc_id": 1, "doc": {"q": "x"}, "target": "a", "resps": [["b"]], "filtered_resps": ["b"]}
_EVENT = {"run_id": "r", "event_id": 1, "sample_id": "s.1", "type": "metrics", "data": {"score": 1}}


@pytest.mark.parametrize(
    ("content", "tool"),
    [
        (
            b'<?xml version="1.0"?><annotations><image name="a.jpg"><tag label="cat"/></image></annotations>',
            "CVAT",
        ),
        (lines([{**_SAMPLE, "exact_match": n % 2} for n in range(4)]), "lm-evaluation-harness"),
        (
            lines([{"spec": {"eval_name": "x"}}, *[{**_EVENT, "event_id": n} for n in range(4)]]),
            "OpenAI Evals",
        ),
    ],
)
def test_logs_without_raters_are_named_with_what_to_bring_instead(content: bytes, tool: str, tmp_path: Path):
    with pytest.raises(InputError, match=tool) as told:
        cc.read(_written(tmp_path, content))
    assert "仅有英文" not in error_text(told.value, "zh")


def _written(folder: Path, content: bytes) -> Path:
    path = folder / "aggregated.csv"
    path.write_bytes(content)
    return path
