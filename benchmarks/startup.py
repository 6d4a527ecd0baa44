"""What a command costs before it does anything: the wall time of whole processes."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from .record import StartUpRecord

ROOT = Path(__file__).parents[1]
DATA = "src/concordant/data/demo.csv"
_MAIN = (
    "import sys; from concordant.surfaces.cli.main import main; "
    "sys.argv = ['concordant', *sys.argv[1:]]; main()"
)


@dataclass(frozen=True)
class StartUp:
    """A command in a new process, and the seconds it may take."""

    name: str
    python: tuple[str, ...]
    seconds: float | None = None
    needs: str = ""


STARTUPS = (
    StartUp("python alone", ("-c", "pass")),
    StartUp("import concordant", ("-c", "import concordant")),
    StartUp("concordant --help", ("-c", _MAIN, "--help"), 0.1),
    StartUp("kappa of a small CSV", ("-c", _MAIN, "cohen-kappa", DATA, "--raters", "human,judge"), 0.25),
    StartUp("import pandas", ("-c", "import pandas"), needs="pandas"),
    StartUp("import sklearn.metrics", ("-c", "import sklearn.metrics"), needs="sklearn"),
    StartUp("import statsmodels.api", ("-c", "import statsmodels.api"), needs="statsmodels"),
    StartUp("import pingouin", ("-c", "import pingouin"), needs="pingouin"),
)  # fmt: skip


def measure(each: StartUp, date: str, runs: int = 10) -> StartUpRecord | None:
    """The best of some runs; None where what it imports is not there, or it fails."""
    if each.needs and find_spec(each.needs) is None:
        return None
    try:
        return StartUpRecord(each.name, date, min(_once(each) for _ in range(runs)))
    except subprocess.CalledProcessError as failed:
        print(f"{each.name} failed: {failed.stderr.decode()[-300:]}", file=sys.stderr)
        return None


def _once(each: StartUp) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, *each.python], capture_output=True, check=True, cwd=ROOT)
    return time.perf_counter() - begun
