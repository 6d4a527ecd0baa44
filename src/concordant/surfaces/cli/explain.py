"""`concordant explain`: what a coefficient or a term means."""

from __future__ import annotations

import rich_click as click

from ...language.render import Language
from ...language.terms import Explanation, terms
from ...quote import tamed
from ..api.explain import explain
from .help_text import LocalisedCommand
from .language import lang_option
from .list_coefficients import listing
from .wrap import page_width, wrapped


def _run(term: tuple[str, ...], lang: Language) -> None:
    click.echo(_page(explain(" ".join(term), lang=lang)) if term else _list(lang))


def _page(found: Explanation) -> str:
    title, *lines = tamed(str(found)).split("\n")
    places = page_width()
    return "\n".join([click.style(title, bold=True), *(wrapped(line, places) for line in lines)])


def _list(lang: Language) -> str:
    return listing(((key, explain(key, lang=lang).title) for key in terms()), "topic-terms")


command = LocalisedCommand(
    name="explain",
    callback=_run,
    params=[click.RichArgument(["term"], metavar="[TERM]", nargs=-1, required=False), lang_option()],
)
