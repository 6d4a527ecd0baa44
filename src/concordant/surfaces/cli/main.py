"""The command line: one command for each coefficient, loaded when it is asked for.

`concordant --help` reads the menu, which is generated from the catalogue, so it answers without
loading any of the mathematics.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import rich_click as click

from ...errors import AmbiguousReading, ConcordantError, InputError
from ...suggestion import hint
from ...version import __version__
from .coefficient_menu import ALIASES, MenuEntry, find, menu
from .errors import FULL, WRONG_DATA, can_ask, complaint, complaint_with_lines, discard_output, exit_code
from .errors import ask as which_reading
from .help_text import LocalisedCommand, LocalisedGroup
from .language import choose_language, current_language, help_word, lang_option, without_language
from .start import asks_the_gate

#: What `concordant --help` shows.
FIRST = (
    "demo",
    "report",
    "study",
    "serve",
    "check",
    "track",
    "plan",
    "compare",
    "pairwise",
    "items",
    "intra",
    "explain",
    "list",
)


class LazyCoefficient(LocalisedCommand):
    """A name and a summary; the command itself is made when it is called."""

    def __init__(self, entry: MenuEntry, maker: str, *, hidden: bool = False) -> None:
        super().__init__(name=entry.command, help=entry.summary, hidden=hidden)
        self.entry, self.maker = entry, maker

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Hand over to the real command."""
        make = getattr(import_module(".coefficient", __package__), self.maker)
        return make(self.entry.name).make_context(info_name, args, parent, **extra)


class LazyCommand(LocalisedCommand):
    """A stand-in for a command that has a module of its own."""

    def __init__(self, name: str, module: str) -> None:
        super().__init__(name=name, hidden=name not in FIRST)
        self.module = module

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Hand over to the real command."""
        command = import_module(f".{self.module}", __package__).command
        return command.make_context(info_name, args, parent, **extra)


class SuggestingGroup(LocalisedGroup):
    """A group in which a name that is nearly right is answered with the right one."""

    also: Iterable[str] = ()
    of_coefficients = False
    """Whether a coefficient comes first, so that its help shows all of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In reading order."""
        return list(self.commands)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Say what was probably meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as problem:
            near = hint(args[0], [*self.list_commands(ctx), *self.also], quotes=False)
            if self.of_coefficients and Path(args[0]).suffix:
                near = f" The coefficient comes first: {ctx.command_path} cohen-kappa {args[0]}."
            raise click.UsageError(problem.message + near, ctx) from None


class Coefficients(SuggestingGroup):
    """A group with one command for each coefficient of the catalogue; `concordant list` shows them."""

    maker = "measure_command"
    also = ALIASES

    def main(self, args: Any = None, *names: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Whatever is wrong is said in one line, with an exit code; without arguments there is help."""
        run: Any = super().main
        args = list(sys.argv[1:] if args is None else args)
        lang = choose_language(args)
        args = args if without_language(args) else [*args, "--help"]
        try:
            code = run(args, *names, standalone_mode=False, **extra)
        except (click.Abort, KeyboardInterrupt):
            code = 130
        except AmbiguousReading as problem:
            if not standalone_mode:
                raise
            return self._settle(problem, list(sys.argv[1:] if args is None else args), *names, **extra)
        except (click.ClickException, ConcordantError) as problem:
            if not standalone_mode:
                raise
            click.echo(complaint(problem, lang), err=True)
            code = WRONG_DATA if asks_the_gate(args) else exit_code(problem)
        except OSError as problem:
            if not standalone_mode or problem.errno not in FULL:
                raise
            discard_output()
            click.echo(
                complaint(InputError(f"The output cannot be written: {problem.strerror}."), lang), err=True
            )
            code = WRONG_DATA
        return sys.exit(code) if standalone_mode else code

    def _settle(self, problem: AmbiguousReading, words: list[str], *names: Any, **extra: Any) -> Any:
        """Ask which way of reading is meant and go on so; where nobody answers, show the lines to paste."""
        if can_ask():
            try:
                return self.main([*words, *which_reading(problem, current_language())], *names, **extra)
            except (click.Abort, KeyboardInterrupt):
                return sys.exit(130)
        click.echo(complaint_with_lines(problem, words, current_language()), err=True)
        return sys.exit(WRONG_DATA)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Commands of our own first, then the catalogue in its order."""
        return [*self.commands, *(entry.command for entry in menu())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> Any:
        """By name, or by one of the short names."""
        entry = find(cmd_name)
        if entry is None:
            return super().get_command(ctx, cmd_name)
        return LazyCoefficient(entry, self.maker, hidden=not self.of_coefficients)


class Repeats(Coefficients):
    """The coefficients as commands that ask whether a rater agrees with itself."""

    maker = "intra_command"
    of_coefficients = True


class Comparisons(Coefficients):
    """The coefficients as commands that ask for a difference."""

    maker = "compare_command"
    of_coefficients = True


def _panels() -> list[click.RichCommandPanel]:
    two = [entry.command for entry in menu() if entry.two_raters]
    more = [entry.command for entry in menu() if not entry.two_raters]
    return [
        click.RichCommandPanel("two-raters", commands=two),
        click.RichCommandPanel("more-raters", commands=more),
    ]


@click.group(
    "concordant",
    cls=Coefficients,
    panels=[click.RichCommandPanel("commands", commands=list(FIRST))],
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="concordant %(version)s")
def main() -> None:
    """See `help-concordant` of help.toml."""


@main.group(cls=Comparisons, panels=_panels())
def compare() -> None:
    """See `help-compare` of help.toml."""


@main.group(cls=Repeats, panels=[click.RichCommandPanel("start-here", commands=["auto"]), *_panels()])
def intra() -> None:
    """See `help-intra` of help.toml."""


intra.add_command(
    LazyCoefficient(MenuEntry("auto", False, "Use the coefficient that suits the scale."), Repeats.maker)
)
#: Commands that have a module of their own, and the module; what each does is in help.toml.
COMMANDS = {
    "demo": "demo",
    "study": "study",
    "report": "report",
    "serve": "serve",
    "track": "track",
    "check": "check",
    "plan": "plan",
    "explain": "explain",
    "correct": "correct",
    "truth": "truth",
    "preferences": "preferences",
    "panel": "panel",
    "score-map": "score_map",
    "threshold": "threshold",
    "soft-labels": "soft_labels",
    "strata": "strata",
    "sensitivity": "sensitivity",
    "margins": "margins",
    "d-study": "d_study",
    "pairwise": "pairwise",
    "icc-form": "icc_form",
    "icc-features": "icc_features",
    "items": "items",
    "formats": "formats",
    "import": "import_export",
    "export": "export",
}
for name, module in COMMANDS.items():
    main.add_command(LazyCommand(name, module))


def _list(lang: str) -> None:
    from .list_coefficients import listing

    click.echo(listing((name, help_word(f"command-{name}")) for name in COMMANDS if name not in FIRST))


main.add_command(LocalisedCommand(name="list", callback=_list, params=[lang_option()]))
