"""The words of whole studies, in English and in Chinese, as files small enough to read.

After a change of words, look at what `python -m tests.interpret.test_study_words` writes before keeping it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.study.study import Study
from tests.interpret.study_data import wide

SNAPSHOTS = Path(__file__).parent / "snapshots"

# 60 outputs, every score twelve times. Human 2 is one point off on every fifth; the judge is a point lower
# on half of what can be lower, and on all of it where the type is "help".
N = np.arange(60)
SCORE = N % 5
KIND = np.array(["chat", "news", "help"])[N // 5 % 3]
HUMAN = np.where(N // 5 % 5 == 0, np.where(SCORE < 4, SCORE + 1, SCORE - 1), SCORE)
JUDGE = np.where((SCORE > 0) & ((N % 2 == 0) | (KIND == "help")), SCORE - 1, SCORE)


def harsh_judge() -> Study:
    data = wide(np.column_stack([SCORE, HUMAN, JUDGE]), ["human_1", "human_2", "judge"], type=KIND.tolist())
    return cc.study(data, slices=["type"], goal="first")


def rare_disease() -> Study:
    return cc.study(cc.table([[0, 0], [1, 99]], ("positive", "negative"), raters=("Ann", "Bob")))


def two_scales() -> Study:
    low = [3.1, 4.0, 5.2, 6.1, 7.3, 8.2, 9.0, 10.4]
    return cc.study({"item": list("abcdefgh"), "old": low, "new": [x + 0.5 for x in low]})


STUDIES: dict[str, Callable[[], Study]] = {f.__name__: f for f in (harsh_judge, rare_disease, two_scales)}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", STUDIES)
def test_the_words_are_as_they_were(name: str, lang: Any) -> None:
    assert STUDIES[name]().text(lang) == (SNAPSHOTS / f"{name}.{lang}.txt").read_text(encoding="utf-8")


def test_a_file_in_each_language_has_the_same_lines_with_the_same_numbers() -> None:
    for name in STUDIES:
        english, chinese = (
            [
                line
                for line in (SNAPSHOTS / f"{name}.{lang}.txt").read_text(encoding="utf-8").splitlines()
                if not re.match(r" *“(built-in guide|内置指南)”", line)  # the usual standard of Chinese text
            ]
            for lang in ("en", "zh")
        )
        assert len(english) == len(chinese)
        for one, other in zip(english, chinese, strict=True):
            assert numbers(one) == numbers(other), (one, other)


def numbers(line: str) -> list[str]:
    """All but years of publications: Chinese text is read on the built-in guide, which has none."""
    return sorted(re.findall(r"\d+(?:[.,]\d+)*", re.sub(r"\b(?:19|20)\d\d\b", "", line)))


# --- the numbers in the file of the harsh judge, had by other means --------------------------------

PAIRS = np.concatenate([SCORE, HUMAN]), np.tile(JUDGE, 2)


def kappa(a: Any, b: Any, power: float) -> float:
    """1 − observed over expected disagreement, both as means over all pairs, written out."""
    apart = np.abs(np.subtract.outer(a, b)).astype(float)
    apart = apart**power if power else (apart > 0).astype(float)
    return 1 - np.diag(apart).mean() / apart.mean()


def test_the_numbers_of_the_harsh_judge_are_right() -> None:
    text = (SNAPSHOTS / "harsh_judge.en.txt").read_text(encoding="utf-8")
    people, judge = PAIRS
    exact, near = (people == judge).mean(), (np.abs(people - judge) <= 1).mean()
    among = (SCORE == HUMAN).mean()
    assert f"judge and people give the same score on {exact:.0%} of 60 items" in text
    assert f"are within one point on {near:.0%}" in text
    assert f"Human raters agree with each other on {among:.0%} and with judge on {exact:.0%}" in text
    assert (
        f"systematically low: {(people - judge).mean():.2f} points below the human raters on average" in text
    )
    about = text.split("Agreement of judge with people")[1].split("Agreement between human raters")[0]
    shown = dict(re.findall(r"^ +(\S.*?)  +(−?[\d.]+%?)  +\S+ to \S+  ", about, re.M))
    assert shown["Exact agreement"] == f"{exact:.0%}"
    assert shown["Adjacent agreement"] in (f"{near:.0%}", f"{near:.1%}")
    assert shown["Mean absolute error"] == f"{np.abs(people - judge).mean():.2f}"
    assert shown["Signed bias"] == f"{(judge - people).mean():.2f}".replace("-", "−")
    assert shown["Pearson correlation"] == f"{np.corrcoef(people, judge)[0, 1]:.2f}"
    for name, power in (("", 0), (" (linear weights)", 1), (" (quadratic weights)", 2)):
        assert shown[f"Cohen's kappa{name}"] == f"{kappa(people, judge, power):.2f}", name
    for cut in range(4):
        (flips,) = re.findall(rf"^ +{cut}\|{cut + 1}:? +(\d+%)", about, re.M)
        assert flips == f"{((people <= cut) != (judge <= cut)).mean():.0%}"


if __name__ == "__main__":
    SNAPSHOTS.mkdir(exist_ok=True)
    for name, make in STUDIES.items():
        for lang in ("en", "zh"):
            (SNAPSHOTS / f"{name}.{lang}.txt").write_text(make().text(lang), encoding="utf-8")
