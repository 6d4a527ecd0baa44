"""A command that is run, and a small file to run it on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from concordant.surfaces.cli.main import main

SCORES = """id,type,human,judge,other
1,a,1,1,1
2,a,2,3,2
3,b,3,3,2
4,b,3,3,3
5,a,1,2,1
6,b,2,2,2
7,a,3,3,1
8,b,1,1,1
"""


@pytest.fixture
def run() -> Callable[..., Result]:
    """Run `concordant` with these arguments."""

    def call(*arguments: object, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(main, [str(a) for a in arguments], input=stdin, catch_exceptions=False)

    return call


@pytest.fixture
def scores(tmp_path: Path) -> Path:
    """Three raters, eight items, two types of content."""
    path = tmp_path / "scores.csv"
    path.write_text(SCORES, encoding="utf-8")
    return path
