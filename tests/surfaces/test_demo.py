"""The demonstration: bundled data, real numbers, two complete languages."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.surfaces import demo
from concordant.surfaces.demo_words import CHINESE, ENGLISH

ROOT = Path(__file__).parents[2]
#: Names and commands that are the same in both languages.
NAMES = "Cohen s Kappa Gwet AC Krippendorff Alpha Pearson"


def test_the_bundled_ratings_are_what_the_script_writes() -> None:
    made: str = runpy.run_path(str(ROOT / "tools/make_demo_data.py"))["text"]()
    assert demo.DATA.read_text(encoding="utf-8") == made


def test_csv_prints_the_bundled_ratings(run: Callable[..., Any]) -> None:
    assert run("demo", "--csv").output == demo.DATA.read_text(encoding="utf-8")


def test_every_measure_is_shown_with_its_interval(run: Callable[..., Any]) -> None:
    text = run("demo").output
    for name, options in demo.MEASURES:
        result = getattr(cc, name)(demo.DATA, raters=["human", "judge"], categories=range(5), **options)
        row = next(line for line in text.splitlines() if _has(line, BY_NAME[name].title, result))
        assert f"{result.interval.low:.3f} – {result.interval.high:.3f}" in row


def _has(line: str, title: str, result: cc.Result) -> bool:
    return line.strip().startswith(title) and f" {result.estimate:.3f} " in line


def test_the_last_sentences_follow_the_numbers() -> None:
    done = demo.study()
    said = demo.closing(done, ENGLISH)
    low = min(done.slices, key=lambda s: s.kappa.estimate)
    assert f"on {done.result('exact_agreement').estimate:.0%} of items" in said
    assert f"{ENGLISH.contents[low.name]} (kappa {low.kappa.estimate:.2f})" in said
    assert done.result("signed_bias").estimate > 0
    assert "too high" in said


def test_no_english_is_left_in_chinese_and_no_chinese_in_english(run: Callable[..., Any]) -> None:
    chinese, english = run("demo", "--lang", "zh").output, run("demo", "--lang", "en").output
    prose = "\n".join(line for line in chinese.splitlines() if not line.startswith("  concordant "))
    assert set(re.findall(r"[A-Za-z]+", prose)) <= set(NAMES.split())
    assert re.findall(r"[\u3000-\u9fff\uff00-\uffef]", english) == []


def test_both_languages_fill_in_the_same_things() -> None:
    for english, chinese in zip(ENGLISH, CHINESE, strict=True):
        assert type(english) is type(chinese)
        assert _blanks(english) == _blanks(chinese)


def _blanks(words: Any) -> set[str]:
    return set(re.findall(r"{(.*?)}", str(words))) if isinstance(words, str) else set()
