"""What the patterns say, in English and in Chinese: the same findings with the same numbers."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Any

import numpy as np
import pytest

from concordant.coefficients.catalogue import BY_NAME
from concordant.interpret.finding import Finding
from concordant.interpret.patterns import PatternContext, candidates
from concordant.interpret.patterns.context import named, words
from concordant.language.message import Message
from concordant.language.render import topic
from concordant.ratings.scale import Scale
from concordant.result import Result

from .made import found, judge, noisy, people, rated, truth

EVIDENCE = Result(measure="signed_bias", title="", estimate=0.0)
COMMON: dict[str, Any] = {
    "rater": "gpt", "reference": named("human"), "n": 400, "level": 0.95,
    "guide": words("guide-prompt"), "points": words("points"), "unit": words("unit-points"),
    "who": {"en": "gpt and human", "zh": "gpt 与 human"},
}  # fmt: skip

FACTS: dict[str, dict[str, Any]] = {
    "constant-rater": {"answer": "3", "share": 1.0, "common": "2", "reference_share": 0.3},
    "systematically-high": {"bias": 0.44, "within": (0.372, 0.508)},
    "systematically-low": {
        "bias": 0.3, "within": (0.2, 0.4), "reference": words("the-others"), "unit": words("unit-steps"),
    },
    "top-inconsistent": {"high": "4", "agreement": 0.5, "expected": 0.72},
    "unstable-boundary": {"low": "2", "high": "3", "flips": 0.18, "expected_flips": 0.09},
    "slice-misjudged": {
        "column": "内容类型", "value": "情绪支持", "agreement": 0.61, "rest": 0.705, "what": words("exact"),
        "n": 200,
    },
    "central-tendency": {"spread": 0.7, "reference_spread": 1.21, "ends": 0.0, "reference_ends": 0.25},
    "halo": {"own": 0.81, "rest": 0.42, "dimensions": 3},
    "rogue-rater": {"own": 0.56, "rest": 0.91, "meaning": words("closeness-ordered")},
    "unsteady-rater": {"same": 0.62, "kappa": 0.55, "within": (0.46, 0.64), "do": words("steady-judge")},
    "drift": {"direction": words("downwards"), "change": -0.8, "within": (-1.0, -0.6)},
    "swapped-labels": {"one": "cat", "other": "dog", "crossed": 0.97, "n": 120},
    "reversed-scale": {"correlation": -0.7, "turned": 0.7},
    "unused-category": {"categories": ["1", "5"], "expected": 78.2, "share": 0.1955},
    "label-policy-split": {
        "first": ["a", "c", "e"], "second": ["b", "d"], "within": 0.83, "between": 0.62, "one": "hen",
        "other": "cow", "meaning": words("closeness-names"),
    },
}  # fmt: skip

#: Of measurements that nobody's guide speaks of; the codes have `-measured` behind.
CUFF: dict[str, Any] = {
    "rater": "cuff", "reference": named("monitor"), "n": 60, "level": 0.95,
    "who": {"en": "cuff and monitor", "zh": "cuff 与 monitor"}, "measured": True,
}  # fmt: skip
MEASURED: dict[str, dict[str, Any]] = {
    "systematically-high": {"bias": 5.8, "within": (4.4, 7.2)},
    "systematically-low": {"bias": 5.8, "within": (4.4, 7.2)},
    "slice-misjudged": {
        "column": "arm", "value": "left", "agreement": 0.61, "rest": 0.704, "what": words("close"),
    },
    "central-tendency": {"spread": 7.0, "reference_spread": 12.1},
    "drift": {"direction": words("upwards"), "change": 3.5, "within": (2.0, 5.0)},
    "reversed-scale": {"correlation": -0.7, "turned": 0.7},
}  # fmt: skip

SPOKEN = [*FACTS, *(f"{code}-measured" for code in MEASURED)]

#: The sentences as they are meant to be, written by hand: [finding, cause, fix] by language.
MEANT = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8"))


def spoken(code: str, lang: Any) -> list[str]:
    """All three sentences of a finding with these facts."""
    kind = code.removesuffix("-measured")
    facts = {**COMMON, **FACTS[code]} if kind == code else {**CUFF, **MEASURED[kind]}
    f = Finding(code=kind, about={}, evidence=EVIDENCE, facts=facts)
    return [f.text(lang), f.cause(lang), f.fix(lang)]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("code", SPOKEN)
def test_the_words(code: str, lang: str) -> None:
    assert spoken(code, lang) == MEANT[code][lang]


@pytest.mark.parametrize("code", SPOKEN)
def test_both_languages_say_the_same_numbers(code: str) -> None:
    # "2-3分" is a range, not a number below 0
    numbers = [set(re.findall(r"(?<!\d)-?\d+\.?\d*%?", " ".join(spoken(code, x)))) for x in ("en", "zh")]
    assert {n.lstrip("-") for n in numbers[0]} == {n.lstrip("-") for n in numbers[1]}


def test_what_a_repair_would_gain_is_said_in_both_languages() -> None:
    facts = {"measure": ["cohen_kappa", {}], "now": 0.36, "repaired": 0.49, "exact_now": 0.5,
             "exact_repaired": 0.61}  # fmt: skip
    said = Message("patterns.headroom", facts)
    assert said.text("en") == (
        "Fixing this would change Cohen's kappa from 0.36 to about 0.49, "
        "and exact agreement from 50% to about 61%."
    )
    name = BY_NAME["cohen_kappa"].title_zh
    assert said.text("zh") == f"若解决这一问题，{name}预计由 0.36 变为约 0.49，完全一致率由 50% 变为约 61%。"


def everything() -> list[PatternContext]:
    """Comparisons in which every pattern is looked for."""
    t = truth(240)
    ratings = rated(
        [noisy(t, s) for s in range(5)], items=np.arange(240) // 2, dimension=np.tile(["x", "y"], 120),
        slices={"type": np.tile(["p", "q", "r"], 80)},
    )  # fmt: skip
    ratings = replace(ratings, times=tuple(np.arange(240.0) for _ in range(5)))
    names = rated([np.array(["u", "v"])[noisy(t, s) % 2] for s in range(2)], scale=Scale.nominal(["u", "v"]))
    twice = rated(
        [noisy(t, s) for s in range(2)], items=np.arange(240) % 120, repeat=np.repeat([1, 2], 120)
    )  # fmt: skip
    return [
        PatternContext(one) for one in (people(ratings), judge(ratings), judge(names), judge(twice))
    ]  # fmt: skip


def test_every_pattern_gives_the_facts_that_its_sentences_need() -> None:
    tried = candidates(everything())
    codes = {c.code for c in tried} | {"systematically-high", "systematically-low"}
    assert codes == set(FACTS)
    known = topic("patterns")
    for c in tried:
        for key in (c.code, f"{c.code}-cause", f"{c.code}-fix"):
            for sentence in (*known[key].values(), *known.get(f"{key}-measured", {}).values()):
                needed = {name.split("[")[0] for _, name, _, _ in Formatter().parse(sentence) if name}
                assert needed <= {*c.facts, "level"}, (c.code, key)


def test_a_person_is_calibrated_with_the_others_and_a_judge_gets_another_prompt() -> None:
    t = truth(300)
    high = [noisy(t, 1), noisy(t, 2), np.clip(noisy(t, 3) + 1, 1, 5)]
    (f,) = (f for f in found(people(rated(high, ["ann", "bob", "cid"]))) if f.code == "systematically-high")
    assert f.fix() == "Calibrate cid with the others on the items below."
    assert "cid" in f.cause()
    assert "prompt" not in f.cause()
    assert f.fix("zh") == "请 cid 与其他评分者一起复核下列条目，统一扣分尺度。"
    (g,) = found(judge(rated(high[1:], ["human", "gpt"])))
    assert g.fix().startswith("State in the prompt when points must be deducted")


def test_every_sentence_is_there_in_both_languages() -> None:
    for key, said in topic("patterns").items():
        assert set(said) == {"en", "zh"}, key
        fields = [
            {name for _, name, _, _ in Formatter().parse(s) if name} - {"points", "unit", "guide", "rater"}
            for s in said.values()
        ]
        assert fields[0] == fields[1], key


def test_chinese_names_stand_in_quotes() -> None:
    t = truth(300)
    (f,) = found(judge(rated([noisy(t, 1), np.clip(noisy(t, 2) + 1, 1, 5)], ["人工", "模型"])))
    assert f.text("zh").startswith("“模型”系统性偏高：平均比“人工”高 ")
