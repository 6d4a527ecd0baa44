"""`concordant plan`: how many items, raters and labels a question takes, and which items to rate next."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import partial, update_wrapper
from typing import Any, Literal, get_args

import rich_click as click

from ...coefficients.catalogue import BY_NAME
from ...language.render import Language
from ...planning import KINDS, SamplePlan
from ...report.write_file import check_file, write_whole
from ..api.plan import data_aims, plan, plan_next
from ..option_help import OUTPUT_WORDS, PLANNING_WORDS, WORDS
from .coefficient import stated
from .flags import as_flags, flag
from .help_text import LocalisedCommand
from .main import SuggestingGroup
from .options import Named, options_from, reading_flags
from .output import as_json
from .source import Files, file_argument, source_of
from .wrap import lang_option, page_width, wrapped

Format = Literal["text", "json", "csv"]
_PANEL = "Options of this plan"
_FILE_COMMAND = "from-data"


class PlanGroup(SuggestingGroup):
    """Questions by name; anything that looks like a file is data in hand."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The question, or the plan from a file."""
        if args[0] not in self.commands and _is_file(args[0]):
            return super().resolve_command(ctx, [_FILE_COMMAND, *args])
        return super().resolve_command(ctx, args)


def _is_file(word: str) -> bool:
    from pathlib import Path

    return word == "-" or bool(Path(word).suffix) or "://" in word or Path(word).exists()


@click.group("plan", cls=PlanGroup)
def command() -> None:
    """See `help-plan` of help.toml."""


def show_plan(found: SamplePlan, format_name: Format, lang: Language) -> None:
    """Print a plan: words, strict JSON, or its tables as CSV."""
    if format_name == "json":
        click.echo(as_json(found.to_dict()))
    elif format_name == "csv":
        click.echo(found.csv(), nl=False)
    else:
        places = page_width()
        click.echo("\n".join(wrapped(as_flags(line), places) for line in found.text(lang).split("\n")))


def output_options() -> list[click.Parameter]:
    """`--format` and `--lang`."""
    return [
        click.RichOption(
            ["--format", "format_name"], type=click.Choice(get_args(Format)), default="text",
            show_default=True, help=OUTPUT_WORDS["plan_format"], panel="Output",
        ),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"),
        lang_option(),
    ]  # fmt: skip


def _ask(name: str, format_name: Format, as_json_too: bool, lang: Language, **given: Any) -> None:
    show_plan(
        plan(name, **stated(given)[1] | _also_reading(given)), "json" if as_json_too else format_name, lang
    )


def _also_reading(given: dict[str, Any]) -> dict[str, Any]:
    """What was stated under a name that options of reading have too, such as --raters."""
    return stated(given)[0]


def _options_of(name: str) -> Iterator[click.Parameter]:
    parameters = inspect.signature(KINDS[name]).parameters
    for option in options_from(KINDS[name], parameters, PLANNING_WORDS, _PANEL):
        if parameters[str(option.name)].default is inspect.Parameter.empty:
            option.required, option.default = True, None
            option.show_default = False  # type: ignore[attr-defined]
        yield option


def _from_data(
    file: Files, format_name: Format, as_json_too: bool, lang: Language, measure: str | None, **given: Any
) -> None:
    reading, own = stated(given)
    if measure is not None:
        own["measure"] = measure.replace("-", "_")
    with source_of(file) as source:
        show_plan(plan(source, **own, **reading), "json" if as_json_too else format_name, lang)


def _data_options() -> list[click.Parameter]:
    names = [flag(name)[2:] for name in BY_NAME]
    weights = options_from(
        BY_NAME["cohen_kappa"].function, {"weights": BY_NAME["cohen_kappa"].options["weights"]}, WORDS, _PANEL
    )
    metric = options_from(
        BY_NAME["krippendorff_alpha"].function,
        {"metric": BY_NAME["krippendorff_alpha"].options["metric"]},
        WORDS,
        _PANEL,
    )
    return [
        click.RichOption(
            ["--measure"], type=Named(names), metavar="NAME", help=PLANNING_WORDS["measure"], panel=_PANEL
        ),
        *weights,
        *metric,
        *options_from(data_aims, inspect.signature(data_aims).parameters, PLANNING_WORDS, _PANEL),
    ]


def _next(file: Files, output: str | None, lang: Language, **given: Any) -> None:
    reading, own = stated(given)
    if output is not None:
        check_file(output)
    with source_of(file) as source:
        found = plan_next(source, **own, **reading)
    places = page_width()
    lines = "\n".join(wrapped(as_flags(line), places) for line in found.text(lang).split("\n"))
    if output is None:
        click.echo(found.csv(lang), nl=False)
        click.echo(lines, err=True)
    else:
        write_whole(output, found.csv(lang))
        click.echo(lines)


def _next_options() -> list[click.Parameter]:
    parameters = inspect.signature(plan_next).parameters
    own = {name: p for name, p in parameters.items() if name not in ("data", "reading")}
    return options_from(plan_next, own, PLANNING_WORDS, _PANEL)


for _name, _kind in KINDS.items():
    command.add_command(
        LocalisedCommand(
            name=_name,
            callback=update_wrapper(partial(_ask, _name), _ask),
            params=[*_options_of(_name), *output_options()],
        )
    )
command.add_command(
    LocalisedCommand(
        name=_FILE_COMMAND,
        callback=_from_data,
        params=[file_argument(), *_data_options(), *reading_flags(), *output_options()],
    )
)
command.add_command(
    LocalisedCommand(
        name="next",
        callback=_next,
        params=[
            file_argument(),
            *_next_options(),
            *reading_flags(),
            click.RichOption(["-o", "--output"], metavar="FILE", help=OUTPUT_WORDS["tasks"], panel="Output"),
            lang_option(),
        ],
    )
)
