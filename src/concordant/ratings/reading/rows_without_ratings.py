"""Rows of a table that hold no ratings: the header once more, totals at the end, lines of dashes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...quote import quote
from ...result import Note
from ..audit import STRAY_ROWS
from ..names import plain_name, words
from ..phrases import listed, many
from .headers import is_repeated_header

#: Of a smaller table every row counts.
_FEWEST = 6
#: Summaries are looked for among so many rows at the end.
_LAST = 5
_SUMMARIES = frozenset(
    words(
        "total totals sum subtotal grand_total average avg mean median mode std sd stdev variance min max "
        "kappa weighted_kappa cohen_s_kappa agreement exact_agreement accuracy alpha icc overall summary n "
        "合计 总计 小计 总和 平均 平均值 平均分 均值 中位数 标准差 最大值 最小值 一致率 准确率 汇总"
    )
)
_DASHES = re.compile(r":?-{2,}:?|=+|—+|─+")


@dataclass(frozen=True)
class Kept:
    """The rows that may be ratings, how many others there were, and what to say of those."""

    rows: Sequence[list[str]]
    left_out: Mapping[str, int]
    notes: tuple[Note, ...] = ()


def rows_of_ratings(rows: Sequence[list[str]], names: Sequence[str]) -> Kept:
    """The rows below a header without those that hold no ratings."""
    header = [name.strip() for name in names]
    plain = [row for row in rows if not _is_line(row)]
    kept = [row for row in plain if [cell.strip() for cell in row] != header]
    kept = kept if is_repeated_header(header, kept) else plain
    repeated = len(plain) - len(kept)
    kept, labels = _without_summaries(kept, header)
    if len(kept) == len(rows) or not kept:
        return Kept(rows, {})
    notes = [*([_repeated(repeated)] if repeated else []), *([_summaries(labels)] if labels else [])]
    return Kept(kept, {STRAY_ROWS: len(rows) - len(kept)}, tuple(notes))


def _is_line(row: Sequence[str]) -> bool:
    """Nothing but dashes in every cell, as below the header of a Markdown table."""
    held = [cell.strip() for cell in row if cell.strip()]
    return len(held) > 1 and all(map(_DASHES.fullmatch, held))


def _without_summaries(rows: list[list[str]], header: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """Rows at the end that are called a total, an average or the like, where no column is."""
    end = len(rows)
    labels: list[str] = []
    while end > max(_FEWEST, len(rows) - _LAST) and (label := _label(rows[end - 1])):
        labels.insert(0, label)
        end -= 1
    first = {row[0].strip() for row in rows[:end]}
    if not labels or first & set(labels) or set(header) & set(labels):
        return rows, []
    return rows[:end], labels


def _label(row: Sequence[str]) -> str:
    """What the row of a summary is called; nothing for any other row."""
    label = row[0].strip()
    return label if plain_name(label) in _SUMMARIES else ""


def _repeated(count: int) -> Note:
    what = "repeats the header and was" if count == 1 else "repeat the header and were"
    text = f"{many(count, 'row')} {what} excluded."
    return Note("stray-rows", text, {"count": count})


def _summaries(labels: list[str]) -> Note:
    if len(labels) == 1:
        what = "looks like a summary and was excluded; if it is an item, give it another name."
    else:
        what = "look like summaries and were excluded; if they are items, give them other names."
    text = f"{listed(map(quote, labels), ' and ')} at the end {what}"
    return Note("stray-rows", text, {"labels": labels})
