"""Which column is what: declared where the caller says so, else guessed, and always said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args

from ..errors import InputError, OptionError, choose
from ..result import Note
from .grid import Grid
from .look import Look, alike, largest_group, look
from .names import ALIASES, LONG_ONLY, NEVER_RATINGS, SLICES, find_roles, plain_name

Shape = Literal["long", "wide", "pairs", "counts", "table"]

_SINGLE = ("item", "rater", "value", "dimension", "repeat", "round", "rater_kind", "case_weights", "clusters")
_MAPPED: dict[str, tuple[type, ...]] = {"rater_kind": (Mapping,)}
_WEAK_IN_WIDE = frozenset({"key", "name", "metric", "count", "n", "run", "version"})


@dataclass(frozen=True, kw_only=True)
class Roles:
    """The column that has each role; `guessed` names the roles nobody declared.

    `raters` are the rating columns of a wide table, or the categories of counts or a table.
    """

    shape: Shape
    item: str | None = None
    rater: str | None = None
    value: str | None = None
    raters: tuple[str, ...] = ()
    dimension: str | None = None
    repeat: str | None = None
    round: str | None = None
    rater_kind: str | None = None
    case_weights: str | None = None
    clusters: str | None = None
    slices: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    guessed: frozenset[str] = field(default_factory=frozenset)

    def used(self) -> list[str]:
        """Every column that has a role."""
        single = [getattr(self, role) for role in _SINGLE]
        return list(dict.fromkeys([x for x in (*single, *self.raters, *self.slices) if x is not None]))

    def said(self) -> dict[str, str]:
        """Each role with its column, and whether that is a guess."""
        told = {}
        for part in fields(self):
            value = getattr(self, part.name)
            if part.name == "guessed" or not value:
                continue
            words = value if isinstance(value, str) else ", ".join(value)
            told[part.name] = words + (" (guessed)" if part.name in self.guessed else "")
        return told

    def notes(self) -> tuple[Note, ...]:
        """One sentence that says what was guessed and how to say otherwise."""
        guesses = {r: t.removesuffix(" (guessed)") for r, t in self.said().items() if r in self.guessed}
        if not guesses:
            return ()
        said = "; ".join(f"{role} = {words}" for role, words in guesses.items())
        first = next(iter(guesses))
        return (
            Note("roles-guessed", f"Guessed from names and shapes: {said}. Pass {first}=… to say otherwise."),
        )


def decide(grid: Grid, asked: Mapping[str, Any]) -> Roles:
    """The roles of the grid's columns; what is asked for beats every guess."""
    declared = _declared(grid, asked)
    shape = asked.get("shape")
    if shape is not None:
        choose("shape", shape, get_args(Shape))
    long = shape == "long" if shape else _is_long(grid, declared)
    roles = _long(grid, declared) if long else _across(grid, declared, shape)
    implied = shape is not None or bool({"raters", "rater", "value"} & declared.keys())
    known = {*declared, "unused", *(["shape"] if implied else [])}
    guessed = frozenset(name for name in roles if name not in known and roles[name])
    if roles["shape"] == "pairs" and len(roles["raters"]) != 2:
        raise OptionError(f"shape='pairs' needs two rater columns, got {list(roles['raters'])}.")
    return Roles(**roles, guessed=guessed)


def _declared(grid: Grid, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the caller named, each checked to be a column."""
    for role in (*_SINGLE, "slices"):
        value = asked.get(role)
        allowed = (str, int) if role != "slices" else (str, list, tuple)
        if value is not None and not isinstance(value, (*allowed, *_MAPPED.get(role, ()))):
            raise OptionError(f"{role} must name a column of {grid.source}, got a {type(value).__name__}.")
    declared: dict[str, Any] = {
        role: grid.check(asked[role], role) for role in _SINGLE if isinstance(asked.get(role), (str, int))
    }
    slices = asked.get("slices")
    if slices is not None:
        names = [slices] if isinstance(slices, str) else list(slices)
        declared["slices"] = tuple(grid.check(name, "slices") for name in names)
    raters = asked.get("raters")
    if raters is not None and "rater" not in declared and "value" not in declared:
        columns = [str(name) for name in ([raters] if isinstance(raters, str) else raters)]
        long = find_roles(grid.names, ("item", "rater", "value"))
        if asked.get("shape") != "long" and not (len(long) == 3 and not set(columns) & set(grid.names)):
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
        return not alike(who, what) and who.kind != "truth"
    return False


def _long(grid: Grid, declared: dict[str, Any]) -> dict[str, Any]:
    free = [name for name in grid.names if name not in _taken(declared)]
    found = {**find_roles(free, [r for r in ALIASES if r not in declared]), **declared}
    rest = [name for name in grid.names if name not in _taken(found)]
    for role in ("item", "rater", "value"):
        if role not in found and len(rest) == 1:
            found[role] = rest.pop()
        if role not in found:
            raise InputError(
                f"No column of {grid.source} could be taken for {role}; the columns are {list(grid.names)}. "
                f"Name it with {role}=…."
            )
    return _finish(grid, {"shape": "long", **found}, rest)


def _across(grid: Grid, declared: dict[str, Any], shape: Shape | None) -> dict[str, Any]:
    """Wide, counts or a table: the columns are raters or categories."""
    roles = [r for r in ALIASES if r not in declared and r not in LONG_ONLY]
    free = [
        name for name in grid.names if name not in _taken(declared) and plain_name(name) not in _WEAK_IN_WIDE
    ]
    found = {**({} if grid.unnamed else find_roles(free, roles)), **declared}
    rest = [name for name in grid.names if name not in _taken(found)]
    if "raters" not in found:
        looks = {name: look(grid.head(name)) for name in rest if _may_be_rating(name, found)}
        if "item" not in found and (first := _identifier(looks)):
            found["item"] = first
            del looks[first]
        found["raters"] = tuple(looks if shape in ("counts", "table") else largest_group(looks))
    if shape is None:
        shape = "wide" if "raters" in declared else _kind_of_wide(grid, found)
    if len(found["raters"]) < 2:
        raise InputError(
            f"Could not tell which columns of {grid.source} hold ratings; the columns are "
            f"{list(grid.names)}. Name them with raters=[…], or give item=, rater= and value= for one "
            "rating a row."
        )
    return _finish(grid, {**found, "shape": shape}, [n for n in grid.names if n not in _taken(found)])


def _taken(found: Mapping[str, Any]) -> set[str]:
    single = {found[role] for role in _SINGLE if role in found}
    return single | set(found.get("raters", ())) | set(found.get("slices", ()))


def _may_be_rating(name: str, found: Mapping[str, Any]) -> bool:
    return plain_name(name) not in SLICES | NEVER_RATINGS and name not in _taken(found)


def _identifier(looks: dict[str, Look]) -> str | None:
    """The first column, if every row has a name or a number of its own there."""
    if len(looks) < 3:
        return None
    first, seen = next(iter(looks.items()))
    others = [other for name, other in looks.items() if name != first]
    names = seen.kind == "text" and not any(alike(seen, other) for other in others)
    numbers = seen.counting and not seen.distinct <= frozenset().union(*(other.distinct for other in others))
    return first if seen.unique and (names or numbers) else None


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
    if k >= 3 and grid.n_rows >= 3 and len(sums) == 1 and sums.pop() >= 2:
        return "counts"
    return "wide"


def _rows_named_as_columns(grid: Grid, found: Mapping[str, Any]) -> bool:
    names = list(map(str, found["raters"]))
    return any(
        [str(x) for x in grid.head(other)] == names for other in grid.names if other not in found["raters"]
    )


def _finish(grid: Grid, found: dict[str, Any], rest: Sequence[str]) -> dict[str, Any]:
    if "slices" not in found:
        found["slices"] = tuple(name for name in rest if _is_slice(name, look(grid.head(name))))
    unused = tuple(name for name in rest if name not in found["slices"])
    return {**found, "unused": unused}


def _is_slice(name: str, seen: Look) -> bool:
    if seen.kind in ("nested", "empty") or plain_name(name) in NEVER_RATINGS:
        return False
    groups = 2 <= len(seen.distinct) <= 20 and len(seen.distinct) <= len(seen.values) / 2
    return plain_name(name) in SLICES or (seen.kind == "text" and groups)
