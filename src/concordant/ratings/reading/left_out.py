"""Columns beside the raters that were not taken for one: why, and how to take them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...quote import quote
from ...result import Note
from ..grid import Grid
from ..names import NEVER_RATINGS, SLICES, kind_of, plain_name
from ..phrases import listed
from .column_profile import ColumnProfile, look
from .doubtful_raters import is_average
from .recode_options import merge_option, rescale_option

#: Words that name a rater among raters, and something else in most other tables.
_UNSURE = frozenset(("model", "system", "code", "rule", "source", "reference", "模型", "规则"))


def is_rater_name(name: str) -> bool:
    """Whether a column is called like a rater: human, judge, gpt4, 人工."""
    return bool(kind_of(name)) and plain_name(name) not in SLICES | NEVER_RATINGS


def is_surely_rater(name: str) -> bool:
    """Whether the name of a column can hardly mean anything but a rater."""
    return is_rater_name(name) and plain_name(name) not in _UNSURE


def left_out(grid: Grid, found: Mapping[str, Any], unused: Sequence[str]) -> tuple[Note, ...]:
    """A note on each column that is called like a rater, and one on all others that hold numbers."""
    looks = {name: look(grid.head(name)) for name in (*unused, *found["raters"])}
    raters = [looks[name] for name in found["raters"]]
    called = [name for name in unused if is_rater_name(name) or is_average(name)]
    numbers = [name for name in unused if name not in called and _is_number(name, looks[name])]
    notes = [_why(name, looks[name], found["raters"], raters) for name in called]
    return (*notes, *([numbers_not_used(numbers)] if numbers else []))


def numbers_not_used(names: Sequence[str]) -> Note:
    """That columns of numbers were left out."""
    what = f"Numeric columns not used as raters: {listed(names)}."
    return Note("numbers-not-used", f"{what} If they are raters, pass raters=[…].", {"names": list(names)})


def _is_number(name: str, seen: ColumnProfile) -> bool:
    """Numbers that may be ratings: no counts of rows, and nothing whose name says what else it is."""
    plain = plain_name(name)
    named = plain in NEVER_RATINGS | SLICES or plain.endswith("id")
    return seen.kind == "numbers" and not named and not seen.counting


def _why(name: str, seen: ColumnProfile, others: Sequence[str], raters: Sequence[ColumnProfile]) -> Note:
    facts: dict[str, Any] = {"name": name, "others": list(others), "take": f"raters={[*others, name]!r}"}
    if is_average(name):
        why = "its name suggests a summary of other columns"
        text = f"{name} was not used, because {why}; to use it, pass {facts['take']}."
        return Note("column-not-used", text, facts)
    if seen.kind == "numbers" and raters and all(one.kind == "numbers" for one in raters):
        return _of_another_range(seen, raters, facts)
    if seen.kind == "empty":
        text = f"{name} was not used, because it is empty."
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
            f"scale of {listed(others)}; "
        )
        known = next((label for one in raters for label in sorted(one.distinct, key=str)), None)
        if seen.few and not seen.unique and known is not None:
            facts["option"] = merge_option(facts["sample"], known)
            text += f"state the meaning of each, such as {facts['option']}."
        else:
            text += f"to use it, pass {facts['take']}."
    return Note("column-not-used", text, facts)


def _of_another_range(seen: ColumnProfile, raters: Sequence[ColumnProfile], facts: dict[str, Any]) -> Note:
    own = float(min(seen.distinct)), float(max(seen.distinct))
    every = [x for one in raters for x in one.distinct]
    theirs = float(min(every)), float(max(every))
    facts |= dict(zip(("low", "high", "their_low", "their_high"), map(_g, (*own, *theirs)), strict=True))
    facts["option"] = rescale_option(facts["name"], own, theirs)
    text = (
        f"{facts['name']} was not used, because its values range from {facts['low']} to {facts['high']} "
        f"and those of {listed(facts['others'])} from {facts['their_low']} to {facts['their_high']}; if "
        f"these are the ends of its scale, rescale it with {facts['option']}."
    )
    return Note("column-not-used", text, facts)


def _g(x: float) -> str:
    return f"{x:g}"
