"""What is written about items and beside ratings: it is shown with them, and no number depends on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .factorise import Codes, Column
from .grid import Grid
from .names import ALIASES, plain_name
from .native import is_gap
from .reading.column_profile import look


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


class Cells:
    """A column of texts that is taken from where it is when the first of them is looked at."""

    def __init__(self, take: Callable[[], Any]) -> None:
        self._take = take

    @cached_property
    def _held(self) -> Any:
        return self._take()

    def text(self, place: int) -> str | None:
        """One text; None for a blank."""
        held = self._held
        found = held.label(place) if isinstance(held, Column) else _cell(held, place)
        return None if is_gap(found) or not str(found).strip() else str(found)


def _cell(held: Any, place: int) -> Any:
    """One cell of a list, an array, or a series of any library."""
    one: Any = held.iloc[place] if hasattr(held, "iloc") else held[place]
    if one is np.ma.masked:
        return None
    return one.as_py() if hasattr(one, "as_py") else one


@dataclass(frozen=True, eq=False)
class Written:
    """Which cell of a column holds the text of each row, -1 for none.

    Where a row was put together from several records, `following` leads from a blank cell to the next one.
    """

    cells: Cells
    at: Codes
    following: Codes | None = None

    def __len__(self) -> int:
        return len(self.at)

    def __getitem__(self, rows: Any) -> Written:
        """The texts of some rows."""
        return replace(self, at=self.at[rows])

    def or_else(self, rows: NDArray[np.int64], others: NDArray[np.int64]) -> Written:
        """The same, each of these rows with the text of another one where its own cells are blank."""
        size = 1 + int(self.at.max(initial=0))
        following = np.full(size, -1, dtype=np.int64) if self.following is None else self.following.copy()
        last = self.at[rows].astype(np.int64)
        while (more := (last >= 0) & (following[last] >= 0)).any():
            last = np.where(more, following[last], last)
        there = last >= 0
        following[last[there]] = self.at[others][there]
        return replace(self, following=following)

    def text(self, row: int) -> str | None:
        """The text of one row; None where nothing is written."""
        place = int(self.at[row])
        while place >= 0:
            found = self.cells.text(place)
            if found is not None or self.following is None:
                return found
            place = int(self.following[place])
        return None


def by_row(take: Callable[[], Any], kept: NDArray[np.int64] | None, n_rows: int) -> Written:
    """A text for each row of a table; `kept` are the rows that are left."""
    return Written(Cells(take), np.arange(n_rows, dtype=np.int64) if kept is None else kept)


def by_records(take: Callable[[], Any], kept: NDArray[np.int64], rows: NDArray[np.int64]) -> Written:
    """The first text of each row's records; `kept` are the places of records, `rows` where each belongs."""
    order = np.argsort(rows, kind="stable")
    following = np.full(int(kept.max(initial=-1)) + 1, -1, dtype=np.int64)
    same = rows[order[1:]] == rows[order[:-1]]
    following[kept[order[:-1]]] = np.where(same, kept[order[1:]], -1)
    first = order[np.append(True, ~same)[: len(order)]]
    return Written(Cells(take), kept[first], following)


def placed_at(at: Codes, records: NDArray[np.int64], where: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """The cells of some records at their places, none everywhere else."""
    placed = np.full(shape, -1, dtype=at.dtype)
    placed[where] = at[records]
    return placed


def below_each_other(parts: Sequence[Written | None], length: int) -> Written:
    """Texts of so many rows each, one below the other; none where there is none."""
    kept = [part for part in parts if part is not None]
    at = [
        np.full(length, -1) if part is None else _numbered(part.at, kept.index(part), len(kept))
        for part in parts
    ]
    return Written(_Several([part.cells for part in kept]), np.concatenate(at))


def _numbered(at: Codes, which: int, of: int) -> Codes:
    return np.where(at >= 0, at.astype(np.int64) * of + which, -1)


class _Several(Cells):
    """Several columns as one, their cells taken in turn."""

    def __init__(self, columns: Sequence[Cells]) -> None:
        self._columns = columns

    def text(self, place: int) -> str | None:
        """One text; None for a blank."""
        row, which = divmod(place, len(self._columns))
        return self._columns[which].text(row)
