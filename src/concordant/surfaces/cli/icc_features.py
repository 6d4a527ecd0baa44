"""`concordant icc-features`: the intraclass correlation of many features, in short and as a file."""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import numpy as np
import rich_click as click

from ...coefficients.reliability import Method, form_of
from ...digits import rounded_all, tied
from ...errors import ConcordantError, OptionError
from ...frame import Frame
from ...inference.false_discovery import Correction
from ...inference.feature_frame import USUAL, Features, column_of
from ...inference.features import icc_features
from ...inference.reliable_features import By, FeatureTest, reliable_features
from ...interpret.notes import note_text
from ...interpret.result_text import frame_text, title_text, word
from ...language.render import Language
from ...quote import tamed
from ..option_help import CORRECT_WORDS, FEATURE_WORDS, OUTPUT_WORDS, WORDS
from .flags import as_flags, flag
from .help_text import LocalisedCommand
from .language import lang_option
from .options import Listed, OneOf
from .source import source_of

_FEW = 5
_OWN = re.compile(r"\b(features|feature|forms|by)=('[^']*'|\[[^\]]*\]|…)")


def _run(file: str, output: str | None, lang: Language, as_json: bool, **given: Any) -> None:
    filtering = {name: given.pop(name) for name in ("threshold", "by", "test", "correction")}
    forms = given.pop("forms") or None
    try:
        with source_of(file) as source:
            found = icc_features(source, forms=forms, **given)
        form = found.forms[0].key if forms else "A,1"
        kept = reliable_features(found, form=form, fdr=given["fdr"], **filtering)
    except ConcordantError as problem:
        if lang != "en":
            raise
        raise type(problem)(_flags(str(problem))) from None
    if output is not None:
        _write(output, _table(found, kept))
    click.echo(_json(found, kept) if as_json else tamed(_page(found, kept, lang)))


def _option(panel: str, name: str, words: str, kind: Any = str, default: Any = None, **more: Any) -> Any:
    """An option under a heading."""
    shown = default is not None
    return click.RichOption(
        name.split(), type=kind, default=default, show_default=shown, help=words, panel=panel, **more
    )


_NAME: Any = {"metavar": "COLUMN"}
_LIST: Any = {"kind": Listed(str), "metavar": Listed.shown}
command = LocalisedCommand(
    name="icc-features",
    callback=_run,
    params=[
        click.RichArgument(["file"], metavar="FILE"),
        _option(
            "Features",
            "--form forms",
            FEATURE_WORDS["forms"],
            multiple=True,
        ),
        _option("Features", "--level", CORRECT_WORDS["level"], float, 0.95),
        _option("Features", "--null", FEATURE_WORDS["null"], float, 0.0),
        _option("Features", "--method", FEATURE_WORDS["method"], OneOf(get_args(Method)), "auto"),
        _option("Filter", "--threshold", FEATURE_WORDS["threshold"], float, 0.75),
        _option("Filter", "--by", FEATURE_WORDS["by"], OneOf(get_args(By)), "test"),
        _option("Filter", "--test", FEATURE_WORDS["test"], OneOf(get_args(FeatureTest)), "f"),
        _option("Filter", "--correction", FEATURE_WORDS["correction"], OneOf(get_args(Correction)), "bh"),
        _option("Filter", "--fdr", FEATURE_WORDS["fdr"], float, 0.05),
        _option("Reading", "--item", WORDS["item"], **_NAME),
        _option("Reading", "--rater", FEATURE_WORDS["rater"], **_NAME),
        _option("Reading", "--feature", FEATURE_WORDS["feature"], **_NAME),
        _option("Reading", "--value", FEATURE_WORDS["value"], **_NAME),
        _option("Reading", "--features", FEATURE_WORDS["features"], **_LIST),
        _option("Reading", "--raters", FEATURE_WORDS["raters"], **_LIST),
        _option("Output", "-o --output", OUTPUT_WORDS["feature_rows"], metavar="CSV"),
        lang_option(),
        click.RichOption(["--json", "as_json"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"),
    ],
)


def _flags(text: str) -> str:
    """Options of this command as they are written on the command line."""
    text_of_note = as_flags(text)
    return _OWN.sub(lambda found: " ".join((flag(found[1]), re.sub(r"[\[\]']", "", found[2]))), text_of_note)


# --- out ------------------------------------------------------------------------------------------


def _page(found: Features, kept: Frame, lang: Language) -> str:
    """Shares, what is kept, and the ends of the list."""
    known = (note for note in (*found.notes, *kept.notes) if note.code != "shares")
    notes = dict.fromkeys(note_text(note, lang) for note in known)
    parts = [
        title_text(found.title, lang),
        frame_text(_shares(found, lang), lang),
        word("sentence", lang, text=title_text(kept.title, lang)),
        *_ends(found, str(kept.options["form"]), lang),
    ]
    return "\n\n".join([*parts, "\n".join(word("note", lang, text=_flags(text)) for text in notes)])


def _shares(found: Features, lang: Language) -> Frame:
    """A row for each form."""
    shares = found.shares()
    columns: dict[str, Any] = {"form": shares["form"][:: len(USUAL)]}
    for place, least in enumerate(USUAL):
        for by in ("by_estimate", "by_lower_limit"):
            shown = [f"{x:.1%}" for x in shares[by][place :: len(USUAL)].tolist()]
            head = word("features-reach", lang, what=word(f"features-{by}", lang), least=least)
            columns[head] = np.array(shown)
    return Frame(columns)


def _ends(found: Features, form: str, lang: Language) -> Iterator[str]:
    """The best and the worst few features."""
    name = column_of(form_of(form))
    wanted = ("feature", name, f"{name}_low", f"{name}_high")
    known = np.flatnonzero(~np.isnan(found[name]))
    order = known[np.argsort(-tied(found[name][known]), kind="stable")]
    parts = (
        {"": order}
        if len(order) <= 2 * _FEW
        else {
            word("features-best", lang) + "\n": order[:_FEW],
            word("features-worst", lang) + "\n": order[-_FEW:],
        }
    )
    for title, places in parts.items():
        yield title + frame_text(Frame({x: found[x][places] for x in wanted}), lang)


def _table(found: Features, kept: Frame) -> Frame:
    """Every feature, and whether it is kept."""
    is_kept = np.zeros(len(found), dtype=bool)
    is_kept[kept["place"]] = True
    return Frame({"feature": found["feature"], "kept": is_kept, **dict(found.columns)})


def _write(path: str, table: Frame) -> None:
    """As CSV, whole or not at all; an undefined number is blank."""
    part = Path(f"{path}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(table.names)
            writer.writerows([["" if x != x else rounded_all(x) for x in row.values()] for row in table])
        part.replace(path)
    except OSError as problem:
        part.unlink(missing_ok=True)
        raise OptionError(f"{path} cannot be written: {problem.strerror}.") from None


def _json(found: Features, kept: Frame) -> str:
    document = {
        "title": found.title,
        "options": {**found.options, **kept.options},
        "n_features": len(found),
        "n_kept": len(kept),
        "shares": found.shares().rows(),
        "notes": [note.to_dict() for note in dict.fromkeys((*found.notes, *kept.notes))],
        "kept": kept.rows(),
        "features": _table(found, kept).rows(),
    }
    return json.dumps(rounded_all(_strict(document)), ensure_ascii=False, allow_nan=False, indent=2)


def _strict(value: Any) -> Any:
    """What JSON cannot say is null."""
    if isinstance(value, dict):
        return {key: _strict(x) for key, x in value.items()}
    if isinstance(value, (list, tuple)):
        return [_strict(x) for x in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
