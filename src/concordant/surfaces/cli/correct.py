"""`concordant correct`: what people would have said on all items, by a judge on all and people on some."""

from __future__ import annotations

import inspect
from typing import Any

import rich_click as click

from ...interpret.judge_texts import corrected_mean_text, corrected_share_text
from ...language.render import Language
from ...quote import tamed
from ..api.corrected import corrected_difference, corrected_mean, corrected_share
from .coefficient import read_file, stated
from .json_output import as_json, document
from .options import reading_flags
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
    """Estimate what people would have said on all items, from a judge on all and people on some.

    concordant correct scores.csv --judge gpt --by system

    Scores: the mean, corrected by how far people and judge differ (PPI++); --by gives each group, with
    --difference the two groups compared. Names, or --positive pass: the true share of each category,
    corrected for the judge's errors (Rogan–Gladen). Labelled items have to be a random sample.
    """
    ratings = read_file(file, stated(given)[0])
    sides: dict[str, Any] = {"judge": judge, "reference": reference, "level": level}
    if positive is not None or ratings.values is None:
        found = corrected_share(ratings, positive=positive, **sides)
        text = corrected_share_text
    else:
        estimate: Any = corrected_difference if difference else corrected_mean
        found = estimate(ratings, by=by, **sides)
        text = corrected_mean_text
    if as_json_too:
        click.echo(as_json(document(found.to_dict(), ratings)))
    else:
        click.echo(tamed(text(found, lang)))


def _own(*names: str, words: str, **more: Any) -> click.Parameter:
    return click.RichOption(list(names), help=words, panel="Of the estimate", **more)


command = click.RichCommand(
    name="correct",
    callback=_run,
    help=inspect.getdoc(_run),
    params=[
        file_argument(),
        _own("--judge", words="The judge; need not be named where there is only one."),
        _own("--reference", words="The people: human, gold, or a rater's name."),
        _own("--by", words="A column: an estimate for each of its values."),
        _own("--difference", words="The first of two groups minus the second.", is_flag=True),
        _own("--positive", words="The category whose true share is wanted."),
        _own("--level", words="Confidence level.", type=float, default=0.95, show_default=True),
        *reading_flags(),
        lang_option(),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help="Print strict JSON.", panel="Output"),
    ],
)
