"""One set of ratings, written in every format, comes back the same from every importer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.ratings.formats import find_export, formats, read_export
from concordant.ratings.ratings import Ratings
from tests.ratings.formats.golden import Rating, content_type, golden
from tests.ratings.formats.writers import WRITERS, Written


def put(written: Written, folder: Path) -> list[str]:
    """The files on disk, by their paths."""
    for name, content in written.files.items():
        (folder / name).write_bytes(content)
    return [str(folder / name) for name in written.files]


def one_or_all(paths: list[str]) -> Any:
    return paths[0] if len(paths) == 1 else paths


def flat(ratings: Ratings, dimension: str) -> Iterator[Rating]:
    """Every rating by itself."""
    labels = ratings.labels.tolist()
    for row in range(len(ratings)):
        for rater, kind, column in zip(ratings.raters, ratings.rater_kinds, ratings.columns, strict=True):
            if column[row] >= 0:
                about = dimension if ratings.dimension is None else str(ratings.dimension[row])
                yield Rating(str(ratings.item_labels[row]), rater, kind, about, labels[column[row]])


def as_set(ratings: list[Rating]) -> set[Rating]:
    assert len(set(ratings)) == len(ratings)
    return set(ratings)


@pytest.mark.parametrize("name", WRITERS)
def test_every_importer_gives_the_golden_ratings(name, tmp_path):
    written = WRITERS[name]()
    ratings = cc.read(one_or_all(put(written, tmp_path)))
    found = list(flat(ratings, written.expected[0].dimension))
    if written.named is not None:
        shown = {
            row: written.named(next(iter(ratings.texts.values())).text(row)) for row in range(len(ratings))
        }
        names = {str(ratings.item_labels[row]): item for row, item in shown.items()}
        found = [Rating(names[one.item], one.rater, one.kind, one.dimension, one.score) for one in found]
    assert as_set(found) == as_set(written.expected)


@pytest.mark.parametrize("name", WRITERS)
def test_whatever_is_left_out_is_in_the_audit_with_its_reason_and_nothing_is_lost(name, tmp_path):
    written = WRITERS[name]()
    audit = cc.read(one_or_all(put(written, tmp_path))).audit
    assert dict(audit.dropped) == written.left_out
    assert audit.rows_read == audit.rows_used + sum(audit.dropped.values())
    assert audit.rows_used == len(written.expected)


@pytest.mark.parametrize("name", WRITERS)
def test_a_format_is_recognised_by_its_content_whatever_the_file_is_called(name, tmp_path):
    written = WRITERS[name]()
    paths = []
    for number, content in enumerate(written.files.values()):
        path = tmp_path / f"{'human' if not number else 'llm'}{number}.download"
        path.write_bytes(content)
        paths.append(str(path))
    export = find_export(paths, "it")
    assert export is not None
    assert export.format.name == name.partition(",")[0]


def test_every_format_that_has_rules_has_a_writer_here():
    named = {name.partition(",")[0] for name in WRITERS} | {"mt-bench-pairs"}  # test_corrections.py
    assert {known.name for known in formats() if not known.ordinary} == named


def test_slices_texts_times_seconds_and_comments_come_along(tmp_path):
    ratings = cc.read(put(WRITERS["label-studio"](), tmp_path)[0])
    assert set(ratings.slices) == {"content_type"}
    assert ratings.texts["prompt"].text(0) == "What is item 101 about?"
    assert {content_type(str(item)) for item in ratings.item_labels} == set(ratings.column_of("content_type"))
    assert ratings.times is not None
    assert ratings.reading.effort["ann"].seconds == 4.25
    assert cc.read(put(WRITERS["deepeval"](), tmp_path)[0]).reading.effort["ann"].cost == pytest.approx(0.001)


def test_the_canonical_table_holds_what_was_read(tmp_path):
    table = read_export(find_export(put(WRITERS["langsmith"](), tmp_path), "it"))
    found = {
        Rating(*row)
        for row in zip(
            *(table.values(n) for n in ("item_id", "rater_id", "rater_kind", "dimension", "score")),
            strict=True,
        )
    }
    assert found == set(golden())
    assert set(table.values("timestamp")) == {"2024-03-09T22:16:08Z"}
    assert set(table.values("comment")) == {"fine"}
