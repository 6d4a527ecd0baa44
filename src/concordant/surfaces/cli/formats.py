"""`concordant formats`: the exports that are read, and what each was checked against."""

from __future__ import annotations

import rich_click as click

from ...language.message import Message
from ...language.render import Language
from ...ratings.formats import formats
from ..option_help import OUTPUT_WORDS
from .help_text import LocalisedCommand
from .output import as_json
from .wrap import lang_option, page_width, wrapped


def _run(lang: Language, as_json_too: bool) -> None:
    if as_json_too:
        rows = [
            {"format": one.name, "tool": one.platform, "title": dict(one.title), "checked_against": one.seen,
             "schema": one.schema, "write_back": list(one.write_back)}
            for one in formats()
        ]  # fmt: skip
        click.echo(as_json({"formats": rows}))
        return
    places = page_width()
    for one in formats():
        click.echo(f"{click.style(f'{one.name:<22}', bold=True)} {one.title[lang]}")
        facts = {"seen": one.seen if lang == "en" else one.seen_zh, "schema": one.schema}
        said = Message("exports.checked-schema" if one.schema else "exports.checked", facts).text(lang)
        click.echo(wrapped(f"  {said}", places))


command = LocalisedCommand(
    name="formats",
    callback=_run,
    params=[
        lang_option(),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"),
    ],
)
