"""Words that are out: old turns of phrase in English, retired terms and half-width signs in Chinese."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import concordant.language
from concordant.language.render import LANGUAGES

WORDS = Path(concordant.language.__file__).parent / "words"

FILES = sorted(path.stem for path in WORDS.glob("*.toml"))

#: Patterns that no English sentence has, with what to write in their place.
OUT_EN = {
    r"\bsurely\b": "reliably, or leave it out",
    r"\banew\b": "again",
    r"\bthemself\b": "itself, themselves",
    r"\bnought\b": "0",
    r"\bheld against\b": "compared with",
    r"\bbeside\b": "alongside, next to",
    r"\blies? [^.]*\bapart\b": "differ by",
    r"\bfour times (out of|in) five\b": "with 80% power",
    r"\b(is|be) had\b": "is available",
    r"\bcannot( be)? tell\b|\bcannot be told\b": "inconclusive",
    r"\bCounted is\b|\bShown are\b": "subject, verb, object",
    r"\bWhat [^.]* is made of\b": "Components of",
    r"\bbears? (that |it )?out\b": "supports",
    r"\btold\b|\btells?\b": "shown, distinguished",
    r"\bsa(id|ys|y)\b": "gave, states",
    r"\bsees\b(?! (which|the reasons|their|CODE))": "detects",
    r"\bseen\b": "found, observed",
    r"\bholds\b(?! (one value|their names))": "contains",
    r"\b(was|were|is|are) taken (as|for|to)\b|\bwere taken\b": "treated as, used as",
    r"\bread as missing\b": "treated as missing",
    r"\bleft out\b(?! in turn)|\bin turn is left out\b": "excluded",
    r"\bdid not count\b": "was excluded",
    r"\bmended\b|\bbroken\b": "improved, worsened",
    r"\bknown to be the same\b": "match",
    r"\bthrown together\b": "pooled",
    r"\bas asked\b": "as requested",
    r"\bsay otherwise\b": "to change this, pass",
    r"\bone [a-z]+ only\b": "only one …",
    r"\bevery two raters\b": "every pair of raters",
    r"\bnot sure\b": "uncertain",
    r"\d\.?\d* points\b|PTS points\b": "percentage points",
    r"\binterval \{": "CI {",
    r"(?<!\w)-\d": "a true minus sign",
}  # fmt: skip

#: Patterns that no Chinese sentence has: wrong or retired terms, with the term of the field.
OUT_ZH = {
    "等值线|恒等线": "一致性线（y = x）",
    "聚类": "簇（群组）",
    "单向": "单因素",
    "误报率": "错误发现率",
    "评估者|评价者|评委": "评分者",
    "有符号偏差": "平均偏差（带符号）",
    "方差分量": "方差组分",
    "极大似然": "最大似然",
    "八成": "80% 的把握（检验效能）",
    "毫无判断力": "无判断力基线",
    "主指标": "主要指标",
    "观察一致": "观测一致率",
    "没有定义": "无定义",
    "界线": "分界",
    "比率权重": "等比权重",
    "循环": "环形",
    "锚点条目": "锚定条目",
    "分组列": "切片列",
    "论文用文字": "论文写作草稿",
    "尚无定论|待定": "尚无法判断",
    "(此|本|完整|一份)分析": "综合分析",
    "确定(变好|变差|有变化|低于)": "明确变好（统计上可靠）",
    "可以确定的": "统计上可靠的",
    "较强": "实质性一致（较好）",
    "读作缺失": "视为缺失",
    "与众不同": "偏离其他评分者",
    "看得出来": "检出",
    "两两评分者": "评分者两两比较",
    r"(Kendall|Cronbach) [Wα]|Gwet AC": "Kendall's W、Cronbach's α、Gwet's AC1",
    # punctuation (GB/T 15834)
    "[\u4e00-\u9fff”）] ?[,;:?!]": "full-width punctuation",
    r"[\u4e00-\u9fff]\.(?!\d)": "。",
    r"[\u4e00-\u9fff] ?\(|\)[\u4e00-\u9fff]": "（ ）",
    "\"|(?<=[\u4e00-\u9fff])'": "“ ”",
    "”、“": "no mark between quotes",
    r"(?<![\d\w.}])\.\d": "a leading 0",
    r"\d %": "no blank before %",
    r"(?<!\w)-\d": "−",
    "）（": "one pair of brackets",
}

OUT = {"en": OUT_EN, "zh": OUT_ZH}


def sentences(file: str, language: str) -> Iterator[tuple[str, str]]:
    """Every sentence of a file; names that a term is looked up by are none."""
    for key, said in tomllib.loads((WORDS / f"{file}.toml").read_text(encoding="utf-8")).items():
        if not key.endswith(".names"):
            yield key, said[language]


def found(sentence: str, language: str) -> list[str]:
    """What of a sentence is out, with what to write."""
    sentence = re.sub(r"\{[^}]*:(pts|cipts)\}", "PTS", sentence)
    typed = re.sub(r"`[^`]*`|\b\w+='[^']*'|\b\w+=(\[…\]|…)?|--[\w-]+", "CODE", sentence)
    bare = re.sub(r"\{[^}]*\}", lambda place: "{}" if language == "en" else "", typed)
    bare = bare.replace("D'Agostino", "").replace("'s", "’s") if language == "zh" else bare
    return [
        f"{match[0]!r} → {instead}"
        for pattern, instead in OUT[language].items()
        for match in [re.search(pattern, bare)]
        if match
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES)
def test_no_sentence_has_words_that_are_out(file: str, language: str) -> None:
    faults = {key: out for key, text in sentences(file, language) if (out := found(text, language))}
    assert faults == {}


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("The judge is surely better.", "en"),
        ("A true gain would be seen four times out of five.", "en"),
        ("What changed cannot be told.", "en"),
        ("It went up by {x:pts} points.", "en"),
        ("The items lie {x} apart on average.", "en"),
        ("{n} items were left out.", "en"),
        ("条目（或聚类）太少。", "zh"),
        ("各点与等值线的接近程度。", "zh"),
        ("请改用单向指标。", "zh"),
        ("按置信区间尚无定论。", "zh"),
        ("本分析基于 9 个条目。", "zh"),
        ("误报率不超过 5%。", "zh"),
        ("才有八成把握看得出来。", "zh"),
        ("类别为“无”、“轻度”。", "zh"),
        ("系数为 .15。", "zh"),
        ("评分者不同,条目相同。", "zh"),
        ("宽表(每行一个条目)", "zh"),
        ("差值为 -17 个百分点。", "zh"),
    ],
)
def test_a_planted_fault_is_found(sentence: str, language: str) -> None:
    assert found(sentence, language)


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("This many anchor items can detect a mean shift of {x:units} with 80% power.", "en"),
        ("Use limits='regression'; pass missing=[…].", "en"),
        ("{m:measure}由 {x} 变为 {y}，差值 {gap}（{low} 至 {high}，{p:p}）。", "zh"),
        ("请用 raters=[…] 选两位，或用 `icc`。", "zh"),
    ],
)
def test_a_plain_sentence_passes(sentence: str, language: str) -> None:
    assert found(sentence, language) == []
