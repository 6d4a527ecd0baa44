"""What went wrong, as one line and an exit code.

2: the command line is wrong, by itself or because it names what the data do not have.
3: the data could not be read or understood.
"""

from __future__ import annotations

import errno
import os
import sys

from click import BadParameter, ClickException, MissingParameter, NoSuchOption, UsageError

from ...errors import ConcordantError, OptionError
from ...language.words_file import Language
from ...quote import one_line, tamed
from ...suggestion import hint
from .flags import as_flags

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


def complaint(problem: ClickException | ConcordantError, lang: Language = "en") -> str:
    """One line: what is wrong, what was probably meant, and where to read on."""
    if isinstance(problem, ConcordantError):
        return tamed(one_line(f"concordant: {as_flags(problem.text(lang))}"))
    where = problem.ctx if isinstance(problem, UsageError) else None
    more = f" Try {where.command_path} --help." if where else ""
    what = _what(problem)
    if lang != "en":
        from ...language.error_text import error_text  # loads the catalogue

        what, more = error_text(what, lang), error_text(more.strip(), lang) if more else ""
    return tamed(one_line(f"concordant: {what}{more}"))


def _what(problem: ClickException) -> str:
    if isinstance(problem, NoSuchOption):
        near = hint(problem.option_name, _flags(problem), quotes=False)
        return f"No such option {problem.option_name}.{near}"
    if isinstance(problem, MissingParameter) and problem.param is not None:
        shown = problem.param.opts[0] if problem.param.opts[0].startswith("-") else problem.param.metavar
        return f"{shown} is missing."
    if isinstance(problem, BadParameter) and problem.param is not None:
        return f"{problem.param.opts[0]}: {problem.message}"
    return " ".join(problem.message.split())


def _flags(problem: UsageError) -> list[str]:
    """Every option that the command has."""
    parameters = problem.ctx.command.get_params(problem.ctx) if problem.ctx is not None else []
    return [flag for one in parameters for flag in (*one.opts, *one.secondary_opts)]
