"""The command of a coefficient: parse, ask the API, show; and commands that take any coefficient."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import rich_click as click
from click import get_current_context
from click.core import ParameterSource

from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Coefficient
from ...inference.slices import Sliced
from ...interpret.result_text import word
from ...language.render import Language
from ...number_text import show
from ...quote import tamed
from ...ratings.ratings import Ratings
from ...ratings.read import read
from ...result import Result
from ..api.coefficients import READ_OPTIONS, agreement, compare, measure, rated
from ..option_help import OUTPUT_WORDS
from . import output
from .flags import flag
from .help_text import LocalisedCommand, coefficient_help
from .language import lang_option
from .options import Listed, Named, options_of
from .output import Read
from .source import Files, file_argument, reading_options, source_of

USUAL = "cohen-kappa"

Options = dict[str, Any]

_FILE = file_argument()
_SHOW: list[click.Parameter] = [
    lang_option(),
    click.RichOption(["--json", "as_json"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"),
    click.RichOption(["--audit"], is_flag=True, help=OUTPUT_WORDS["audit"], panel="Output"),
]
_BY = click.RichOption(
    ["--by"],
    type=Listed(str),
    metavar="COLUMN,…",
    help=OUTPUT_WORDS["by"],
    panel="Output",
)
_STEPS = click.RichOption(
    ["--steps"],
    is_flag=True,
    help=OUTPUT_WORDS["steps"],
    panel="Output",
)
_SCORES_FROM = click.RichOption(
    ["--scores-from"],
    metavar="COLUMN",
    help=OUTPUT_WORDS["scores_from"],
    panel="Options of this coefficient",
)
_AGAINST = click.RichOption(
    ["--against"],
    type=Listed(str),
    metavar=Listed.shown,
    required=True,
    help=OUTPUT_WORDS["against"],
    panel="Reading",
)


def measure_command(name: str) -> LocalisedCommand:
    """`concordant NAME FILE`: the coefficient, with its uncertainty."""
    c = BY_NAME[name]
    own = [*([_SCORES_FROM] if "scores" in c.options else []), *([_STEPS] if name == "cohen_kappa" else [])]
    return _command(c, _measure, [*_SHOW, _BY, *own])


def compare_command(name: str) -> LocalisedCommand:
    """`concordant compare NAME FILE`: the coefficient of some raters minus that of others."""
    return _command(BY_NAME[name], _compare, [*_SHOW, _AGAINST])


def intra_command(name: str) -> LocalisedCommand:
    """`concordant intra NAME FILE`: the coefficient of every rater with themselves; auto: by the scale."""
    if name != "auto":
        return _command(BY_NAME[name], partial(_intra, name), _SHOW)
    any_one = BY_NAME["exact_agreement"]
    shared = [option for option in options_of(any_one) if option.name not in any_one.options]
    return LocalisedCommand(
        name=name,
        params=[_FILE, *shared, *_SHOW],
        callback=partial(_intra, name, None),
    )


def _command(c: Coefficient, run: Any, more: list[click.Parameter]) -> LocalisedCommand:
    return LocalisedCommand(
        name=flag(c.name)[2:],
        help=coefficient_help(c),
        references=c.references,
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
        raise click.UsageError("--by gives one row per slice: omit --steps and --scores-from.")
    if scores_from is not None:
        reading["slices"] = list(dict.fromkeys([*(reading.get("slices") or ()), scores_from]))
        own.setdefault("weights", "quadratic")
    with source_of(file) as source, reading_options(reading) as options:
        data: Read = (
            rated(c, source, None, options, one_number=True)
            if by is None
            else _sliced(c, source, by, own, options)
        )
    if isinstance(data, Sliced):
        _show_slices(data, as_json, audit, lang)
        return
    more: list[str] = []
    if scores_from is not None and isinstance(data, Ratings):
        from ..api.category_weights import severity_scores

        own["scores"] = severity_scores(data, scores_from).tolist()
        more.append(_scores_line(data, own["scores"], scores_from, lang))
    found = agreement(data, c.name, **own)
    if not steps:
        _show(found, data, as_json, audit, lang, more=more)
        return
    from ..api.category_weights import kappa_steps

    made = kappa_steps(data, **{name: own[name] for name in ("weights", "scores") if name in own})
    _show(found, data, as_json, audit, lang, more=[*more, made.text(lang)], steps=made.to_dict())


def _sliced(c: Coefficient, source: Any, by: list[str], own: Options, options: Options) -> Sliced:
    from ..api.breakdowns import agreement_by

    return agreement_by(source, c.name, by=by, **own, **options)


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
    from ..api.breakdowns import intra_rater

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
        click.echo(output.as_json(output.document({**result.to_dict(), **also}, ratings, raters)))
    else:
        click.echo(tamed("\n\n".join([output.page(result, ratings, audit, lang), *more])))


def _show_slices(found: Sliced, as_json: bool, audit: bool, lang: Language) -> None:
    if as_json:
        slices = [
            {"values": dict(zip(found.by, values, strict=True)), "result": result.to_dict()}
            for values, result in found
        ]
        click.echo(output.as_json(output.document({"by": list(found.by), "slices": slices}, found)))
    else:
        click.echo(tamed(output.slices_page(found, audit, lang)))


def named(coefficients: Iterable[Coefficient]) -> dict[str, str]:
    """The names of coefficients as they are written on the command line, and as Python has them."""
    return {flag(c.name)[2:]: c.name for c in coefficients}


class OfAnyCoefficient(LocalisedCommand):
    """A command that has the options of the coefficient it is asked for, `without` some of them."""

    def __init__(
        self,
        run: Callable[..., None],
        coefficient: click.Option,
        names: dict[str, str],
        *,
        without: Sequence[str] = (),
        more: Sequence[click.Parameter] = (),
        **described: Any,
    ) -> None:
        super().__init__(callback=run, params=[], **described)
        self.coefficient, self.names, self.without, self.more = coefficient, names, without, more

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Look for the coefficient first; what is wrong with its name is said later, as usual."""
        c = BY_NAME[self.names.get(_chosen_name(args), self.names[USUAL])]
        own = [option for option in options_of(c) if option.name not in self.without]
        self.params = [_FILE, self.coefficient, *own, *self.more]
        return super().make_context(info_name, args, parent, **extra)


def _chosen_name(args: list[str]) -> str:
    """What follows the last --coefficient."""
    for place in range(len(args) - 1, -1, -1):
        word, equals, value = args[place].partition("=")
        if word == "--coefficient":
            name = value if equals else args[place + 1] if place + 1 < len(args) else ""
            return Named.known(name)
    return USUAL


def coefficient_option(
    names: Iterable[str], panel: str, words: str, usual: str | None = USUAL
) -> click.RichOption:
    """`--coefficient NAME`."""
    return click.RichOption(
        ["--coefficient"],
        type=Named(list(names)),
        default=usual,
        show_default=usual is not None,
        metavar="NAME",
        help=words,
        panel=panel,
    )
