"""`concordant truth`: the most probable answer to every item, where nobody is gold."""

from __future__ import annotations

from typing import Any

import rich_click as click

from ...interpret.judge_texts import latent_truth_text
from ...judges.latent_truth import LatentTruth
from ...language.render import Language
from ...quote import tamed
from ...result import Interval
from ..api.panels import latent_truth
from ..option_help import CORRECT_WORDS, OUTPUT_WORDS
from .coefficient import read_file, stated
from .help_text import LocalisedCommand
from .options import reading_flags
from .output import as_json, document
from .source import Files, file_argument
from .wrap import lang_option

#: How often items are resampled for intervals.
_DRAWS = 200


def _run(file: Files, pseudo_count: float, lang: Language, as_json_too: bool, **given: Any) -> None:
    ratings = read_file(file, stated(given)[0])
    found = latent_truth(ratings, pseudo_count=pseudo_count, draws=_DRAWS)
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
            {
                "rater": rater,
                "accuracy": right,
                "confusion": table,
                **_ends("accuracy", found.accuracy_intervals.get(rater)),
                **_confusion_ends(found, place),
            }
            for place, ((rater, right), table) in enumerate(
                zip(found.accuracy.items(), found.confusion.tolist(), strict=True)
            )
        ],
        "moved": found.moved,
        **_ends("moved", found.moved_interval),
        "log_likelihood": found.log_likelihood,
        "notes": [note.to_dict() for note in found.notes],
    }


def _ends(name: str, interval: Interval | None) -> dict[str, float]:
    return {} if interval is None else {f"{name}_low": interval.low, f"{name}_high": interval.high}


def _confusion_ends(found: LatentTruth, rater: int) -> dict[str, Any]:
    ends = {"confusion_low": found.confusion_low, "confusion_high": found.confusion_high}
    return {name: end[rater].tolist() for name, end in ends.items() if end is not None}


command = LocalisedCommand(
    name="truth",
    callback=_run,
    params=[
        file_argument(),
        click.RichOption(
            ["--pseudo-count"], type=float, default=0.5, show_default=True, panel="Options of the estimate",
            help=CORRECT_WORDS["pseudo_count"],
        ),
        *reading_flags(),
        lang_option(),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"),
    ],
)  # fmt: skip
