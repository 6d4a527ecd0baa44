"""Which column is what: declared where the caller says so, else guessed, and always said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from ...errors import InputError, OptionError, choose
from ...quote import quote
from ...result import Note
from ..grid import Grid
from ..names import ALIASES, NEVER_RATINGS, SLICES, find_roles, kind_of, plain_name
from ..times import are_times
from .column_profile import ColumnProfile, alike, all_differ, look
from .dimension_columns import repeats_likely
from .doubtful_raters import is_surely_rater, left_out
from .guess_wide import across, guess_comments, guess_texts
from .like_raters import beside_long, slices_like_raters
from .paired_answers import compared_columns, turn_column
from .pivot import BY_ORDER
from .roles import SINGLE, Roles, Shape, untaken
from .value_column import ValueColumn, value_column

#: What may be given for a role beside the name of a column.
_ALSO: dict[str, tuple[type, ...]] = {
    "rater_kind": (Mapping,), "comment": (Mapping,), "slices": (list, tuple), "text": (list, tuple),
}  # fmt: skip


def decide(grid: Grid, stated: Mapping[str, Any]) -> Roles:
    """The roles of the grid's columns; what is asked for beats every guess."""
    declared = _declared(grid, stated)
    shape = stated.get("shape")
    if shape is not None:
        choose("shape", shape, get_args(Shape))
    long = shape == "long" if shape else _is_long(grid, declared)
    again = stated.get("duplicates") in BY_ORDER
    remarks: tuple[Note, ...] = ()
    if long:
        found, remarks = _long(grid, declared)
    else:
        found = across(grid, declared, shape, stated.get("categories"), several_rows=again)
    if "time" not in declared and "time" in found and not are_times(grid.head(found["time"])):
        del found["time"]  # a column called "time" may be how long it took
    _check_comments(found)
    _check_effort(grid, found, declared)
    roles = _finish(grid, found)
    implied = shape is not None or bool({"raters", "rater", "value"} & declared.keys())
    known = {*declared, "unused", *(["shape"] if implied else [])}
    guessed = frozenset(name for name in roles if name not in known and roles[name])
    if roles["shape"] == "pairs" and len(roles["raters"]) != 2:
        raise OptionError(f"shape='pairs' needs two rater columns, got {quote(list(roles['raters']))}.")
    if roles["shape"] in ("wide", "pairs") and "raters" in guessed:
        likely = repeats_likely(roles["raters"])
        remarks = (*left_out(grid, roles, roles["unused"]), *([] if likely is None else [likely]))
        remarks += slices_like_raters(grid, roles) if "slices" in guessed else ()
    if long and "value" in guessed and "rater" in guessed:
        unnamed = {**roles, "slices": roles["slices"] if "slices" in guessed else ()}
        remarks = (*remarks, *beside_long(grid, unnamed, roles["unused"]))
    return Roles(**roles, guessed=guessed, remarks=remarks)


def _declared(grid: Grid, stated: Mapping[str, Any]) -> dict[str, Any]:
    """What the caller named, each checked to be a column."""
    for role in (*SINGLE, "slices", "text", "comment"):
        value = stated.get(role)
        allowed = (str, int) if role != "slices" else (str,)
        if value is not None and not isinstance(value, (*allowed, *_ALSO.get(role, ()))):
            raise OptionError(f"{role} must name a column of {grid.source}, got a {type(value).__name__}.")
    declared: dict[str, Any] = {
        role: grid.check(stated[role], role) for role in SINGLE if isinstance(stated.get(role), (str, int))
    }
    for role in ("slices", "text"):
        if (given := stated.get(role)) is not None:
            names = list(given) if isinstance(given, (list, tuple)) else [given]
            declared[role] = tuple(grid.check(name, role) for name in names)
    if (comment := stated.get("comment")) is not None:
        own = comment if isinstance(comment, Mapping) else {"": comment}
        declared["comment"] = {str(who): grid.check(name, "comment") for who, name in own.items()}
    raters = stated.get("raters")
    if raters is not None and "rater" not in declared and "value" not in declared:
        columns = [str(name) for name in ([raters] if isinstance(raters, str) else raters)]
        long = find_roles(grid.names, ("item", "rater", "value"))
        if stated.get("shape") != "long" and not (len(long) == 3 and not set(columns) & set(grid.names)):
            declared["raters"] = tuple(grid.check(name, "raters") for name in columns)
    return declared


def _is_long(grid: Grid, declared: dict[str, Any]) -> bool:
    """One column says who, another what they said, and the two do not look like two raters' ratings."""
    if "raters" in declared:
        return False
    if "rater" in declared or "value" in declared:
        return True
    named = find_roles(grid.names, ("item", "rater", "value"))
    if "rater" in named and "value" in named and not grid.unnamed:
        who, what = look(grid.head(named["rater"])), look(grid.head(named["value"]))
        alone = not alike(who, what) or _tells_rows_apart(grid, named["rater"], declared)
        return alone and who.kind != "truth" and not _is_one_of_raters(grid, named["rater"], declared)
    return not grid.unnamed and (_one_value_left(grid, declared) or _rows_are_by_raters(grid, declared))


def _is_one_of_raters(grid: Grid, who: str, declared: Mapping[str, Any]) -> bool:
    """A column called judge is on the scale of one called human, and no item has several rows."""
    own = look(grid.head(who))
    others = [name for name in grid.names if name != who and is_surely_rater(name)]
    beside = is_surely_rater(who) and any(alike(own, look(grid.head(name))) for name in others)
    return beside and not _tells_rows_apart(grid, who, declared)


def _rows_are_by_raters(grid: Grid, declared: Mapping[str, Any]) -> bool:
    """Columns say which item and who, in words, and each row of an item is by another rater."""
    named = {**find_roles(grid.names, ("item", "rater")), **declared}
    if not {"item", "rater"} <= named.keys() or not _tells_rows_apart(grid, named["rater"], declared):
        return False
    who = look(grid.head(named["rater"]))
    others = (look(grid.head(name)) for name in untaken(grid.names, named))
    return who.kind == "text" and not who.unique and not any(alike(who, other) for other in others)


def _tells_rows_apart(grid: Grid, who: str, declared: Mapping[str, Any]) -> bool:
    """Items have several rows, no two of them by the same rater; raters and ratings may both be numbers."""
    named = {**find_roles(grid.names, tuple(ALIASES)), **declared}
    keys = [grid.head(named[role]) for role in ("item", "dimension", "repeat", "round") if role in named]
    return "item" in named and not all_differ(*keys) and all_differ(*keys, grid.head(who))


def _one_value_left(grid: Grid, declared: Mapping[str, Any]) -> bool:
    """Columns say which item and who, items occur again, and one column is left for what they said."""
    free = untaken(grid.names, declared)
    roles = [role for role in ALIASES if role not in declared]
    named = {**find_roles(free, roles), **{role: declared[role] for role in ALIASES if role in declared}}
    if not {"item", "rater"} <= named.keys() or "value" in named:
        return False
    rest = [n for n in grid.names if n not in named.values() and plain_name(n) not in NEVER_RATINGS]
    if len(rest) != 1:
        return False
    item, who, what = (look(grid.head(name)) for name in (named["item"], named["rater"], rest[0]))
    return not item.unique and who.kind == "text" and not who.unique and what.kind == "numbers"


def _long(grid: Grid, declared: dict[str, Any]) -> tuple[dict[str, Any], tuple[Note, ...]]:
    free = () if grid.roles_known else untaken(grid.names, declared)
    found = {**find_roles(free, [r for r in ALIASES if r not in declared]), **declared}
    if "rater_kind" not in declared and "rater_kind" in found and not _are_kinds(grid, found["rater_kind"]):
        del found["rater_kind"]  # a column called "kind" may be a kind of anything
    value = ValueColumn(declared["value"]) if "value" in declared else value_column(grid, found)
    if value is not None:
        found["value"] = value.name
    rest = untaken(grid.names, found)
    for role in ("item", "rater", "value"):
        if role not in found and len(rest) == 1:
            found[role] = rest.pop()
        if role not in found:
            raise InputError(
                f"No column of {grid.source} could be identified as {role}; the columns are "
                f"{quote(list(grid.names))}. Name it with {role}=…."
            )
    return {"shape": "long", **found}, () if value is None else value.notes


def _are_kinds(grid: Grid, name: str) -> bool:
    """Whether a column says of raters that they are people, judges, code or gold."""
    seen = look(grid.head(name))
    return seen.kind == "text" and all(map(kind_of, seen.distinct))


def _finish(grid: Grid, found: dict[str, Any]) -> dict[str, Any]:
    """With slices, texts and comments guessed where none were named; what is left is unused."""
    rest = untaken(grid.names, found)
    if "slices" not in found:
        raters = [look(grid.head(name)) for name in found.get("raters", ())]
        named: tuple[str | None, ...] = compared_columns(grid) or ()
        named += (turn_column(rest),) if named else ()
        found["slices"] = tuple(
            name for name in rest if name in named or _is_slice(name, look(grid.head(name)), raters)
        )
    rest = [name for name in rest if name not in found["slices"]]
    if "text" not in found and found["shape"] != "table":
        found["text"] = guess_texts(grid, rest)
    rest = [name for name in rest if name not in found["text"]]
    if "comment" not in found and found["shape"] in ("long", "wide", "pairs"):
        found["comment"] = guess_comments(grid, found, rest)
    return {**found, "unused": tuple(untaken(rest, found))}


def _check_comments(found: Mapping[str, Any]) -> None:
    """Complain of comments that belong to nobody."""
    long = found["shape"] == "long"
    for who in found.get("comment", {}):
        if long and who:
            raise OptionError("comment must be the name of one column in a table with one rating per row.")
        if not long and who not in found["raters"]:
            raise OptionError(
                "When each rater has a column, give each a column of comments too: comment={rater: column}, "
                f"for the raters {quote(list(found['raters']))}."
            )


def _check_effort(grid: Grid, found: dict[str, Any], declared: Mapping[str, Any]) -> None:
    """Seconds and costs are numbers beside one rating a row: complain of others that were asked for."""
    for role in ("seconds", "cost"):
        if role in found and (found["shape"] != "long" or look(grid.head(found[role])).kind != "numbers"):
            if role in declared:
                raise OptionError(f"{role} must name a column of numbers in a table with one rating per row.")
            del found[role]


def _is_slice(name: str, seen: ColumnProfile, raters: Sequence[ColumnProfile]) -> bool:
    """A column known by its name, or one of few words that is not a rater left out."""
    if seen.kind in ("nested", "empty") or plain_name(name) in NEVER_RATINGS:
        return False
    groups = 2 <= len(seen.distinct) <= 20 and len(seen.distinct) <= len(seen.values) / 2
    words = seen.kind == "text" and groups and not any(alike(seen, rater) for rater in raters)
    return plain_name(name) in SLICES or (words and not (raters and is_surely_rater(name)))
