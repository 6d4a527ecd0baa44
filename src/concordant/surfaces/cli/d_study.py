"""`concordant d-study`: how reliable other numbers of raters and occasions would be."""

from __future__ import annotations

import math
from typing import Any, get_args

import rich_click as click

from ...coefficients.catalogue import BY_NAME
from ...coefficients.reliability import Facet
from ...frame import Frame
from ...interpret.notes import note_text
from ...interpret.result_text import frame_text, word
from ...language.render import Language
from ...ratings.ratings import Ratings
from ..api.coefficients import READ_OPTIONS
from ..api.d_study import d_study
from ..option_help import DESIGN_WORDS, OUTPUT_WORDS, WORDS
from .coefficient import read_file
from .flags import as_flags
from .help_text import LocalisedCommand
from .language import lang_option
from .options import Listed, OneOf, options_of
from .output import as_json, document

_OWN = ("n_raters", "n_occasions", "fixed", "target")


def _run(file: str, lang: Language, as_json_too: bool, **given: Any) -> None:
    options = {name: given.pop(name) for name in _OWN}
    ratings = read_file(file, {name: value for name, value in given.items() if value is not None})
    found = d_study(ratings, **options)
    click.echo(_json(found, ratings) if as_json_too else _page(found, lang))


def _option(name: str, words: str, kind: Any, **more: Any) -> click.Parameter:
    return click.RichOption([name], type=kind, help=words, panel="Options of this study", **more)


_COUNTS: Any = {"kind": Listed(float), "metavar": "1,2,…"}
_G = BY_NAME["g_coefficient"]
command = LocalisedCommand(
    name="d-study",
    callback=_run,
    params=[
        click.RichArgument(["file"], metavar="FILE"),
        _option("--n-raters", DESIGN_WORDS["n_raters"], **_COUNTS),
        _option("--n-occasions", DESIGN_WORDS["n_occasions"], **_COUNTS),
        _option("--fixed", WORDS["fixed"], OneOf(get_args(Facet))),
        _option("--target", DESIGN_WORDS["target"], float),
        *(option for option in options_of(_G) if option.name in READ_OPTIONS),
        lang_option(),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"),
    ],
)


def _page(found: Frame, lang: Language) -> str:
    notes = [as_flags(word("note", lang, text=note_text(note, lang))) for note in found.notes]
    rows = frame_text(Frame(found.columns, found.title), lang, 20)
    return "\n\n".join([rows, *(["\n".join(notes)] if notes else [])])


def _json(found: Frame, ratings: Ratings) -> str:
    rows = [{name: _strict(value) for name, value in row.items()} for row in found]
    notes = [note.to_dict() for note in found.notes]
    return as_json(document({"designs": rows, "options": dict(found.options), "notes": notes}, ratings))


def _strict(value: float) -> float | None:
    """What JSON cannot say is null."""
    return value if math.isfinite(value) else None
