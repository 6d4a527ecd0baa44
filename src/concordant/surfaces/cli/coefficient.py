"""The command of a coefficient: parse, ask the API, show."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import rich_click as click
from click import get_current_context
from click.core import ParameterSource

from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Coefficient
from ...coefficients.references import reference
from ...inference.slices import Sliced
from ...interpret.result_text import word
from ...language.render import Language
from ...quote import tamed
from ...ratings.ratings import Ratings
from ...ratings.read import read
from ...result import Result, show
from ..api.breakdowns import agreement_by, intra_rater
from ..api.category_weights import kappa_steps, severity_scores
from ..api.coefficients import READ_OPTIONS, agreement, compare, measure, rated
from . import json_output as cli_json
from . import result_text as cli_text
from .flags import as_flags, flag
from .language import lang_option
from .options import Listed, options_of
from .result_text import Read
from .source import Files, file_argument, reading_options, source_of

_AUDIT = "Print all that was read and left out, as --json always does."
_AUTO = (
    "Intra-rater (test–retest) reliability, by the coefficient that goes with the scale: kappa for nominal "
    "scales, quadratic kappa for ordinal ones, ICC(A,1) for measurements. --repeat names the column of "
    "occasions."
)
_FILE = file_argument()
_SHOW: list[click.Parameter] = [
    lang_option(),
    click.RichOption(["--json", "as_json"], is_flag=True, help="Print strict JSON.", panel="Output"),
    click.RichOption(["--audit"], is_flag=True, help=_AUDIT, panel="Output"),
]
_BY = click.RichOption(
    ["--by"],
    type=Listed(str),
    metavar="COLUMN,…",
    help="One row for each value of a column, or for each combination of values of several.",
    panel="Output",
)
_STEPS = click.RichOption(
    ["--steps"],
    is_flag=True,
    help="Show how kappa is computed: P_o, the terms of P_e by category, the improvement over chance.",
    panel="Output",
)
_SCORES_FROM = click.RichOption(
    ["--scores-from"],
    metavar="COLUMN",
    help="Space the categories by severity: the mean of this column over the ratings in each category "
    "(with quadratic weights, unless --weights says otherwise).",
    panel="Of this coefficient",
)
_AGAINST = click.RichOption(
    ["--against"],
    type=Listed(str),
    metavar=Listed.shown,
    required=True,
    help="The raters to compare with.",
    panel="Reading",
)


def measure_command(name: str) -> click.RichCommand:
    """`concordant NAME FILE`: the coefficient, with its uncertainty."""
    c = BY_NAME[name]
    own = [*([_SCORES_FROM] if "scores" in c.options else []), *([_STEPS] if name == "cohen_kappa" else [])]
    return _command(c, _measure, [*_SHOW, _BY, *own])


def compare_command(name: str) -> click.RichCommand:
    """`concordant compare NAME FILE`: the coefficient of some raters minus that of others."""
    return _command(BY_NAME[name], _compare, [*_SHOW, _AGAINST])


def intra_command(name: str) -> click.RichCommand:
    """`concordant intra NAME FILE`: the coefficient of every rater with themself; auto: by the scale."""
    if name != "auto":
        return _command(BY_NAME[name], partial(_intra, name), _SHOW)
    any_one = BY_NAME["exact_agreement"]
    shared = [option for option in options_of(any_one) if option.name not in any_one.options]
    return click.RichCommand(
        name=name,
        help=_AUTO,
        params=[_FILE, *shared, *_SHOW],
        callback=partial(_intra, name, None),
    )


def _command(c: Coefficient, run: Any, more: list[click.Parameter]) -> click.RichCommand:
    return click.RichCommand(
        name=flag(c.name)[2:],
        help=as_flags(inspect.getdoc(c.function) or ""),
        epilog="\n\n".join(f"Reference: {reference(key).text()}" for key in c.references),
        params=[_FILE, *options_of(c), *more],
        callback=partial(run, c),
    )


def _measure(
    c: Coefficient,
    file: Files,
    lang: Language,
    as_json: bool,
    audit: bool,
    by: list[str] | None,
    steps: bool = False,
    scores_from: str | None = None,
    **given: Any,
) -> None:
    reading, own = stated(given)
    if by is not None and (steps or scores_from is not None):
        raise click.UsageError("--by gives one row a slice: leave out --steps and --scores-from.")
    if scores_from is not None:
        reading["slices"] = list(dict.fromkeys([*(reading.get("slices") or ()), scores_from]))
        own.setdefault("weights", "quadratic")
    with source_of(file) as source, reading_options(reading) as options:
        data: Read = (
            rated(c, source, None, options)
            if by is None
            else agreement_by(source, c.name, by=by, **own, **options)
        )
    if isinstance(data, Sliced):
        _show_slices(data, as_json, audit, lang)
        return
    more: list[str] = []
    if scores_from is not None and isinstance(data, Ratings):
        own["scores"] = severity_scores(data, scores_from).tolist()
        more.append(_scores_line(data, own["scores"], scores_from, lang))
    found = agreement(data, c.name, **own)
    if not steps:
        _show(found, data, as_json, audit, lang, more=more)
        return
    made = kappa_steps(data, **{name: own[name] for name in ("weights", "scores") if name in own})
    _show(found, data, as_json, audit, lang, more=[*more, made.text(lang)], steps=made.to_dict())


def _scores_line(ratings: Ratings, scores: Sequence[float], column: str, lang: Language) -> str:
    pairs = zip(ratings.labels.tolist(), scores, strict=True)
    shown = ", ".join(f"{label} = {show(score)}" for label, score in pairs)
    return word("scores-from", lang, column=column, scores=shown)


def _compare(
    c: Coefficient, file: Files, lang: Language, as_json: bool, audit: bool, against: list[str], **given: Any
) -> None:
    reading, options = stated(given)
    own = {name: options.pop(name) for name in c.options if name in options}
    raters = reading.pop("raters", None)
    if raters is None:
        raise click.UsageError("Name the raters to compare: --raters a,b --against a,c.")
    ratings = read_file(file, {**reading, "raters": list(dict.fromkeys([*raters, *against]))})
    first, second = (measure(c.name, ratings, raters=pair, **own) for pair in (raters, against))
    sides = {"first": raters, "second": against}
    _show(compare(first, second, paired=True, **options), ratings, as_json, audit, lang, sides)


def _intra(name: str, _: Any, file: Files, lang: Language, as_json: bool, audit: bool, **given: Any) -> None:
    reading, options = stated(given)
    ratings = read_file(file, reading)
    _show(intra_rater(ratings, name, **options), ratings, as_json, audit, lang)


# --- in ---------------------------------------------------------------------------------------


def stated(given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What was given for reading, and what for the coefficient and its uncertainty."""
    source = get_current_context().get_parameter_source
    texts = {name: value for name, value in given.items() if source(name) is not ParameterSource.DEFAULT}
    reading = {name: texts.pop(name) for name in READ_OPTIONS if name in texts}
    return reading, texts


def read_file(file: Files, reading: dict[str, Any]) -> Ratings:
    """The ratings in a file, or in what comes by standard input (-)."""
    with source_of(file) as source, reading_options(reading) as options:
        return read(source, **options)


# --- out --------------------------------------------------------------------------------------


def _show(
    result: Result,
    ratings: Read,
    as_json: bool,
    audit: bool,
    lang: Language,
    raters: Mapping[str, Any] | None = None,
    more: Sequence[str] = (),
    **also: Any,
) -> None:
    if as_json:
        click.echo(cli_json.as_json(cli_json.document({**result.to_dict(), **also}, ratings, raters)))
    else:
        click.echo(tamed("\n\n".join([cli_text.page(result, ratings, audit, lang), *more])))


def _show_slices(found: Sliced, as_json: bool, audit: bool, lang: Language) -> None:
    if as_json:
        slices = [
            {"values": dict(zip(found.by, values, strict=True)), "result": result.to_dict()}
            for values, result in found
        ]
        click.echo(cli_json.as_json(cli_json.document({"by": list(found.by), "slices": slices}, found)))
    else:
        click.echo(tamed(cli_text.slices_page(found, audit, lang)))
