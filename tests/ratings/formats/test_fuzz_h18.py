"""Exports that are damaged in any way are read, or refused in one sentence; they never end in a traceback."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import concordant as cc
from concordant.errors import ConcordantError
from tests.ratings.formats.test_golden import one_or_all, put
from tests.ratings.formats.writers import WRITERS, Written, dumps, lines, zipped

#: Formats that are JSON, so that a part of them can be taken out.
IN_JSON = [name for name, make in WRITERS.items() if next(iter(make().files)).endswith((".json", ".jsonl"))]


def _documents(content: bytes, name: str) -> tuple[Any, bool]:
    if name.endswith(".jsonl"):
        return [json.loads(line) for line in content.splitlines()], True
    return json.loads(content), False


def _damaged(value: Any, rng: Random, rate: float) -> Any:
    """The value with keys missing, values that are null or of another type, and more nested ones."""
    if rng.random() < rate:
        return rng.choice(
            [None, "", "x", -1, 1e308, True, [], {}, [value], {"value": value}, [[[[value]]]], float("nan")]
        )
    if isinstance(value, dict):
        kept = {k: _damaged(v, rng, rate) for k, v in value.items() if rng.random() > rate}
        return {**kept, "never seen before": {"a": [1, {"b": 2}]}}
    if isinstance(value, list):
        return [_damaged(one, rng, rate) for one in value]
    return value


def _spoiled(written: Written, rng: Random, rate: float) -> Written:
    files = {}
    for name, content in written.files.items():
        document, by_line = _documents(content, name)
        spoiled = _damaged(document, rng, rate)
        files[name] = (
            lines(spoiled if isinstance(spoiled, list) else [spoiled]) if by_line else dumps(spoiled)
        )
    return Written(files, [])


def _complaint(paths: list[str]) -> str:
    """What is said against files; nothing where they are read, and all that is left out is counted."""
    try:
        audit = cc.read(one_or_all(paths)).audit
    except ConcordantError as problem:
        return str(problem)
    assert audit.rows_read == audit.rows_used + sum(audit.dropped.values())
    return ""


@pytest.mark.parametrize("name", IN_JSON)
def test_damaged_records_are_read_or_refused_in_one_sentence(name, tmp_path):
    written = WRITERS[name]()
    for seed in range(10):
        rng = Random(seed + 77000)  # noqa: S311
        paths = put(_spoiled(written, rng, rng.choice([0.003, 0.02, 0.1])), tmp_path)
        assert "\n" not in _complaint(paths)


@pytest.mark.parametrize("name", WRITERS)
def test_files_that_are_cut_short_are_read_or_refused_in_one_sentence(name, tmp_path):
    written = WRITERS[name]()
    for share in (0.02, 0.3, 0.7, 0.99):
        cut = {file: content[: int(len(content) * share)] for file, content in written.files.items()}
        assert "\n" not in _complaint(put(Written(cut, []), tmp_path))


def test_unknown_fields_change_nothing(tmp_path):
    for name in IN_JSON:
        written = WRITERS[name]()
        files = {}
        for file, content in written.files.items():
            document, by_line = _documents(content, file)
            more = _with_unknown(document) if name not in ("alt-test", "ragas") else document
            files[file] = lines(more) if by_line else dumps(more)
        ratings = cc.read(one_or_all(put(Written(files, []), tmp_path)))
        assert ratings.audit.n_ratings == len(written.expected), name


def _with_unknown(value: Any) -> Any:
    """Another key in every record, on the outer levels."""
    if isinstance(value, list):
        return [_with_unknown(one) for one in value]
    return {**value, "brand_new_field": {"nested": [1, 2]}} if isinstance(value, dict) else value


@pytest.mark.slow
def test_a_hundred_thousand_records_are_read_in_seconds(tmp_path):
    path = tmp_path / "many.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number in range(100_000):
            who, item = number % 4, number // 4
            source = {"type": "app", "user_id": f"u{who}"}
            row = {
                "run_id": f"r{item}",
                "key": "q",
                "score": 1 + (item + who // 3) % 5,
                "feedback_source": source,
            }
            file.write(json.dumps(row) + "\n")
    ratings = cc.read(path)
    assert (ratings.n_items, ratings.n_raters, ratings.audit.n_ratings) == (25_000, 4, 100_000)


def test_an_archive_with_odd_members_is_read(tmp_path):
    files = {
        "__MACOSX/._ann.jsonl": b"\x00\x01",
        ".DS_Store": b"junk",
        "empty.jsonl": b"",
        "notes.txt": b"hello\nthere\n",
        "ann.jsonl": lines([{"id": 1, "text": "t", "label": ["A"], "Comments": []}]),
        "bob.jsonl": lines([{"id": 1, "text": "t", "label": ["B"], "Comments": []}]),
    }
    path = tmp_path / "x.zip"
    path.write_bytes(zipped(files))
    ratings = cc.read(path)
    assert ratings.raters == ("ann", "bob")
    assert any(note.code == "files-passed-over" for note in ratings.audit.notes)
