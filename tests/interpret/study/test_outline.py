"""What a reader is told first."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd

import concordant as cc
from concordant.interpret.study.outline import glance
from concordant.interpret.study.study import Study


def first(study: Study) -> list[str]:
    return [said.code for said in glance(study)[0].sentences]


@cache
def weak_slice() -> Study:
    """A person and two judges; the first judge answers at random where the kind is "b"."""
    rng = np.random.default_rng(0)
    human = rng.integers(0, 4, 400)
    kind = np.where(np.arange(400) < 100, "b", "a")
    judge = np.where(kind == "b", rng.integers(0, 4, 400), human)
    frame = pd.DataFrame({"human": human, "judge_1": judge, "judge_2": human, "kind": kind})
    return cc.study(frame, raters=["human", "judge_1", "judge_2"], by="kind")


def test_a_slice_that_is_a_finding_is_not_told_twice() -> None:
    study = weak_slice()
    assert [f.code for f in study.findings] == ["slice-misjudged"]
    assert "study.among-slices" not in first(study)


def test_a_slice_that_stands_out_among_slices_alone_is_told() -> None:
    study = replace(weak_slice(), findings=())
    at = first(study).index("study.among-slices")
    assert first(study)[at + 1] == "study.nothing-beside-slices"
    said = glance(study)[0].sentences[at]
    assert study.main is not None
    slice_said = study.main.slices[0].said
    assert said.text() == f"Slices compared: {slice_said.text()}"
    assert said.text("zh") == f"逐切片比较发现：{slice_said.text('zh')}"


def test_the_summary_is_about_the_judge_that_ranks_first_and_a_copy_does_not() -> None:
    study = weak_slice()
    said = "\n".join(s.text() for s in glance(study)[0].sentences)
    assert "Ranked first of 2: judge_1." in said
    assert "judge_1 and human" in said
    assert "judge_2 and human give" not in said
    assert "judge_2, which looks like a copy of human" in study.text()


def test_doubts_about_the_data_come_first() -> None:
    rng = np.random.default_rng(1)
    human = rng.integers(1, 6, 200)
    study = cc.study(pd.DataFrame({"human": human, "judge": (human - 1) / 4}), raters=["human", "judge"])
    assert first(study)[0].startswith("doctor.")
    assert study.findings == ()


def test_the_truth_and_repeats_are_told_where_there_are_any() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 5, 100)
    frame = pd.DataFrame({"gold": truth, "ann": truth, "bob": np.clip(truth + 1, 0, 4)})
    kinds = {"gold": "gold", "ann": "human", "bob": "human"}
    study = cc.study(frame, raters=["gold", "ann", "bob"], rater_kind=kinds)
    assert any(code.startswith("validity.") for code in first(study))
    long = pd.DataFrame(
        {
            "item": np.tile(np.arange(50), 4),
            "rater": np.repeat(["ann", "bob"], 100),
            "repeat": np.tile(np.repeat([1, 2], 50), 2),
            "value": rng.integers(0, 3, 200),
        }
    )
    again = cc.study(long, item="item", rater="rater", value="value", repeat="repeat")
    assert "within.several" in first(again)


def test_too_many_categories_to_list_are_told_of() -> None:
    labels = [f"c{i:02}" for i in range(60)]
    study = cc.study({"ann": labels * 3, "bob": labels * 2 + labels[::-1]}, raters=["ann", "bob"])
    said = next(one for one in glance(study)[0].sentences if one.code == "headline.many-categories")
    assert "With 60 categories" in said.text("en")
    assert "limit: 50" in said.text("en")
    assert "类别多达 60 个" in said.text("zh")
    fewer = cc.study({"ann": labels[:50] * 3, "bob": labels[:50] * 3}, raters=["ann", "bob"])
    assert "headline.many-categories" not in first(fewer)


def test_one_item_has_no_interval_that_could_be_rough() -> None:
    study = cc.study({"ann": ["yes"], "bob": ["no"]}, raters=["ann", "bob"])
    assert "headline.few-items-bare" in first(study)
    assert "headline.few-items" not in first(study)
    text = study.text()
    assert "no confidence interval" in text
    assert "interval is rough" not in text
    assert "置信区间很粗略" not in study.text(lang="zh")


def test_two_raters_whom_nobody_knows_are_not_named() -> None:
    study = cc.study(
        {"item": list("abcd"), "x": [2, 0, 1, 1], "y": [0, 2, 1, 1]}, shape="counts", item="item"
    )
    assert study.headline[0].text("en").startswith("One rater and the other agree on 50% of 4 items")
    assert study.headline[0].text("zh").startswith("4 个条目中，一位评分者与另一位评分者的评分有 50% 一致")
    assert "place 1" not in study.text() + study.text(lang="zh")
