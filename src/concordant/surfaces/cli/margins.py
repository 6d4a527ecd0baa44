"""`concordant margins`: do raters use the categories equally often?"""

from __future__ import annotations

import inspect
from typing import Any

import rich_click as click

from ...interpret.trust import margins_text
from ...language.render import Language
from ..api.study import marginal_homogeneity
from .coefficient import read_file, stated
from .json_output import as_json, document
from .options import reading_flags
from .source import Files, file_argument
from .wrap import lang_option, table_and_sentences


def _run(file: Files, lang: Language, as_json_too: bool, **given: Any) -> None:
    """Test whether raters use the categories equally often, by every test that the data allow.

    concordant margins scores.csv --raters human,judge

    Two raters: McNemar, Bowker, Stuart–Maxwell, Bhapkar. Several: Cochran's Q and a Wald test.
    """
    ratings = read_file(file, stated(given)[0])
    tests = marginal_homogeneity(ratings)
    if as_json_too:
        click.echo(as_json(document({"tests": [test.to_dict() for test in tests]}, ratings)))
    else:
        click.echo(table_and_sentences(margins_text(tests, lang)))


command = click.RichCommand(
    name="margins",
    callback=_run,
    help=inspect.getdoc(_run),
    params=[
        file_argument(),
        *reading_flags(),
        lang_option(),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help="Print strict JSON.", panel="Output"),
    ],
)
