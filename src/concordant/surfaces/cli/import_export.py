"""`concordant import`: an export of a tool as one plain table."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import rich_click as click

from ...interpret.notes import note_message
from ...language.message import Message
from ...language.render import Language
from ...quote import one_line
from ...ratings.formats import REASONS, CanonicalTable, write_table
from ...report.write_file import check_file, write_whole
from ..api.exports import canonical_table
from ..option_help import OUTPUT_WORDS, WORDS
from .flags import as_flags
from .help_text import LocalisedCommand
from .report import STDOUT
from .source import source_of
from .terminal import print_document
from .wrap import lang_option, page_width, wrapped

_LINES = (".jsonl", ".ndjson")


def _run(files: tuple[str, ...], output: str, lang: Language, input_format: str | None) -> None:
    if output != STDOUT:
        check_file(output)
    if len(files) == 1:
        with source_of(files[0]) as source:
            table = canonical_table(source, input_format)
    else:
        table = canonical_table(list(files), input_format)
    text = io.StringIO()
    write_table(table, text, as_lines=Path(output).suffix.lower() in _LINES)
    if output == STDOUT:
        print_document(text.getvalue(), nl=False)
    else:
        write_whole(output, text.getvalue())
    places = page_width()
    for message in _said(table, output):
        click.echo(
            wrapped(as_flags(one_line(message.text(lang))), places),
            file=sys.stderr if output == STDOUT else None,
        )


def _said(table: CanonicalTable, output: str) -> Iterator[Message]:
    distinct = {
        name: len({*table.columns[name].codes.tolist()} - {-1})
        for name in ("item_id", "rater_id", "dimension")
    }
    yield Message(
        "exports.imported",
        {
            "ratings": table.n_rows,
            "items": distinct["item_id"],
            "raters": distinct["rater_id"],
            "dimensions": distinct["dimension"],
        },
    )
    for why, count in table.dropped.items():
        if count and why in REASONS:
            yield Message(f"audit.dropped-export-{why}", {"count": count})
    yield from map(note_message, table.notes)
    if output != STDOUT:
        yield Message("exports.written", {"path": output})


command = LocalisedCommand(
    name="import",
    callback=_run,
    params=[
        click.RichArgument(["files"], metavar="FILE…", nargs=-1, required=True),
        click.RichOption(
            ["-o", "--output"],
            metavar="FILE|-",
            default="ratings.csv",
            show_default=True,
            help=OUTPUT_WORDS["table"],
            panel="Output",
        ),
        click.RichOption(["--input-format"], metavar="NAME", help=WORDS["input_format"], panel="Reading"),
        lang_option(),
    ],
)
