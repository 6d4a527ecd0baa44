"""What was found on real files, a fixture for each: shapes that the documentation does not show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.errors import InputError
from concordant.ratings.formats import CanonicalTable, find_export, read_export
from tests.ratings.formats.writers import dumps, lines, table, zipped


def imported(tmp_path: Path, **files: bytes) -> CanonicalTable:
    """The canonical table of files; a dot in a name is written as two underscores."""
    paths = []
    for name, content in files.items():
        path = tmp_path / name.replace("__", ".")
        path.write_bytes(content)
        paths.append(str(path))
    export = find_export(paths, "the export")
    assert export is not None
    return read_export(export)


def rows(table: CanonicalTable, *names: str) -> list[tuple[Any, ...]]:
    return list(zip(*(table.values(name) for name in names), strict=True))


# --- promptfoo --------------------------------------------------------------------------------------


def _row(test: int, provider: str, components: list[Any], **more: Any) -> dict[str, Any]:
    return {
        "testIdx": test,
        "promptIdx": 0,
        "vars": {"q": "same"},
        "provider": {"id": provider},
        "namedScores": {},
        "score": 0.5,
        "gradingResult": {"pass": True, "score": 0.5, "componentResults": components},
        **more,
    }


def _assertion(kind: str, score: float, **more: Any) -> dict[str, Any]:
    return {"pass": True, "score": score, "reason": "r", "assertion": {"type": kind, **more}}


def test_one_test_of_promptfoo_holds_an_output_for_each_provider(tmp_path):
    found = imported(
        tmp_path,
        a__jsonl=lines(
            [
                _row(0, "gpt", [_assertion("llm-rubric", 0.9, value="polite")]),
                _row(0, "claude", [_assertion("llm-rubric", 0.1, value="polite")]),
            ]
        ),
    )
    assert len(set(found.values("item_id"))) == 2
    assert found.values("score") == [0.9, 0.1]


def test_components_stand_in_for_named_scores_and_code_is_no_judge(tmp_path):
    found = imported(
        tmp_path,
        a__jsonl=lines(
            [
                _row(
                    0,
                    "gpt",
                    [
                        _assertion("llm-rubric", 0.9, value="polite"),
                        _assertion("contains", 1, metric="has_name"),
                        _assertion("cost", 1),
                        _assertion("human", 0, metric="polite"),
                    ],
                ),
                {**_row(1, "gpt", []), "gradingResult": None},
            ]
        ),
    )
    assert rows(found, "dimension", "rater_kind", "rater_id") == [
        ("llm-rubric: polite", "judge", "LLM judge"),
        ("has_name", "code", "contains"),
        ("cost", "code", "cost"),
        ("polite", "human", "person"),
    ]
    assert found.reasons == {"records without any rating": 1}


def test_a_repeat_of_promptfoo_is_the_same_item_again(tmp_path):
    same = [_row(test, "gpt", [_assertion("g-eval", 0.5, metric="m")]) for test in range(3)]
    found = imported(tmp_path, a__jsonl=lines(same))
    assert len(set(found.values("item_id"))) == 1
    assert found.values("repeat") == [1, 2, 3]


# --- DeepEval ---------------------------------------------------------------------------------------


def _case(name: str, output: str, score: float = 0.7321) -> dict[str, Any]:
    metric = {
        "name": "Helpfulness [GEval]",
        "score": score,
        "evaluationModel": "gpt-4.1",
        "reason": "r",
        "error": None,
    }
    return {"name": name, "input": "q", "actualOutput": output, "metricsData": [metric]}


def test_cases_of_deepeval_are_named_by_what_they_are_about(tmp_path):
    first = imported(tmp_path, a__json=dumps({"testRunData": {"testCases": [_case("test_case_0", "x")]}}))
    other = imported(
        tmp_path, b__json=dumps({"testCases": [_case("test_case_7", "x"), _case("test_case_0", "y")]})
    )
    assert first.values("item_id")[0] == other.values("item_id")[0] != other.values("item_id")[1]
    assert first.values("score") == [0.7321]


def test_a_link_to_the_cloud_is_refused_with_what_to_do(tmp_path):
    with pytest.raises(InputError, match=r"a\.json is a DeepEval link .* run the evaluation without a login"):
        imported(tmp_path, a__json=dumps({"testRunLink": "https://app.confident-ai.com/x"}))


# --- Prodigy ----------------------------------------------------------------------------------------


def _task(hash_: int, answer: str = "accept", **more: Any) -> dict[str, Any]:
    return {"text": f"t{hash_}", "_input_hash": hash_, "_task_hash": hash_ * 10, "answer": answer, **more}


def test_where_sessions_are_times_the_person_is_in_the_name_of_the_file(tmp_path):
    said = [
        _task(1, _annotator_id="2024-02-06_10-10-49"),
        _task(2, "reject", _annotator_id="2024-02-06_10-10-49"),
    ]
    found = imported(tmp_path, batch1_ann_final__jsonl=lines(said), batch1_bob_final__jsonl=lines(said))
    assert set(found.values("rater_id")) == {"ann", "bob"}
    assert set(found.values("score")) == {"accept", "reject"}


def test_several_questions_about_one_input_are_dimensions(tmp_path):
    records = [
        {**_task(1, answer, label=label, _session_id="ds-ann"), "_task_hash": number}
        for number, (label, answer) in enumerate([("TOXIC", "accept"), ("FUNNY", "reject")])
    ]
    found = imported(tmp_path, a__jsonl=lines(records))
    assert rows(found, "item_id", "rater_id", "dimension", "score") == [
        ("1", "ann", "TOXIC", "accept"),
        ("1", "ann", "FUNNY", "reject"),
    ]


def _choice(hash_: int, accept: list[str], options: list[str]) -> dict[str, Any]:
    shown = [{"id": str(place), "text": option} for place, option in enumerate(options)]
    chosen = [str(options.index(one)) for one in accept]
    return _task(
        hash_, options=shown, accept=chosen, config={"choice_style": "multiple"}, _session_id="ds-ann"
    )


def test_options_of_which_several_may_be_chosen_are_a_yes_or_no_each(tmp_path):
    records = [
        {**_choice(1, ["a"], ["a", "b"]), "accept": ["a"], "options": [{"id": "a"}, {"id": "b"}]},
        {**_choice(2, ["b"], ["a", "b"]), "accept": ["b"], "options": [{"id": "a"}, {"id": "b"}]},
        {**_choice(3, [], ["a", "b"]), "accept": []},
    ]
    found = imported(tmp_path, a__jsonl=lines(records))
    assert rows(found, "item_id", "dimension", "score") == [
        ("1", "choice: a", "yes"),
        ("1", "choice: b", "no"),
        ("2", "choice: a", "no"),
        ("2", "choice: b", "yes"),
        ("3", "choice: a", "no"),
        ("3", "choice: b", "no"),
    ]


def test_options_that_share_a_prefix_are_one_question(tmp_path):
    options = ["Tone: warm", "Tone: cold", "Length: short", "Length: long"]
    records = [
        _choice(1, ["Tone: warm", "Length: short"], options),
        _choice(2, ["Tone: cold"], options),
        _choice(3, ["Tone: warm", "Length: long"], options),
    ]
    found = imported(tmp_path, a__jsonl=lines(records))
    assert set(rows(found, "item_id", "dimension", "score")) == {
        ("1", "Tone", "warm"),
        ("1", "Length", "short"),
        ("2", "Tone", "cold"),
        ("3", "Tone", "warm"),
        ("3", "Length", "long"),
    }


# --- doccano ----------------------------------------------------------------------------------------


def test_old_files_of_doccano_name_raters_by_number(tmp_path):
    record = {
        "id": 7,
        "text": "t",
        "annotations": [{"label": 15, "user": 1}, {"label": 16, "user": 2}],
        "meta": {},
    }
    found = imported(tmp_path, a__jsonl=lines([record]))
    assert rows(found, "item_id", "rater_id", "score") == [("7", "1", 15), ("7", "2", 16)]


def test_several_labels_of_doccano_are_a_yes_or_no_each(tmp_path):
    files = {
        "ann.jsonl": lines([{"id": 1, "text": "t", "label": ["A", "B"], "Comments": []}]),
        "bob.jsonl": lines([{"id": 1, "text": "t", "label": ["B"], "Comments": []}]),
    }
    found = imported(tmp_path, a__zip=zipped(files))
    assert rows(found, "rater_id", "dimension", "score") == [
        ("ann", "label: A", "yes"),
        ("ann", "label: B", "yes"),
        ("bob", "label: A", "no"),
        ("bob", "label: B", "yes"),
    ]


def test_spans_are_no_ratings(tmp_path):
    record = {"id": 1, "text": "t", "label": [[0, 4, "PER"]], "Comments": []}
    with pytest.raises(InputError, match=r"export of doccano .* a span or a box \(1\)\. Ratings of whole"):
        imported(tmp_path, a__jsonl=lines([record]))


# --- Ragas ------------------------------------------------------------------------------------------


def _ragas(verdict: Any, accepted: bool, edited: Any = None) -> dict[str, Any]:
    prompt = {"edited_output": edited} if edited is not None else {}
    output = {"verdict": verdict, "reason": "r"}
    return {
        "metric_input": {"q": str((verdict, accepted, edited))},
        "metric_output": output,
        "is_accepted": accepted,
        "prompts": {"p": prompt},
    }


def test_a_rejected_verdict_of_ragas_means_the_other_one_where_there_are_two(tmp_path):
    records = [
        _ragas(1, True),
        _ragas(1, False),
        _ragas(0, False),
        _ragas(4, False),
        _ragas(1, False, {"verdict": 1, "reason": "another reason"}),
        _ragas(1, False, {"verdict": 0}),
    ]
    found = imported(tmp_path, a__json=dumps({"correctness": records}))
    people = [score for rater, score in rows(found, "rater_id", "score") if rater == "person"]
    assert people == [1, 0, 1, 1, 0]  # of the fourth nothing is known; the fifth edit keeps the verdict
    assert found.reasons == {"ratings without a value": 1}
    assert any(note.code == "ragas-unknown" for note in found.notes)


def test_inputs_of_ragas_that_repeat_are_told_apart(tmp_path):
    found = imported(tmp_path, a__json=dumps({"m": [_ragas(1, True), _ragas(1, True)]}))
    assert found.values("repeat") == [1, 1, 2, 2]


# --- Label Studio -----------------------------------------------------------------------------------


def _flat(item: int, who: str, verdict: str, **more: Any) -> dict[str, Any]:
    return {
        "id": item,
        "annotation_id": item * 10 + len(who),
        "annotator": who,
        "verdict": verdict,
        "prompt": f"p{item}",
        "lead_time": 2.0,
        "created_at": "2024-01-01T00:00:00Z",
        **more,
    }


def test_keys_that_are_neither_raters_nor_dimensions(tmp_path):
    said = [
        _flat(
            item,
            who,
            verdict,
            _data_verdict="of the task",
            agreement=50.0 + len(who),
            history=f"h{who}",
            verdict_transcript=f"v{who}",
        )
        for item, who, verdict in [
            (1, "ann", "good"),
            (1, "bob", "bad"),
            (2, "ann", "good"),
            (2, "bob", "good"),
        ]
    ]
    found = imported(tmp_path, a__csv=table(said))
    assert set(found.values("dimension")) == {"verdict"}
    assert set(found.values("score")) == {"good", "bad"}
    assert found.values("verdict") == ["of the task"] * 4  # a data key with the name of a control
    assert [note.code for note in found.notes if "control" in note.code] == ["label-studio-controls"]


def test_old_files_of_label_studio_have_completions_and_the_item_is_the_task(tmp_path):
    result = [{"from_name": "q", "to_name": "t", "type": "choices", "value": {"choices": ["A"]}}]
    task = {
        "id": 3,
        "data": {"text": "x"},
        "completions": [{"id": 999, "created_username": " ann@x.org, 1", "result": result}],
    }
    found = imported(tmp_path, a__json=dumps([task]))
    assert rows(found, "item_id", "rater_id", "score") == [("3", "ann@x.org, 1", "A")]


def test_regions_drafts_and_confidence_of_label_studio_are_no_ratings(tmp_path):
    result = [
        {
            "id": "r1",
            "from_name": "label",
            "type": "labels",
            "value": {"start": 0, "end": 3, "labels": ["PER"]},
        },
        {"id": "r2", "from_name": "why", "type": "textarea", "value": {"text": ["because"]}},
        {"id": "r3", "from_name": "stars", "type": "rating", "value": {"rating": 4}},
    ]
    task = {
        "id": 3,
        "data": {"text": "x"},
        "annotations": [{"id": 1, "completed_by": 7, "result": result}],
        "drafts": [{"result": result}],
        "predictions": [{"model_version": "m", "score": 0.9, "result": []}],
    }
    found = imported(tmp_path, a__json=dumps([task]))
    assert rows(found, "rater_id", "dimension", "score", "comment") == [("7", "stars", 4, "because")]
    assert found.reasons["labels for part of an item, such as a span or a box"] == 1


def test_a_ground_truth_of_label_studio_is_gold(tmp_path):
    result = [{"from_name": "stars", "type": "rating", "value": {"rating": 4}}]
    annotations = [
        {"completed_by": 7, "result": result},
        {"completed_by": 8, "ground_truth": True, "result": result},
    ]
    found = imported(tmp_path, a__json=dumps([{"id": 3, "data": {}, "annotations": annotations}]))
    assert rows(found, "rater_id", "rater_kind") == [("7", "human"), ("ground truth", "gold")]


# --- Langfuse ---------------------------------------------------------------------------------------


def _score(trace: str, name: str, source: str, value: Any, **more: Any) -> dict[str, Any]:
    return {
        "id": trace + name,
        "traceId": trace,
        "name": name,
        "source": source,
        "dataType": "NUMERIC",
        "value": value,
        "stringValue": None,
        "userId": "end user",
        "timestamp": "2024-01-01T00:00:00Z",
        **more,
    }


def test_names_of_people_and_judges_are_paired(tmp_path):
    scores = []
    for trace in "abc":
        scores += [
            _score(trace, f"human_{d}", "ANNOTATION", 3, authorUserName="Ann") for d in ("tone", "facts")
        ]
        scores += [_score(trace, f"gpt4-{d}-eval", "EVAL", 2) for d in ("tone", "facts")]
    found = imported(tmp_path, a__json=dumps(scores))
    assert set(found.values("dimension")) == {"tone", "facts"}
    assert "end user" not in found.values("rater_id")
    assert any(note.code == "langfuse-names" for note in found.notes)


def test_text_and_corrections_of_langfuse_are_no_scores_and_values_have_any_type(tmp_path):
    subject = {"kind": "trace", "id": "t1"}
    scores = [
        {
            **_score("t1", "ok", "ANNOTATION", True, authorUserId="u1"),
            "dataType": "BOOLEAN",
            "subject": subject,
        },
        {**_score("t1", "ok", "EVAL", False), "dataType": "BOOLEAN", "subject": subject},
        {**_score("t1", "why", "ANNOTATION", "long text"), "dataType": "TEXT", "subject": subject},
        {**_score("t1", "fix", "ANNOTATION", ""), "dataType": "CORRECTION", "subject": subject},
    ]
    found = imported(tmp_path, a__json=dumps({"data": scores, "meta": {}}))
    assert found.values("score") == [True, False]
    assert found.reasons == {"free text, corrections and notes, which are not ratings": 2}


def test_an_annotation_without_an_author_is_said_to_be_one(tmp_path):
    scores = [_score("t", "q", "ANNOTATION", 3), _score("t", "q", "EVAL", 2)]
    found = imported(tmp_path, a__json=dumps(scores))
    assert set(found.values("rater_id")) == {"unknown person", "LLM judge"}
    assert any(note.code == "unnamed-people" for note in found.notes)


def test_people_on_traces_and_judges_on_observations_meet_on_traces(tmp_path):
    scores = [
        _score("t", "q", "ANNOTATION", 3, authorUserName="Ann"),
        _score("t", "q", "EVAL", 2, observationId="o1"),
    ]
    assert set(imported(tmp_path, a__json=dumps(scores)).values("item_id")) == {"t"}


# --- Inspect ----------------------------------------------------------------------------------------


def _log(*samples: Any, **more: Any) -> dict[str, Any]:
    run = {"run_id": "r", "created": "2024-01-01", "model_roles": {"grader": {"model": "openai/gpt-4o"}}}
    return {"version": 2, "status": "success", "eval": run, "samples": list(samples), **more}


def test_people_who_changed_a_score_of_inspect_are_raters(tmp_path):
    history = [
        {"value": 2, "explanation": "judge"},
        {"value": 4, "explanation": "me", "provenance": {"author": "ann"}},
    ]
    sample = {
        "id": "q1",
        "epoch": 2,
        "scores": {"rubric": {"value": 4, "history": history}, "match": {"value": "C"}},
    }
    found = imported(tmp_path, a__json=dumps(_log(sample)))
    assert rows(found, "rater_id", "rater_kind", "dimension", "score", "repeat") == [
        ("rubric openai/gpt-4o", "judge", "rubric", 2, 2),
        ("ann", "human", "rubric", 4, 2),
        ("match openai/gpt-4o", "code", "match", "C", 2),
    ]


def test_a_list_of_scores_is_a_rater_each_and_an_unfinished_log_says_so(tmp_path):
    sample = {"id": "q1", "epoch": 1, "scores": {"panel": {"value": [1, float("nan"), 3]}}}
    found = imported(tmp_path, a__json=json.dumps(_log(sample, status="error")).encode())
    assert rows(found, "rater_id", "score") == [("panel openai/gpt-4o 1", 1), ("panel openai/gpt-4o 3", 3)]
    assert any(note.code == "unfinished-log" for note in found.notes)


# --- MT-bench, LangSmith, MLflow --------------------------------------------------------------------


def test_pairs_of_mt_bench_are_compared_by_the_name_of_the_winner(tmp_path):
    judged = {
        "question_id": 1,
        "model_1": "x",
        "model_2": "y",
        "g1_winner": "model_1",
        "g2_winner": "tie",
        "judge": ["gpt-4", "pair-v2"],
        "turn": 1,
    }
    failed = {**judged, "question_id": 2, "g1_winner": "error"}
    person = {
        "question_id": 1,
        "model_a": "y",
        "model_b": "x",
        "winner": "model_b",
        "judge": "author_2",
        "turn": 1,
    }
    found = imported(tmp_path, a__jsonl=lines([judged, failed]), b__jsonl=lines([person]))
    assert rows(found, "item_id", "rater_id", "rater_kind", "score", "repeat") == [
        ("1 x y 1", "gpt-4", "judge", "x", 1),
        ("1 x y 1", "gpt-4", "judge", "tie", 2),
        ("2 x y 1", "gpt-4", "judge", "tie", 2),
        ("1 x y 1", "author_2", "human", "x", 2),  # the order of names is repeat 1, the other one 2
    ]
    assert found.failed == {"gpt-4": 1}


def test_comparisons_of_langsmith_keep_the_side_that_was_preferred(tmp_path):
    def said(run: str, session: str, score: int) -> dict[str, Any]:
        return {
            "key": "better",
            "run_id": run,
            "session_id": session,
            "score": score,
            "comparative_experiment_id": "c",
            "feedback_group_id": "g",
            "feedback_source": {"type": "app", "user_id": "ann"},
        }

    found = imported(tmp_path, a__jsonl=lines([said("r1", "old", 0), said("r2", "new", 1)]))
    assert rows(found, "item_id", "rater_id", "score") == [("g", "ann", "new")]
    assert found.reasons == {"the side of a pair that was not preferred": 1}


def test_mlflow_keeps_what_a_judge_said_before_a_person_overrode_it(tmp_path):
    def said(kind: str, who: str, value: Any, **more: Any) -> dict[str, Any]:
        source = {"source_type": kind, "source_id": who}
        return {"assessment_name": "q", "source": source, "feedback": {"value": value}, "valid": True, **more}

    gold = {
        "assessment_name": "q",
        "source": {"source_type": "HUMAN", "source_id": "ann"},
        "expectation": {"value": 5.0},
    }
    several = said("CODE", "rule", {"short": True, "polite": False})
    trace = {
        "trace_id": "t",
        "assessments": [
            said("AI_JUDGE", "gpt", 2.0, valid=False),
            said("HUMAN", "ann", 3.0, valid=False),
            said("HUMAN", "ann", 4.0),
            gold,
            several,
        ],
    }
    found = imported(tmp_path, a__json=dumps([trace]))
    assert rows(found, "rater_id", "rater_kind", "dimension", "score") == [
        ("gpt", "judge", "q", 2),
        ("ann", "human", "q", 4),
        ("rule", "code", "q.short", True),
        ("rule", "code", "q.polite", False),
        ("expectation", "gold", "q", 5),
    ]
    assert found.reasons == {"ratings overridden by a later one": 1}


def test_lists_that_csv_wrote_as_python_shows_them_are_read(tmp_path):
    shown = str(
        [
            {
                "assessment_name": "q",
                "source": {"source_type": "HUMAN", "source_id": "ann"},
                "feedback": {"value": 4.0},
            }
        ]
    )
    found = imported(tmp_path, a__csv=table([{"trace_id": "t1", "request": "r", "assessments": shown}]))
    assert rows(found, "item_id", "rater_id", "score") == [("t1", "ann", 4)]


# --- which dimensions are read ----------------------------------------------------------------------


def _two_scales(tmp_path: Path) -> str:
    result = [
        {"from_name": "stars", "type": "rating", "value": {"rating": 4}},
        {"from_name": "verdict", "type": "choices", "value": {"choices": ["good"]}},
    ]
    third = [*result, {"from_name": "tone", "type": "rating", "value": {"rating": 2}}]
    tasks = [
        {"id": n, "data": {}, "annotations": [{"completed_by": who, "result": third} for who in (1, 2)]}
        for n in range(5)
    ]
    path = tmp_path / "a.json"
    path.write_bytes(dumps(tasks))
    return str(path)


def test_dimensions_on_another_scale_are_left_out_and_named(tmp_path):
    ratings = cc.read(_two_scales(tmp_path))
    assert set(ratings.dimension) == {"stars", "tone"}
    assert ratings.audit.dropped == {"ratings of dimensions on another scale": 10}
    assert any("verdict" in note.text and note.code == "other-scales" for note in ratings.audit.notes)
    assert set(cc.read(_two_scales(tmp_path), dimensions=["verdict"]).labels) == {"good"}
    pooled = cc.read(_two_scales(tmp_path), dimensions={"quality": ["stars", "tone"]}, duplicates="first")
    assert pooled.dimension is None


def test_a_dimension_that_is_not_there_is_told_with_those_that_are(tmp_path):
    with pytest.raises(
        cc.OptionError, match=r"no dimension 'star'; the dimensions are .* Did you mean 'stars'"
    ):
        cc.read(_two_scales(tmp_path), dimensions=["star"])


# --- seen on exports written as the tools' documentation says ---------------------------------------


def codes_of(ratings: cc.Ratings) -> list[str]:
    return [note.code for note in ratings.audit.notes]


def argilla_records(**answers: Any) -> list[dict[str, Any]]:
    """Six records: what ann and bob answered to each question, and what a model suggested."""
    return [
        {
            "id": f"r{i}", "fields": {"text": f"t{i}"}, "metadata": {}, "vectors": {}, "status": "completed",
            "suggestions": {"rating": {"value": 1 + i % 3, "score": None, "agent": "m"}},
            "responses": {
                question: [{"value": given(i, k), "user_id": who} for k, who in enumerate(("ann", "bob"))]
                for question, given in answers.items()
            },
        }
        for i in range(6)
    ]  # fmt: skip


def test_the_dimension_that_people_and_judges_share_is_read_and_the_option_for_another_is_said():
    records = argilla_records(
        rating=lambda i, k: 1 + (i + k) % 3, tags=lambda i, k: ["good", "long"] if (i + k) % 2 else ["bad"]
    )
    ratings = cc.read(records)
    assert ratings.raters == ("ann", "bob", "m")
    told = next(note for note in ratings.audit.notes if note.code == "other-scales")
    assert told.facts["option"] == "dimensions=['tags: bad']"
    assert cc.read(records, dimensions=["tags: bad"]).labels.tolist() == ["no", "yes"]


def test_a_ranking_is_no_choice_of_everything():
    two = cc.read(argilla_records(best=lambda i, k: ["a", "b"] if (i + k) % 2 else ["b", "a"]))
    assert two.labels.tolist() == ["a", "b"]
    orders = (["a", "b", "c"], ["c", "a", "b"])
    three = cc.read(argilla_records(best=lambda i, k: orders[(i + k) % 2]))
    assert three.labels.tolist() == [1, 2, 3]
    assert three.dimension is not None
    assert set(three.dimension.tolist()) == {"best: a", "best: b", "best: c"}


def test_conversations_of_deepeval_are_read_beside_its_test_cases(tmp_path):
    def case(name: str, **more: Any) -> dict[str, Any]:
        scores = [{"name": "Role", "score": 0.5, "evaluationModel": m, "error": None} for m in ("x", "y")]
        return {"name": name, "metricsData": scores, **more}

    run = {
        "testCases": [case("t0", input="in", actualOutput="out")],
        "conversationalTestCases": [
            case(f"c{i}", turns=[{"role": "user", "content": str(i)}]) for i in (1, 2)
        ],
    }
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"testRunData": run}), encoding="utf-8")
    assert cc.read(path).n_items == 3


def test_labels_that_annotators_of_doccano_share_are_refused_with_what_to_export(tmp_path):
    path = tmp_path / "all.jsonl"
    lines = [json.dumps({"id": i, "text": "t", "label": ["pos"], "Comments": []}) for i in range(4)]
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(InputError, match="Share annotations across all users"):
        cc.read(path)


def test_feedback_of_langsmith_that_differs_in_who_gave_it_is_one_dimension():
    rows = [
        {
            "example_id": f"e{i}",
            "id": f"r{i}",
            "feedback.tone": i % 3,
            "feedback.human_tone": (i + i // 4) % 3,
        }
        for i in range(9)
    ]
    ratings = cc.read(rows)
    assert sorted(zip(ratings.raters, ratings.rater_kinds, strict=True)) == [
        ("evaluator", "judge"), ("human", "human"),
    ]  # fmt: skip


def promptfoo_row(i: int, *rubrics: str) -> dict[str, Any]:
    judged = [
        {"score": (i + k) % 2, "assertion": {"type": "llm-rubric", "value": r}} for k, r in enumerate(rubrics)
    ]
    person = {"score": i % 2, "assertion": {"type": "human"}}
    return {
        "testIdx": i, "promptIdx": 0, "vars": {"q": i}, "namedScores": {},
        "gradingResult": {"componentResults": [*judged, person]},
    }  # fmt: skip


def test_people_who_grade_an_output_of_promptfoo_are_compared_with_its_only_rubric():
    ratings = cc.read([promptfoo_row(i, "is kind") for i in range(6)])
    assert sorted(ratings.rater_kinds) == ["human", "judge"]
    assert len(ratings) == 6  # one dimension


def test_dimensions_that_nobody_shares_are_said_with_how_to_join_them():
    rows = [promptfoo_row(i, "is kind", "is short") for i in range(6)]
    ratings = cc.read(rows)
    assert "names-apart" in codes_of(ratings)
    joined = cc.read(rows, dimensions={"kind": ["llm-rubric: is kind", "human"]})
    assert len(joined) == 6


def test_a_file_that_is_cut_short_names_its_tool_and_what_to_export(tmp_path):
    task = {"id": 1, "data": {"text": "t"}, "annotations": [{"completed_by": 1, "result": []}]}
    path = tmp_path / "cut.json"
    path.write_text(json.dumps([task] * 3)[:-20], encoding="utf-8")
    with pytest.raises(InputError, match=r"export of Label Studio.*choose Export, then JSON"):
        cc.read(path)
    path.write_text('[{"a": 1, "b": ', encoding="utf-8")
    with pytest.raises(InputError) as told:
        cc.read(path)
    assert "export of" not in str(told.value)


def test_a_judges_answer_in_an_export_is_parsed_as_in_any_table() -> None:
    rows = []
    for i in range(24):
        answer = "I cannot say." if i == 4 else f"Score: {1 + (i * 3) % 5}/5"
        both = {"traceId": f"t{i}", "timestamp": "2024-01-01T00:00:00Z", "name": "tone"}
        person = {"source": "ANNOTATION", "dataType": "NUMERIC", "value": 1 + i % 5, "authorUserName": "ann"}
        judge = {"source": "EVAL", "dataType": "CATEGORICAL", "stringValue": answer}
        rows += [{"id": f"h{i}", **both, **person}, {"id": f"j{i}", **both, **judge}]
    ratings = cc.read(rows)
    judged = next(
        rater for rater, kind in zip(ratings.raters, ratings.rater_kinds, strict=True) if kind == "judge"
    )
    assert ratings.audit.failed_parses == {judged: 1}
    assert ratings.labels.tolist() == [1, 2, 3, 4, 5]
