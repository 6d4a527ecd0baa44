"""`concordant margins`: do raters use the categories equally often?"""

from __future__ import annotations

from typing import Any

import rich_click as click

from ...interpret.trust import margins_text
from ...language.render import Language
from ..api.study import marginal_homogeneity
from ..option_help import OUTPUT_WORDS
from .coefficient import read_file, stated
from .help_text import LocalisedCommand
from .options import reading_flags
from .output import as_json, document
from .source import Files, file_argument
from .wrap import lang_option, table_and_sentences


def _run(file: Files, lang: Language, as_json_too: bool, **given: Any) -> None:
    ratings = read_file(file, stated(given)[0])
    tests = marginal_homogeneity(ratings)
    if as_json_too:
        click.echo(as_json(document({"tests": [test.to_dict() for test in tests]}, ratings)))
    else:
        click.echo(table_and_sentences(margins_text(tests, lang)))


command = LocalisedCommand(
    name="margins",
    callback=_run,
    params=[
        file_argument(),
        *reading_flags(),
        lang_option(),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"),
    ],
)
