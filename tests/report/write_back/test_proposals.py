"""What goes back: disputed items by how far raters differ, agreed answers, every rating."""

from __future__ import annotations

import json

import pytest
import yaml

import concordant as cc
from concordant.errors import InputError
from concordant.report.write_back import TO, WHAT, Settings, outgoing, proposals
from tests.ratings.formats.test_golden import as_set, flat, put
from tests.ratings.formats.writers import WRITERS

DATA = {
    "item": ["a", "b", "c", "d"],
    "ann": [1, 3, 5, 2],
    "bob": [1, 5, 4, 2],
    "cem": [1, 1, 4, None],
    "judge": [2, 3, 4, 2],
    "prompt": ["p a", "p b", "p c", "p d"],
    "lang": ["en", "zh", "en", "zh"],
}


def ratings():
    return cc.read(
        DATA, raters=["ann", "bob", "cem", "judge"], text="prompt", slices="lang", categories=range(1, 6),
        rater_kind={"ann": "human", "bob": "human", "cem": "human", "judge": "judge"},
    )  # fmt: skip


def test_disputed_items_come_by_the_mean_difference_of_two_raters():
    # b: 3 5 1 3 → (2+2+0+4+2+2)/6 = 2; a: 1 1 1 2 → 3/6; c: 5 4 4 4 → 3/6; d: nobody differs
    found = proposals(ratings(), "disputed")
    assert found.items == ["b", "a", "c"]
    assert proposals(ratings(), "disputed", top=1).items == ["b"]


def test_gold_is_the_median_of_people_and_nothing_where_they_are_split():
    found = proposals(ratings(), "gold")
    # a: 1 1 1; b: 1 3 5 → 3; c: 4 4 5 → 4; d: 2 2 — the judge has no say
    assert {one.item: one.value for one in found.found} == {"a": 1, "b": 3, "c": 4, "d": 2}
    split = proposals(cc.read({"item": ["a", "b"], "x": [1, 2], "y": [2, 2]}), "gold")
    assert ({one.item for one in split.found}, split.undecided) == ({"b"}, 1)
    words = proposals(
        cc.read({"item": ["a", "b"], "x": ["p", "q"], "y": ["p", "r"], "z": ["r", "q"]}), "gold"
    )
    assert [one.value for one in words.found] == ["p", "q"]


def test_a_known_truth_is_gold():
    data = cc.read({"item": ["a", "b"], "x": [1, 2], "gold": [3, 3]}, raters=["x", "gold"])
    assert [one.value for one in proposals(data, "gold").found] == [3, 3]


def test_scores_are_every_rating():
    assert len(proposals(ratings(), "scores").found) == 15


def test_what_a_rater_said_again_is_kept_apart_and_what_has_no_place_is_counted():
    again = cc.read(
        [{"item": "a", "rater": r, "run": n, "score": s} for r, n, s in
         [("x", 1, 3), ("x", 2, 4), ("y", 1, 3), ("y", 2, 3)]],
        item="item", rater="rater", value="score", repeat="run",
    )  # fmt: skip
    found = proposals(again, "scores")
    ids = {request.body["id"] for request in outgoing("langfuse", found, Settings()).requests}
    assert len(ids) == len(found.found) == 4
    assert len(outgoing("label-studio", found, Settings()).requests) == 4
    assert (
        outgoing("argilla", found, Settings()).left_out
        == outgoing("doccano", found, Settings()).left_out
        == 3
    )
    assert [one.value for one in proposals(again, "gold").found] == [3]  # 3 3 3 4


def test_counts_cannot_be_written_back():
    with pytest.raises(InputError, match="only counts are available"):
        proposals(cc.counts([[3, 0], [2, 1]]), "gold")


# --- the schemas of the tools -------------------------------------------------------------------------


@pytest.mark.parametrize("to", TO)
@pytest.mark.parametrize("what", WHAT)
def test_every_tool_takes_everything_in_a_file_of_its_form(to, what):
    made = outgoing(to, proposals(ratings(), what), Settings(queue="q"))
    if made.ending == ".jsonl":
        records = [json.loads(line) for line in made.text.splitlines()]
    else:
        records = yaml.safe_load(made.text) if made.ending == ".yaml" else json.loads(made.text)
    assert records
    assert "b" in made.text


def test_scores_of_langfuse_are_of_the_official_type_and_keep_their_ids():
    made = outgoing("langfuse", proposals(ratings(), "gold"), Settings())
    again = outgoing("langfuse", proposals(ratings(), "gold"), Settings())
    score = made.requests[1].body
    assert {"traceId": "b", "name": "rating_gold", "value": 3, "dataType": "NUMERIC"}.items() <= score.items()
    assert score["comment"] == "ann: 3, bob: 5, cem: 1"
    assert [r.body["id"] for r in made.requests] == [r.body["id"] for r in again.requests]
    words = cc.read({"item": ["a"], "x": ["good"], "y": ["good"]}, raters=["x", "y"])
    assert (
        outgoing("langfuse", proposals(words, "gold"), Settings()).requests[0].body["dataType"]
        == "CATEGORICAL"
    )


def test_a_gold_file_for_label_studio_is_read_back_as_gold(tmp_path):
    made = outgoing("label-studio", proposals(ratings(), "gold"), Settings())
    tasks = [{"id": number, **task} for number, task in enumerate(json.loads(made.text))]
    path = tmp_path / "gold.json"
    path.write_text(json.dumps(tasks), encoding="utf-8")
    table = cc.import_table(path)
    assert set(table["rater_kind"]) == {"gold"}
    assert table["score"].tolist() == [1, 3, 4, 2]


def test_predictions_for_label_studio_are_read_back_as_the_ratings_they_were(tmp_path):
    source = put(WRITERS["label-studio"](), tmp_path)[0]
    before = cc.read(source)
    made = cc.write_back(source, to="label-studio", what="scores", path=tmp_path / "tasks.json")
    tasks = [
        {"id": int(task["data"]["item_id"]), "annotations": [], **task} for task in json.loads(made.text)
    ]
    path = tmp_path / "again.json"
    path.write_text(json.dumps(tasks), encoding="utf-8")
    after = cc.read(path)

    def bare(found):
        return {(one.item, one.rater, one.dimension, one.score) for one in as_set(list(flat(found, "")))}

    assert bare(after) == bare(before)


def test_phoenix_is_asked_for_a_hundred_annotations_at_a_time():
    many = cc.read({"item": list(range(130)), "x": [1] * 130, "judge": [2] * 130}, raters=["x", "judge"])
    made = outgoing("phoenix", proposals(many, "scores"), Settings())
    assert [len(request.body["data"]) for request in made.requests] == [100, 100, 60]
    assert {one["annotator_kind"] for request in made.requests for one in request.body["data"]} == {
        "CODE",
        "LLM",
    }


def test_judges_have_no_say_in_gold_where_nobody_is_known_to_be_a_person():
    data = cc.read({"item": list("abc"), "x": [1, 2, 3], "y": [1, 2, 4], "judge": [3, 3, 4]})
    found = proposals(data, "gold")
    assert [(one.value, dict(one.said)) for one in found.found] == [
        (1, {"x": 1, "y": 1}),
        (2, {"x": 2, "y": 2}),
    ]
    assert found.undecided == 1  # 3 and 4: the judge does not decide


def test_the_only_dimension_of_an_export_keeps_its_name():
    scores = [
        {"traceId": f"t{i}", "dataType": "NUMERIC", "source": "ANNOTATION", "name": "helpfulness",
         "value": 1 + (i + k) % 3, "authorUserName": who}
        for i in range(6) for k, who in enumerate(("ann", "bob"))
    ]  # fmt: skip
    made = outgoing("langfuse", proposals(cc.read(scores), "scores"), Settings())
    assert {json.loads(line)["name"] for line in made.text.splitlines()} == {"helpfulness"}


def test_an_observation_of_langfuse_is_scored_with_its_trace():
    data = {"item": ["o1", "o2"], "x": [1, 2], "y": [1, 2]}
    scored = Settings(object_type="OBSERVATION")
    with pytest.raises(InputError, match="trace of every scored observation"):
        outgoing("langfuse", proposals(cc.read(data), "gold"), scored)
    traced = cc.read({**data, "trace_id": ["t1", "t2"]}, raters=["x", "y"], text="trace_id")
    first = json.loads(outgoing("langfuse", proposals(traced, "gold"), scored).text.splitlines()[0])
    assert (first["traceId"], first["observationId"]) == ("t1", "o1")


def test_prodigy_offers_the_whole_scale_and_shows_texts_not_slices():
    bare = cc.read({k: v for k, v in DATA.items() if k != "prompt"}, slices="lang", categories=range(1, 6))
    for data, text in ((ratings(), "p b"), (bare, "b")):
        first = json.loads(outgoing("prodigy", proposals(data, "disputed"), Settings()).text.splitlines()[0])
        assert [option["id"] for option in first["options"]] == ["1", "2", "3", "4", "5"]
        assert first["text"] == text


def test_fields_of_argilla_are_texts_and_metadata_are_slices():
    first = json.loads(outgoing("argilla", proposals(ratings(), "gold"), Settings()).text)[0]
    assert (first["fields"], first["metadata"]) == ({"prompt": "p a"}, {"item_id": "a", "lang": "en"})


def test_phoenix_keeps_repeats_apart():
    data = {"item": ["a", "a"], "judge": [1, 2], "ann": [1, 1]}
    again = cc.read(data, raters=["judge", "ann"], item="item", duplicates="repeat")
    held = json.loads(outgoing("phoenix", proposals(again, "scores"), Settings()).text)["data"]
    assert len({(one["span_id"], one["name"], one["identifier"]) for one in held}) == len(held) == 4
