"""A study of anything that can be rated: it is made, it speaks, and it is whole as data."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.outline import outline
from concordant.interpret.said import Said
from concordant.interpret.study import Study
from tests.interpret.study_data import CASES, scores, studied, wide, words_in

every_case = pytest.mark.parametrize("name", CASES)

#: Names of people, methods and options that stay as they are in Chinese.
NAMES = {
    "Cohen", "Kappa", "Conger", "Fleiss", "Gwet", "Krippendorff", "Alpha", "Pearson", "Landis", "Koch", "Wald",
    "Bland", "Altman", "PABAK", "Brennan", "Prediger", "Cronbach", "Kendall", "Light", "Cicchetti", "Sparrow",
    "Bowker", "Stuart", "Maxwell", "Bhapkar", "McNemar", "Cochran", "Prompt", "epsilon", "pandas",
    "shape", "item", "items", "rater", "raters", "kind", "value", "categories", "repeat", "dimension", "round",
    "True", "False",
}  # fmt: skip


def sentences(study: Study) -> Iterator[Said]:
    for section in outline(study):
        yield from (section.title, *section.sentences)


# --- it speaks ---


@every_case
def test_nothing_undefined_and_no_code_is_printed(name: str) -> None:
    study = studied(name)
    for said in (study.text("en"), study.text("zh"), study.summary("en"), study.summary("zh")):
        assert not re.search(r"\b(nan|None|inf|dtype|array|Result|Said)\b|np\.|\[\[|\{'|p –", said)
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
        left = {word for word in re.findall(r"[A-Za-z]{4,}", chinese)} - known
        assert not left, chinese


def numbers_in(text: str) -> list[str]:
    return sorted(re.findall(r"\d+(?:[.,]\d+)*", text))


def test_one_of_a_thing_is_not_several() -> None:
    for name in CASES:
        assert not re.search(r"\b1 (items|raters|pairs|ratings|problems)\b", studied(name).text()), name


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
            assert number in known or not number.is_integer() and -number in known, (said.code, number)


def floats(data: Any) -> Iterator[float]:
    if isinstance(data, Mapping):
        data = list(data.values())
    if isinstance(data, (list, tuple)):
        for part in data:
            yield from floats(part)
    elif isinstance(data, (int, float)) and not isinstance(data, bool) and math.isfinite(data):
        yield float(data)
