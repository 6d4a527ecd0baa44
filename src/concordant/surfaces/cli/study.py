"""`concordant study`: what the agreement is, whether to believe it, where it fails, and what to fix."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import rich_click as click

from ...interpret.study.outline import glance, outline
from ...interpret.study.study import Study
from ...language.render import Language
from ...report.shorten import shortened
from ..api.study import study
from .coefficient import stated
from .json_output import as_json
from .option_help import STUDY_WORDS
from .options import options_from, reading_flags
from .progress_bar import progress_shown
from .project_option import beside_options, study_beside
from .source import source_of
from .weight_schemes import schemes_option
from .wrap import lang_option, page_width, sections, wrapped

_PANEL = "Of this study"
_MORE = {
    "en": "--full says more: how far each of them agrees, whether to believe it, where it fails, the goals, "
    "and what the columns were taken for. --json holds every number.",
    "zh": "加上 --full 可看全文：各自的一致程度、数字是否可信、问题出在哪里、各项目标，以及各列是如何理解的。"
    "--json 给出全部数字。",
}


def _run(
    file: str,
    lang: Language,
    full: bool,
    as_json_too: bool,
    project: str | None,
    store: str | None,
    **given: Any,
) -> None:
    """Say what the agreement is, whether to believe it, where it fails, and what to fix.

    concordant study scores.csv --reference human --goal mature
    """
    reading, asking = stated(given)
    with source_of(file) as source, progress_shown(lang) as told:
        found = study_beside(source, project, store, **asking, **reading, **told)
    click.echo(as_json(found.to_dict()) if as_json_too else _page(found, lang, full))


def _page(found: Study, lang: Language, full: bool) -> str:
    cut = shortened(found)
    if full:
        return sections(outline(cut), lang)
    return f"{sections(glance(cut), lang)}\n\n{wrapped(f'  {_MORE[lang]}', page_width())}"


def reference_given(ctx: Any, param: Any, given: list[str] | None) -> str | list[str] | None:
    """One name may be a kind of raters."""
    return given[0] if given is not None and len(given) == 1 else given


def study_options() -> Iterator[click.Parameter]:
    """The options of Python's `study`, by their annotations; two are written in a way of their own."""
    asked = {name: p for name, p in inspect.signature(study).parameters.items() if name in STUDY_WORDS}
    goal = click.RichOption(["--goal"], metavar="NAME|FILE.toml", help=STUDY_WORDS["goal"], panel=_PANEL)
    special: dict[str, click.Parameter] = {"goal": goal, "weights": schemes_option(_PANEL)}
    for option in options_from(study, asked, STUDY_WORDS, _PANEL):
        if option.name == "reference":
            option.callback = reference_given
        yield special.get(str(option.name), option)


command = click.RichCommand(
    name="study",
    callback=_run,
    help=inspect.getdoc(_run),
    params=[
        click.RichArgument(["file"], metavar="FILE"),
        *study_options(),
        *beside_options(),
        *reading_flags(),
        lang_option(),
        click.RichOption(
            ["--full"], is_flag=True, help="Say all of it, not only what matters most.", panel="Output"
        ),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help="Print strict JSON.", panel="Output"),
    ],
)
