"""`concordant track report`: the report of a round that is kept, with the progress up to it."""

from __future__ import annotations

import inspect

import rich_click as click

from ...language.render import Language
from .report import STDOUT, default_place, deliver, kind_of_output, output_options
from .track_options import chosen, where_options
from .wrap import lang_option


def _run(
    round_name: str | None,
    project: str | None,
    store: str | None,
    output: str | None,
    format_name: str | None,
    lang: Language,
    force: bool,
    open_it: bool,
) -> None:
    """Write the report of a round, the newest if none is named, with the rounds before it.

    concordant track report v3 --project chat-judge -o v3.html
    """
    kind = kind_of_output(output, format_name)
    tracked = chosen(project, store, lang).project
    kept = tracked.round(round_name)
    place = default_place(f"{kept.project}-{kept.name}", kind) if output is None else output
    if place != STDOUT:
        kind.check(place, force=force)
    deliver(tracked.study(kept.name), kind, place, lang, force=force)
    if open_it and place != STDOUT:
        click.launch(place)


command = click.RichCommand(
    name="report",
    callback=_run,
    help=inspect.getdoc(_run),
    params=[
        click.RichArgument(["round_name"], metavar="[ROUND]", required=False),
        *where_options(),
        lang_option(),
        *output_options(),
    ],
)
