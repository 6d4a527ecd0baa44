"""`concordant items`: the items behind a number, the most telling first."""

from __future__ import annotations

from typing import Any

import rich_click as click

from ...coefficients.catalogue import BY_NAME
from ...interpret.notes import note_text
from ...interpret.result_text import frame_text
from ...language.render import Language
from ...quote import tamed
from ..api.breakdowns import top_items
from ..option_help import ITEM_WORDS, OUTPUT_WORDS
from .coefficient import stated
from .flags import as_flags, flag
from .help_text import LocalisedCommand
from .language import lang_option
from .options import Named, PairsOption, reading_flags
from .output import as_json, strict
from .source import Files, file_argument, reading_options, source_of

_DISAGREEMENT = "disagreement"


def _run(file: Files, top: int, by: str, where: Any, lang: Language, as_json_too: bool, **given: Any) -> None:
    reading, _ = stated(given)
    if where is not None and not isinstance(where, dict):
        raise click.UsageError("--where must have the form column=value, with commas between several.")
    with source_of(file) as source, reading_options(reading) as options:
        found = top_items(source, k=top, by=by.replace("-", "_"), where=where, **options)
    if as_json_too:
        notes = [note.to_dict() for note in found.notes]
        rows = [{name: strict(value) for name, value in row.items()} for row in found]
        click.echo(as_json({"items": rows, "notes": notes}))
        return
    shown = frame_text(type(found)(found.columns, found.title), lang)
    click.echo(tamed("\n\n".join([shown, *(as_flags(note_text(note, lang)) for note in found.notes)])))


command = LocalisedCommand(
    name="items",
    callback=_run,
    params=[
        file_argument(),
        click.RichOption(
            ["--top"],
            type=click.IntRange(1),
            default=20,
            show_default=True,
            help=ITEM_WORDS["top"],
            panel="Items",
        ),
        click.RichOption(
            ["--by"],
            type=Named([_DISAGREEMENT, *(flag(name)[2:] for name in BY_NAME)]),
            default=_DISAGREEMENT,
            show_default=True,
            metavar="NAME",
            help=ITEM_WORDS["by"],
            panel="Items",
        ),
        click.RichOption(
            ["--where"],
            type=PairsOption(),
            metavar="a=b,…",
            help=ITEM_WORDS["where"],
            panel="Items",
        ),
        *reading_flags(),
        lang_option(),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"),
    ],
)
