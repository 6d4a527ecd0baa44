"""The demonstration: bundled data, real numbers, two complete languages."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.surfaces import demo
from concordant.surfaces.demo_words import CHINESE, ENGLISH

ROOT = Path(__file__).parents[2]
#: Names and commands that are the same in both languages.
NAMES = "Cohen s Kappa Gwet AC Krippendorff Alpha Pearson"


def test_the_bundled_ratings_are_what_the_script_writes() -> None:
    made: str = runpy.run_path(str(ROOT / "tools/make_demo_data.py"))["text"]()
    assert demo.DATA.read_text(encoding="utf-8") == made


def test_the_second_version_of_the_judge_is_better_where_the_first_is_weak() -> None:
    ratings = cc.read(demo.DATA, raters=["human", "judge", "judge_v2"], categories=range(5))
    part = ratings.where(content_type="emotional_support")
    first, second = (cc.measure("cohen_kappa", part, raters=["human", j]) for j in ("judge", "judge_v2"))
    difference = cc.compare(first, second)
    assert difference.interval is not None
    assert difference.interval.high < 0


def test_the_commands_it_suggests_work_on_its_ratings(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("scores.csv").write_bytes(demo.DATA.read_bytes())
    for words in (ENGLISH, CHINESE):
        commands = [line.split()[1:] for line in words.next_steps.splitlines() if "--raters" in line]
        assert len(commands) == 3
        assert [run(*command).exit_code for command in commands] == [0, 0, 0]


def test_gwets_coefficient_has_the_name_of_the_one_shown(run: Callable[..., Any]) -> None:
    assert "Gwet's AC1  " in run("demo").output
    assert "Gwet's AC1 系数" in run("demo", "--lang", "zh").output
    assert "AC2" not in run("demo").output + run("demo", "--lang", "zh").output


def test_csv_prints_the_bundled_ratings(run: Callable[..., Any]) -> None:
    assert run("demo", "--csv").output == demo.DATA.read_text(encoding="utf-8")


def test_every_measure_is_shown_with_its_interval(run: Callable[..., Any]) -> None:
    text = run("demo").output
    for name, options in demo.MEASURES:
        result = getattr(cc, name)(demo.DATA, raters=["human", "judge"], categories=range(5), **options)
        row = next(line for line in text.splitlines() if _has(line, result.title, result))
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
