"""The command of a coefficient: parse, ask the API, show."""

from __future__ import annotations

import inspect
import sys
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import rich_click as click
from click import get_current_context
from click.core import ParameterSource

from ..coefficients.catalogue import BY_NAME
from ..coefficients.coefficient import Coefficient
from ..coefficients.references import REFERENCES
from ..ratings.ratings import Ratings
from ..ratings.read import read
from ..result import Result
from . import cli_json, cli_text
from .api import READ_OPTIONS, agreement, compare, measure
from .cli_flags import as_flags, flag
from .cli_options import Listed, options_of

_AUDIT = "Print all that was read and left out, as --json always does."
_FILE = click.RichArgument(["file"], metavar="FILE")
_SHOW: list[click.Parameter] = [
    click.RichOption(["--json", "as_json"], is_flag=True, help="Print strict JSON.", panel="Output"),
    click.RichOption(["--audit"], is_flag=True, help=_AUDIT, panel="Output"),
]
_BY = click.RichOption(["--by"], metavar="COLUMN", help="One row for each value of it.", panel="Output")
_AGAINST = click.RichOption(
    ["--against"],
    type=Listed(str),
    metavar=Listed.shown,
    required=True,
    help="The raters to compare with.",
    panel="Reading",
)


def measure_command(name: str) -> click.RichCommand:
    """`concordant NAME FILE`: the coefficient, with its uncertainty."""
    return _command(BY_NAME[name], _measure, [*_SHOW, _BY])


def compare_command(name: str) -> click.RichCommand:
    """`concordant compare NAME FILE`: the coefficient of some raters minus that of others."""
    return _command(BY_NAME[name], _compare, [*_SHOW, _AGAINST])


def _command(c: Coefficient, run: Any, more: list[click.Parameter]) -> click.RichCommand:
    return click.RichCommand(
        name=flag(c.name)[2:],
        help=as_flags(inspect.getdoc(c.function) or ""),
        epilog="\n\n".join(f"Reference: {REFERENCES[key]}" for key in c.references),
        params=[_FILE, *options_of(c), *more],
        callback=partial(run, c),
    )


def _measure(c: Coefficient, file: str, as_json: bool, audit: bool, by: str | None, **given: Any) -> None:
    reading, asking = _sorted(given)
    ratings = _read(file, reading)
    if by is None:
        _show(agreement(ratings, c.name, **asking), ratings, as_json, audit)
    else:
        rows = [(str(value), agreement(part, c.name, **asking)) for value, part in ratings.by(by)]
        _show_slices(by, rows, ratings, as_json, audit)


def _compare(c: Coefficient, file: str, as_json: bool, audit: bool, against: list[str], **given: Any) -> None:
    reading, asking = _sorted(given)
    own = {name: asking.pop(name) for name in c.options if name in asking}
    raters = reading.pop("raters", None)
    if raters is None:
        raise click.UsageError("Name the raters to compare: --raters a,b --against a,c.")
    ratings = _read(file, {**reading, "raters": list(dict.fromkeys([*raters, *against]))})
    first, second = (measure(c.name, ratings, raters=pair, **own) for pair in (raters, against))
    sides = {"first": raters, "second": against}
    _show(compare(first, second, paired=True, **asking), ratings, as_json, audit, sides)


# --- in ---------------------------------------------------------------------------------------


def _sorted(given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What was given for reading, and what for the coefficient and its uncertainty."""
    source = get_current_context().get_parameter_source
    stated = {name: value for name, value in given.items() if source(name) is not ParameterSource.DEFAULT}
    reading = {name: stated.pop(name) for name in READ_OPTIONS if name in stated}
    return reading, stated


def _read(file: str, reading: dict[str, Any]) -> Ratings:
    if file != "-":
        return read(file, **reading)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "standard input")
        path.write_bytes(sys.stdin.buffer.read())
        return read(path, **reading)


# --- out --------------------------------------------------------------------------------------


def _show(
    result: Result, ratings: Ratings, as_json: bool, audit: bool, raters: Mapping[str, Any] | None = None
) -> None:
    if as_json:
        click.echo(cli_json.as_json(cli_json.document(result.to_dict(), ratings, raters)))
    else:
        click.echo(cli_text.page(result, ratings, audit))


def _show_slices(
    by: str, rows: list[tuple[str, Result]], ratings: Ratings, as_json: bool, audit: bool
) -> None:
    if as_json:
        slices = [{"value": value, "result": result.to_dict()} for value, result in rows]
        click.echo(cli_json.as_json(cli_json.document({"by": by, "slices": slices}, ratings)))
    else:
        click.echo(cli_text.slices_page(by, rows, ratings, audit))
