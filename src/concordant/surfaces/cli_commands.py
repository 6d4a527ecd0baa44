"""The command of a coefficient: parse, ask the API, show."""

from __future__ import annotations

import inspect
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import rich_click as click
from click import get_current_context

from ..coefficients.catalogue import BY_NAME
from ..coefficients.coefficient import Coefficient
from ..coefficients.references import REFERENCES
from ..errors import ConcordantError, OptionError
from ..ratings.ratings import Ratings
from ..ratings.read import read
from ..result import Result
from . import cli_text
from .api import READ_OPTIONS, agreement, compare, measure
from .cli_options import Listed, flag, options_of

BAD_INPUT = 3

_FILE = click.RichArgument(["file"], metavar="FILE")
_SHOW: list[click.Parameter] = [
    click.RichOption(["--json", "as_json"], is_flag=True, help="Print strict JSON.", panel="Output"),
    click.RichOption(["--audit"], is_flag=True, help="Print all that was read and left out.", panel="Output"),
]
_BY = click.RichOption(["--by"], metavar="COLUMN", help="One row for each value of it.", panel="Output")
_AGAINST = click.RichOption(
    ["--against"], type=Listed(str), required=True, help="The raters to compare with.", panel="Reading"
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
        help=inspect.getdoc(c.function),
        epilog=f"Reference: {REFERENCES[c.reference]}",
        params=[_FILE, *options_of(c), *more],
        callback=partial(run, c),
    )


def _measure(c: Coefficient, file: str, as_json: bool, audit: bool, by: str | None, **given: Any) -> None:
    reading, asking = _sorted(given)
    with _complaints():
        ratings = _read(file, reading)
        if by is None:
            result = agreement(ratings, c.name, **asking)
            _show(result, ratings, as_json, audit)
        else:
            rows = [(str(value), agreement(part, c.name, **asking)) for value, part in ratings.by(by)]
            _show_slices(by, rows, ratings, as_json, audit)


def _compare(c: Coefficient, file: str, as_json: bool, audit: bool, against: list[str], **given: Any) -> None:
    reading, asking = _sorted(given)
    own = {name: asking.pop(name) for name in c.options if name in asking}
    raters = reading.pop("raters", None)
    if raters is None:
        raise click.UsageError("Name the raters to compare: --raters a,b --against a,c.")
    with _complaints():
        ratings = _read(file, {**reading, "raters": list(dict.fromkeys([*raters, *against]))})
        first, second = (measure(c.name, ratings, raters=pair, **own) for pair in (raters, against))
        _show(compare(first, second, paired=True, **asking), ratings, as_json, audit)


# --- in ---------------------------------------------------------------------------------------


def _sorted(given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What was given for reading, and what for the coefficient and its uncertainty."""
    stated = {name: value for name, value in given.items() if value is not None}
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


def _show(result: Result, ratings: Ratings, as_json: bool, audit: bool) -> None:
    if as_json:
        _json(result.to_dict(), ratings, audit)
    else:
        click.echo(as_flags(cli_text.page(result, ratings, audit)))


def _show_slices(
    by: str, rows: list[tuple[str, Result]], ratings: Ratings, as_json: bool, audit: bool
) -> None:
    if as_json:
        slices = [{"value": value, "result": result.to_dict()} for value, result in rows]
        _json({"by": by, "slices": slices}, ratings, audit)
    else:
        click.echo(as_flags(cli_text.slices_page(by, rows, ratings, audit)))


def _json(data: dict[str, Any], ratings: Ratings, audit: bool) -> None:
    """JSON alone on standard output; the audit, if asked for, beside it."""
    click.echo(json.dumps(data, ensure_ascii=False, allow_nan=False, indent=2))
    if audit:
        click.echo(as_flags(str(ratings.audit)), err=True)


@contextmanager
def _complaints() -> Iterator[None]:
    """A complaint is one sentence and an exit code: 2 for an option, 3 for the data."""
    try:
        yield
    except ConcordantError as complaint:
        click.echo(f"concordant: {as_flags(str(complaint))}", err=True)
        get_current_context().exit(2 if isinstance(complaint, OptionError) else BAD_INPUT)


def as_flags(text: str) -> str:
    """Options as they are written here: `raters=[…]` becomes `--raters …`."""
    names = "|".join(p.name or "" for p in get_current_context().command.params)
    pattern = rf"\b({names})=(\[[^\]]*\]|'[^']*'|…)?"
    return re.sub(
        pattern, lambda m: f"{flag(m[1])} {(m[2] or '').strip('[]').replace(chr(39), '')}".rstrip(), text
    )
