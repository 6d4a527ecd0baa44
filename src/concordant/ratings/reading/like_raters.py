"""Columns called like a rater that are none as a table is read: slices of words, columns beside rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...quote import quote
from ...result import Note
from ..grade_words import folded, is_grade
from ..grid import Grid
from ..names import SLICES, plain_name, words
from ..phrases import listed
from .column_profile import ColumnProfile, look
from .doubtful_raters import is_like_rater, is_other_number, is_surely_rater
from .paired_answers import compared_columns
from .recode_options import merge_option

#: Words that say yes or no, and are no name of anything.
_VERDICTS = frozenset(
    words(
        "yes no y n true false pass fail good bad ok win lose tie 是 否 对 错 好 差 通过 不通过 合格 不合格"
    )
)
#: Names that columns of ratings go by, beside columns of raters.
_CALLED_RATINGS = frozenset(
    words(
        "score rating grade label verdict grader reviewer evaluator scorer assessor 分数 得分 评分 等级 打分 "
        "标签 评分者 评审 评估者"
    )
)


def slices_like_raters(grid: Grid, found: Mapping[str, Any]) -> tuple[Note, ...]:
    """A note on each column of words that is named like a rater and was taken for a slice.

    What a column called model or system usually says is which of them was rated: names are no grades. The
    two columns of a comparison of answers name its systems.
    """
    systems = compared_columns(grid) or ()
    others = list(found["raters"])
    known = next((x for name in others for x in sorted(look(grid.head(name)).distinct, key=str)), None)
    notes = []
    for name in found["slices"]:
        if name in systems:
            continue
        seen = look(grid.head(name))
        called = is_like_rater(name) or plain_name(name) in _CALLED_RATINGS
        if not called and (plain_name(name) in SLICES or not _are_marks(seen)):
            continue
        if seen.kind == "text" and known is not None and (is_surely_rater(name) or _are_grades(seen)):
            notes.append(_as_slice(name, str(seen.values[0]), others, known))
    return tuple(notes)


def _are_grades(seen: ColumnProfile) -> bool:
    """Letters, words for yes and no, or words that are grades; at least half of what the column holds."""
    said = [folded(str(label)) for label in seen.distinct]
    return 2 * sum(len(x) < 3 or x in _VERDICTS or is_grade(x) for x in said) >= len(said)


def _are_marks(seen: ColumnProfile) -> bool:
    """Nothing but words that are grades, or four letters and more from A on."""
    said = sorted(folded(str(label)) for label in seen.distinct)
    letters = len(said) > 3 and "".join(said) in "abcdefg"
    return seen.kind == "text" and (letters or (len(said) > 2 and all(map(is_grade, said))))


def _as_slice(name: str, sample: str, others: Sequence[str], known: Any) -> Note:
    facts = {"name": name, "sample": sample, "others": list(others), "option": merge_option(sample, known)}
    text = (
        f"{name} was read as a slice, because its values, such as {quote(sample)}, are not on the "
        f"scale of {listed(others, ' and ')}; if they are ratings, state what each means, for example with "
        f"{facts['option']}."
    )
    return Note("slice-like-rater", text, facts)


def beside_long(grid: Grid, found: Mapping[str, Any], unused: Sequence[str]) -> tuple[Note, ...]:
    """A note on each column of a long table that is named like a rater but is not in rows of its own."""
    notes = []
    for name in (*unused, *found["slices"]):
        seen = look(grid.head(name))
        called = is_like_rater(name) and not is_other_number(name) and not plain_name(name).endswith("id")
        if not called or seen.kind in ("empty", "nested") or (seen.kind == "text" and not _are_grades(seen)):
            continue
        rater, value = found["rater"], found["value"]
        text = (
            f"{name} was not used as a rater, because each row is one rating ({value} by {rater}); to "
            f"compare it, add its ratings as rows in which {rater} is {name}."
        )
        facts = {"name": name, "rater": rater, "value": value}
        notes.append(Note("rater-beside-rows", text, facts))
    return tuple(notes)
