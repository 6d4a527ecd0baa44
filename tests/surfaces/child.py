"""A child process that hears signals, whatever the tests themselves ignore, and never outlives its test."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


@contextmanager
def child(command: Sequence[str], **more: Any) -> Iterator[subprocess.Popen[Any]]:
    """The running command. Under `nohup` or in the background of a script, tests inherit ignored signals."""
    with subprocess.Popen(command, preexec_fn=_hear_signals, **more) as process:
        try:
            yield process
        finally:
            process.kill()


def _hear_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
