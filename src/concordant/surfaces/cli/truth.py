"""`concordant truth`: the most probable answer to every item, where nobody is gold."""

from __future__ import annotations

import inspect
from typing import Any

import rich_click as click

from ...interpret.judge_texts import latent_truth_text
from ...judges.latent_truth import LatentTruth
from ...language.render import Language
from ...quote import tamed
from ..api.panels import latent_truth
from .coefficient import read_file, stated
from .json_output import as_json, document
from .options import reading_flags
from .source import Files, file_argument
from .wrap import lang_option


def _run(file: Files, pseudo_count: float, lang: Language, as_json_too: bool, **given: Any) -> None:
    """Estimate the true category of every item and the accuracy of every rater (Dawid–Skene).

    concordant truth votes.csv

    For three raters or more. --json gives the probability of every category for every item.
    """
    ratings = read_file(file, stated(given)[0])
    found = latent_truth(ratings, pseudo_count=pseudo_count)
    if as_json_too:
        click.echo(as_json(document(_facts(found), ratings)))
    else:
        click.echo(tamed(latent_truth_text(found, lang)))


def _facts(found: LatentTruth) -> dict[str, Any]:
    return {
        "categories": list(found.categories),
        "shares": found.shares.tolist(),
        "items": [
            {"item": item, "answer": answer, "probabilities": row}
            for item, answer, row in zip(
                found.items, found.answers, found.probabilities.tolist(), strict=True
            )
        ],
        "raters": [
            {"rater": rater, "accuracy": right, "confusion": table}
            for (rater, right), table in zip(found.accuracy.items(), found.confusion.tolist(), strict=True)
        ],
        "moved": found.moved,
        "log_likelihood": found.log_likelihood,
        "notes": [note.to_dict() for note in found.notes],
    }


command = click.RichCommand(
    name="truth",
    callback=_run,
    help=inspect.getdoc(_run),
    params=[
        file_argument(),
        click.RichOption(
            ["--pseudo-count"], type=float, default=0.5, show_default=True, panel="Of the estimate",
            help="Added to every cell of a rater's confusion matrix; 0 is maximum likelihood.",
        ),
        *reading_flags(),
        lang_option(),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help="Print strict JSON.", panel="Output"),
    ],
)  # fmt: skip
