"""Columns that look like raters and may be something else, and columns that were not taken for one: why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import AmbiguousReading, InputError
from ...quote import quote
from ...result import Note
from ..grid import Grid
from ..names import NEVER_RATINGS, SLICES, kind_of, plain_name, words
from ..phrases import listed
from .column_names import says_dimension, says_rater
from .column_profile import ColumnProfile, look
from .computed_columns import Computed, computed_columns
from .nested_values import paths_in
from .recode_options import merge_option, nice_ends, rescale_option

#: Words that name a rater among raters, and something else in most other tables.
_UNSURE = frozenset(("model", "system", "code", "rule", "source", "reference", "模型", "规则"))


#: Words for a machine that no rater is known by elsewhere.
_MACHINES = frozenset(words("system machine auto automatic evaluator 系统 机评 自动"))

#: Words in the name of a column that is made of others.
_AVERAGES = frozenset(
    words(
        "avg average mean median majority consensus aggregate sum total diff difference delta agree agreed "
        "agreement match adjudicated 平均 平均分 均分 均值 多数 众数 共识 合计 总和 总分 差值 分差 一致 "
        "是否一致"
    )
)
#: Last words of names of columns that hold numbers about an item, a run or an answer.
_OTHER_NUMBERS = frozenset(
    words(
        "confidence certainty conf probability prob logprob entropy perplexity temperature temp seed top_p "
        "turn turns length len tokens token chars latency ms cost price duration seconds index idx rank "
        "position order page line version year age count minutes hours usd bytes "
        "置信度 把握 概率 温度 轮次 长度 字数 词数 耗时 成本 序号 排名 顺序 页码 年份 年龄"
    )
)
#: From so many values on, ranges are compared; of fewer, one may be a part of the other by chance.
_ENOUGH = 10
#: So many values of a column are looked into for records.
_LOOKED_AT = 200
#: One scale is so many times as long as another.
_LONGER = 3.0
#: More values than this in the second of three nameless columns are no raters.
_MOST_RATERS = 20
#: Of fewer rows no pair of ratings may recur by chance.
_ENOUGH_ROWS = 10


def is_average(name: str) -> bool:
    """Whether the name of a column says that it is made of others."""
    return bool(_AVERAGES & set(plain_name(name).split("_")))


def without_averages(raters: Sequence[str]) -> list[str]:
    """The raters without averages of them, where two or more others are left."""
    others = [name for name in raters if not is_average(name)]
    return others if len(others) > 1 else list(raters)


def is_other_number(name: str) -> bool:
    """Whether a name says that numbers are no ratings: confidence, judge_latency_ms, time_per_example."""
    what, per, _ = plain_name(name).partition("_per_")
    last = what.rsplit("_", 1)[-1]
    return last in _OTHER_NUMBERS or (per != "" and last == "time")


def without_other_numbers(raters: Sequence[str]) -> list[str]:
    """The raters without numbers of another kind, where two or more others are left."""
    others = [name for name in raters if not is_other_number(name)]
    return others if len(others) > 1 else list(raters)


def refuse_dimensions(source: str, raters: Sequence[str]) -> None:
    """Ask about columns that are all called like what is rated, not like who rates."""
    if len(raters) > 1 and all(says_dimension(name) and not says_rater(name) for name in raters):
        raise AmbiguousReading(
            f"The columns {listed(raters)} of {source} are named like dimensions of one rater's ratings, "
            "but agreement needs two raters.",
            {"each column is a rater": {"raters": list(raters)}},
        )


def refuse_nameless_rows(grid: Grid) -> None:
    """Ask where three nameless columns may be item, rater and rating: no pair of the first two recurs."""
    if len(grid.names) != 3:
        return
    item, rater, value = grid.names
    items, raters, values = (look(grid.head(name)) for name in grid.names)
    rows = len(grid.head(item))
    several = 2 <= len(raters.distinct) <= min(_MOST_RATERS, len(items.distinct) - 1)
    several = several and rows >= max(_ENOUGH_ROWS, 2 * len(items.distinct))
    pairs = len(set(zip(grid.head(item), grid.head(rater), strict=True)))
    if not (several and pairs == rows == len(items.values) == len(raters.values) and values.values):
        return
    raise AmbiguousReading(
        f"The columns of {grid.source} have no names, and no pair of values in the first two is "
        "repeated: they "
        "may be item, rater and rating.",
        {
            "each row is one rating": {"item": item, "rater": rater, "value": value},
            "each column is a rater": {"raters": list(grid.names)},
        },
    )


def refuse_other_scales(source: str, looks: Mapping[str, ColumnProfile]) -> None:
    """Ask about two raters whose numbers hardly meet: one of them may be on another scale."""
    if len(looks) != 2 or any(
        seen.kind != "numbers" or len(seen.values) < _ENOUGH for seen in looks.values()
    ):
        return
    if not all(map(kind_of, looks)):
        return
    first, second = looks
    ends = {name: (float(min(seen.distinct)), float(max(seen.distinct))) for name, seen in looks.items()}
    reach = [high - low for low, high in ends.values()]
    overlap = min(high for _, high in ends.values()) - max(low for low, _ in ends.values())
    if overlap > 0 or min(reach) == 0 or max(reach) < _LONGER * min(reach):
        return
    odd, usual = (first, second) if kind_of(second) in ("human", "gold") else (second, first)
    low, high = nice_ends(*ends[odd])
    spans = f"{low:g}..{high:g}:{ends[usual][0]:g}..{ends[usual][1]:g}"
    raise AmbiguousReading(
        f"The values of {odd} in {source} range from {ends[odd][0]:g} to {ends[odd][1]:g}, but "
        f"those of {usual} from {ends[usual][0]:g} to {ends[usual][1]:g}: they seem to be on "
        "different scales.",
        {
            f"the scale of {odd} is {low:g} to {high:g}": {"rescale": {odd: spans}},
            "both are on one scale": {"raters": [first, second]},
        },
    )


def _records_in(values: Sequence[Any]) -> list[Any]:
    """The objects of a column, those that are written as JSON too."""
    from .judge_answers import json_in

    held = [next(json_in(x.strip()), None) if isinstance(x, str) else x for x in values[:_LOOKED_AT]]
    return [x for x in held if isinstance(x, (Mapping, list))]


def refuse_answers(grid: Grid, raters: Sequence[str], free: Sequence[str]) -> None:
    """Complain about a column that is named like a rater and is not on the scale of the only other one."""
    for name in free:
        seen = look(grid.head(name))
        if len(raters) != 1 or name in raters or seen.kind != "text" or not kind_of(name):
            continue
        sample = str(seen.values[0])
        if seen.few and not seen.unique:
            known = min(look(grid.head(raters[0])).distinct, key=str)
            raise InputError(
                f"The column {quote(name)} of {grid.source} is named like a rater, but its values, such as "
                f"{quote(sample)}, are not on the scale of {quote(raters[0])}: state what "
                f"each means, for example with {merge_option(sample, known, seen.distinct)}."
            )
        raise InputError(
            f"The column {quote(name)} of {grid.source} is named like a rater, but no score was found in "
            f"most of its texts, such as {quote(sample)}: name the column with the score with raters=[…], or "
            "write the score there as “Score: 4”."
        )


def refuse_records(grid: Grid, raters: Sequence[str], free: Sequence[str]) -> None:
    """Ask which number of a column of records is the rating, where one other rater is there."""
    for name in free:
        if len(raters) != 1 or name in raters:
            continue
        paths = [f"{name}.{path}" for path in paths_in(_records_in(grid.head(name)))]
        if paths:
            raise AmbiguousReading(
                f"The column {name} of {grid.source} contains records, and several of their values could "
                "be the "
                "rating.",
                {f"{path} is the rating": {"raters": [*raters, path]} for path in paths[:5]},
            )


def is_rater_name(name: str) -> bool:
    """Whether a column is named like a rater: human, judge, gpt4, 人工."""
    return bool(kind_of(name)) and plain_name(name) not in SLICES | NEVER_RATINGS


def is_surely_rater(name: str) -> bool:
    """Whether the name of a column can hardly mean anything but a rater."""
    return is_rater_name(name) and plain_name(name) not in _UNSURE


def left_out(grid: Grid, found: Mapping[str, Any], unused: Sequence[str]) -> tuple[Note, ...]:
    """A note on each column that is named like a rater, and one on all others that hold numbers."""
    looks = {name: look(grid.head(name)) for name in (*unused, *found["raters"])}
    raters = [looks[name] for name in found["raters"]]
    computed = computed_columns(grid, [*found["raters"], *unused])
    called = [
        name
        for name in unused
        if name in computed or ((is_like_rater(name) or is_average(name)) and not is_other_number(name))
    ]
    in_words = not any(seen.kind == "numbers" for seen in raters)
    numbers = [
        name
        for name in unused
        if name not in called
        and _is_number(name, looks[name])
        and not (in_words and is_other_number(name))  # a turn beside preferences is no rating
    ]
    notes = [_why(name, looks[name], found["raters"], raters, computed.get(name)) for name in called]
    return (*notes, *([numbers_not_used(numbers)] if numbers else []))


def is_like_rater(name: str) -> bool:
    """Whether a column is named like a rater, or like what rates by itself: system, auto_score, machine."""
    return is_rater_name(name) or bool(_MACHINES & set(plain_name(name).split("_")))


def numbers_not_used(names: Sequence[str]) -> Note:
    """That columns of numbers were left out."""
    text = f"Numeric columns not used as raters: {listed(names)}. If they are raters, pass raters=[…]."
    return Note("numbers-not-used", text, {"names": list(names)})


def _is_number(name: str, seen: ColumnProfile) -> bool:
    """Numbers that may be ratings: no counts of rows, and nothing whose name says what else it is."""
    plain = plain_name(name)
    named = plain in NEVER_RATINGS | SLICES or plain.endswith("id")
    return seen.kind == "numbers" and not named and not seen.counting


#: What a column is that is computed from others.
_HOW = {
    "mean": "the mean of {of}",
    "sum": "the sum of {of}",
    "difference": "the difference between {of}",
    "agreement": "1 where {of} are equal and 0 elsewhere",
}


def _why(
    name: str,
    seen: ColumnProfile,
    others: Sequence[str],
    raters: Sequence[ColumnProfile],
    computed: Computed | None,
) -> Note:
    facts: dict[str, Any] = {"name": name, "others": list(others), "take": f"raters={[*others, name]!r}"}
    if computed is not None:
        facts["of"] = list(computed.of)
        what = _HOW[computed.how].format(of=listed(computed.of, " and "))
        text = f"{name} was not used, because it is {what} in every row; to use it, pass {facts['take']}."
        return Note("column-not-used", text, facts)
    if is_average(name):
        why = "its name suggests a summary of other columns"
        text = f"{name} was not used, because {why}; to use it, pass {facts['take']}."
        return Note("column-not-used", text, facts)
    if seen.kind == "numbers" and raters and all(one.kind == "numbers" for one in raters):
        return _of_another_range(seen, raters, facts)
    if seen.kind == "empty":
        text = f"{name} was not used because it is empty."
    elif seen.kind == "nested":
        facts["take"] = f"raters={[*others, f'{name}.score']!r}"
        text = (
            f"{name} was not used, because it contains nested records; name the score within them: "
            f"{facts['take']}."
        )
    else:
        facts["sample"] = str(seen.values[0])
        text = (
            f"{name} was not used, because its values, such as {quote(facts['sample'])}, are not on the "
            f"scale of {listed(others, ' and ')}; "
        )
        known = next((label for one in raters for label in sorted(one.distinct, key=str)), None)
        if seen.few and not seen.unique and known is not None:
            facts["option"] = merge_option(facts["sample"], known, seen.distinct)
            text += f"state what each means, for example with {facts['option']}."
        else:
            text += f"to use it, pass {facts['take']}."
    return Note("column-not-used", text, facts)


def _of_another_range(seen: ColumnProfile, raters: Sequence[ColumnProfile], facts: dict[str, Any]) -> Note:
    own = float(min(seen.distinct)), float(max(seen.distinct))
    every = [x for one in raters for x in one.distinct]
    theirs = float(min(every)), float(max(every))
    facts |= dict(zip(("low", "high", "their_low", "their_high"), map(_g, (*own, *theirs)), strict=True))
    facts["option"] = rescale_option(facts["name"], own, theirs)
    others = listed(facts["others"], " and ")
    text = (
        f"{facts['name']} was not used, because its values range from {facts['low']} to {facts['high']} "
        f"and those of {others} from {facts['their_low']} to {facts['their_high']}; if these are the "
        f"ends of its scale, rescale it with {facts['option']}."
    )
    return Note("column-not-used", text, facts)


def _g(x: float) -> str:
    return f"{x:g}"
