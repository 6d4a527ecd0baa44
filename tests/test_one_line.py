"""Text from the data steers no terminal, wherever it is printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.frame import Frame
from concordant.quote import one_line, tamed
from concordant.surfaces.cli.main import main

STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
LONG = "z" * 5000
NAMES = ["hu\x1b[2Jman\u202e", "jud\x07ge", LONG]


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Names, labels, items and slices that turn, clear and ring; and some without an end."""
    labels = ["lo\x1bw\u202e", "mid\x08", f"hi\x9f{LONG}"]
    rows = [
        [
            f"i\x1b{i}{LONG if i % 7 == 0 else ''}",
            f"a\u202e{i % 2}",
            *(labels[(i * k) // 3 % 3] for k in (1, 2, 4)),
        ]
        for i in range(30)
    ]
    path = tmp_path / "hostile.csv"
    lines = [",".join(f'"{cell}"' for cell in row) for row in (["id", "type", *NAMES], *rows)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_text_is_cut_where_it_is_asked_for() -> None:
    assert one_line("abcdef", 4) == "abc…"
    assert one_line("ab\x1bcd", 4) == "abcd"


def test_lines_stay_lines_and_sentences_stay_whole() -> None:
    assert tamed("a\n  b\x1b[1m\n\nc") == "a\n  b[1m\n\nc"
    assert tamed("甲" * 900) == "甲" * 900
    assert tamed(f"x {LONG} y") == f"x {LONG[:79]}… y"


@pytest.mark.parametrize(
    "command",
    [
        ["study", "--full"],
        ["study", "--full", "--lang", "zh"],
        ["items"],
        ["pairwise"],
        ["fleiss-kappa", "--audit"],
        ["exact-agreement", "--by", "type"],
        ["strata", "--by", "type"],
        ["margins"],
        ["cohen-kappa", "--raters", "no\x1bbody"],
    ],
    ids=" ".join,
)
def test_no_command_prints_what_steers_or_has_no_end(command: list[str], hostile: Path) -> None:
    done = CliRunner().invoke(main, [command[0], str(hostile), *command[1:]], catch_exceptions=False)
    assert STEERING.findall(re.sub(r"\x1b\[[01]m", "", done.output)) == []
    assert "z" * 100 not in done.output


def test_the_json_of_a_command_is_whole(hostile: Path) -> None:
    done = CliRunner().invoke(main, ["study", str(hostile), "--json"])
    assert LONG in done.output
    assert "\\u001b" in done.output


def test_a_frame_and_a_study_are_printed_without_it(hostile: Path) -> None:
    frame = Frame({"a\x1b": np.array(["x\u202e", LONG], dtype=object)}, "ti\x07tle")
    assert frame.text().splitlines() == ["title", "a", "x", f"{LONG[:79]}…"]
    assert frame["a\x1b"][1] == LONG
    study: Any = cc.study(hostile)
    assert STEERING.findall(study.text() + repr(study)) == []


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_page_shows_what_is_not_seen(lang: Any, hostile: Path) -> None:
    page = cc.study(hostile).to_html(lang=lang)
    assert re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", page) == []
    assert "hu␛[2Jman" in page
    assert "jud␇ge" in page
