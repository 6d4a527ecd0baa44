"""`concordant correct`: what people would have said on all items, by a judge on all and people on some."""

from __future__ import annotations

from typing import Any

import rich_click as click

from ...interpret.judge_texts import corrected_mean_text, corrected_share_text
from ...language.render import Language
from ...quote import tamed
from ..api.corrected import corrected_difference, corrected_mean, corrected_share
from ..option_help import CORRECT_WORDS, OUTPUT_WORDS
from .coefficient import read_file, stated
from .help_text import LocalisedCommand
from .options import reading_flags
from .output import as_json, document
from .source import Files, file_argument
from .wrap import lang_option


def _run(
    file: Files,
    judge: str | None,
    reference: str | None,
    by: str | None,
    difference: bool,
    positive: str | None,
    level: float,
    lang: Language,
    as_json_too: bool,
    **given: Any,
) -> None:
    ratings = read_file(file, stated(given)[0])
    sides: dict[str, Any] = {"judge": judge, "reference": reference, "level": level}
    of_share = positive is not None or ratings.values is None
    if difference:
        found = corrected_difference(ratings, by=by, positive=positive, **sides)
    elif of_share:
        found = corrected_share(ratings, by=by, positive=positive, **sides)
    else:
        found = corrected_mean(ratings, by=by, **sides)
    text = corrected_share_text if of_share else corrected_mean_text
    if as_json_too:
        click.echo(as_json(document(found.to_dict(), ratings)))
    else:
        click.echo(tamed(text(found, lang)))


def _own(*names: str, words: str, **more: Any) -> click.Parameter:
    return click.RichOption(list(names), help=words, panel="Options of the estimate", **more)


command = LocalisedCommand(
    name="correct",
    callback=_run,
    params=[
        file_argument(),
        _own("--judge", words=CORRECT_WORDS["judge"]),
        _own("--reference", words=CORRECT_WORDS["reference"]),
        _own("--by", words=CORRECT_WORDS["by"]),
        _own("--difference", words=CORRECT_WORDS["difference"], is_flag=True),
        _own("--positive", words=CORRECT_WORDS["positive"]),
        _own("--level", words=CORRECT_WORDS["level"], type=float, default=0.95, show_default=True),
        *reading_flags(),
        lang_option(),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"),
    ],
)
