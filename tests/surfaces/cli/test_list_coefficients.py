"""`concordant list`, and `concordant` alone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import takewhile

import pytest
from click.testing import CliRunner

from concordant.coefficients.catalogue import CATALOGUE
from concordant.language.words_file import topic
from concordant.surfaces.cli import list_coefficients
from concordant.surfaces.cli.coefficient_menu import menu
from concordant.surfaces.cli.main import FIRST, main


def lines_on(monkeypatch: pytest.MonkeyPatch, columns: int) -> list[str]:
    """The list on a terminal of this width."""
    monkeypatch.setattr(list_coefficients.sys.stdout, "isatty", lambda: True, raising=False)
    size = os.terminal_size((columns, 24))
    monkeypatch.setattr(list_coefficients.shutil, "get_terminal_size", lambda *_, **__: size)
    text = list_coefficients.listing([("strata", "A coefficient in parts of the data.")])
    return re.sub(r"\x1b\[\d+m", "", text).splitlines()


def test_every_coefficient_stands_once_under_its_topic() -> None:
    blocks = CliRunner().invoke(main, ["list"]).output.split("\n\n")
    found = [re.findall(r"^  ([a-z][\w-]*)", block, re.M) for block in blocks[:-1]]
    assert sorted(name for names in found for name in names) == sorted(e.command for e in menu())
    assert [block.splitlines()[0] for block in blocks[:-1]] == [
        topic("help")[f"topic-{name}"]["en"] for name in list_coefficients.TOPICS
    ]
    assert "icc" in found[3]
    assert "cohen-kappa" in found[0]
    assert {c.function.__module__.split(".")[2] for c in CATALOGUE} == set(list_coefficients.TOPICS)


@pytest.mark.parametrize("columns", [40, 60, 80, 100, 200])
def test_the_list_is_as_wide_as_the_terminal_and_at_most_a_hundred(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = lines_on(monkeypatch, columns)
    assert max(len(line) for line in lines if line.startswith(" ")) <= min(columns, 100)
    words = " ".join(" ".join(lines).split())
    assert "Agreement of two raters beyond the chance level of their own marginal distributions." in words


def test_where_nothing_shows_it_a_coefficient_is_one_line() -> None:
    lines = CliRunner().invoke(main, ["list"]).output.splitlines()
    assert len(list(takewhile(lambda line: line != "", lines))) == 1 + sum(
        entry.topic == "categories" for entry in menu()
    )


def test_without_arguments_there_is_the_short_help() -> None:
    alone, asked = (
        subprocess.run(
            [sys.executable, "-m", "concordant", *args], capture_output=True, text=True, check=False
        )
        for args in ([], ["--help"])
    )
    assert (alone.returncode, alone.stderr) == (0, "")
    assert alone.stdout == asked.stdout
    assert all(re.search(rf"^│ {name} ", alone.stdout, re.M) for name in FIRST)
    assert len(FIRST) == 13
