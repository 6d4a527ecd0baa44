"""Which column is what: declared where the caller says so, else guessed, and always said."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args

from ..errors import InputError, OptionError, choose
from ..result import Note
from .grid import Grid
from .look import Look, alike, largest_group, look, mixture, on_scale
from .names import ALIASES, LONG_ONLY, NEVER_RATINGS, SLICES, find_roles, plain_name
from .words import listed

Shape = Literal["long", "wide", "pairs", "counts", "table"]

_SINGLE = ("item", "rater", "value", "dimension", "repeat", "round", "rater_kind", "case_weights", "clusters")
_MAPPED: dict[str, tuple[type, ...]] = {"rater_kind": (Mapping,)}
_WEAK_IN_WIDE = frozenset({"key", "name", "metric", "count", "n", "run", "version"})

_GUESSED = " (guessed)"


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
            words = value if isinstance(value, str) else listed(value)
            told[part.name] = words + (_GUESSED if part.name in self.guessed else "")
        return told

    def notes(self) -> tuple[Note, ...]:
        """What was guessed and how to say otherwise, and which columns were left out of a guess."""
        return (*self._guesses(), *self._left_out())

    def _guesses(self) -> Iterator[Note]:
        guesses = {r: t.removesuffix(_GUESSED) for r, t in self.said().items() if r in self.guessed}
        if guesses:
            said = "; ".join(f"{role} = {words}" for role, words in guesses.items())
            text = f"Guessed from names and shapes: {said}. Pass {next(iter(guesses))}=… to say otherwise."
            yield Note("roles-guessed", text)

    def _left_out(self) -> Iterator[Note]:
        if self.unused and self.shape != "long" and "raters" in self.guessed:
            what = "raters" if self.shape in ("wide", "pairs") else "categories"
            names = listed(map(repr, self.unused))
            text = f"Not taken for {what}: {names}. Pass raters=[…] to say otherwise."
            yield Note("unused-columns", text)


def decide(grid: Grid, asked: Mapping[str, Any]) -> Roles:
    """The roles of the grid's columns; what is asked for beats every guess."""
    declared = _declared(grid, asked)
    shape = asked.get("shape")
    if shape is not None:
        choose("shape", shape, get_args(Shape))
    long = shape == "long" if shape else _is_long(grid, declared)
    roles = _long(grid, declared) if long else _across(grid, declared, shape, asked.get("categories"))
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


def _across(
    grid: Grid, declared: dict[str, Any], shape: Shape | None, categories: Collection[Any] | None
) -> dict[str, Any]:
    """Wide, counts or a table: the columns are raters or categories."""
    roles = [r for r in ALIASES if r not in declared and r not in LONG_ONLY]
    free = [
        name for name in grid.names if name not in _taken(declared) and plain_name(name) not in _WEAK_IN_WIDE
    ]
    found = {**({} if grid.unnamed else find_roles(free, roles)), **declared}
    if grid.index and grid.index not in _taken(found):
        found.setdefault("item", grid.index)
    if "raters" not in found:
        found = _guess_raters(grid, found, shape, categories)
    if len(found["raters"]) < 2:
        _refuse(grid, found, "raters" in declared)
    if shape is None:
        shape = "wide" if "raters" in declared else _kind_of_wide(grid, found)
    return _finish(grid, {**found, "shape": shape}, [n for n in grid.names if n not in _taken(found)])


def _guess_raters(
    grid: Grid, found: dict[str, Any], shape: Shape | None, categories: Collection[Any] | None
) -> dict[str, Any]:
    """The columns on the declared scale, else the most that are alike."""
    looks = {name: look(grid.head(name)) for name in grid.names if _may_be_rating(name, found)}
    if "item" not in found:
        first = _row_names(grid, looks) if shape == "table" else _identifier(looks)
        if first is not None:
            found = {**found, "item": first}
            del looks[first]
    if shape in ("counts", "table"):
        return {**found, "raters": tuple(looks)}
    declared = on_scale(looks, categories or ())
    return {**found, "raters": tuple(declared if len(declared) > 1 else largest_group(looks))}


_NAME_THEM = "Name them with raters=[…], or give item=, rater= and value= for one rating a row."


def _refuse(grid: Grid, found: Mapping[str, Any], declared: bool) -> None:
    """Say why there are not two raters."""
    raters = list(found["raters"])
    if declared:
        raise OptionError(f"raters must name two columns or more, got {raters}.")
    if len(grid.names) == 1:
        raise InputError(f"There is only one column in {grid.source}, {grid.names[0]!r}. {_NAME_THEM}")
    free = [name for name in grid.names if _may_be_rating(name, found) or name in raters]
    if free and all(look(grid.head(name)).kind == "empty" for name in free):
        raise InputError(
            f"There are no ratings in {grid.source}: every value of {listed(map(repr, free))} is a gap."
        )
    for name in free:
        if mixed := mixture(grid.head(name)):
            (first, number), (second, word) = mixed
            raise InputError(
                f"The column {name!r} of {grid.source} mixes numbers, such as {number} (row {first}), with "
                f"text, such as {word!r} (row {second}): correct it, or pass missing=[{word!r}] if it means "
                "no rating."
            )
    which = f"Only the column {raters[0]!r}" if raters else "No column"
    raise InputError(
        f"{which} of {grid.source} looks like ratings, and agreement needs two raters; the columns are "
        f"{list(grid.names)}. {_NAME_THEM}"
    )


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


def _row_names(grid: Grid, looks: dict[str, Look]) -> str | None:
    """The first column of a table, if it says what the rows are: words, or names of other columns."""
    first, *others = looks
    seen = looks[first]
    named = {str(x).strip() for x in grid.head(first)} & set(others)
    return first if seen.unique and (seen.kind == "text" or named) else None


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
    names = sorted(found["raters"])
    others = [other for other in grid.names if other not in found["raters"]]
    return any(sorted(str(x) for x in grid.head(other)) == names for other in others)


def _finish(grid: Grid, found: dict[str, Any], rest: Sequence[str]) -> dict[str, Any]:
    if "slices" not in found:
        raters = [look(grid.head(name)) for name in found.get("raters", ())]
        found["slices"] = tuple(name for name in rest if _is_slice(name, look(grid.head(name)), raters))
    unused = tuple(name for name in rest if name not in found["slices"])
    return {**found, "unused": unused}


def _is_slice(name: str, seen: Look, raters: Sequence[Look]) -> bool:
    """A column known by its name, or one of few words that is not a rater left out."""
    if seen.kind in ("nested", "empty") or plain_name(name) in NEVER_RATINGS:
        return False
    groups = 2 <= len(seen.distinct) <= 20 and len(seen.distinct) <= len(seen.values) / 2
    words = seen.kind == "text" and groups and not any(alike(seen, rater) for rater in raters)
    return plain_name(name) in SLICES or words
