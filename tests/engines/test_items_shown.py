"""Items that a study shows: the same wherever the data are kept, with few questions asked of the engine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import concordant as cc
from concordant.interpret.study import cell_items
from concordant.interpret.study.study import Study
from concordant.ratings.remote import item_source as kept
from tests.engines.held import ELSEWHERE

PLACES = [*ELSEWHERE, "polars parquet", "ibis", "duckdb several"]


def wide(n: int = 400, seed: int = 0) -> pa.Table:
    """Two people and two judges, some gaps, texts that are not in order, comments."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 4, n)
    items = [f"i{i:04d}" for i in rng.permutation(n)]
    columns: dict[str, Any] = {"prompt": [f"about {item}" for item in items]}
    for name in ("human_1", "human_2", "judge_a", "judge_b"):
        said = np.clip(truth + rng.choice([-1, 0, 0, 0, 0, 1, 3], n), 0, 3).tolist()
        columns[name] = [None if rng.random() < 0.1 else x for x in said]
    columns["lang"] = rng.choice(["en", "zh", None], n).tolist()
    columns["judge_a_reason"] = [None if i % 3 else f"because {item}" for i, item in enumerate(items)]
    return pa.table({"id": items, **columns})


def turned(table: pa.Table) -> pa.Table:
    """The same, one rating a row."""
    rows = [
        {"id": row["id"], "rater": name, "score": row[name], "prompt": row["prompt"], "lang": row["lang"],
         "comment": row["judge_a_reason"] if name == "judge_a" else None}
        for row in table.to_pylist()
        for name in ("human_1", "human_2", "judge_a", "judge_b")
        if row[name] is not None
    ]  # fmt: skip
    return pa.Table.from_pylist(rows)


def tables(study: Study) -> list[Any]:
    return [one.confusion for one in study.comparisons]


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("place", PLACES)
def test_a_wide_table_shows_the_same_items_everywhere(place: str, hold: Any) -> None:
    source, options = hold(place, wide())
    found, expected = cc.study(source, **options), cc.study(wide(), engine="memory")
    assert found.data.fingerprint == expected.data.fingerprint
    assert tables(found) == tables(expected)
    assert found.items == expected.items
    assert any(one.comments for one in found.items)


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_long_table_shows_the_same_items_everywhere(place: str, hold: Any) -> None:
    table = turned(wide(150))
    source, options = hold(place, table)
    found, expected = cc.study(source, **options), cc.study(table, engine="memory")
    assert tables(found) == tables(expected)
    assert found.items == expected.items
    assert found.data.fingerprint == expected.data.fingerprint


@pytest.mark.parametrize("place", ["duckdb parquet", "polars lazy", "postgres"])
def test_rare_cells_are_asked_for_again_and_that_is_a_few_questions(
    place: str, hold: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    plain = kept.smallest

    def counted(*args: Any, **more: Any) -> Any:
        asked.append(1)
        return plain(*args, **more)

    expected = cc.study(wide(1500), engine="memory", per_cell=3)
    monkeypatch.setattr(cell_items, "_AT_A_TIME", 200)
    monkeypatch.setattr(kept, "smallest", counted)
    source, options = hold(place, wide(1500))
    found = cc.study(source, **options, per_cell=3)
    assert tables(found) == tables(expected)
    assert found.items == expected.items
    assert 3 <= len(asked) <= 6  # the first, cells that lack items, and what findings point to


@pytest.mark.parametrize("place", ["duckdb parquet", "polars lazy"])
def test_items_without_names_are_shown_without(place: str, hold: Any) -> None:
    table = wide().drop_columns(["id"])
    source, options = hold(place, table)
    found, expected = cc.study(source, **options), cc.study(table, engine="memory")
    assert {one.item for one in found.items} == {""}
    rows = {tuple(row[name] for name in expected.items[0].ratings) for row in table.to_pylist()}
    assert {tuple(one.ratings.values()) for one in found.items} <= rows
    for a, b in zip(tables(found), tables(expected), strict=True):
        if a is not None:
            assert [(c.first, c.second, c.n) for c in a.items] == [(c.first, c.second, c.n) for c in b.items]
            assert all(cell.items for cell in a.items)


def test_rows_that_were_made_one_keep_their_texts(hold: Any) -> None:
    table = pa.concat_tables([wide(60), wide(60).slice(0, 20)])
    source, options = hold("duckdb parquet", table)
    found, expected = cc.study(source, **options), cc.study(table, engine="memory")
    assert found.items == expected.items
    assert all(one.texts for one in found.items)


def test_examples_hold_no_texts(hold: Any) -> None:
    source, options = hold("duckdb parquet", wide())
    study = cc.study(source, **options)
    examples = [example for finding in study.findings for example in finding.examples]
    examples += [item.said for one in study.comparisons if one.ledger for item in one.ledger.items]
    assert examples
    assert all(next(iter(example)) == "id" and "prompt" not in example for example in examples)
