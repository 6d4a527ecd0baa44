"""From the annotation of a Python option to an option of the command line, so that choices are typed once."""

from __future__ import annotations

import csv
import inspect
import json
import types
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np
import rich_click as click

from ..coefficients.coefficient import Coefficient
from ..inference.plan import Plan
from ..ratings.read import read
from .api import READ_OPTIONS

if TYPE_CHECKING:
    Kind = click.ParamType[Any]
else:
    Kind = click.ParamType

#: What the options of coefficients and of reading mean, in a line. (`Plan` says its own.)
WORDS = {
    "weights": "Partial credit: a name, power:P, @FILE with a matrix as CSV, or the matrix as JSON.",
    "scores": "A number for each category, lowest first, to space the weights by.",
    "across": "Count agreeing pairs of raters, or items on which all agree.",
    "within": "How far apart two ratings may be and still count.",
    "margins": "Chance from items or from ratings, where raters differ in number.",
    "metric": "How to measure a difference: a name, @FILE with a matrix as CSV, or the matrix as JSON.",
    "correct_ties": "Correct for ties.",
    "shape": "How the file is laid out.",
    "item": "Column that names the item.",
    "rater": "Column that names the rater (one rating a row).",
    "value": "Column that holds the rating (one rating a row).",
    "raters": "The raters to compare, in this order; in a wide file, their columns.",
    "dimension": "Column that names the criterion rated.",
    "repeat": "Column that numbers repeats by the same rater.",
    "round": "Column that names the round.",
    "rater_kind": "Column with human, judge, code or gold; or rater=kind pairs.",
    "slices": "Columns to slice by.",
    "case_weights": "Column with the number of items a row stands for.",
    "clusters": "Column of what varies together, such as the document of an item.",
    "scale": "Level of the scale.",
    "categories": "The categories, lowest first.",
    "missing": "Values that mean no rating.",
    "out_of_scale": "What to do with values that are not on the scale.",
    "duplicates": "What to do when a rater rated an item twice.",
    "sheet": "Sheet of a workbook, by name or number.",
    "encoding": "Encoding of the text, such as gb18030.",
    "delimiter": "What separates the columns.",
    "header": "Whether the first row names the columns.",
}


def options_of(c: Coefficient) -> list[click.Parameter]:
    """Own options, then those of inference, then those of reading, each under its heading."""
    own = _options(c.function, c.options, WORDS, "Of this coefficient")
    plan = _options(Plan, inspect.signature(Plan).parameters, _listed(Plan), "Uncertainty")
    asked = {name: p for name, p in inspect.signature(read).parameters.items() if name in READ_OPTIONS}
    return [*own, *plan, *_options(read, asked, WORDS, "Reading")]


def flag(name: str) -> str:
    """The name of an option as it is written on the command line."""
    return "--" + name.replace("_", "-")


def _options(
    home: Any, parameters: Mapping[str, inspect.Parameter], words: Mapping[str, str], panel: str
) -> list[click.Parameter]:
    hints = get_type_hints(home)
    return [_option(name, hints[name], p.default, words[name], panel) for name, p in parameters.items()]


def _option(name: str, annotation: Any, default: Any, words: str, panel: str) -> click.Parameter:
    """An option that is None unless it was given: defaults stay where they are declared."""
    kind = kind_of(annotation)
    shown = str(default) if default not in (None, "") else False
    if kind is click.BOOL:
        both = f"{flag(name)}/--no-{flag(name)[2:]}"
        return click.RichOption([both], default=None, help=words, show_default=shown, panel=panel)
    return click.RichOption([flag(name)], type=kind, help=words, show_default=shown, panel=panel)


def _listed(home: type) -> dict[str, str]:
    """The lines `name   what it means` of a docstring, continuation lines joined."""
    names, words, current = set(inspect.signature(home).parameters), {}, ""
    for line in (inspect.getdoc(home) or "").splitlines():
        first, _, rest = line.partition(" ")
        if first in names:
            current, words[first] = first, rest.strip()
        elif current and line.startswith(" "):
            words[current] += " " + line.strip()
    return words


# --- kinds of values --------------------------------------------------------------------------


class Listed(Kind):
    """Values with commas between, quoted as in CSV where a value has a comma itself."""

    def __init__(self, of: Any) -> None:
        self.of, self.name = of, "a,b,…"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Numbers where numbers are meant: always for scores, for labels if all of them are."""
        words = [word.strip() for word in next(csv.reader([value], skipinitialspace=True), [])]
        if self.of is str:
            return words
        try:
            return [number(word) for word in words]
        except ValueError:
            if self.of is float:
                self.fail(f"{value!r} is not a list of numbers such as 0,1,2.", param, ctx)
        return words


class Matrix(Kind):
    """A name, or a matrix: from a CSV file after @, or written as JSON."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self.name = "[" + "|".join((*self.names, "@FILE", "JSON")) + "]"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The name as it is, or the rows of the matrix."""
        try:
            if value.startswith("@"):
                with open(value[1:], encoding="utf-8-sig", newline="") as file:
                    return [[float(cell) for cell in row] for row in csv.reader(file) if row]
            return json.loads(value) if value.startswith("[") else value
        except OSError as problem:
            self.fail(f"{value[1:]} cannot be read: {problem.strerror}.", param, ctx)
        except ValueError:
            self.fail(f"{value!r} is not a matrix of numbers, one row for each category.", param, ctx)


class Pairs(Kind):
    """A name, or several `name=value` with commas between."""

    name = "COLUMN|a=b,…"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """A dictionary where there is an equals sign."""
        if "=" not in value:
            return value
        pairs = [pair.split("=") for pair in value.split(",")]
        if any(len(pair) != 2 for pair in pairs):
            self.fail(f"{value!r} is not written as name=value,name=value.", param, ctx)
        return {name.strip(): meaning.strip() for name, meaning in pairs}


class NameOrNumber(Kind):
    """A whole number where it is written as one, else a name."""

    name = "NAME|NUMBER"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """1 and "1" both mean the number."""
        return int(value) if str(value).isdigit() else value


def number(word: str) -> int | float:
    """A whole number as int, any other as float."""
    try:
        return int(word)
    except ValueError:
        return float(word)


def kind_of(annotation: Any) -> Kind:
    """The kind of value that an annotation asks for."""
    parts = [part for part in _parts(annotation) if part is not types.NoneType]
    origins = {get_origin(part) or part for part in parts}
    names = [name for part in parts if get_origin(part) is Literal for name in get_args(part)]
    if np.ndarray in origins:
        return Matrix(names)
    if names:
        return click.Choice(names)
    if Mapping in origins:
        return Pairs()
    for part in parts:
        if isinstance(get_origin(part), type) and issubclass(get_origin(part), Iterable):
            return Listed(get_args(part)[0])
    return _SIMPLE[frozenset(parts)]


_SIMPLE: dict[frozenset[Any], Kind] = {
    frozenset([bool]): click.BOOL,
    frozenset([str]): click.STRING,
    frozenset([int]): click.INT,
    frozenset([float]): click.FLOAT,
    frozenset([str, int]): NameOrNumber(),
    frozenset([Any]): click.INT,
}


def _parts(annotation: Any) -> list[Any]:
    if get_origin(annotation) in (Union, types.UnionType):
        return [part for arg in get_args(annotation) for part in _parts(arg)]
    return [annotation]
