"""`concordant demo`: the report of bundled ratings, with nothing to configure."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

import rich_click as click

from ...frame import width
from ...language.message import Message
from ...language.render import Language
from ...report.formats import study_format
from ..api.examples import EXAMPLES, Example, examples
from ..option_help import OUTPUT_WORDS
from .flags import flag
from .help_text import LocalisedCommand
from .options import OneOf
from .report import command as _report
from .report import default_place
from .terminal import print_document
from .wrap import lang_option, page_width, wrapped

_REPORT: Any = _report
_OF_REPORT = ("output", "format_name", "force", "open_it")
_NAMES = [one.name for one in EXAMPLES]
#: The example that is shown where none is named.
FIRST = {"en": "judge", "zh": "judge-zh"}


def _run(name: str | None, lang: Language, as_csv: bool, **options: Any) -> None:
    shown = examples()[name or FIRST[lang]]
    if as_csv:
        print_document(shown.path.read_text(encoding="utf-8"), nl=False)
        return
    aside = options["output"] == "-"
    options["output"] = options["output"] or _place(shown, options["format_name"])
    click.echo(_before(shown, lang, listing=name is None), err=aside)
    _REPORT.callback(str(shown.path), lang=lang, **options, **shown.reading)
    click.echo(_after(shown, lang), err=aside)


def _place(shown: Example, format_name: str | None) -> str:
    """Never where a report of somebody's own file of that name would be."""
    return f"demo-{default_place(str(shown.path), study_format('report.html', format_name))}"


def _before(shown: Example, lang: Language, listing: bool) -> str:
    """What there is, and what is shown."""
    facts = {"name": shown.name, "about": _in_both(shown.about), "origin": _in_both(shown.origin)}
    text = Message("demo.shown", facts).text(lang)
    lines = [*(_listed(lang) if listing else ()), wrapped(text, page_width()), ""]
    return "\n".join(lines)


def _in_both(text_of: Any) -> dict[str, str]:
    return {"en": text_of("en"), "zh": text_of("zh")}


def _listed(lang: Language) -> Iterator[str]:
    """Every example with what it is."""
    yield click.style(Message("demo.title", {"command": "concordant demo NAME"}).text(lang), bold=True)
    widest = max(width(one.name) for one in EXAMPLES)
    for one in EXAMPLES:
        yield wrapped(f"  {one.name:<{widest}}  {one.about(lang)}", page_width())
    yield ""


def _after(shown: Example, lang: Language) -> str:
    """Commands to try on the same ratings."""
    file = f"{shown.name}.csv"
    flags = shlex.join([*_flags(shown.reading), *(["--lang", lang] if lang != "en" else [])])
    commands = (
        f"concordant demo {shown.name} --csv > {file}",
        f"concordant report {file} {flags}",
        f"concordant study {file} {flags} --full",
    )
    return "\n".join(["", Message("demo.try").text(lang), *(f"  {command}" for command in commands)])


def _flags(reading: Mapping[str, Any]) -> list[str]:
    """Options of Python as they are written on the command line."""
    return [
        word
        for name, value in reading.items()
        for word in (flag(name), value if isinstance(value, str) else ",".join(map(str, value)))
    ]


command = LocalisedCommand(
    name="demo",
    callback=_run,
    params=[
        click.RichArgument(["name"], required=False, metavar="[NAME]", type=OneOf(_NAMES)),
        lang_option(),
        *(option for option in _REPORT.params if option.name in _OF_REPORT),
        click.RichOption(["--csv", "as_csv"], is_flag=True, help=OUTPUT_WORDS["csv"], panel="Output"),
    ],
)
