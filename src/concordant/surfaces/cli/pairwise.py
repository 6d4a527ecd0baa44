"""`concordant pairwise`: a coefficient for every two raters, one row each."""

from __future__ import annotations

from typing import Any

import rich_click as click

from ...coefficients.catalogue import BY_NAME
from ...frame import Frame
from ...inference.data_notes import POOLED
from ...interpret.notes import note_text
from ...interpret.result_text import frame_text, word
from ...language.render import Language
from ...quote import tamed
from ...ratings.ratings import Ratings
from ..api.breakdowns import pairwise
from ..option_help import OUTPUT_WORDS, STRATA_WORDS
from .coefficient import OfAnyCoefficient, coefficient_option, named, read_file, stated
from .flags import as_flags
from .language import lang_option
from .output import as_json, document, strict
from .source import Files

_NAMES = named(BY_NAME.values())
_COEFFICIENT = coefficient_option(_NAMES, "Options of the pairs", STRATA_WORDS["any"])
_JSON = click.RichOption(["--json", "as_json_too"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output")


def _run(file: Files, coefficient: str, lang: Language, as_json_too: bool, **given: Any) -> None:
    reading, options = stated(given)
    ratings = read_file(file, reading)
    found = pairwise(ratings, _NAMES[coefficient], **options)
    click.echo(_json(found, ratings) if as_json_too else tamed(_page(found, lang)))


command = OfAnyCoefficient(_run, _COEFFICIENT, _NAMES, more=[lang_option(), _JSON], name="pairwise")


def _page(found: Frame, lang: Language) -> str:
    """The rows; reasons only where there are any."""
    shown = {name: x for name, x in found.columns.items() if name != "reason" or (x != "").any()}
    notes = [as_flags(word("note", lang, text=note_text(note, lang))) for note in found.notes]
    pooled = tuple(note for note in found.notes if note.code == POOLED)
    table = frame_text(Frame(shown, found.title, pooled), lang, 20, notes=False)
    return "\n\n".join([table, *(["\n".join(notes)] if notes else [])])


def _json(found: Frame, ratings: Ratings) -> str:
    rows = [{name: strict(value) for name, value in row.items()} for row in found]
    notes = [note.to_dict() for note in found.notes]
    return as_json(document({"pairs": rows, "options": dict(found.options), "notes": notes}, ratings))
