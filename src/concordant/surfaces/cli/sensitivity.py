"""`concordant sensitivity`: does the verdict depend on the weights?"""

from __future__ import annotations

from typing import Any

import rich_click as click

from ...coefficients.catalogue import BY_NAME
from ...interpret.study import sensitivity_for_readers
from ...interpret.trust import weighable
from ...language.render import Language
from ..api.study import sensitivity
from ..option_help import OUTPUT_WORDS, STRATA_WORDS
from .coefficient import OfAnyCoefficient, coefficient_option, named, read_file, stated
from .output import as_json, document
from .source import Files
from .study import schemes_option
from .wrap import lang_option, table_and_sentences

_PANEL = "Options of the weights"
_NAMES = named(c for c in BY_NAME.values() if weighable(c))


def _run(file: Files, coefficient: str | None, lang: Language, as_json_too: bool, **given: Any) -> None:
    reading, options = stated(given)
    ratings = read_file(file, reading)
    found = sensitivity(ratings, name=None if coefficient is None else _NAMES[coefficient], **options)
    if as_json_too:
        click.echo(as_json(document(found.to_dict(), ratings)))
    else:
        click.echo(table_and_sentences(sensitivity_for_readers(found, lang).text(lang)))


command = OfAnyCoefficient(
    _run,
    coefficient_option(
        _NAMES,
        _PANEL,
        STRATA_WORDS["weighted"],
        usual=None,
    ),
    _NAMES,
    name="sensitivity",
    without=("weights", "metric"),
    more=[
        schemes_option(_PANEL),
        lang_option(),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"),
    ],
)
