"""Data that do not fit in the memory that is allowed."""

from __future__ import annotations

import gc
import tempfile
from pathlib import Path

import duckdb
import pytest

import concordant as cc
from concordant.errors import InputError
from concordant.ratings.read import read

ROWS = 2_400_000


@pytest.fixture
def spills(tmp_path, monkeypatch):
    """The folder that spill folders are made in."""
    folder = tmp_path / "spills"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture(scope="module")
def large(tmp_path_factory) -> Path:
    """Long data: items of three ratings each, which lie far apart."""
    path = tmp_path_factory.mktemp("large") / "long.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            f"""COPY (SELECT 'the item called ' || (i * 7919 % n) AS item, 'rater ' || (i // n) AS rater,
                (i * 7919 % n + i // (2 * n)) % 4 AS score
                FROM (SELECT i, {ROWS // 3} AS n FROM range({ROWS}) t(i))) TO '{path}' (FORMAT parquet)"""
        )
    return path


@pytest.mark.slow
def test_long_data_are_turned_within_a_limit_of_memory(large, spills):
    options = {"item": "item", "rater": "rater", "value": "score", "shape": "long"}
    ratings = read(large, memory_limit="100MB", **options)
    # raters 0 and 1 say item % 4, rater 2 one more: each of four patterns a quarter of the items
    assert sorted(ratings.weights) == [ROWS / 12] * 4
    assert {tuple(row) for row in ratings.matrix.tolist()} == {(k, k, (k + 1) % 4) for k in range(4)}
    assert ratings.audit.n_items == ROWS // 3
    assert list(spills.iterdir())  # the way to the items is still open
    del ratings
    gc.collect()
    assert list(spills.iterdir()) == []


@pytest.mark.slow
def test_a_check_of_items_spills_too(tmp_path, spills):
    path = tmp_path / "wide.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            f"""COPY (SELECT 'the item called ' || (i * 7919 % {ROWS}) AS item, i % 3 AS a, i % 2 AS b
                FROM range({ROWS}) t(i)) TO '{path}' (FORMAT parquet)"""
        )
    found = cc.cohen_kappa(path, memory_limit="100MB")
    assert found.n_items == ROWS
    # a runs 0 1 2 0 1 2, b 0 1 0 1 0 1: they meet in 2 of 6, and by chance in 1/6 + 1/6
    assert found.estimate == pytest.approx(0, abs=1e-12)
    del found
    gc.collect()
    assert list(spills.iterdir()) == []


def test_too_little_memory_is_told_in_a_sentence(large, spills):
    with pytest.raises(InputError, match=r"long.parquet cannot be summarised within the allowed memory"):
        read(large, memory_limit="1MB", item="item", rater="rater", value="score", shape="long")
    gc.collect()
    assert list(spills.iterdir()) == []


def test_progress_is_told_and_may_stop_the_reading(large, spills):
    told: list[float] = []

    def stop(share: float) -> None:
        told.append(share)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read(large, engine="duckdb", progress=stop, item="item", rater="rater", value="score", shape="long")
    assert len(told) == 1
    assert 0 <= told[0] <= 1
    gc.collect()
    assert list(spills.iterdir()) == []
