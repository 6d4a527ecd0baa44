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

from ...errors import AmbiguousReading, ConcordantError
from ...suggestion import hint
from ...version import __version__
from .ambiguity import ask as which_reading
from .ambiguity import can_ask, complaint_with_lines
from .coefficient_menu import ALIASES, MenuEntry, find, menu
from .errors import FULL, WRONG_DATA, complaint, discard_output, exit_code
from .flags import as_flags
from .start import asks_the_gate

#: What `concordant --help` shows.
FIRST = ("demo", "report", "study", "check", "track", "plan", "compare", "pairwise", "items", "intra", "list")


class LazyCoefficient(click.RichCommand):
    """A name and a summary; the command itself is made when it is called."""

    def __init__(self, entry: MenuEntry, maker: str, *, hidden: bool = False) -> None:
        super().__init__(name=entry.command, help=as_flags(entry.summary), hidden=hidden)
        self.entry, self.maker = entry, maker

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Hand over to the real command."""
        make = getattr(import_module(".coefficient", __package__), self.maker)
        return make(self.entry.name).make_context(info_name, args, parent, **extra)


class LazyCommand(click.RichCommand):
    """A stand-in for a command that has a module of its own."""

    def __init__(self, name: str, summary: str, module: str) -> None:
        super().__init__(name=name, help=summary, hidden=name not in FIRST)
        self.module = module

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Hand over to the real command."""
        command = import_module(f".{self.module}", __package__).command
        return command.make_context(info_name, args, parent, **extra)


class SuggestingGroup(click.RichGroup):
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
        args = (sys.argv[1:] if args is None else args) or ["--help"]
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
            click.echo(complaint(problem), err=True)
            code = WRONG_DATA if asks_the_gate(args) else exit_code(problem)
        except OSError as problem:
            if not standalone_mode or problem.errno not in FULL:
                raise
            discard_output()
            click.echo(f"concordant: The output cannot be written: {problem.strerror}.", err=True)
            code = WRONG_DATA
        return sys.exit(code) if standalone_mode else code

    def _settle(self, problem: AmbiguousReading, words: list[str], *names: Any, **extra: Any) -> Any:
        """Ask which way of reading is meant and go on so; where nobody answers, show the lines to paste."""
        if can_ask():
            try:
                return self.main([*words, *which_reading(problem)], *names, **extra)
            except (click.Abort, KeyboardInterrupt):
                return sys.exit(130)
        click.echo(complaint_with_lines(problem, words), err=True)
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
    """The coefficients as commands that ask whether a rater agrees with themself."""

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
        click.RichCommandPanel("Two raters", commands=two),
        click.RichCommandPanel("Two raters or more", commands=more),
    ]


EXAMPLE = (
    "Try: concordant demo, then concordant study scores.csv, "
    "or concordant cohen-kappa scores.csv --raters human,judge --weights quadratic"
)


@click.group(
    "concordant",
    cls=Coefficients,
    panels=[click.RichCommandPanel("Commands", commands=list(FIRST))],
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EXAMPLE,
)
@click.version_option(__version__, message="concordant %(version)s")
def main() -> None:
    """How far raters agree, whether to believe the number, and what to change.

    Each command takes a file (CSV, Parquet, JSON, JSONL or Excel; - for standard input), an export of an
    annotation or evaluation tool (concordant formats lists them), several ("scores/*.parquet", or a
    folder) or a database, and says what it took each column for.
    Every coefficient is a command as well, such as concordant cohen-kappa FILE: concordant list shows them.
    Exit code 0: fine; 2: the command line is wrong, or names what the data do not have; 3: the data
    could not be read or understood. concordant check has codes of its own.
    """


@main.group(cls=Comparisons, panels=_panels())
def compare() -> None:
    """Do two groups of raters agree equally well? The difference, on the same items.

    concordant compare cohen-kappa scores.csv --raters human,judge --against human,judge_v2
    """


@main.group(cls=Repeats, panels=[click.RichCommandPanel("Start here", commands=["auto"]), *_panels()])
def intra() -> None:
    """Does a rater agree with themself? Any coefficient between occasions, for each rater and on average.

    concordant intra auto scores.csv --repeat occasion
    """


intra.add_command(
    LazyCoefficient(MenuEntry("auto", False, "Take the coefficient that goes with the scale."), Repeats.maker)
)
#: Commands that have a module of their own: name, summary, module.
COMMANDS = (
    ("demo", "Show the report of example data.", "demo"),
    ("study", "What the agreement is, whether to believe it, where it fails, what to fix.", "study"),
    ("report", "Write a study as a page or files, and print its main points.", "report"),
    ("track", "Rounds of a project: what a change gained, and when to stop.", "track"),
    ("check", "Is a goal met, and was nothing lost? For pipelines: the exit code tells.", "check"),
    ("plan", "How many items, raters and labels it takes, and which items to rate next.", "plan"),
    ("correct", "What people would have said on all items: a judge corrected by labels.", "correct"),
    ("truth", "The most probable answer to every item, where nobody is gold.", "truth"),
    ("strata", "A coefficient in parts of the data, and one number of them all.", "strata"),
    ("sensitivity", "Does the verdict depend on the weights of weighted kappa?", "sensitivity"),
    ("margins", "Do raters use the categories equally often?", "margins"),
    ("d-study", "How reliable the mean of other numbers of raters and occasions is.", "d_study"),
    ("pairwise", "Every two raters: a coefficient for each pair, one row each.", "pairwise"),
    ("icc-form", "Which intraclass correlation a design calls for, in four questions.", "icc_form"),
    ("icc-features", "How reliable many features (radiomics) are, which to keep.", "icc_features"),
    ("items", "The items behind a number, the most influential first.", "items"),
    ("formats", "The exports of annotation and evaluation tools that are read.", "formats"),
    ("import", "An export of a tool as one plain table, a row for each rating.", "import_export"),
    ("export", "Disputed items, agreed answers or ratings back to the tool.", "export"),
)
for command in COMMANDS:
    main.add_command(LazyCommand(*command))


@main.command("list")
def list_coefficients() -> None:
    """Every coefficient with its short names, and the commands that --help leaves out."""
    from .list_coefficients import listing

    click.echo(listing((name, summary) for name, summary, _ in COMMANDS if name not in FIRST))
