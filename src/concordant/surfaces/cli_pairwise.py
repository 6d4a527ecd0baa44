"""`concordant pairwise`: a coefficient for every two raters, one row each."""

from __future__ import annotations

import inspect
from typing import Any

import rich_click as click

from ..coefficients.catalogue import BY_NAME
from ..frame import Frame
from ..ratings.ratings import Ratings
from .api import pairwise
from .cli_commands import read_file, stated
from .cli_flags import as_flags, flag
from .cli_json import as_json, document, strict
from .cli_options import Named, options_of

_NAMES = {flag(name)[2:]: name for name in BY_NAME}
_USUAL = "cohen-kappa"


class _Pairwise(click.RichCommand):
    """A command that has the options of the coefficient it is asked for."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Look for the coefficient first; what is wrong with its name is said later, as usual."""
        name = _asked(args)
        own = options_of(BY_NAME[_NAMES.get(name, _NAMES[_USUAL])])
        self.params = [_FILE, _COEFFICIENT, *own, _JSON]
        return super().make_context(info_name, args, parent, **extra)


def _asked(args: list[str]) -> str:
    """What follows the last --coefficient."""
    for place in range(len(args) - 1, -1, -1):
        word, equals, value = args[place].partition("=")
        if word == "--coefficient":
            said = value if equals else args[place + 1] if place + 1 < len(args) else ""
            return Named.known(said)
    return _USUAL


_FILE = click.RichArgument(["file"], metavar="FILE")
_COEFFICIENT = click.RichOption(
    ["--coefficient"],
    type=Named(list(_NAMES)),
    default=_USUAL,
    show_default=True,
    metavar="NAME",
    help="Any coefficient of the list; its options are those of its own command.",
    panel="Of all pairs",
)
_JSON = click.RichOption(["--json", "as_json_too"], is_flag=True, help="Print strict JSON.", panel="Output")


def _run(file: str, coefficient: str, as_json_too: bool, **given: Any) -> None:
    """Show a coefficient for every two raters, over the items that both rated.

    concordant pairwise scores.csv --coefficient gwet-ac --weights quadratic
    """
    reading, asking = stated(given)
    ratings = read_file(file, reading)
    found = pairwise(ratings, _NAMES[coefficient], **asking)
    click.echo(_json(found, ratings) if as_json_too else _page(found))


command = _Pairwise(name="pairwise", callback=_run, help=inspect.getdoc(_run), params=[])


def _page(found: Frame) -> str:
    """The rows; reasons only where there are any."""
    shown = {name: x for name, x in found.columns.items() if name != "reason" or (x != "").any()}
    notes = [f"Note: {as_flags(note.text)}" for note in found.notes]
    return "\n\n".join([repr(Frame(shown, found.title)), *(["\n".join(notes)] if notes else [])])


def _json(found: Frame, ratings: Ratings) -> str:
    rows = [{name: strict(value) for name, value in row.items()} for row in found]
    notes = [note.to_dict() for note in found.notes]
    return as_json(document({"pairs": rows, "options": dict(found.options), "notes": notes}, ratings))
