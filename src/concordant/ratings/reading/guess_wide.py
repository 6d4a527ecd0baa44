"""Wide tables: which columns are raters, categories, texts or comments; why raters may be too few."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ...errors import InputError, OptionError
from ...quote import quote
from ..grid import Grid
from ..names import (
    ALIASES,
    LONG_ONLY,
    NEVER_RATINGS,
    SLICES,
    find_roles,
    kind_of,
    may_be_items,
    plain_name,
    words,
)
from ..phrases import listed
from .column_profile import ColumnProfile, alike, all_differ, largest_group, look, mixture, on_scale
from .computed_columns import computed_columns
from .doubtful_raters import (
    refuse_answers,
    refuse_dimensions,
    refuse_nameless_rows,
    refuse_other_scales,
    refuse_records,
    without_averages,
    without_other_numbers,
)
from .paired_answers import compared_columns
from .roles import Shape, taken, untaken

_WEAK_IN_WIDE = frozenset({"key", "name", "metric", "count", "n", "run", "version"})


def across(
    grid: Grid,
    declared: dict[str, Any],
    shape: Shape | None,
    categories: Collection[Any] | None,
    *,
    several_rows: bool = False,
) -> dict[str, Any]:
    """Wide, counts or a table: columns are raters or categories; items may be said to have several rows."""
    roles = [r for r in ALIASES if r not in declared and r not in LONG_ONLY]
    free = [name for name in untaken(grid.names, declared) if plain_name(name) not in _WEAK_IN_WIDE]
    found = {**({} if grid.unnamed else find_roles(free, roles)), **declared}
    if "item" in found and "item" not in declared and not several_rows:
        found["item"] = _one_row_each(grid, found, free)
        if compared_columns(grid) and not all_differ(grid.head(found["item"])):
            found.setdefault("clusters", found["item"])  # a question, of which each comparison is a row
            del found["item"]
    if grid.index and grid.index not in taken(found):
        found.setdefault("item", grid.index)
    if "raters" not in found:
        found = _guess_raters(grid, found, shape, categories)
    if len(found["raters"]) < (1 if {"repeat", "round"} & found.keys() else 2):
        _refuse(grid, found, "raters" in declared)
    if shape is None:
        shape = "wide" if "raters" in declared else _kind_of_wide(grid, found)
    return {**found, "shape": shape}


def _one_row_each(grid: Grid, found: Mapping[str, Any], free: Collection[str]) -> str:
    """The likeliest column of items; where it names several rows alike, one that does not, if any does."""
    others = untaken(free, found)
    apart = [found[role] for role in ("dimension", "repeat", "round") if role in found]
    likely = (str(found["item"]), *may_be_items(others))
    alone = (name for name in likely if all_differ(*map(grid.head, (name, *apart))))
    return next(alone, likely[0])


def _guess_raters(
    grid: Grid, found: dict[str, Any], shape: Shape | None, categories: Collection[Any] | None
) -> dict[str, Any]:
    """The columns on the declared scale, else the most that are alike."""
    looks = {name: look(grid.head(name)) for name in _may_be_ratings(grid, found)}
    if "item" not in found:
        first = _row_names(grid, looks) if shape == "table" else _identifier(looks)
        if first is not None:
            found = {**found, "item": first}
            del looks[first]
    if shape in ("counts", "table"):
        return {**found, "raters": tuple(looks)}
    declared = on_scale(looks, categories or ())
    if len(declared) > 1:
        return {**found, "raters": tuple(declared)}
    raters = without_other_numbers(without_averages(largest_group(looks)))
    computed = computed_columns(grid, raters)
    raters = [name for name in raters if name not in computed]
    if grid.unnamed and shape is None and "raters" not in found:
        refuse_nameless_rows(grid)
    elif shape is None:
        refuse_dimensions(grid.source, raters)
        refuse_other_scales(grid.source, {name: looks[name] for name in raters})
    return {**found, "raters": tuple(raters)}


_NAME_THEM = "Name them with raters=[…], or give item=, rater= and value= for one rating per row."


def _refuse(grid: Grid, found: Mapping[str, Any], declared: bool) -> None:
    """Say why there are not two raters."""
    raters = list(found["raters"])
    if declared:
        raise OptionError(f"raters must name two columns or more, got {quote(raters)}.")
    if len(grid.names) == 1:
        raise InputError(f"There is only one column in {grid.source}, {quote(grid.names[0])}. {_NAME_THEM}")
    likely = {*_may_be_ratings(grid, found), *raters}
    free = [name for name in grid.names if name in likely]
    if free and all(look(grid.head(name)).kind == "empty" for name in free):
        raise InputError(
            f"There are no ratings in {grid.source}: every value of {listed(map(quote, free))} is a gap."
        )
    refuse_records(grid, raters, free)
    for name in free:
        if mixed := mixture(grid.head(name)):
            (first, number), (second, word) = mixed
            raise InputError(
                f"The column {quote(name)} of {grid.source} mixes numbers, such as {number} (row {first}), "
                f"with text, such as {quote(word)} (row {second}): correct it, or pass "
                f"missing=[{quote(word)}] if it means no rating."
            )
    refuse_answers(grid, raters, free)
    which = f"Only the column {quote(raters[0])}" if raters else "No column"
    raise InputError(
        f"{which} of {grid.source} looks like ratings, but agreement needs two raters; the columns are "
        f"{quote(list(grid.names))}. {_NAME_THEM}"
    )


def _may_be_ratings(grid: Grid, found: Mapping[str, Any]) -> list[str]:
    """The columns without a role whose names do not say that they are something else."""
    never = SLICES | NEVER_RATINGS
    named = compared_columns(grid) or ()
    return [
        name for name in untaken(grid.names, found) if plain_name(name) not in never and name not in named
    ]


def _identifier(looks: dict[str, ColumnProfile]) -> str | None:
    """The first column, if every row has a name or a number of its own there."""
    if len(looks) < 3:
        return None
    first, seen = next(iter(looks.items()))
    others = [other for name, other in looks.items() if name != first]
    names = seen.kind == "text" and not any(alike(seen, other) for other in others)
    numbers = seen.counting and not seen.distinct <= frozenset().union(*(other.distinct for other in others))
    return first if seen.unique and (names or numbers) else None


def _row_names(grid: Grid, looks: dict[str, ColumnProfile]) -> str | None:
    """The first column of a table, if it says what the rows are: words, or names of other columns."""
    first = next(iter(looks), None)
    if first is None or not looks[first].unique:
        return None
    named = {str(x).strip() for x in grid.head(first)} & (looks.keys() - {first})
    return first if looks[first].kind == "text" or named else None


def _kind_of_wide(grid: Grid, found: Mapping[str, Any]) -> Shape:
    """A contingency table names its rows as its columns; counts add up to the same in every row."""
    columns = found["raters"]
    looks = [look(grid.head(name)) for name in columns]
    cells = [seen.values for seen in looks]
    k = len(columns)
    whole = all(seen.whole and min(seen.values) >= 0 for seen in looks) and k >= 2
    if not whole or any(len(c) != min(grid.n_rows, len(grid.head(columns[0]))) for c in cells):
        return "wide"
    if grid.n_rows == k and _rows_named_as_columns(grid, found):
        return "table"
    if (
        grid.n_rows == k
        and grid.unnamed
        and 2 * sum(cells[i][i] for i in range(k)) > sum(map(sum, cells)) > k * k
    ):
        return "table"
    sums = {sum(row) for row in zip(*cells, strict=True)}
    if any(map(kind_of, columns)):
        return "wide"
    if k >= 3 and grid.n_rows >= 3 and len(sums) == 1 and sums.pop() >= 2:
        return "counts"
    return "wide"


def _rows_named_as_columns(grid: Grid, found: Mapping[str, Any]) -> bool:
    names = sorted(found["raters"])
    others = [other for other in grid.names if other not in found["raters"]]
    return any(sorted(str(x) for x in grid.head(other)) == names for other in others)


#: Names of columns that say what an item is.
TEXTS = words(
    "text texts full_text prompt user_prompt system_prompt instruction query question context passage "
    "document_text input output response completion reply answer model_answer reference_answer content "
    "source_text target_text title abstract "
    "文本 正文 内容 提示词 指令 问题 提问 题干 上下文 输入 输出 回答 回复 答案 参考答案 模型回答 模型输出 "
    "原文 译文 标题 摘要"
)


#: What a column is called in which a rater says why; the longer words first, as they hold others.
_COMMENTS = words(
    "justification explanation reasoning rationale comments feedback critique comment reasons remarks "
    "reason remark notes note "
    "评论 备注 理由 原因 说明 解释 依据 评语 点评 意见"
)


def guess_texts(grid: Grid, free: Sequence[str]) -> tuple[str, ...]:
    """The columns of words, among those that nobody needs, whose names say what an item is."""
    return tuple(name for name in free if plain_name(name) in TEXTS and _holds(grid, name, "text"))


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
    joined = _joined(name)
    ends = (joined.removesuffix(word) for word in _COMMENTS if joined.endswith(word))
    starts = (joined.removeprefix(word) for word in _COMMENTS if joined.startswith(word))
    return next(ends, next(starts, None))


def _called(raters: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What raters go by, and who that is: `human_score` is `human` too, unless somebody else is called so."""
    words = [_joined(word) for word in ALIASES["value"]]
    names = [(_joined(rater), rater) for rater in raters]
    for spelled, rater in names:
        for word in words:
            yield spelled.removesuffix(word), rater
            yield spelled.removeprefix(word), rater
    yield from names
