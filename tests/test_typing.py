"""What editors and type checkers see of the package: slips are found, and right calls pass."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from stub_options import HANDED_ON, MEANING
from stubs import groups

import concordant as cc

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "typing"
FILES = ("right_calls.py", "wrong_calls.py")
SLIP = "  # slip"

#: How each type checker is asked about both files; the first line of these makes pyright strict.
CHECKERS = {
    "mypy": ["--strict", "--config-file=", "--cache-dir", str(ROOT / ".mypy_cache" / "calls")],
    "pyright": ["--pythonpath", sys.executable],
}


@pytest.fixture(scope="module", params=CHECKERS)
def complaints(request: pytest.FixtureRequest) -> str:
    """What a type checker says of both files."""
    command = [sys.executable, "-m", request.param, *CHECKERS[request.param], *FILES]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=FOLDER).stdout


def lines_of(name: str, complaints: str) -> set[int]:
    """The lines of a file that the type checker complains about: `name:8: error` or `name:8:30 - error`."""
    return {int(line) for line in re.findall(rf"{name}:(\d+)(?::\d+ -|:) error", complaints)}


def test_a_slip_in_a_call_is_found(complaints: str) -> None:
    lines = (FOLDER / "wrong_calls.py").read_text(encoding="utf-8").splitlines()
    slips = {number for number, line in enumerate(lines, start=1) if line.endswith(SLIP)}
    assert len(slips) == 57
    assert lines_of("wrong_calls.py", complaints) == slips, complaints


def test_right_calls_pass(complaints: str) -> None:
    assert "wrong_calls.py" in complaints  # it ran
    assert lines_of("right_calls.py", complaints) == set(), complaints


def test_every_function_that_hands_options_on_is_written_out() -> None:
    coefficients = {c.name for c in cc.CATALOGUE}
    functions = {name: getattr(cc, name) for name in cc.__all__ if name not in coefficients}
    hands_on = {name for name, one in functions.items() if inspect.isfunction(one) and takes_any(one)}
    assert hands_on == set(HANDED_ON)


def takes_any(function: Callable[..., object]) -> bool:
    """Whether a function takes `**options`."""
    return any(p.kind is p.VAR_KEYWORD for p in inspect.signature(function).parameters.values())


def test_no_option_means_two_things() -> None:
    shared = ("InferenceOptions", "ReadingOptions", "CoefficientOptions")
    names = [name for group in shared for name in groups()[group]]
    assert len(names) == len(set(names))
    assert set(MEANING) == set(groups())
