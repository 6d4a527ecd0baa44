"""`concordant strata`: a coefficient in every stratum, one number of them all, and why the ways differ."""

from __future__ import annotations

from typing import Any

import rich_click as click

from ...coefficients.catalogue import BY_NAME
from ...interpret.where import explain_strata
from ...language.render import Language
from ..api.study import stratified
from ..option_help import OUTPUT_WORDS, STRATA_WORDS
from .coefficient import OfAnyCoefficient, coefficient_option, named, stated
from .options import Listed
from .output import as_json
from .source import Files, reading_options, source_of
from .wrap import lang_option, table_and_sentences

_PANEL = "Options of the strata"
_NAMES = named(BY_NAME.values())


def _run(
    file: Files, coefficient: str | None, by: list[str], lang: Language, as_json_too: bool, **given: Any
) -> None:
    reading, stated_options = stated(given)
    name = None if coefficient is None else _NAMES[coefficient]
    with source_of(file) as source, reading_options(reading) as options:
        found = stratified(source, name, by=by, **stated_options, **options)
    if as_json_too:
        click.echo(as_json(found.to_dict()))
        return
    whole = found.pooled_table
    own = {option: x for option, x in whole.options.items() if option in BY_NAME[whole.measure].options}
    click.echo(table_and_sentences(explain_strata(found, [whole.measure, own]).text(lang)))


command = OfAnyCoefficient(
    _run,
    coefficient_option(
        _NAMES,
        _PANEL,
        STRATA_WORDS["coefficient"],
        usual=None,
    ),
    _NAMES,
    name="strata",
    more=[
        click.RichOption(
            ["--by"],
            type=Listed(str),
            metavar="COLUMN,…",
            required=True,
            help=STRATA_WORDS["by"],
            panel=_PANEL,
        ),
        lang_option(),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"),
    ],
)
