"""Convergence in words, in both languages, and as JSON."""

from __future__ import annotations

import json
import math
import re

import pytest

import concordant as cc
from concordant.interpret.rounds.convergence import Convergence
from concordant.interpret.rounds.progress import progress
from concordant.interpret.rounds.round import ComparedRound
from concordant.language.render import LANGUAGES
from tests.interpret.rounds.gains import LARGE, SMALL, called, counted, measured
from tests.interpret.study_cases import CASES as STUDIES

CASES = {
    "improving": called([0.6, 0.66, 0.7, 0.75], LARGE, counted(70, 25, 300)),
    "worse": called([0.75, 0.7, 0.66, 0.6], SMALL, counted(25, 70, 300)),
    "more": called([0.65] * 4, [counted(0, 0, 60)] * 3, counted(0, 0, 60)),
    "far": called([0.65, 0.656, 0.657, 0.66], SMALL, counted(20, 19, 300)),
    "converged": called([0.6] * 4, [counted(50, 50, 100_000)] * 3, counted(90, 50, 100_000)),
    "few": called([0.6, 0.64], LARGE[:1], LARGE[0]),
    "nothing": called([0.6, math.nan], [None], None),
    "less": called(
        [0.5, 0.2], [measured(-0.3, 0.05, 90)], measured(-0.3, 0.05, 90), measure="mean_absolute_error"
    ),
    "apart": called([0.5, 0.6], [None], measured(0.1, 0.06, 90, paired=False), measure="cohen_kappa"),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_said_in_both_languages_without_a_gap(name: str) -> None:
    for lang in LANGUAGES:
        text = " ".join(said.text(lang) for said in CASES[name].sentences)
        assert not re.search(r"\bnan\b|None|convergence\.|[{}]", text)


@pytest.mark.parametrize("name", CASES)
def test_json_gives_it_back(name: str) -> None:
    text = json.dumps(CASES[name].to_dict(), allow_nan=False)
    back = Convergence.from_dict(json.loads(text))
    assert [s.text("zh") for s in back.sentences] == [s.text("zh") for s in CASES[name].sentences]
    assert back.verdict == CASES[name].verdict
    assert back.to_dict() == CASES[name].to_dict()


def test_the_words_of_the_document_are_kept() -> None:
    sentences = [s.text("zh") for s in CASES["more"].sentences]
    assert sentences[1].startswith("收敛规则（连续 3 轮迭代提升<1%）判定为收敛")
    assert sentences[0].startswith("尚无法判断：请再评约 753 个条目")


def test_the_english_is_read_as_it_should() -> None:
    assert [s.text("en") for s in CASES["improving"].sentences] == [
        "Still improving: Exact agreement gained 15.0 percentage points (5.9 to 24.1) on the same items "
        "from v1 to v4.",
        "Convergence rule (3 consecutive rounds with a gain below 1%): not converged. Based on the estimates "
        "alone, the last 3 rounds changed by +6.0, +4.0 and +5.0 percentage points.",
        "With 300 items, the smallest per-round gain detectable with 80% power is 7.0 percentage points.",
        "Checking after every round inflates false alarms. This is check 3, so it uses 99.58% "
        "intervals; confidence over all checks is 95%.",
    ]


def test_rounding_never_puts_a_gain_on_the_line_it_is_told_from() -> None:
    found = called([0.65, 0.6596, 0.66, 0.66], SMALL, counted(20, 17, 300))
    assert found.rule == "converged"
    assert "+0.96, +0.04 and 0.0 percentage points" in found.sentences[1].text("en")


def test_items_that_differ_are_not_called_the_same() -> None:
    sentence = CASES["apart"].sentences[0]
    assert "on different items" in sentence.text("en")
    assert "在不同条目上" in sentence.text("zh")


ODD = (
    "one item", "two items", "one category", "no overlap between two raters", "halves",
    "counts of many values", "measurements that never differ", "a judge who always says the same",
)  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_odd_data_that_stay_as_they_are_are_never_called_improving(name: str) -> None:
    data, options = STUDIES[name]()
    ratings = cc.as_ratings(*data, **options)
    rounds = [ComparedRound(name=f"v{k}", ratings=ratings) for k in range(1, 5)]
    for one in progress(rounds, examples=0):
        found = one.convergence
        assert found is not None
        assert found.verdict in ("cannot-tell", "converged")
        json.dumps(found.to_dict(), allow_nan=False)
        for lang in LANGUAGES:
            text = " ".join(said.text(lang) for said in found.sentences)
            assert not re.search(r"\bnan\b|None|convergence\.|仅有英文", text)
