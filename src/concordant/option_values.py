"""Chinese names for the values of options, accepted wherever the English ones are: `weights="二次"`.

The first Chinese name of a value is the one that outputs show. Goals have theirs in goals.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_WEIGHTS = {
    "未加权": "identity",
    "不加权": "identity",
    "线性": "linear",
    "线性加权": "linear",
    "线性权重": "linear",
    "二次": "quadratic",
    "二次方": "quadratic",
    "二次加权": "quadratic",
    "二次权重": "quadratic",
    "平方根": "radical",
    "有序": "ordinal",
    "等比": "ratio",
    "环形": "circular",
    "双极": "bipolar",
}
_LEVELS = {"名义": "nominal", "有序": "ordinal", "等距": "interval", "等比": "ratio"}

#: For each option its Chinese values, and what they stand for.
CHINESE: Mapping[str, Mapping[str, str]] = {
    "weights": _WEIGHTS,
    "metric": {**_LEVELS, "环形": "circular", "双极": "bipolar"},
    "scale": _LEVELS,
    "preset": {
        "自动": "auto",
        "日常监控": "daily",
        "严格评估": "strict",
        "有序量表": "ordinal",
        "连续分数": "continuous",
        "综合评估": "everything",
    },
    "interval": {
        "得分法": "score",
        "解析法": "analytic",
        "刀切法": "jackknife",
        "自助法": "bootstrap",
        "精确法": "exact",
        "经典法": "classical",
        "校正法": "adjusted",
        "广义枢轴量": "generalised",
        "无": "none",
    },
    "alternative": {"双侧": "two-sided", "高于": "greater", "低于": "less"},
    "raters_are": {"固定": "fixed", "抽样": "sampled"},
    "model": {"随机": "random", "随机效应": "random", "混合": "mixed", "固定": "mixed"},
    "method": {"自动": "auto", "方差分析": "anova", "限制性最大似然": "reml"},
    "kind": {"绝对一致": "agreement", "相合性": "consistency"},
    "across": {"评分对": "pairs", "全体一致": "all"},
    "margins": {"条目": "items", "评分": "ratings"},
    "fixed": {"评分者": "raters", "场次": "occasions"},
    "limits": {"正态": "normal", "非参数": "nonparametric", "回归": "regression"},
    "differences": {"原值": "plain", "百分比": "percent", "对数": "log"},
    "repeats": {"配对": "linked", "不配对": "unlinked"},
    "duplicates": {
        "报错": "error",
        "第一次": "first",
        "最后一次": "last",
        "重复": "repeat",
        "全部检查": "checked",
    },
    "shape": {"长表": "long", "宽表": "wide", "计数表": "counts", "列联表": "table"},
    "lang": {"英文": "en", "中文": "zh"},
}


def plain_value(option: str, value: Any) -> Any:
    """What a Chinese value of an option stands for; any other value as it is."""
    return CHINESE.get(option, {}).get(value, value) if isinstance(value, str) else value


def option_value_name(option: str, value: str) -> str:
    """The Chinese name of a value, the first where it has several; the value itself where it has none."""
    return next((name for name, known in CHINESE.get(option, {}).items() if known == value), value)
