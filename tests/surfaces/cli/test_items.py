"""`concordant items`, and parts by several columns."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
PAIR = ("--raters", "human,judge")


def shown(done: Result) -> list[str]:
    return [item["id" if "id" in item else "item"] for item in json.loads(done.output)["items"]]


@pytest.mark.parametrize("engine", [(), ("--engine", "duckdb")])
def test_items_on_which_raters_differ_come_first(engine: tuple[str, ...], run: Run, scores: Path) -> None:
    done = run("items", scores, *PAIR, "--json", *engine)
    assert shown(done) == [2, 5]  # 2 and 3, 1 and 2: both one apart, so by name


def test_a_cell_is_chosen_by_what_raters_said(run: Run, scores: Path) -> None:
    assert shown(run("items", scores, *PAIR, "--where", "human=1,judge=1", "--json")) == [1, 8]
    assert shown(run("items", scores, *PAIR, "--where", "human=1,judge=1,type=b", "--json")) == [8]


def test_a_short_name_of_a_coefficient_is_enough(run: Run, scores: Path) -> None:
    assert set(shown(run("items", scores, *PAIR, "--by", "kappa", "--json"))) >= {2, 5}


def test_the_page_says_how_many_there_are(run: Run, scores: Path) -> None:
    output = run("items", scores, *PAIR, "--top", 1).output
    assert "human" in output
    assert "1 of 2 items shown, by disagreement." in output


def test_where_needs_a_value(run: Run, scores: Path) -> None:
    done = run("items", scores, *PAIR, "--where", "human")
    assert done.exit_code == 2
    assert "--where must have the form column=value" in done.output


def test_parts_by_several_columns_have_a_column_each(run: Run, scores: Path) -> None:
    output = run("exact", scores, *PAIR, "--by", "type,other").output
    assert "  type  other  items  estimate" in output
    assert "  a     1      3      0.667" in output  # items 1, 5 and 7: two of three agree
    done = json.loads(run("exact", scores, *PAIR, "--by", "type,other", "--json").output)
    assert done["by"] == ["type", "other"]
    assert done["slices"][0]["values"] == {"type": "a", "other": 1}


@pytest.mark.parametrize("engine", ["memory", "duckdb", "polars"])
def test_an_engine_gives_the_same_page(engine: str, run: Run, scores: Path) -> None:
    usual = run("alpha", scores, "--by", "type", "--raters", "human,judge,other").output
    assert (
        run("alpha", scores, "--by", "type", "--raters", "human,judge,other", "--engine", engine).output
        == usual
    )


def test_files_of_a_pattern_are_read_together(run: Run, tmp_path: Path) -> None:
    (tmp_path / "part1.csv").write_text("id,human,judge\n1,a,a\n2,b,a\n", encoding="utf-8")
    (tmp_path / "part2.csv").write_text("id,human,judge\n3,a,a\n4,b,b\n", encoding="utf-8")
    done = json.loads(run("exact", tmp_path / "part*.csv", *PAIR, "--json").output)
    assert done["estimate"] == 0.75
    assert done["audit"]["rows_read"] == 4
