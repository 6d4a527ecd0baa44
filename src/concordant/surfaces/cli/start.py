"""The command as a process: told to end it ends quietly, however early; its streams do not matter.

Nothing is imported here that takes long, so that a signal finds an answer from the beginning on.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from .terminal import adapt_streams, explain_losses

if TYPE_CHECKING:
    from collections.abc import Sequence

#: What asks a process to end: Ctrl-C, `kill`, and a terminal that is closed (which Windows has not).
_ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_heard: list[int] = []
#: The exit code of a command, and of a check, that could not be carried out.
_BROKEN = 3

#: Matrices are small here, and threads that wait for the next one burn what they would save.
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
#: So many new objects make Python look for cycles of them; importing makes many, and they stay.
_SELDOM = 200_000


def main() -> NoReturn:
    """Run the command line; told to end by a signal, tidy up and exit with 128 and its number."""
    code: Any = 0
    gc.set_threshold(_SELDOM)
    for name in _ONE_THREAD:
        os.environ.setdefault(name, "1")
    try:
        _listen()
        _open_streams()
        adapt_streams()
        from .main import main as command

        command()
    except SystemExit as end:
        code = end.code
    except ImportError as problem:
        _print_missing(problem.name or "A library")
        code = _BROKEN
    except BaseException:
        if not _heard and not asks_the_gate():
            raise
        if not _heard:
            _print_trace()
            code = _BROKEN
    _listen_no_more()
    explain_losses()
    gc.freeze()  # the process ends with what there is: Python need not look for cycles in it
    sys.exit(128 + _heard[0] if _heard else code)


def asks_the_gate(arguments: Sequence[str] | None = None) -> bool:
    """Whether the command is `check`, which ends with 3 whatever went wrong: 1 and 2 are verdicts.

    An option before the command may take a word, so that any word behind it may be the command.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    return "check" in words if words[:1] and words[0].startswith("-") else words[:1] == ["check"]


def _print_missing(library: str) -> None:
    """What to do where a library that every installation has is gone, or of another version."""
    text = f"{library} is missing, or of a version that does not work here"
    print(f"concordant: {text}: run pip install --force-reinstall concordant.", file=sys.stderr)


def _print_trace() -> None:
    import traceback

    traceback.print_exc()


def _listen() -> None:
    """Every such signal becomes an interrupt, after which files that are not whole are removed."""
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, _interrupt)


class _Ended(KeyboardInterrupt):
    """Of a kind of its own: Python may end itself by the signal when a plain one passed through `exec`."""


def _interrupt(number: int, _: object) -> None:
    _heard.append(number)
    raise _Ended


def _listen_no_more() -> None:
    """What is done is done: a signal changes nothing while the process ends."""
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN)


def _open_streams() -> None:
    """Who closes a stream wants nothing of it; an open one keeps its number from the next file."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - until the end
