"""Words and signs that are grades, in English and Chinese, each list from lowest to highest."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence


def folded(label: str) -> str:
    """A label without case and full-width forms, and with one kind of blank: "Ｙｅｓ " is "yes"."""
    return re.sub(
        r"(?<=[^\W_])[\s_-]+(?=[^\W_])", " ", unicodedata.normalize("NFKC", label).casefold()
    ).strip()


#: Fewer words are in the right order either way round.
FEWEST = 3

_ORDERS = tuple(
    {word.strip(): place for place, word in enumerate(line.split(","))}
    for line in (
        "never, almost never, very rarely, rarely, seldom, occasionally, sometimes, often, frequently, "
        "usually, very often, almost always, always",
        "none, absent, harmless, minimal, slight, mild, moderate, marked, severe, very severe, extreme",
        "terrible, awful, very bad, very poor, bad, poor, weak, below average, mediocre, fair, ok, okay, "
        "average, acceptable, adequate, satisfactory, above average, good, very good, great, excellent, "
        "outstanding, perfect",
        "strongly disagree, disagree, somewhat disagree, slightly disagree, neutral, undecided, "
        "neither agree nor disagree, slightly agree, somewhat agree, agree, strongly agree",
        "very dissatisfied, dissatisfied, neutral, satisfied, very satisfied",
        "none, very low, low, mid, medium, moderate, high, very high, critical",
        "very negative, negative, neutral, mixed, positive, very positive",
        "negative, absent, very weak, weak, moderate, strong, very strong",
        "very small, small, medium, large, very large",
        "much worse, worse, slightly worse, same, about the same, tie, slightly better, better, much better",
        "incorrect, wrong, mostly incorrect, partial, partly correct, partially correct, mostly correct, "
        "correct",
        "fail, borderline, marginal, pass, pass with distinction",
        "very unlikely, unlikely, possible, likely, very likely, certain",
        "irrelevant, not relevant, slightly relevant, somewhat relevant, partially relevant, relevant, "
        "highly relevant, very relevant",
        "不可用, 极差, 很差, 非常差, 差, 较差, 不及格, 不合格, 一般, 中, 及格, 合格, 中等, 尚可, "
        "较好, 良, 良好, 好, 很好, 非常好, 优, 优秀, 完美",
        "从不, 几乎不, 很少, 偶尔, 有时, 时常, 经常, 通常, 几乎总是, 总是",
        "无, 正常, 轻微, 轻, 轻度, 中, 中度, 重, 重度, 严重, 极重度, 极严重",
        "无, 极低, 很低, 低, 较低, 中, 中等, 较高, 高, 很高, 极高",
        "非常不同意, 不同意, 不太同意, 中立, 一般, 不确定, 比较同意, 同意, 非常同意",
        "非常不满意, 不满意, 一般, 比较满意, 满意, 非常满意",
        "不相关, 无关, 弱相关, 部分相关, 相关, 高度相关, 非常相关",
        "错误, 部分错误, 部分正确, 基本正确, 正确, 完全正确",
        "非常负面, 负面, 消极, 中性, 积极, 正面, 非常正面",
        "阴性, 弱, 弱阳性, 中, 阳性, 强, 强阳性",
        "很小, 小, 中, 大, 很大",
    )
)  # fmt: skip


#: Marks of schools, lowest first, and Roman numerals. Letters alone may be names of answers.
_MARKS, _ROMAN = (
    {sign.strip(): place for place, sign in enumerate(line.split(","))}
    for line in (
        "f, e, d-, d, d+, c-, c, c+, b-, b, b+, a-, a, a+",
        "0, i, ii, iii, iv, v, vi, vii, viii, ix, x, xi, xii",
    )
)


def is_grade(word: str) -> bool:
    """Whether a folded label is one of the words that are grades."""
    return any(word in order for order in _ORDERS)


def in_their_order(words: Sequence[str]) -> list[int] | None:
    """The places of words that are grades, lowest first; None where they are not all of one kind."""
    if len(words) < FEWEST:
        return None
    for order in (*_ORDERS, *_orders_of_signs(words)):
        if all(word in order for word in words):
            return sorted(range(len(words)), key=lambda place: order[words[place]])
    return None


def _orders_of_signs(words: Sequence[str]) -> Iterator[dict[str, int]]:
    """Letters are marks where one has a plus or minus, or F is there without E; numerals where II is."""
    if any(word[-1:] in "+-" for word in words) or ("f" in words and "e" not in words):
        yield _MARKS
    if "ii" in words:
        yield _ROMAN
