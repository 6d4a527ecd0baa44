"""A study of anything that can be rated: it is made, it speaks, and it is whole as data."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.interpret.study.outline import outline
from concordant.interpret.study.study import Study
from concordant.language.message import Message
from tests.interpret.study_cases import some_cases, studied, words_in
from tests.interpret.study_data import gaps, named, scores, wide

every_case = some_cases(1)

#: Names of people, methods and options that stay as they are in Chinese.
NAMES = {
    "Cohen", "Dawid", "Skene", "Kappa", "Conger", "Fleiss", "Gwet", "Krippendorff", "Alpha", "Pearson",
    "Landis", "Koch", "McBride", "Bland", "Altman", "PABAK", "Brennan", "Prediger", "Cronbach", "Kendall",
    "Light", "Cicchetti", "Sparrow", "Regier", "Bowker", "Stuart", "Maxwell", "Bhapkar", "McNemar", "Cochran",
    "Wald", "Prompt", "epsilon", "pandas", "shape", "item", "items", "rater", "raters", "kind", "value",
    "categories", "repeat", "dimension", "round", "rounded", "model", "mixed", "True", "False",
}  # fmt: skip


def sentences(study: Study) -> Iterator[Message]:
    for section in outline(study):
        yield from (section.title, *section.sentences)


# --- it speaks ---


@every_case
def test_nothing_undefined_and_no_code_is_printed(name: str) -> None:
    study = studied(name)
    for said in (study.text("en"), study.text("zh"), study.summary("en"), study.summary("zh")):
        assert not re.search(
            r"\b(nan|None(?! of the known)|inf|dtype|array|Result|Said)\b|np\.|\[\[|\{'|p –", said
        )
        assert said.strip()


@every_case
def test_both_languages_say_the_same_with_the_same_numbers(name: str) -> None:
    for said in sentences(studied(name)):
        english, chinese = said.text("en"), said.text("zh")
        assert re.search(r"[\u4e00-\u9fff]", chinese), chinese
        assert numbers_in(chinese) == numbers_in(english), (english, chinese)


@every_case
def test_no_english_is_left_in_chinese(name: str) -> None:
    known = NAMES | words_in(name)
    for said in sentences(studied(name)):
        chinese = said.text("zh")
        typed = re.sub(
            r"`[^`]*`|\b\w+=('[^']*'|\w+)", "", chinese
        )  # what is typed is the same in both languages
        left = set(re.findall(r"[A-Za-z]{4,}", typed)) - known
        assert not left, chinese


def numbers_in(text: str) -> list[str]:
    return sorted(re.findall(r"\d+(?:[.,]\d+)*", text))


@every_case
def test_one_of_a_thing_is_not_several(name: str) -> None:
    assert not re.search(r"\b1 (items|raters|pairs|ratings|problems)\b", studied(name).text())


# --- it is whole as data ---


@every_case
def test_it_is_strict_json_and_returns(name: str) -> None:
    study = studied(name)
    written = json.dumps(study.to_dict(), allow_nan=False)
    back = Study.from_dict(json.loads(written))
    assert json.dumps(back.to_dict(), allow_nan=False) == written
    for lang in ("en", "zh"):
        assert back.text(lang) == study.text(lang)


@every_case
def test_every_number_that_is_said_is_in_the_data_in_full(name: str) -> None:
    study = studied(name)
    known = set(floats(study.to_dict()))
    for said in sentences(study):
        for number in floats(said.facts):
            assert number in known, (said.code, number)


def floats(data: Any) -> Iterator[float]:
    if isinstance(data, Mapping):
        data = list(data.values())
    if isinstance(data, (list, tuple)):
        for part in data:
            yield from floats(part)
    elif isinstance(data, (int, float)) and not isinstance(data, bool) and math.isfinite(data):
        yield float(data)


# --- what does not matter ---


def test_the_order_of_rows_does_not_matter() -> None:
    data = wide(scores(120, 4), RATERS, type=["news", "chat", "help"] * 40)
    order = np.random.default_rng(3).permutation(120)
    turned = {name: [values[i] for i in order] for name, values in data.items()}
    assert_same(*(numbers_of(cc.study(d, slices=["type"])) for d in (data, turned)))


def test_a_weight_is_that_many_copies() -> None:
    data = wide(scores(60, 4), RATERS, type=["news", "chat", "help"] * 20)
    weights = [1, 2, 3, 4] * 15
    times = np.repeat(np.arange(60), weights)
    copies = {name: [values[i] for i in times] for name, values in data.items()}
    copies["item"] = [f"copy {i}" for i in range(len(times))]
    weighted = cc.study({**data, "w": weights}, case_weights="w", slices=["type"])
    # which items are listed depends on how many there are to name
    one, other = (
        {place: x for place, x in numbers_of(made).items() if ".ledger.said" not in place}
        for made in (weighted, cc.study(copies, slices=["type"]))
    )
    assert_same(one, other)


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("kind", ["gaps", "scores", "names", "long"])
def test_where_the_ratings_are_counted_does_not_matter(kind: str, tmp_path: Path) -> None:
    frame, asked = counted_frame(kind)
    here = numbers_of(cc.study(frame, **asked))
    frame.to_csv(tmp_path / "scores.csv", index=False)
    frame.to_parquet(tmp_path / "scores.parquet", index=False)
    for name in ("scores.csv", "scores.parquet"):
        assert_same(here, numbers_of(cc.study(tmp_path / name, engine="duckdb", **asked)))


def counted_frame(kind: str) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Ratings of one kind as a frame, and how to read them."""
    cells = scores(300, 4, high=2 if kind == "names" else 4)
    matrix = {"gaps": gaps, "names": partial(named, ["cat", "dog", "owl"])}.get(kind, np.asarray)(cells)
    frame = pd.DataFrame(wide(matrix, RATERS, type=["news", "chat", "help"] * 100))
    if kind == "gaps":
        frame = frame.astype(dict.fromkeys(RATERS, "Int64"))
    if kind != "long":
        return frame, {"item": "item", "raters": RATERS, "slices": ["type"]}
    long = frame.melt(["item", "type"], RATERS, "rater", "value")
    return long, {"item": "item", "rater": "rater", "value": "value", "slices": ["type"]}


RATERS = ["human_1", "human_2", "human_3", "judge"]


def numbers_of(study: Study) -> dict[str, float]:
    """Every number by its place, but those of how it was read and of which items serve as examples.

    Dawid and Skene's model goes through the items one by one, and counts of ratings do not have them.
    """
    data = study.to_dict()
    data["audit"] = None
    if data["judge_reports"] is not None:
        data["judge_reports"]["truth"] = None
    return dict(_placed(data, ""))


def _placed(data: Any, place: str) -> Iterator[tuple[str, float]]:
    if isinstance(data, Mapping):
        for name, part in data.items():
            if name not in ("examples", "items", "item"):
                yield from _placed(part, f"{place}.{name}")
    elif isinstance(data, list):
        for number, part in enumerate(data):
            yield from _placed(part, f"{place}[{number}]")
    elif isinstance(data, (int, float)) and not isinstance(data, bool):
        yield place, float(data)


def assert_same(one: dict[str, float], other: dict[str, float]) -> None:
    assert len(one) > 1000
    assert one.keys() == other.keys()
    for place, number in one.items():
        assert other[place] == pytest.approx(number, rel=1e-9, abs=1e-9), place


# --- what is asked for, and what makes no sense ---


def test_another_level_widens_the_intervals_and_is_said() -> None:
    data = wide(scores(120, 3), RATERS[1:])
    usual, wider = cc.study(data), cc.study(data, level=0.99)
    assert usual.main is not None
    assert wider.main is not None
    first, second = (one.main.main.result.interval for one in (usual, wider) if one.main is not None)
    assert first is not None
    assert second is not None
    assert second.low < first.low < first.high < second.high
    assert "95%" not in " ".join(said.text() for said in wider.headline)
    assert any("99% CI" in said.text() for said in wider.headline)


def test_slices_can_be_chosen() -> None:
    more = {"type": ["news", "chat"] * 60, "length": ["short", "short", "long"] * 40}
    data = wide(scores(120, 3), RATERS[1:], **more)
    for by, columns in (("type", ["type"]), (["type", "length"], ["type", "length"])):
        study = cc.study(data, by=by)
        assert study.main is not None
        assert [table.column for table in study.main.slices if table.kind == "column"] == columns


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 95}, "level must be a number between 0 and 1, such as 0.95, got 95."),
        ({"fdr": 5}, "fdr must be a false discovery rate between 0 and 1, such as 0.05, got 5."),
        ({"examples": -1}, "examples must be the number of items to list, 0 or more, got -1."),
        ({"examples": 2.5}, "examples must be the number of items to list, 0 or more, got 2.5."),
        ({"goal": "matur"}, "goal must be one of"),
        ({"preset": "dayly"}, "Did you mean 'daily'?"),
        ({"by": "typ"}, "There is no column 'typ'"),
        ({"weights": [[1, 0], [0, 1]]}, "The weight matrix must be 5 × 5"),
        ({"reference": "humans"}, "reference must be one of"),
        ({"reference": []}, "reference is empty: give one or more of ['human_2', 'human_3', 'judge']."),
        ({"reference": 3}, "reference must be text or a list of names, got 3."),
        ({"reference": RATERS[1:]}, "Every rater is a reference, so no rater is left to compare with it."),
        ({"nonsense": 1}, "got 'nonsense'"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(cc.ConcordantError, match=re.escape(message)):
        cc.study(wide(scores(30, 3), RATERS[1:]), **options)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (([1, 2, 3],), "One sequence contains one rater's ratings"),
        (([], []), "There are no ratings in the data"),
        (([[]],), "There are no raters in the data: the matrix has no columns."),
        (([[1], [2]],), "There is nobody to compare rater 1 with: a study needs two raters"),
        (([None, None], [1, 2]), "There is nobody to compare B with"),
        (([None, None], [None, None]), "every value is a gap"),
        ((3,), "Ratings must be two sequences, a matrix of items × raters"),
    ],
)
def test_data_that_no_study_can_be_made_of(data: tuple[Any, ...], message: str) -> None:
    with pytest.raises(cc.ConcordantError, match=re.escape(message)):
        cc.study(*data)


def test_a_comparison_has_a_name() -> None:
    study = studied("two slice columns")
    assert study.comparison("judge") is study.main
    with pytest.raises(cc.OptionError, match="a comparison must be one of"):
        study.comparison("zoe")
