"""`concordant items`: the items behind a number, the most telling first."""

from __future__ import annotations

import inspect
from typing import Any

import rich_click as click

from ...coefficients.catalogue import BY_NAME
from ...interpret.notes import note_text
from ...language.render import Language
from ...quote import tamed
from ..api.breakdowns import top_items
from .coefficient import stated
from .flags import as_flags, flag
from .json_output import as_json, strict
from .language import lang_option
from .options import Named, PairsOption, reading_flags
from .source import Files, file_argument, reading_options, source_of

_DISAGREEMENT = "disagreement"


def _run(file: Files, top: int, by: str, where: Any, lang: Language, as_json_too: bool, **given: Any) -> None:
    """Show the items on which raters differ most, or that pull a coefficient down most.

    concordant items scores.csv --raters human,judge --where human=2,judge=4

    A file that is too large for memory is never loaded: only the items shown are fetched from it.
    """
    reading, _ = stated(given)
    if where is not None and not isinstance(where, dict):
        raise click.UsageError("--where is written as column=value, with commas between several.")
    with source_of(file) as source, reading_options(reading) as options:
        found = top_items(source, k=top, by=by.replace("-", "_"), where=where, **options)
    if as_json_too:
        notes = [note.to_dict() for note in found.notes]
        rows = [{name: strict(value) for name, value in row.items()} for row in found]
        click.echo(as_json({"items": rows, "notes": notes}))
        return
    shown = type(found)(found.columns, found.title).text(lang=lang)
    click.echo(tamed("\n\n".join([shown, *(as_flags(note_text(note, lang)) for note in found.notes)])))


command = click.RichCommand(
    name="items",
    callback=_run,
    help=inspect.getdoc(_run),
    params=[
        file_argument(),
        click.RichOption(
            ["--top"],
            type=click.IntRange(1),
            default=20,
            show_default=True,
            help="How many items.",
            panel="Items",
        ),
        click.RichOption(
            ["--by"],
            type=Named([_DISAGREEMENT, *(flag(name)[2:] for name in BY_NAME)]),
            default=_DISAGREEMENT,
            show_default=True,
            metavar="NAME",
            help="How far ratings lie apart, or how much an item pulls a coefficient down.",
            panel="Items",
        ),
        click.RichOption(
            ["--where"],
            type=PairsOption(),
            metavar="a=b,…",
            help="Only items with these values of slices, or these ratings by raters: a cell of a table.",
            panel="Items",
        ),
        *reading_flags(),
        lang_option(),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help="Print strict JSON.", panel="Output"),
    ],
)
