"""What the demonstration says, in English and in Chinese."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """Every phrase of the page in one language; the names in braces are filled in."""

    title: str
    read: str
    measures: str
    measure_columns: tuple[str, str, str, str]
    slices: str
    slice_columns: tuple[str, str, str, str, str]
    options: dict[str, str]
    contents: dict[str, str]
    level: str
    same: str
    bias_high: str
    bias_low: str
    bias_none: str
    weakest_apart: str
    weakest_unclear: str
    next_steps: str


ENGLISH = Words(
    title="Can we trust the judge? A study of simulated scores from 0 to 4",
    read="{items} items, each scored by a person and by a judge; {gaps} gaps; scores seen: {scores}.",
    measures="How far they agree",
    measure_columns=("measure", "value", "{level} interval", "by chance"),
    slices="By content type",
    slice_columns=("content", "items", "exact", "kappa", "{level} interval"),
    options={"linear": "linear weights", "quadratic": "quadratic weights", "ordinal": "ordinal"},
    contents={"news_qa": "news Q&A", "chat": "chat", "emotional_support": "emotional support"},
    level="{:.0%}",
    same="The judge gives the person's score on {exact:.0%} of items; chance would give {chance:.0%}.",
    bias_high="Its scores are {points:.2f} points too high on average.",
    bias_low="Its scores are {points:.2f} points too low on average.",
    bias_none="Its scores show no clear bias up or down.",
    weakest_apart="Agreement is weakest on {weak} (kappa {low:.2f}), clearly below {strong} ({high:.2f}): "
    "start there.",
    weakest_unclear="Agreement is lowest on {weak} (kappa {low:.2f}), but not clearly below {strong} "
    "({high:.2f}): rate more items first.",
    next_steps="Try it yourself:\n"
    "  concordant demo --csv > scores.csv\n"
    "  concordant study scores.csv\n"
    "  concordant cohen-kappa scores.csv --raters human,judge --weights quadratic\n"
    "  concordant cohen-kappa scores.csv --raters human,judge --by content_type\n"
    "  concordant compare cohen-kappa scores.csv --raters human,judge --against human,judge_v2",
)

CHINESE = Words(
    title="模型评分可信吗？一组模拟评分（0–4 分）的一致性分析",
    read="共 {items} 条样本，每条由人工和模型各评一次；缺失 {gaps} 个；出现过的分数：{scores}。",
    measures="总体一致性",
    measure_columns=("指标", "数值", "{level} 置信区间", "随机水平"),
    slices="按内容类型",
    slice_columns=("内容类型", "样本数", "完全一致率", "Kappa", "{level} 置信区间"),
    options={"linear": "线性权重", "quadratic": "二次权重", "ordinal": "定序"},
    contents={"news_qa": "资讯问答", "chat": "闲聊陪伴", "emotional_support": "情绪支持"},
    level="{:.0%}",
    same="模型与人工打分完全相同的样本占 {exact:.0%}，而随机情况下只有 {chance:.0%}。",
    bias_high="模型的打分平均偏高 {points:.2f} 分。",
    bias_low="模型的打分平均偏低 {points:.2f} 分。",
    bias_none="模型的打分没有明显的偏高或偏低。",
    weakest_apart="一致性最低的是{weak}（Kappa {low:.2f}），明显低于{strong}（{high:.2f}）："
    "建议先从这一类改起。",
    weakest_unclear="一致性最低的是{weak}（Kappa {low:.2f}），但并不明显低于{strong}（{high:.2f}）："
    "建议先增加样本。",
    next_steps="自己试一试：\n"
    "  concordant demo --csv > scores.csv\n"
    "  concordant study scores.csv --lang zh\n"
    "  concordant cohen-kappa scores.csv --raters human,judge --weights quadratic\n"
    "  concordant cohen-kappa scores.csv --raters human,judge --by content_type\n"
    "  concordant compare cohen-kappa scores.csv --raters human,judge --against human,judge_v2",
)

WORDS = {"en": ENGLISH, "zh": CHINESE}
