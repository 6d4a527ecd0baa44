"""What went wrong, as one line and an exit code; data that can be read in several ways are asked about.

2: the command line is wrong, by itself or because it names what the data do not have.
3: the data could not be read or understood.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import rich_click as click
from click import BadParameter, ClickException, MissingParameter, NoSuchOption, UsageError

from ...errors import AmbiguousReading, ConcordantError, OptionError
from ...language.words_file import Language
from ...quote import one_line, tamed
from ...suggestion import hint
from .flags import as_flags, flag

#: A part of a list that a comma or a quotation mark would break.
_BREAKS = frozenset(',，、"')
WRONG_COMMAND, WRONG_DATA = 2, 3

#: What a system says of a disk that takes no more.
FULL = (errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC))


def exit_code(problem: ClickException | ConcordantError) -> int:
    """By the class of the complaint."""
    if isinstance(problem, ClickException):
        return problem.exit_code
    return WRONG_COMMAND if isinstance(problem, OptionError) else WRONG_DATA


def discard_output() -> None:
    """What is left of the output goes nowhere, so that Python does not try once more at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # no stream of the system
        return


#: Levels of measurement, which another option is for than that of confidence.
_MEASURED = ("nominal", "ordinal", "interval", "ratio")


def complaint(problem: ClickException | ConcordantError, lang: Language = "en") -> str:
    """One line: what is wrong, what was probably meant, and where to read on."""
    if isinstance(problem, ConcordantError):
        return tamed(one_line(f"concordant: {as_flags(problem.text(lang))}"))
    where = problem.ctx if isinstance(problem, UsageError) else None
    more = f" Try {where.command_path} --help." if where else ""
    what = _what(problem)
    if lang != "en":
        from ...language.render import render
        from ...language.translate_errors import error_text  # loads the catalogue

        what = error_text(what, lang)
        more = render("errors.cli-try", {"command": where.command_path}, lang) if where else ""
    return tamed(one_line(f"concordant: {what}{more}"))


def _what(problem: ClickException) -> str:
    if isinstance(problem, NoSuchOption):
        near = hint(problem.option_name, _flags(problem), quotes=False)
        return f"No such option {problem.option_name}.{near}"
    if isinstance(problem, MissingParameter) and problem.param is not None:
        shown = problem.param.opts[0] if problem.param.opts[0].startswith("-") else problem.param.metavar
        return f"{shown} is missing."
    if isinstance(problem, BadParameter) and problem.param is not None:
        measured = [one for one in _MEASURED if f"'{one}'" in problem.message]
        if measured and problem.param.name == "level":
            own = "--metric" if "--metric" in _flags(problem) else "--scale"
            return (
                "--level is the confidence level, such as 0.95; the level of measurement is "
                f"{own} {measured[0]}."
            )
        return f"{problem.param.opts[0]}: {problem.message}"
    return " ".join(problem.message.split())


def _flags(problem: UsageError) -> list[str]:
    """Every option that the command has."""
    parameters = problem.ctx.command.get_params(problem.ctx) if problem.ctx is not None else []
    return [flag for one in parameters for flag in (*one.opts, *one.secondary_opts)]


def added(options: Mapping[str, Any]) -> list[str]:
    """Options of reading as words of the command line."""
    return [word for name, value in options.items() for word in (flag(name), _typed(value))]


def _typed(value: Any) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{_part(name)}={_held(held)}" for name, held in value.items())
    return ",".join(map(_part, value)) if isinstance(value, (list, tuple)) else str(value)


def _held(value: Any) -> str:
    """What stands behind an equals sign: columns with a plus between, or one value, where a plus is text."""
    return "+".join(map(_part, value)) if isinstance(value, (list, tuple)) else _part(value, signs="=")


def _part(text: Any, signs: str = "=+") -> str:
    escaped = re.sub(f"([{signs}])", r"\\\1", str(text))
    return '"' + escaped.replace('"', '""') + '"' if _BREAKS & set(escaped) else escaped


def lines_to_paste(problem: AmbiguousReading, words: Sequence[str], lang: Language = "en") -> list[str]:
    """The command line once for each way of reading, with what that is."""
    return [
        f"{shlex.join(['concordant', *words, *added(options)])}   # {_in_language(what, lang)}"
        for what, options in problem.readings.items()
    ]


def complaint_with_lines(problem: AmbiguousReading, words: Sequence[str], lang: Language = "en") -> str:
    """What is uncertain, and below it each line to paste."""
    first = _in_language(f"{problem.question} Run one of:", lang)
    lines = [f"concordant: {first}", *lines_to_paste(problem, words, lang)]
    return "\n  ".join(tamed(one_line(line)) for line in lines)


def can_ask() -> bool:
    """Whether somebody sits at a terminal to answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask(problem: AmbiguousReading, lang: Language = "en") -> list[str]:
    """Which way of reading is meant, as words to add to the command line."""
    click.echo(tamed(f"concordant: {_in_language(problem.question, lang)}"), err=True)
    for number, what in enumerate(problem.readings, start=1):
        click.echo(tamed(one_line(f"  {number}  {_in_language(what, lang)}")), err=True)
    choice = click.prompt(
        _in_language("Which one is right", lang), type=click.IntRange(1, len(problem.readings)), err=True
    )
    return added(list(problem.readings.values())[choice - 1])


def _in_language(text: str, lang: Language) -> str:
    if lang == "en":
        return text
    from ...language.translate_errors import error_text  # loads the catalogue

    return error_text(text, lang)
