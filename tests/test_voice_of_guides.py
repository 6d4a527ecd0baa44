"""READMEs, guides and changelog: words that are out, retired Chinese terms, and punctuation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: The reference page is generated from the catalogue, whose sentences have tests of their own.
GENERATED = {"coefficients.md"}
_ALL = (*ROOT.glob("README*.md"), ROOT / "CHANGELOG.md", *ROOT.glob("docs/*.md"))
PAGES = sorted(p for p in _ALL if p.name not in GENERATED)
CHINESE = [p for p in PAGES if p.stem.endswith(".zh-CN")]
ENGLISH = [p for p in PAGES if p not in CHINESE]

_NO_PROSE = re.compile(
    r"^```.*?^```$|<!-- (?:table: [\w-]+|headlines) -->.*?<!-- end[ \w]*-->|`[^`\n]*`|(?<=\])\([^)\s]*\)|https?://\S+",
    re.DOTALL | re.MULTILINE,
)
_MATTER = (
    r"(?:data|items?|intervals?|ratings?|numbers?|rules?|counts?|notes?|details|sentences?|pages?|files?)"
)
OUT = {
    "words that are out": (
        r"\b(?:surely|anew|themself|nought|held against|lies? (?:\w+ ){0,4}apart|times (?:out of|in) five|"
        r"is had|be had|cannot be told|cannot tell|[Cc]ounted is|(?:is|are) made of|bears? (?:\w+ )?out|"
        r"comes? along|unless told|who said what|own weights|[Ww]ords for the paper|Read as:|rests? on|"
        r"mended|broken|to be expected|stand in for|no fault of)\b"
    ),
    "'beside' for 'alongside'": r"\bbeside\b",
    "data that speak or see": rf"\b{_MATTER} (?:says?|tells?|sees?|holds?|takes for|knows?|speaks?)\b",
    "a space before the percent sign": r"\d %",
    "a number without its leading zero": r"(?<![\d\w.])\.\d",
    "a straight quotation mark": r'"',
}
_HAN = r"[\u3400-\u9fff]"
RETIRED = {
    "a retired term": (
        r"评估者|评委|等值线|恒等线|聚类|单向|误报率|观察一致|实际一致率|毫无判断力|有符号偏差|方差分量|极大似然|锚点条目|"
        r"分组列|没有定义|尚无定论|待定|主指标|界线|比率权重|八成|论文用文字|确定(?:变好|变差|低于|高于|达到)|你|教科书|完整的分析"
    ),
    "样本 for an item": r"(?<!小)样本(?!量)",
    "Prompt for 提示词": r"(?<!提示词（)Prompt",
    "half-width punctuation": rf"{_HAN}\s?[,;:?!]|[,;:?!]\s?{_HAN}|{_HAN}\(|\){_HAN}|\({_HAN}|{_HAN}\)",
    "a straight quotation mark": r"[\"]",
    "顿号 between quotations": "”、“",
    "a space before the percent sign": r"\d %",
    "a number without its leading zero": r"(?<![\d\w.])\.\d",
    "a hyphen between numbers": r"\d-\d+ ?分",
    "no space beside a Latin word or number": rf"{_HAN}[A-Za-z0-9]|[A-Za-z0-9%]{_HAN}",
}


def prose(text: str) -> str:
    """The text without code, generated tables and addresses; what is taken out leaves a sign of its own."""
    return _NO_PROSE.sub("◦", text)


def findings(text: str, rules: dict[str, str]) -> list[str]:
    """What is wrong with each place: the rule, and the words around."""
    plain = re.sub(r"\*+", "", prose(text))
    return [
        f"{name}: …{plain[max(0, m.start() - 30) : m.end() + 30]}…".replace("\n", " ")
        for name, pattern in rules.items()
        for m in re.finditer(pattern, plain)
    ]


@pytest.mark.parametrize("page", ENGLISH, ids=lambda p: p.name)
def test_english_prose_is_plain(page: Path) -> None:
    assert findings(page.read_text(encoding="utf-8"), OUT) == []


@pytest.mark.parametrize("page", CHINESE, ids=lambda p: p.name)
def test_chinese_prose_uses_the_terms_and_punctuation(page: Path) -> None:
    assert findings(page.read_text(encoding="utf-8"), RETIRED) == []


@pytest.mark.parametrize(
    ("sentence", "rules"),
    [
        ("It is surely better.", OUT),
        ("A judge beside people.", OUT),
        ("The interval says so.", OUT),
        ("seen four times out of five", OUT),
        ("in 20 % of cases", OUT),
        ("a kappa of .4", OUT),
        ("两位评估者", RETIRED),
        ("30 个样本", RETIRED),
        ("改进 Prompt 之后", RETIRED),
        ("结论,如下", RETIRED),
        ("取 .15", RETIRED),
        ("“无”、“轻度”", RETIRED),
        ("共30个条目", RETIRED),
        ("2-3 分", RETIRED),
    ],
)
def test_a_planted_fault_is_found(sentence: str, rules: dict[str, str]) -> None:
    assert findings(sentence, rules)


def test_code_addresses_and_generated_tables_are_not_prose() -> None:
    code = '```sh\nsurely "x"\n```\n`beside` [a](surely.md)\n'
    table = "<!-- table: x -->\nanew\n<!-- end -->\n"
    assert findings(f"{code}{table}提示词（Prompt），小样本", OUT | RETIRED) == []
