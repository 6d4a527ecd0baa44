"""A table made ready for reading: values by path, scores in judges' answers, dimensions in column names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ...errors import OptionError
from ...number_text import show_count
from ...quote import quote
from ...result import Note
from ..grid import Grid
from ..names import ALIASES, NEVER_RATINGS, find_roles, plain_name, words
from ..native import is_gap
from ..phrases import listed
from .column_profile import look
from .dimension_columns import repeated_columns, turned_by, turned_by_names
from .doubtful_raters import is_like_rater
from .guess_wide import TEXTS
from .nested_object import refuse_either, with_keys_as_raters
from .nested_values import all_values, is_path, with_column, with_path
from .paired_answers import compared_columns, turn_column
from .raters_in_rows import PATTERN, refuse_raters_in_rows, turned_to_items
from .roles import SINGLE
from .set_cells import are_lists, as_set, have_separator

if TYPE_CHECKING:
    from .judge_answers import ParsedAnswers

_SEVERAL = ("slices", "text", "raters")
#: Names of columns whose records say something about an item or a run.
_RECORD_NAMES = words(
    "meta metadata info extra config params usage details attributes tags data features 元数据 附加信息"
)
_RECORDS = "values are taken from records"
#: A column holds answers if at least this share of them states a score.
_ANSWERS = 0.5
#: So many cells are looked at first; where none of them states a score, the others are not looked at.
_SAMPLE = 50


@dataclass(frozen=True)
class Prepared:
    """The table, the options as they now stand, and how many answers of each rater could not be parsed.

    `why` says why the rows themselves are needed; nothing where the table is as it was.
    """

    grid: Grid
    given: Mapping[str, Any]
    failed: Mapping[str, int] = field(default_factory=dict)
    why: str = ""


def prepare(grid: Grid, given: Mapping[str, Any]) -> Prepared:
    """The table as it is to be guessed and read."""
    made = _by_path(Prepared(grid, given))
    made = _comparisons(made)
    made = _sets(made)
    made = _answers(made)
    return _turned(made)


# --- values by path ---------------------------------------------------------------------------


def _by_path(made: Prepared) -> Prepared:
    """Every role may be a path into records; a value without raters is what the judge at its root said."""
    grid, given = made.grid, dict(made.given)
    value = str(given.get("value"))
    if is_path(grid, value):
        root = max((n for n in grid.names if value.startswith((f"{n}.", f"{n}["))), key=len)
        if not _has_raters([name for name in grid.names if name != root], given):
            found = with_path(grid, value, "value")
            grid = with_column(grid, root, lambda: found.one(value), found.head(value))
            return replace(made, grid=grid, given={**given, "value": None}, why=_RECORDS)
    for role in SINGLE:
        if is_path(grid, given.get(role)):
            grid = with_path(grid, given[role], role)
    for role in _SEVERAL:
        for name in _columns_named(given.get(role)):
            if is_path(grid, name):
                grid = with_path(grid, str(name), role)
    return replace(made, grid=grid, why="" if grid is made.grid else _RECORDS)


def _has_raters(names: Sequence[str], given: Mapping[str, Any]) -> bool:
    return bool(given.get("rater") or given.get("raters") or find_roles(names, ("rater",)))


# --- which of two answers is better, one vote a row ----------------------------------------------

_VOTES = words("winner preference preferred vote choice verdict 胜者 偏好")
_QUESTIONS = words("question_id question prompt_id prompt instruction_id pair_id pair 问题")
_COMPARISON = "comparison"


def _comparisons(made: Prepared) -> Prepared:
    """A table of votes (question, two systems, winner, who judged): items are comparisons."""
    grid, given = made.grid, dict(made.given)
    systems, own = compared_columns(grid), {plain_name(name): name for name in grid.names}
    value = next((own[name] for name in own if name in _VOTES), None)
    rater = find_roles(grid.names, ("rater",)).get("rater")
    if systems is None or value is None or rater is None or given.get("item") or given.get("value"):
        return made
    question = next((own[name] for name in own if name in _QUESTIONS), None)
    turn = turn_column(grid.names)
    parts = [name for name in (question, turn, *systems) if name is not None]
    whole = [" · ".join(map(str, row)) for row in zip(*(all_values(grid.one(n)) for n in parts), strict=True)]
    grid = with_column(grid, _COMPARISON, lambda: whole, whole[: len(grid.head(value))])
    given |= {"item": _COMPARISON, "value": value, "rater": rater, "shape": "long"}
    given["clusters"] = given.get("clusters") or question
    given["slices"] = given.get("slices") or (*systems, *([turn] if turn else []))
    return replace(made, grid=grid, given=given, why="votes on two answers are put together")


# --- sets of labels ---------------------------------------------------------------------------


def _sets(made: Prepared) -> Prepared:
    """Columns of lists, or of cells with the separator that was given, become columns of set labels."""
    grid, separator = made.grid, made.given.get("multilabel")
    asked = [name for name in (made.given.get("value"), *_columns_named(made.given.get("raters"))) if name]
    other = {name for role in SINGLE if role != "value" and isinstance(name := made.given.get(role), str)}
    free = [
        n
        for n in grid.names
        if n not in other and plain_name(n) not in {*NEVER_RATINGS, *TEXTS, *_RECORD_NAMES}
    ]
    likely = [name for name in asked if name in grid.names] or free
    found = [name for name in likely if _hold_sets(grid.head(name), separator)]
    if (
        separator is None
        and not asked
        and len(found) < 2
        and found != [find_roles(free, ("value",)).get("value")]
    ):
        return made  # one column of lists among others says something about items
    for name in found:
        whole = [as_set(cell, separator) for cell in all_values(grid.one(name))]
        grid = with_column(grid, name, lambda values=whole: values, whole[: len(grid.head(name))])
    if not found:
        return made
    note = _sets_note(found, separator)
    return replace(made, grid=replace(grid, notes=(*grid.notes, note)), why="cells hold several labels")


def _sets_note(columns: list[str], separator: str | None) -> Note:
    names = listed(map(quote, columns))
    use = "metric='masi' or 'jaccard' of Krippendorff's alpha credits sets that overlap."
    if separator is None:
        return Note(
            "label-lists", f"Lists in {names} were read as sets of labels; {use}", {"columns": columns}
        )
    text = f"Cells of {names} were split at {quote(separator)} into sets of labels; {use}"
    return Note("label-sets", text, {"columns": columns, "separator": quote(separator)})


def _hold_sets(cells: Sequence[Any], separator: str | None) -> bool:
    return are_lists(cells) if separator is None else have_separator(cells, separator)


# --- scores in answers ------------------------------------------------------------------------


def _answers(made: Prepared) -> Prepared:
    """Columns whose cells are answers with a score in them become columns of scores."""
    grid, failed, why = made.grid, dict(made.failed), made.why
    for name in _columns_of_answers(grid, made.given):
        from .judge_answers import read_answers

        whole = all_values(grid.one(name))
        parsed = read_answers(whole)
        notes = _parsed_notes(grid, made.given, name, whole, parsed, failed)
        head = parsed.values[: len(grid.head(name))]
        grid = with_column(grid, name, lambda values=parsed.values: values, head)
        grid = replace(grid, notes=(*grid.notes, *notes))
        why = "judges' answers are parsed"
    return replace(made, grid=grid, failed=failed, why=why)


def _columns_of_answers(grid: Grid, given: Mapping[str, Any]) -> list[str]:
    asked = [given.get("value"), *_columns_named(given.get("raters"))]
    other = {name for role in SINGLE if role != "value" and isinstance(name := given.get(role), str)}
    if given.get("categories") is not None or given.get("shape") in ("counts", "table"):
        return []
    said = [name for name in asked if name is not None]
    never = {*NEVER_RATINGS, *TEXTS, *_RECORD_NAMES}
    if said:
        return [name for name in said if name in grid.names and _are_answers(grid.head(name))]
    free = [n for n in grid.names if n not in other and plain_name(n) not in never]
    found = [name for name in free if _are_answers(grid.head(name))]
    called = [n for n in free if is_like_rater(n) or plain_name(n) in ALIASES["value"]]
    if not called and len(_of_numbers(grid, [n for n in free if n not in found])) < 2:
        return found
    from .judge_answers import are_written_numbers

    return [n for n in found if n in called or not are_written_numbers(grid.head(n))]


def _of_numbers(grid: Grid, names: Sequence[str]) -> list[str]:
    """Columns of numbers that do not just count rows: beside them “1 - low” says something about an item."""
    looks = {name: look(grid.head(name)) for name in names}
    return [name for name, seen in looks.items() if seen.kind == "numbers" and not seen.counting]


def _columns_named(raters: Any) -> list[Any]:
    """The columns that an option of raters names."""
    if isinstance(raters, Mapping):
        return [name for own in raters.values() for name in _columns_named(own)]
    return list(raters) if isinstance(raters, (list, tuple)) else [raters]


def _are_answers(values: Sequence[Any]) -> bool:
    """Whether most cells that are no plain numbers state a score; a few words among numbers do not."""
    texts = [
        value for value in values if isinstance(value, (str, list, tuple, Mapping)) and not is_gap(value)
    ]
    if not texts:
        return False
    from .judge_answers import share_of_answers  # compiles many patterns, which numbers do not need

    if len(texts) > _SAMPLE and share_of_answers(texts[:_SAMPLE]) == 0:
        return False
    return share_of_answers(texts) >= _ANSWERS


def _parsed_notes(
    grid: Grid,
    given: Mapping[str, Any],
    name: str,
    answers: Sequence[Any],
    parsed: ParsedAnswers,
    failed: dict[str, int],
) -> list[Note]:
    """That answers were parsed, and for each rater how many could not be."""
    there = [place for place, answer in enumerate(answers) if not is_gap(answer) and str(answer).strip()]
    sample = _short(next(answers[place] for place in there if parsed.values[place] is not None))
    text = f"The ratings of {name} were extracted from its answers, such as {quote(sample)}."
    notes = [Note("answers-parsed", text, {"name": name, "sample": sample})]
    who = given.get("rater") or find_roles(grid.names, ("rater",)).get("rater")
    long = who is not None and who != name and not given.get("raters")
    raters = all_values(grid.one(str(who))) if long else [name] * len(answers)
    for rater in dict.fromkeys(str(raters[place]) for place in parsed.failed):
        own = [place for place in parsed.failed if str(raters[place]) == rater]
        total = sum(str(raters[place]) == rater for place in there)
        failed[rater] = len(own)
        sample = _short(answers[own[0]])
        text = (
            f"{show_count(len(own))} of {show_count(total)} answers of {rater} could not be parsed and "
            f"are treated as missing, such as {quote(sample)} (row {own[0] + 1})."
        )
        facts = {"rater": rater, "count": len(own), "total": total, "sample": sample, "row": own[0] + 1}
        notes.append(Note("answers-failed", text, facts))
    return notes


def _short(answer: Any) -> str:
    text = " ".join(str(answer).split())
    return text if len(text) <= 40 else f"{text[:39]}…"


# --- dimensions and repeats in names of columns -----------------------------------------------


def _turned(made: Prepared) -> Prepared:
    grid, given = made.grid, dict(made.given)
    if given.get("columns") == PATTERN:
        turned, given["columns"] = turned_to_items(with_keys_as_raters(grid), given), None
        return replace(made, grid=turned.grid, given={**given, **turned.roles}, why="raters are in rows")
    if given.get("columns") is not None:
        for name in ("raters", "rater", "value", "dimension"):
            if given.get(name) is not None:
                raise OptionError(
                    f"columns and {name} both specify the rater columns: give only one of them."
                )
        turned = turned_by(grid, given["columns"])
    elif grid.unnamed or any(given.get(name) is not None for name in _SAID):
        return made
    else:
        if given.get("item") is None:
            refuse_either(grid)
            refuse_raters_in_rows(grid)
        guessed = turned_by_names(grid)
        if guessed is None:
            return _with_repeats(made)
        turned = guessed
    roles = {role: name for role, name in turned.roles.items() if role == "raters" or given.get(role) is None}
    why = "dimensions are in the names of columns"
    return replace(made, grid=turned.grid, given={**given, **roles}, why=why)


#: What is said of columns, beside which nothing is guessed from their names.
_SAID = ("raters", "rater", "value", "dimension", "shape", "repeat")


def _with_repeats(made: Prepared) -> Prepared:
    found = repeated_columns(made.grid)
    if found is None:
        return made
    columns, note = found
    grid = replace(made.grid, notes=(*made.grid.notes, note))
    return replace(made, grid=grid, given={**made.given, "raters": columns})
