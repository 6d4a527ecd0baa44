"""Which columns hold what an item says, and which a rater's comments: guessed by their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..grid import Grid
from ..names import ALIASES, plain_name
from .column_profile import look


def _words(listed: str) -> tuple[str, ...]:
    return tuple(listed.split())


#: Names of columns that say what an item is.
_TEXTS = _words(
    "text texts full_text prompt user_prompt system_prompt instruction query question context passage "
    "document_text input output response completion reply answer model_answer reference_answer content "
    "source_text target_text title abstract "
    "文本 正文 内容 提示词 指令 问题 提问 题干 上下文 输入 输出 回答 回复 答案 参考答案 模型回答 模型输出 "
    "原文 译文 标题 摘要"
)


#: What a column is called in which a rater says why; the longer words first, as they hold others.
_COMMENTS = _words(
    "justification explanation reasoning rationale comments feedback critique comment reasons remarks "
    "reason remark notes note "
    "评论 备注 理由 原因 说明 解释 依据 评语 点评 意见"
)


def guess_texts(grid: Grid, free: Sequence[str]) -> tuple[str, ...]:
    """The columns of words, among those that nobody needs, whose names say what an item is."""
    return tuple(name for name in free if plain_name(name) in _TEXTS and _holds(grid, name, "text"))


def guess_comments(grid: Grid, found: Mapping[str, Any], free: Sequence[str]) -> dict[str, str]:
    """The column in which each rater says why, by its name; a long table has one for all, called ""."""
    wordy = {name: _about(name) for name in free if _holds(grid, name, "text", "empty")}
    if found["shape"] == "long":
        known = {"", *map(_joined, (*ALIASES["value"], *ALIASES["rater"], found["value"], found["rater"]))}
        hits = [name for name, rest in wordy.items() if rest is not None and rest in known]
        return {"": hits[0]} if hits else {}
    called = dict(_called(found["raters"]))
    comments: dict[str, str] = {}
    for name, rest in wordy.items():
        if rest and rest in called:
            comments.setdefault(called[rest], name)
    return comments


def _holds(grid: Grid, name: str, *kinds: str) -> bool:
    return look(grid.head(name)).kind in kinds


def _joined(name: object) -> str:
    return plain_name(name).replace("_", "")


def _about(name: str) -> str | None:
    """What is left of a comment's name without the word for it: whose it is; None for any other column."""
    said = _joined(name)
    ends = (said.removesuffix(word) for word in _COMMENTS if said.endswith(word))
    starts = (said.removeprefix(word) for word in _COMMENTS if said.startswith(word))
    return next(ends, next(starts, None))


def _called(raters: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What raters go by, and who that is: `human_score` is `human` too, unless somebody else is called so."""
    words = [_joined(word) for word in ALIASES["value"]]
    names = [(_joined(rater), rater) for rater in raters]
    for said, rater in names:
        for word in words:
            yield said.removesuffix(word), rater
            yield said.removeprefix(word), rater
    yield from names
