"""Commands that are told which coefficient to take, and have the options of that one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import rich_click as click

from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Coefficient
from .flags import flag
from .options import Named, options_of
from .source import file_argument

USUAL = "cohen-kappa"
_FILE = file_argument()


def named(coefficients: Iterable[Coefficient]) -> dict[str, str]:
    """The names of coefficients as they are written on the command line, and as Python has them."""
    return {flag(c.name)[2:]: c.name for c in coefficients}


class OfAnyCoefficient(click.RichCommand):
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
        super().__init__(callback=run, help=inspect.getdoc(run), params=[], **described)
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
