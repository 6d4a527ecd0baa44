"""What a slice column is: a rated dimension, a system whose output is rated, an identifier, or content.

Advice depends on it: a kind of content can get a clause of its own in the guide, a system or a number cannot.
"""

from __future__ import annotations

import re
from typing import Literal

ColumnKind = Literal["dimension", "system", "identifier", "content"]

#: Words in the name of a column, in order of precedence; of two or more words one is enough.
_DIMENSION = ("dimension", "criterion", "criteria", "aspect", "rubric", "维度", "指标", "评分项")
_IDENTIFIER = (
    "id", "ids", "uid", "uuid", "key", "index", "number", "no", "batch", "session", "user", "annotator",
    "rater", "reviewer", "page", "document", "doc", "file", "编号", "序号", "批次", "会话", "用户", "文件",
)  # fmt: skip
_SYSTEM = (
    "model", "system", "engine", "bot", "agent", "provider", "vendor", "generator", "version", "checkpoint",
    "candidate", "模型", "系统", "版本", "引擎", "厂商",
)  # fmt: skip


def column_kind(name: str) -> ColumnKind:
    """By its name: `model_id` is an identifier of a system, and advice is that for systems."""
    if _has(name, _DIMENSION):
        return "dimension"
    if _has(name, _SYSTEM):
        return "system"
    return "identifier" if _has(name, _IDENTIFIER) else "content"


def _has(name: str, words: tuple[str, ...]) -> bool:
    parts = re.findall(r"[a-z]+|[\u4e00-\u9fff]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower())
    return any(word in part if not word.isascii() else word == part for part in parts for word in words)
