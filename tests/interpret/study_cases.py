"""Ratings of every shape that a study has to cope with, by name: what `study` is given."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.interpret.study.study import Study
from tests.interpret.study_data import few_each, gaps, long, measured, named, scores, wide, without
from tests.kept_results import kept

Asked = tuple[tuple[Any, ...], dict[str, Any]]

PEOPLE_AND_JUDGE = ["human_1", "human_2", "judge"]
PETS = ["cat", "dog", "owl"]


def asked(*data: Any, **options: Any) -> Asked:
    return data, options


def judged(matrix: Any = None, **options: Any) -> Asked:
    """Two people and a judge."""
    return asked(wide(scores(40, 3) if matrix is None else matrix, PEOPLE_AND_JUDGE), **options)


def peers(matrix: Any, names: Any = "ann bob cid dan", **options: Any) -> Asked:
    """Raters of no known kind."""
    columns = names.split()[: np.shape(matrix)[1]]
    return asked(wide(matrix, columns), raters=columns, **options)


def beside(option: str, values: Sequence[Any]) -> Asked:
    """Two people and a judge with a column that says something about each item."""
    return asked(wide(scores(len(values), 3), PEOPLE_AND_JUDGE, extra=list(values)), **{option: "extra"})


def sliced(values: Sequence[Any], name: str = "type", matrix: Any = None) -> Asked:
    cells = scores(len(values), 3) if matrix is None else matrix
    names = PEOPLE_AND_JUDGE[-np.shape(cells)[1] :]
    return asked(wide(cells, names, **{name: list(values)}), slices=[name])


def called(*names: str) -> Asked:
    """Raters of these names, one rating a row."""
    rows = [
        {"item": i, "rater": name, "value": int(value)}
        for i, row in enumerate(scores(40, len(names)))
        for name, value in zip(names, row, strict=True)
    ]
    return asked(pd.DataFrame(rows), item="item", rater="rater", value="value")


def again(frame: pd.DataFrame) -> pd.DataFrame:
    """The same rated again, every fourth a step higher."""
    second = frame.assign(value=np.clip(frame["value"] + ([0, 0, 1, 0] * (len(frame) // 4)), 0, 4), repeat=2)
    return pd.concat([frame.assign(repeat=1), second])


GOLD_AND_OTHERS = ["gold", "human_1", "human_2", "judge_a", "judge_b"]
KINDS = {"key": "gold", "ann": "human", "gpt": "judge"}

CASES: dict[str, Callable[[], Asked]] = {
    # few items, little variation
    "one item": lambda: asked([3], [4]),
    "one item of three raters": lambda: judged([[3, 4, 3]]),
    "two items": lambda: asked([3, 1], [4, 1]),
    "two items of many raters": lambda: asked(scores(2, 30)),
    "one category": lambda: asked([2] * 10, [2] * 10),
    "one category of text": lambda: peers([["no"] * 3] * 8),
    "one of five declared categories": lambda: judged(np.full((20, 3), 2), categories=range(5)),
    "two raters who each say one thing": lambda: asked([1] * 20, [2] * 20),
    "perfect agreement": lambda: asked([0, 1, 2, 3, 4] * 6, [0, 1, 2, 3, 4] * 6),
    "perfect judge of two people": lambda: judged([[v] * 3 for v in [0, 1, 2, 3, 4] * 6]),
    "a judge who always says the same": lambda: judged(np.c_[scores(60, 2), np.full(60, 3)]),
    "people who always say the same": lambda: judged(np.c_[np.full((60, 2), 3), scores(60, 1)]),
    "Kappa paradox": lambda: asked(cc.table([[0, 0], [1, 99]], ["positive", "negative"])),
    "nothing found by both": lambda: asked(cc.table([[0, 0], [0, 40]], ["positive", "negative"])),
    # gaps and designs
    "all gaps for one rater": lambda: peers(without(scores(20, 3), (slice(None), 2))),
    "no overlap between two raters": lambda: peers(
        without(scores(20, 2), (slice(10), 0), (slice(10, None), 1))
    ),
    "two groups of raters without a link": lambda: peers(
        without(scores(30, 4), (slice(15), slice(2, None)), (slice(15, None), slice(2)))
    ),
    "six raters of text with gaps": lambda: peers(gaps(named(PETS, scores(60, 6, high=2))), "A B C D E F"),
    "thirty raters with few ratings each": lambda: asked(few_each()),
    "gaps beside a judge": lambda: judged(gaps(scores(50, 3))),
    # scales
    "words in a declared order": lambda: peers(
        named(["low", "mid", "high"], scores(40, 2, high=2)), categories=["low", "mid", "high"]
    ),
    "declared categories that nobody uses": lambda: judged(scores(40, 3, low=1, high=3), categories=range(6)),
    "numbers that are not ranks": lambda: peers(np.array([1, 2, 10])[scores(40, 2, high=2)]),
    "negative numbers": lambda: judged(scores(40, 3, low=-2, high=2)),
    "truth values": lambda: judged(scores(40, 3, high=1) == 1),
    "two categories as numbers": lambda: peers(scores(40, 2, high=1)),
    "halves": lambda: judged(scores(40, 3, high=8) / 2),
    "whole numbers to a hundred": lambda: judged(scores(60, 3, high=100, noise=8)),
    "sixty names": lambda: judged(
        named([f"label {i}" for i in range(60)], scores(300, 3, high=59)), scale="nominal"
    ),
    "measurements of two": lambda: peers(measured()),
    "measurements of three with gaps": lambda: peers(without(measured(40, 3), (slice(0, None, 4), 1))),
    "measurements of a judge and two people": lambda: judged(
        without(measured(40, 3), (slice(0, None, 5), 0))
    ),
    "measurements with slices": lambda: sliced(["north", "south", "east"] * 20, matrix=measured(60)),
    "measurements that never differ": lambda: peers(np.full((10, 2), 1.5), scale="interval"),
    "very large measurements": lambda: judged(measured(40, 3) * 1e12),
    "very small measurements": lambda: judged(measured(40, 3) * 1e-12),
    # what ratings come as
    "counts of raters without names": lambda: asked(
        cc.counts(np.random.default_rng(2).multinomial(5, [0.5, 0.3, 0.2], 30), ["no", "maybe", "yes"])
    ),
    "counts on an ordered scale": lambda: asked(
        cc.counts(np.random.default_rng(2).multinomial(4, [0.5, 0.3, 0.2], 30), [1, 2, 3])
    ),
    "a table of counts": lambda: asked(
        cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]], ["none", "mild", "severe"])
    ),
    "whole case weights": lambda: beside("case_weights", [1, 2, 3, 4] * 10),
    "fractional case weights": lambda: beside("case_weights", [0.5, 1.25, 3, 0.2] * 10),
    "case weights of nought": lambda: beside("case_weights", [0] * 40),
    "clusters": lambda: beside("clusters", [f"talk {i // 4}" for i in range(40)]),
    "one cluster": lambda: beside("clusters", ["talk"] * 40),
    "a matrix without names": lambda: asked(scores(40, 4)),
    "two series with names": lambda: asked(
        pd.Series(scores(40, 2)[:, 0], name="human"), pd.Series(scores(40, 2)[:, 1], name="gpt-4")
    ),
    # dimensions, repeats, rounds, times
    "dimensions": lambda: asked(long(30, PEOPLE_AND_JUDGE, ["relevance", "depth", "empathy"])),
    "dimensions in chinese": lambda: asked(
        long(30, ["人工甲", "人工乙", "模型"], ["相关性", "内容深度"]), reference=["人工甲", "人工乙"]
    ),
    "repeats of one rater only": lambda: asked(again(long(20, ["ann"])), repeat="repeat"),
    "repeats of several": lambda: asked(long(30, PEOPLE_AND_JUDGE, times=2)),
    "repeats of one person and a judge": lambda: asked(long(30, ["human", "judge"], times=2)),
    "measured again by several": lambda: asked(measured(12, 6).reshape(12, 3, 2)),
    "gold rated again": lambda: asked(long(12, ["gold", "human", "judge"], times=2)),
    "counts of many values": lambda: asked(
        cc.counts(np.eye(60, dtype=int) + np.roll(np.eye(60, dtype=int), 1, axis=1), range(60))
    ),
    "repeats in dimensions": lambda: asked(long(30, PEOPLE_AND_JUDGE, ["depth", "empathy"], times=2)),
    "rounds": lambda: asked(
        pd.concat([long(30, PEOPLE_AND_JUDGE).assign(round=r) for r in ("v1", "v2")]), round="round"
    ),
    "times": lambda: asked(long(40, PEOPLE_AND_JUDGE).assign(time=range(120)), time="time"),
    # who is who
    "gold with people and judges": lambda: asked(wide(scores(50, 5), GOLD_AND_OTHERS)),
    "only judges": lambda: asked(wide(scores(50, 3), ["judge_a", "judge_b", "judge_c"])),
    "a judge and gold without people": lambda: asked(wide(scores(50, 2), ["gold", "judge"])),
    "a person and gold": lambda: asked(wide(scores(50, 2), ["gold", "human"])),
    "one reference by name": lambda: asked(wide(scores(50, 3), ["ann", "bob", "cid"]), reference="ann"),
    "gold as reference of text": lambda: asked(
        wide(named(PETS, scores(50, 3, high=2)), list(KINDS)),
        raters=list(KINDS), rater_kind=KINDS, reference="gold",
    ),
    # names
    "raters with the names of roles": lambda: called("people", "judge", "constant", "others", "raters"),
    "raters with the names of columns": lambda: called("rater", "n", "value", "item"),
    "raters with braces and percents": lambda: called("{x}", "100%", "a{0}b", "%s"),
    "raters with markup": lambda: called("<script>alert(1)</script>", "a & b", "c | d"),
    "raters with emoji and chinese": lambda: called("😀", "评分者甲", "Ünsal"),
    "a rater with a very long name": lambda: called("x" * 500, "bob"),
    "a judge with braces": lambda: called("human_1", "human_2", "judge {v2} 50%"),
    "labels with braces": lambda: judged(named(["a{b}", "c %d", "<i>"], scores(40, 3, high=2))),
    "items with numbers for names": lambda: asked(
        {**wide(scores(40, 3), PEOPLE_AND_JUDGE), "item": list(range(100, 140))}
    ),
    "items with braces": lambda: asked(
        {**wide(scores(40, 3), PEOPLE_AND_JUDGE), "item": [f"{{q}}{i}%" for i in range(40)]}
    ),
    # slices
    "a slice column with one value": lambda: sliced(["news"] * 40),
    "a slice column with sixty values": lambda: sliced([f"s{i % 60}" for i in range(180)]),
    "a slice column with blanks": lambda: sliced(["news", None, "chat", "news"] * 15),
    "a slice column of numbers": lambda: sliced([1.5, 2.5, 3.5] * 20),
    "a slice column of dates": lambda: sliced(pd.to_datetime(["2024-01-01", "2024-02-01"] * 30)),
    "a slice column called n": lambda: sliced(["a", "b"] * 30, name="n"),
    "a slice column called rater": lambda: sliced(["a", "b"] * 30, name="rater"),
    "a slice of one item": lambda: sliced(["news"] * 59 + ["chat"]),
    "a slice that the judge left out": lambda: sliced(
        ["news"] * 20 + ["chat"] * 40, matrix=without(scores(60, 3), (slice(20), 2))
    ),
    "slices with braces": lambda: sliced(["{a}", "50%", "<b>"] * 20, name="{kind}"),
    "slices of text categories": lambda: sliced(
        ["day", "night"] * 30, matrix=named(PETS, scores(60, 2, high=2))
    ),
    "two slice columns": lambda: asked(
        wide(scores(90, 3), PEOPLE_AND_JUDGE, type=["news", "chat", "faq"] * 30, size=["short", "long"] * 45),
        slices=["type", "size"],
    ),
}  # fmt: skip


@cache
def studied(name: str) -> Study:
    """The study of one case."""
    data, options = CASES[name]()
    return kept(f"study of {name}", lambda: cc.study(*data, **options))


def some_cases(turn: int) -> Any:
    """Every twelfth case for `./dev test`, the others for `./dev slow`; another turn takes other cases."""
    names = [
        pytest.param(name, marks=() if place % 12 == turn else pytest.mark.slow)
        for place, name in enumerate(CASES)
    ]
    return pytest.mark.parametrize("name", names)


def words_in(name: str) -> set[str]:
    """Every Latin word that the data of a case bring along: names, labels, columns and values."""
    data, options = CASES[name]()
    return set(re.findall(r"[A-Za-z]+", " ".join(_texts([*data, options]))))


def _texts(x: Any) -> Iterator[str]:
    if isinstance(x, cc.Ratings):
        x = [*x.raters, *x.labels.tolist()]
    if isinstance(x, pd.Series):
        x = [x.name, *x]
    if isinstance(x, pd.DataFrame):
        x = x.to_dict("list")
    if isinstance(x, dict):
        x = [*x, *x.values()]
    if isinstance(x, (list, tuple)):
        for part in x:
            yield from _texts(part)
    else:
        yield str(x)
