"""From the annotation of a Python option to an option of the command line, so that choices are typed once."""

from __future__ import annotations

import csv
import inspect
import json
import re
import types
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np
import rich_click as click

from ...arguments import resolved
from ...coefficients.coefficient import Coefficient
from ...inference.plan import Plan
from ...option_values import plain_value
from ...quote import quote
from ...ratings.read import read
from ...suggestion import hint
from ..option_help import PLAN_WORDS, WORDS
from .coefficient_menu import ALIASES
from .flags import flag

if TYPE_CHECKING:
    Kind = click.ParamType[Any]
    Choice = click.Choice[str]
else:
    Kind = click.ParamType
    Choice = click.Choice


def options_of(c: Coefficient) -> list[click.Parameter]:
    """Own options, then those of inference, then those of reading, each under its heading."""
    own = options_from(c.function, c.options, WORDS, "Options of this coefficient")
    plan = options_from(Plan, inspect.signature(Plan).parameters, PLAN_WORDS, "Uncertainty")
    return [*own, *plan, *reading_flags()]


def reading_flags() -> list[click.Parameter]:
    """The options of reading."""
    parameters = {name: p for name, p in inspect.signature(read).parameters.items() if name in WORDS}
    return options_from(read, parameters, WORDS, "Reading")


def options_from(
    home: Any, parameters: Mapping[str, inspect.Parameter], words: Mapping[str, str], panel: str
) -> list[click.Parameter]:
    """An option for each of these parameters of a function, by its annotation."""
    hints = get_type_hints(home)
    return [_option(name, hints[name], p.default, words[name], panel) for name, p in parameters.items()]


def _option(name: str, annotation: Any, default: Any, words: str, panel: str) -> click.Parameter:
    """An option that shows its default; what was not given is left out before the API is asked."""
    kind = kind_of(annotation)
    both = f"{flag(name)}/--no-{flag(name)[2:]}" if kind is click.BOOL else flag(name)
    kind_shown: Any = {} if kind is click.BOOL else {"type": kind, "metavar": getattr(kind, "shown", None)}
    make = Gathered if isinstance(kind, (Listed, PairsOption, Columns)) else click.RichOption
    return make(
        [both], default=default, show_default=default is not None, help=words, panel=panel, **kind_shown
    )


class Gathered(click.RichOption):
    """An option with commas between its values: given several times, all count, not the last alone."""

    def add_to_parser(self, parser: Any, ctx: Any) -> None:
        """Every time it is given is kept."""
        parser.add_option(obj=self, opts=self.opts, dest=self.name, action="append", nargs=1)

    def consume_value(self, ctx: Any, opts: Any) -> Any:
        """What was given, as if it had been given at once."""
        value, source = super().consume_value(ctx, opts)
        return ",".join(value) if isinstance(value, list) else value, source


# --- kinds of values --------------------------------------------------------------------------


_PART = re.compile(r'\s*(?:"((?:[^"]|"")*)")?([^,，、]*)[,，、]')


def split(value: str) -> list[str]:
    """The parts between commas, Chinese ones too; a part in double quotes may hold a comma.

    Parts may hold line breaks, as names of columns do.
    """
    found = _PART.findall(f"{value},") if value else []
    return [(quoted.replace('""', '"') + rest).strip() for quoted, rest in found]


_ESCAPE = r"In a name, write \= for an equals sign and \+ for a plus."


def parts_at(sign: str, text: str) -> list[str]:
    """The parts before and after a sign, where no backslash stands before it."""
    return re.split(rf"(?<!\\){re.escape(sign)}", text)


def plain(name: str) -> str:
    """The name itself, without the backslashes that keep its signs from being read."""
    return re.sub(r"\\([=+])", r"\1", name).strip()


class Listed(Kind):
    """Values with commas between, quoted as in CSV where a value has a comma itself."""

    name = "list"
    shown = "a,b,…"

    def __init__(self, of: Any) -> None:
        self.of = of

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Numbers where numbers are meant: always for scores, for labels if all of them are."""
        words = split(value)
        if self.of is str:
            return words
        try:
            return [number(word) for word in words]
        except ValueError:
            if self.of is float:
                self.fail(f"{quote(value)} is not a list of numbers such as 0,1,2.", param, ctx)
        return words


class OneOf(Choice):
    """One of some names, in any case; a name that is nearly right is answered with the right one."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The name as it is declared; its Chinese name stands for it."""
        value = plain_value(param.name if param is not None else "", value)
        declared = {str(choice).lower(): choice for choice in self.choices}
        if value.lower() in declared:
            return declared[value.lower()]
        near = hint(value, self.choices, quotes=False)
        self.fail(f"{quote(value)} is not one of {', '.join(self.choices)}.{near}", param, ctx)


class Named(OneOf):
    """A coefficient, by its name or one of the short ones."""

    @staticmethod
    def known(text: str) -> str:
        """The name as it is listed."""
        plain = text.lower().replace("_", "-")
        return flag(ALIASES[plain])[2:] if plain in ALIASES else plain

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The name as it is listed."""
        return super().convert(self.known(value), param, ctx)


class MatrixOption(Kind):
    """A name, or a matrix: from a CSV file after @, or written as JSON."""

    name = "matrix"

    def __init__(self, names: Iterable[str], also: Iterable[str] = ()) -> None:
        self.names = tuple(names)
        self.shown = "[" + "|".join((*self.names, *also, "@FILE", "JSON")) + "]"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The name as it is declared, or the rows of the matrix; a Chinese name stands for it."""
        value = plain_value(param.name if param is not None else "", value)
        try:
            if value.startswith("@"):
                with open(value[1:], encoding="utf-8-sig", newline="") as file:
                    return [[float(cell) for cell in row] for row in csv.reader(file) if row]
            return json.loads(value) if value.startswith("[") else value.lower()
        except OSError as problem:
            self.fail(f"{value[1:]} cannot be read ({problem.strerror}).", param, ctx)
        except (ValueError, csv.Error, RecursionError):
            self.fail(f"{quote(value)} is not a matrix of numbers, one row for each category.", param, ctx)


class PairsOption(Kind):
    """A name where one is meant, or several `name=value` with commas between."""

    name = "pairs"

    def __init__(self, *, one: bool = True) -> None:
        self.shown = f"{'COLUMN|' if one else ''}NAME=VALUE,…"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """A dictionary where there is an equals sign."""
        pairs = [parts_at("=", pair) for pair in split(value)]
        if all(len(pair) == 1 for pair in pairs):
            return plain(value)
        if any(len(pair) != 2 for pair in pairs):
            self.fail(f"{quote(value)} must have the form name=value,name=value. {_ESCAPE}", param, ctx)
        return {plain(name): plain(meaning) for name, meaning in pairs}


class Columns(Kind):
    """Names with commas between, or `rater=column+column` for raters with several columns.

    A rater without an equals sign has the column of that name.
    """

    name = "columns"
    shown = "a,b,…|a=a1+a2,…"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """A list of names, or the columns of each rater."""
        pairs = [parts_at("=", word) for word in split(value)]
        if all(len(pair) == 1 for pair in pairs):
            return [plain(name) for (name,) in pairs]
        if any(len(pair) > 2 or (len(pair) == 1 and len(parts_at("+", pair[0])) > 1) for pair in pairs):
            how = "rater=column+column,rater=column+column"
            self.fail(f"{quote(value)} must have the form {how}. {_ESCAPE}", param, ctx)
        return {plain(pair[0]): [plain(column) for column in parts_at("+", pair[-1])] for pair in pairs}


class NameOrFile(Kind):
    """A name, or a file that says what it stands for."""

    name = "name or file"
    shown = "NAME|FILE.toml"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """As it is written."""
        return value


class NameOrNumber(Kind):
    """A whole number where it is written as one, else a name."""

    name = "name or number"
    shown = "NAME|NUMBER"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """1 and "1" both mean the number."""
        return int(value) if re.fullmatch("[0-9]{1,9}", str(value)) else value


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
        return MatrixOption(names, ["power:P"] if str in parts else [])
    if names:
        return OneOf(names)
    if {Mapping, Path} <= origins:
        return NameOrFile()
    if Mapping in origins:
        return Columns() if Sequence in origins else PairsOption(one=str in parts)
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
    frozenset([Any]): click.IntRange(0),  # a seed
}


def _parts(annotation: Any) -> list[Any]:
    annotation = resolved(annotation)
    if get_origin(annotation) in (Union, types.UnionType):
        return [part for arg in get_args(annotation) for part in _parts(arg)]
    return [annotation]
