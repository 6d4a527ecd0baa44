"""Wide tables with a column for each dimension and rater, turned into one row for each dimension."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...errors import AmbiguousReading, OptionError
from ...quote import quote
from ...result import Note
from ..grid import Grid
from ..names import ALIASES, NEVER_RATINGS, SLICES, plain_name
from ..phrases import listed
from .column_names import (
    Parts,
    Split,
    find_split,
    is_run,
    numbered_alike,
    numbered_machines,
    repeats_of,
    role_of,
    says_dimension,
    says_rater,
    split_by,
)
from .column_profile import ColumnProfile, alike, look
from .doubtful_raters import numbers_not_used
from .turn_columns import Turned, new_names, turn

_NOT_RATED = SLICES | NEVER_RATINGS | frozenset(ALIASES["item"])


def turned_by(grid: Grid, pattern: str) -> Turned:
    """The grid turned as a pattern of names asks for."""
    parts = split_by(pattern, grid.names)
    if len(parts) < 2 or len({rater for _, rater, _ in parts.values()}) < 2:
        raise OptionError(
            f"columns={quote(pattern)} matches {listed(map(quote, parts)) if parts else 'no column'} "
            f"of {grid.source}, but agreement needs two raters; the columns are {quote(list(grid.names))}."
        )
    return turn(grid, parts)


def turned_by_names(grid: Grid) -> Turned | None:
    """The grid turned where names of columns are dimensions and raters; None where they are not."""
    free = [name for name in grid.names if plain_name(name) not in _NOT_RATED]
    if find_split(free) is None:
        return None
    looks = {name: look(grid.head(name)) for name in free}
    rated = [name for name, seen in looks.items() if _may_be_rated(seen)]
    split = _split_of(rated)
    if split is None:
        return None
    rater_last = _rater_is_last(split)
    if rater_last is None:
        _refuse_unknown_order(grid, split, looks)
        return None
    parts = _with_runs(split.parts(rater_last=rater_last))
    role = role_of(split.left if rater_last else split.right)
    if new_names(parts, role) & {name for name in grid.names if name not in parts}:
        return None
    by_dimension = _by_dimension(parts)
    if not all(_one_scale([looks[name] for name in own]) for own in by_dimension.values()):
        return None
    _refuse_other_scales(grid, parts, looks)
    made = turn(grid, parts, role)
    note = _note(split, parts, rater_last) if role == "dimension" else _time_note(parts, role)
    rest = [name for name in rated if name not in parts and looks[name].kind == "numbers"]
    notes = (*grid.notes, *_others(rest), note, *_numbered(split, parts, rater_last))
    return replace(made, grid=replace(made.grid, notes=notes))


def _split_of(rated: Sequence[str]) -> Split | None:
    """Names without their runs as combinations; where that is none, dimensions with runs of their raters."""
    runs = {name for own in repeats_of(rated).values() for name in own}
    split = find_split([name for name in rated if name not in runs])
    if split is None and runs:
        split = find_split(rated)
        sides = () if split is None else (split.left, split.right)
        if any(role_of(side) != "dimension" for side in sides) or not any(map(repeats_of, sides)):
            return None
    return None if split is None or _counts_raters(split) else split


def _with_runs(parts: Parts) -> dict[str, tuple[str, str, str]]:
    """Raters that are runs of one judge as that judge, with the number of the run."""
    raters = list(dict.fromkeys(rater for _, rater, _ in parts.values()))
    run = {n: (stem, str(k)) for stem, own in repeats_of(raters).items() for k, n in enumerate(own, start=1)}
    return {name: (d, *run.get(rater, (rater, again))) for name, (d, rater, again) in parts.items()}


def _others(rest: Sequence[str]) -> tuple[Note, ...]:
    return (numbers_not_used(rest),) if rest else ()


def _may_be_rated(seen: ColumnProfile) -> bool:
    return seen.kind in ("numbers", "truth", "empty") or (seen.kind == "text" and seen.few)


def _rater_is_last(split: Split) -> bool | None:
    """Which side says who rates; None where neither part says so, or both do."""
    left, right = (sum(map(says_rater, side)) / len(side) for side in (split.left, split.right))
    if (left > 0) != (right > 0):
        return right > 0
    what = [sum(map(says_dimension, side)) / len(side) for side in (split.left, split.right)]
    if left == right == 0 and max(what) == 0:
        return None
    return what[0] > what[1] if what[0] != what[1] else right > left if left != right else None


def _refuse_unknown_order(grid: Grid, split: Split, looks: Mapping[str, ColumnProfile]) -> None:
    """Names are combinations of parts, and nothing says which part is the rater: ask."""
    if not _one_scale([looks[name] for name in split.names]):
        return
    last, first = (split.pattern(rater_last=x) for x in (True, False))
    raise AmbiguousReading(
        f"The names of columns in {grid.source} combine {listed(split.left)} with {listed(split.right)}, but "
        "it is unclear which of them are raters.",
        {
            f"{listed(split.right)} are the raters": {"columns": last},
            f"{listed(split.left)} are the raters": {"columns": first},
            "every column is a rater": {"raters": list(split.names)},
        },
    )


def _counts_raters(split: Split) -> bool:
    """Whether a part only tells several raters apart, as in human_a, judge_a and human_2."""
    letters = any(len(part) == 1 and part.isascii() and part.isalpha() for part in split.right)
    numbers = any(part.strip().isdecimal() for part in (*split.left, *split.right))
    return numbers or (letters and all(map(says_rater, split.left)))


def _by_dimension(parts: Parts) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, (dimension, _, _) in parts.items():
        found.setdefault(dimension, []).append(name)
    return found


def _one_scale(looks: Sequence[ColumnProfile]) -> bool:
    """Whether all columns that hold anything hold numbers, or all of them words, or truth values."""
    return len({seen.kind for seen in looks} - {"empty"}) <= 1


def _together(looks: Sequence[ColumnProfile]) -> ColumnProfile:
    """Several columns as one."""
    values = tuple(value for seen in looks for value in seen.values)
    kind = next((seen.kind for seen in looks if seen.kind != "empty"), "empty")
    return ColumnProfile(values, kind, frozenset(values))


def _refuse_other_scales(grid: Grid, parts: Parts, looks: Mapping[str, ColumnProfile]) -> None:
    """Dimensions that are rated on different scales cannot be one number: each is a reading of its own."""
    by_dimension = _by_dimension(parts)
    first = {dimension: _together([looks[n] for n in own]) for dimension, own in by_dimension.items()}
    one, *others = [dimension for dimension, seen in first.items() if seen.kind != "empty"] or list(first)
    if all(alike(first[one], first[other]) for other in others):
        return
    raters = list(dict.fromkeys(rater for _, rater, _ in parts.values()))
    raise AmbiguousReading(
        f"The columns of {grid.source} are ratings by {listed(raters)} in {len(first)} dimensions that are "
        "on "
        f"different scales ({'; '.join(f'{d}: {_span(seen)}' for d, seen in first.items())}), so "
        "they cannot be combined into one number.",
        {f"{dimension} alone": {"raters": own} for dimension, own in by_dimension.items()},
    )


def _span(seen: ColumnProfile) -> str:
    if seen.kind == "numbers":
        return f"{min(seen.distinct):g} to {max(seen.distinct):g}"
    return listed(sorted(map(str, seen.distinct)))


def _pattern(split: Split, rater_last: bool) -> str:
    """How to say what was read, with the repeats where raters are runs of one judge."""
    plain = split.pattern(rater_last=rater_last)
    raters = split.right if rater_last else split.left
    stems = [(own[0], stem) for stem, own in repeats_of(raters).items()]
    between = re.match(r"[\s_.:-]*", stems[0][0][len(stems[0][1]) :]) if stems and rater_last else None
    return plain if between is None or not between[0] else f"{plain}{between[0]}{{repeat}}"


def _note(split: Split, parts: Parts, rater_last: bool) -> Note:
    pattern, other = _pattern(split, rater_last), split.pattern(rater_last=not rater_last)
    dimensions = list(_by_dimension(parts))
    raters = list(dict.fromkeys(rater for _, rater, _ in parts.values()))
    text = (
        f"The columns were read as {len(dimensions)} dimensions ({listed(dimensions)}) rated by "
        f"{listed(raters)}: "
        f"columns={pattern!r}. If the names start with the {'rater' if rater_last else 'dimension'}, pass "
        f"columns={other!r}."
    )
    facts = {
        "n": len(dimensions), "dimensions": dimensions, "raters": raters, "pattern": pattern, "other": other,
    }  # fmt: skip
    return Note("dimension-columns", text, facts)


def _numbered(split: Split, parts: Parts, rater_last: bool) -> tuple[Note, ...]:
    """That judges whose names end in numbers may be runs of one, where the pattern can say so."""
    raters = list(dict.fromkeys(rater for _, rater, _ in parts.values()))
    own = [name for runs in numbered_machines(raters).values() for name in runs]
    if not own or not rater_last:
        return ()
    between = next(iter(re.findall(r"[\s_.:-]*(?=\d+$)", own[0])))
    option = f"columns={split.pattern(rater_last=True) + between + '{repeat}'!r}"
    return (_maybe_repeats(own, option),)


def _time_note(parts: Parts, role: str) -> Note:
    names = list(_by_dimension(parts))
    raters = list(dict.fromkeys(rater for _, rater, _ in parts.values()))
    every = f"raters={list(parts)!r}"
    what = {"repeat": "repeats", "round": "rounds"}[role]
    text = (
        f"The columns were read as {what} ({listed(names)}) rated by {listed(raters)}. If each column "
        f"is a separate rater, pass {every}."
    )
    return Note("time-columns", text, {"names": names, "raters": raters, "option": every})


def repeated_columns(grid: Grid) -> tuple[dict[str, list[str]], Note] | None:
    """Runs of one judge beside other raters: the columns of each rater, and a note that says so."""
    looks = {name: look(grid.head(name)) for name in grid.names if plain_name(name) not in _NOT_RATED}
    rated = [name for name, seen in looks.items() if _may_be_rated(seen)]
    runs = repeats_of(rated)
    if not runs:
        return None
    of_runs = {name: stem for stem, own in runs.items() for name in own}
    sample = next(
        (looks[name] for name in of_runs if looks[name].kind != "empty"), looks[next(iter(of_runs))]
    )
    others = [n for n in rated if n not in of_runs and alike(looks[n], sample) and not looks[n].unique]
    fits = all(looks[name].kind == "empty" or alike(looks[name], sample) for name in of_runs)
    if not fits or not (others or len(runs) > 1):
        return None
    columns: dict[str, list[str]] = {}
    for name in rated:
        if name in of_runs or name in others:
            columns.setdefault(of_runs.get(name, name), []).append(name)
    every = [name for own in columns.values() for name in own]
    said = "; ".join(f"{stem} ({listed(own)})" for stem, own in runs.items())
    option = f"raters={every!r}"
    text = (
        f"These columns look like repeats of one judge and were read as such: {said}. If each is a "
        f"separate judge, pass {option}."
    )
    return columns, Note("repeat-columns", text, {"runs": said, "option": option})


def repeats_likely(raters: Sequence[str]) -> Note | None:
    """That columns which were taken for raters look like repeats, and how to read them so."""
    runs = numbered_alike(raters)
    if not runs or len(runs) * len(next(iter(runs.values()))) != len(raters):
        runs = numbered_machines(raters)
        of_runs = {name: stem for stem, own in runs.items() for name in own}
        stems = dict.fromkeys(of_runs.get(name, name) for name in raters)
        if not runs or len(stems) < 2:
            return None
        runs = {stem: runs.get(stem, [stem]) for stem in stems}
    named = {"judge" if is_run(stem) and "judge" not in runs else stem: own for stem, own in runs.items()}
    return _maybe_repeats(raters, f"raters={named!r}")


def _maybe_repeats(raters: Sequence[str], option: str) -> Note:
    text = (
        f"Each column was treated as a separate rater: {listed(raters)}. If the numbers in their names "
        f"count repeats, pass {option}."
    )
    return Note("repeats-likely", text, {"raters": list(raters), "option": option})
