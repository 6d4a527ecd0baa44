"""Exports are recognised by content, plain tables stay tables, and what cannot be read is named."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pandas as pd
import polars as pl
import pytest

import concordant as cc
from concordant.errors import InputError, OptionError
from concordant.ratings.formats import find_export
from tests.ratings.formats.golden import golden
from tests.ratings.formats.test_golden import as_set, flat, put
from tests.ratings.formats.writers import WRITERS, dumps, lines, table, zipped
from tests.zstandard import zstd


@pytest.mark.parametrize(
    "rows",
    [
        [{"item": 1, "rater": "a", "score": 3}, {"item": 1, "rater": "b", "score": 2}],
        [{"trace_id": "t1", "human": 3, "judge": 2}, {"trace_id": "t2", "human": 4, "judge": 4}],
        [{"question_id": 1, "judge": "gpt", "score": 3}, {"question_id": 1, "judge": "me", "score": 2}],
        [{"id": 1, "annotator": "a", "label": "x"}, {"id": 1, "annotator": "b", "label": "y"}],
        [{"name": "q", "source": "web", "value": 3}, {"name": "r", "source": "web", "value": 2}],
        [{"task": 1, "worker": "a", "label": "x"}, {"task": 1, "worker": "b", "label": "x"}],
        [{"id": 1, "text": "t", "label": "A"}, {"id": 2, "text": "u", "label": "B"}],
    ],
)
def test_tables_that_only_resemble_an_export_are_tables(rows, tmp_path):
    for name, content in (("a.csv", table(rows)), ("a.jsonl", lines(rows)), ("a.json", dumps(rows))):
        path = tmp_path / name
        path.write_bytes(content)
        assert find_export([str(path)], "it") is None
    assert find_export(rows, "it") is None
    assert find_export(pd.DataFrame(rows), "it") is None


def test_a_nested_dictionary_and_columns_stay_what_they_were(tmp_path):
    for document in (
        {"ann": {"q1": 3, "q2": 5}, "bob": {"q1": 3, "q2": 4}},
        {"item": [1, 2], "a": [1, 2], "b": [1, 3]},
    ):
        path = tmp_path / "a.json"
        path.write_bytes(dumps(document))
        assert find_export([str(path)], "it") is None
        assert cc.read(path).n_items == 2


@pytest.mark.parametrize(
    ("name", "content", "tool", "advice"),
    [
        (
            "a.csv",
            table([{"q": "x", "gpt": "[PASS] (0.88, m: 0.75) hello"}, {"q": "y", "gpt": "[FAIL] (0)"}]),
            "promptfoo",
            "promptfoo eval -o results.json",
        ),
        ("a.json", dumps({"testRunLink": "https://x"}), "DeepEval", "without a login"),
        ("a.txt", b"__label__good some text\n__label__bad other text\n", "doccano", "export JSONL"),
        (
            "a.json",
            dumps({"images": [{}], "annotations": [{}], "categories": [{}]}),
            "Label Studio",
            "then JSON",
        ),
        ("a.json", dumps([{"id": 1, "data": {}, "total_annotations": 2}]), "Label Studio", "then JSON"),
        (
            "a.csv",
            table([{"annotation_name": "q", "annotator_kind": "HUMAN", "result.score": 3}]),
            "Phoenix",
            "reset_index",
        ),
        ("a.json", dumps([{"id": 1, "run_type": "llm", "feedback_stats": {}}]), "LangSmith", "list_feedback"),
        ("a.zip", zipped({"exportedproject.json": b"{}", "x.xmi": b"<x/>"}), "INCEpTION", "diagnosis as CSV"),
    ],
)
def test_what_looks_like_a_tool_and_cannot_be_read_says_what_to_export(name, content, tool, advice, tmp_path):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=f"{tool}.*{re.escape(advice)}"):
        cc.read(path)


def test_an_export_without_ratings_says_why_and_what_to_do(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(dumps([{"id": 1, "data": {"t": "x"}, "annotations": []}]))
    with pytest.raises(InputError, match=r"Label Studio .* no rating: records without any rating \(1\)\."):
        cc.read(path)


def test_an_archive_without_an_export_is_to_be_unpacked(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(
        zipped({"scores.csv": table([{"item": 1, "a": 1, "b": 2}, {"item": 2, "a": 2, "b": 2}])})
    )
    with pytest.raises(InputError, match="contains no export of a known tool: unpack it"):
        cc.read(path)


# --- how exports come ---------------------------------------------------------------------------------


def test_packed_exports_are_read(tmp_path):

    written = WRITERS["langsmith"]()
    raw = next(iter(written.files.values()))
    packed = {
        "a.jsonl.gz": gzip.compress(raw),
        "a.jsonl.zst": zstd.compress(raw),
        "a.zip": zipped({"feedback.jsonl": raw}),
    }
    for name, content in packed.items():
        path = tmp_path / name
        path.write_bytes(content)
        assert as_set(list(flat(cc.read(path), ""))) == set(golden())


def records_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in next(iter(WRITERS[name]().files.values())).splitlines()]


def test_a_list_of_dictionaries_and_frames_are_read_too(tmp_path):
    records = records_of("langsmith")
    assert as_set(list(flat(cc.read(records), ""))) == set(golden())
    spans = pd.read_csv(put(WRITERS["phoenix"](), tmp_path)[0]).set_index("span_id")
    assert as_set(list(flat(cc.read(spans), ""))) == set(golden())
    flat_records = [
        json.loads(line) for line in next(iter(WRITERS["argilla-flat"]().files.values())).splitlines()
    ]
    frame = pl.DataFrame(flat_records)
    assert as_set(list(flat(cc.read(frame), ""))) == set(golden())
    frame.write_parquet(tmp_path / "flat.parquet")
    assert as_set(list(flat(cc.read(tmp_path / "flat.parquet"), ""))) == set(golden())


class _Dataset:
    """What a dataset of Hugging Face shows of itself."""

    __module__ = "datasets.arrow_dataset"

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self._columns = columns

    def to_dict(self) -> dict[str, list[Any]]:
        return self._columns


class _Splits(dict[str, Any]):
    __module__ = "datasets.dataset_dict"


def test_a_dataset_of_hugging_face_is_read_as_an_export_or_as_a_table():
    records = records_of("argilla-flat")
    columns = {name: [record[name] for record in records] for name in records[0]}
    for data in (_Dataset(columns), _Splits(train=_Dataset(columns))):
        assert as_set(list(flat(cc.read(data), ""))) == set(golden())
    plain = _Dataset({"item": ["a", "b", "c"], "human": [1, 2, 3], "judge": [1, 2, 2]})
    assert cc.read(plain).raters == ("human", "judge")
    with pytest.raises(InputError, match=r"splits train, test: pass one of them, such as data\['train'\]"):
        cc.read(_Splits(train=plain, test=plain))


def test_several_files_a_folder_and_a_pattern_are_one_export(tmp_path):
    paths = put(WRITERS["mt-bench"](), tmp_path)
    for source in (paths, tmp_path, str(tmp_path / "*.jsonl")):
        assert cc.read(source).n_raters == 4


def test_exports_of_several_tools_are_not_mixed(tmp_path):
    paths = [*put(WRITERS["langsmith"](), tmp_path), *put(WRITERS["opik"](), tmp_path)]
    with pytest.raises(InputError, match="contains exports of several tools, LangSmith and Opik"):
        cc.read(paths)


# --- what the caller says -----------------------------------------------------------------------------


def test_a_caller_who_names_columns_gets_the_plain_table(tmp_path):
    path = put(WRITERS["langfuse, csv"](), tmp_path)[0]
    plain = cc.read(
        path, item="traceId", rater="authorUserName", value="value", dimension="name", duplicates="last"
    )
    assert plain.raters == ("ann", "bob", "cem")
    assert "export-format" not in {note.code for note in plain.audit.notes}
    assert cc.read(path, rater_kind={"gpt-judge": "code"}).rater_kinds == ("human", "human", "human", "code")


def test_a_format_that_is_not_there_is_told_with_those_that_are(tmp_path):
    path = put(WRITERS["langfuse"](), tmp_path)[0]
    with pytest.raises(OptionError, match=r"input_format must be one of .* Did you mean 'langfuse'"):
        cc.read(path, input_format="lanfuse")
    with pytest.raises(OptionError, match="dimensions selects dimensions of an export"):
        cc.read({"item": [1, 2], "a": [1, 2], "b": [1, 2]}, dimensions=["q"])


def test_every_reason_has_the_same_words_in_the_audit_and_in_both_languages():
    from concordant.language.render import topic
    from concordant.ratings.formats import REASONS

    said = topic("audit")
    for why, words in REASONS.items():
        assert said[f"dropped-export-{why}"]["en"] == f"Excluded {{count:count}}: {words}."


def test_every_note_of_an_import_is_written_in_both_languages(tmp_path):
    for number, make in enumerate(WRITERS.values()):
        folder = tmp_path / str(number)
        folder.mkdir()
        paths = put(make(), folder)
        notes = cc.read(paths if len(paths) > 1 else paths[0]).audit.notes
        from concordant.interpret.notes import note_message

        assert not [note.text for note in notes if note_message(note).code == "notes.other"]
