"""The audit in both languages: the English is `audit.lines()`, the Chinese has the same numbers."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.interpret.audit_words import audit_sentences
from concordant.language.render import topic
from concordant.ratings.audit import Audit
from concordant.ratings.reading.roles import Roles, Shape
from tests.interpret.saying import assert_same

LONG = """item,rater,score
i1,ann,1
i1,bob,2
i2,ann,3
i2,bob,NA
i3,ann,2
i3,ann,2
,bob,2
i4,,2
i5,cid,9
"""
WIDE = "id,ann,bob,topic\n1,1,2,x\n2,2,2,y\n3,,1,x\n4,3,n/a,y\n"
TITLED = "# Ratings of May\nid,ann,gpt_judge\n1,1,2\n2,2,2\n3,3,99\n"


def assert_said(audit: Audit) -> list[str]:
    """All lines in English as they are, all in Chinese with the same numbers; the Chinese is returned."""
    said = audit_sentences(audit)
    assert [one.text("en") for one in said] == audit.lines()
    chinese = [one.text("zh") for one in said]
    for line, translated in zip(audit.lines(), chinese, strict=True):
        assert_same(line, translated)
    for one in said:
        json.dumps(one.facts, allow_nan=False)
    return chinese


def read(folder: Path, text: str, name: str = "r.csv", **options: Any) -> cc.Ratings:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return cc.read(path, **options)


@pytest.mark.parametrize("duplicates", ["error", "first", "last", "repeat"])
@pytest.mark.parametrize(
    "options", [{}, {"raters": ["ann", "bob"]}, {"missing": ["9"]}, {"categories": [1, 2, 3, 4, 9]}]
)
def test_a_long_file_is_told_in_both_languages(
    tmp_path: Path, options: dict[str, Any], duplicates: str
) -> None:
    assert_said(read(tmp_path, LONG, duplicates=duplicates, **options).audit)


@pytest.mark.parametrize("duplicates", ["first", "last"])
def test_ratings_that_clash_are_told_with_the_rule(tmp_path: Path, duplicates: str) -> None:
    chinese = assert_said(read(tmp_path, LONG + "i1,ann,5\n", duplicates=duplicates).audit)
    rule = {"first": "保留第一个", "last": "保留最后一个"}[duplicates]
    assert f"同一评分者对同一条目的重复评分有 2 个；处理方式：{rule}。" in chinese


@pytest.mark.parametrize("text", [WIDE, TITLED])
def test_a_wide_file_is_told_in_both_languages(tmp_path: Path, text: str) -> None:
    assert_said(read(tmp_path, text).audit)


def test_what_was_read_in_chinese_is_a_chinese_page(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    chinese = assert_said(read(tmp_path, WIDE).audit)
    assert chinese[0].startswith("数据来源：")
    assert path.name in chinese[0]
    assert chinese[1:5] == [
        "读取 4 行，使用 4 行。",
        "各列：形状 = 宽表，每行一个条目、每列一位评分者（推断）；条目 = id（推断）；评分者列 = ann、"
        "bob（推断）；切片列 = topic（推断）。",
        "4 个条目，2 位评分者，6 个评分，2 处缺失。",
        "视为缺失：空白（1）、“n/a”（1）。",
    ]


def test_other_sources_are_told_in_both_languages(tmp_path: Path) -> None:
    frame = pd.DataFrame({"ann": [1, 2, 3], "bob": [1, 2, 2]})
    ordered = pd.Categorical(["a", "b", "a"], categories=["a", "b", "c"], ordered=True)
    for n in range(2):
        frame.rename(columns={"bob": f"bob{n}"}).to_parquet(tmp_path / f"part{n}.parquet")
    for ratings in (
        cc.read(frame),
        cc.read(pd.DataFrame({"ann": ordered, "bob": ordered})),
        cc.read({"ann": ["yes", "no"], "bob": ["Yes", "no"]}),
        cc.read([{"item": 1, "rater": "ann", "value": 2}, {"item": 1, "rater": "bob", "value": 3}]),
        cc.as_ratings([[1, 2], [2, np.nan], [np.nan, np.nan]]),
        cc.as_ratings(np.ones((2, 7))),
        cc.as_ratings(["a", "A", "none"], ["a", "a", "b"]),
        cc.as_ratings(pd.Series([1, 2], index=[1, 0]), pd.Series([1, 2])),
        cc.counts([[2, 1], [1, 2], [3, 0]]),
        cc.table([[5, 1], [2, 4]]),
        cc.as_ratings([[1, 2], [2, 2]], case_weights=[1.5, 2.5]),
        cc.as_ratings([["a", "b"], ["z", "a"]], categories=["a", "b", "c"], out_of_scale="drop"),
        cc.as_ratings(np.ones((3, 2, 2))),
        cc.read([tmp_path / "part0.parquet", tmp_path / "part1.parquet"], raters=["ann", "bob0", "bob1"]),
        cc.read(tmp_path, raters=["ann", "bob0"]),
    ):
        assert_said(ratings.audit)


def test_many_columns_are_shortened_in_both_languages() -> None:
    chinese = assert_said(cc.read(pd.DataFrame({f"r{k}": [1, 2, 3] for k in range(12)})).audit)
    assert any("r6、r7……（共 12 个）" in line for line in chinese)


@pytest.mark.parametrize(
    ("source", "chinese"),
    [
        ("the polars frame", "polars 数据框"),
        ("the Spark frame", "Spark 数据框"),
        ("the Ibis table", "Ibis 表"),
        ("the DuckDB relation", "DuckDB 关系"),
        ("the folder parts", "文件夹 parts"),
        ("3 files", "3 个文件"),
        ("ratings of the database work", "数据库 work 的表 ratings"),
        ("the array", "数组"),
        ("the structured array", "结构化数组"),
        ("ratings.csv", "ratings.csv"),
    ],
)
def test_a_source_has_a_name_in_both_languages(source: str, chinese: str) -> None:
    assert assert_said(Audit(source=source))[0] == f"数据来源：{chinese}。"


def test_every_role_and_shape_has_a_name() -> None:
    roles = {f.name for f in fields(Roles)} - {"guessed", "remarks"} | {"feature", "categories"}
    assert {f"role-{role}" for role in roles} == {key for key in topic("audit") if key.startswith("role-")}
    assert {f"shape-{s}" for s in get_args(Shape)} == {k for k in topic("audit") if k.startswith("shape-")}


def test_a_loss_without_chinese_words_is_still_counted() -> None:
    chinese = [one.text("zh") for one in audit_sentences(Audit(dropped={"odd rows": 3}))]
    assert "排除 3 行：odd rows。" in chinese
