"""The guides to rounds and to the gate say what is so: their commands work, and nothing is left out."""

from __future__ import annotations

import re
import shlex
from contextlib import chdir
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.inference.repeated_looks import level_at
from concordant.interpret.goals.goal import BOUNDS, GOALS
from concordant.report.gate.formats import NAMES
from concordant.surfaces.cli.main import main
from concordant.surfaces.cli.track import command as track
from concordant.surfaces.track import add_rounds as marks
from tests.test_docs import ROOT, commands_of


def _write_rounds() -> None:
    """Two rounds as files of their own, their prompts, and a project that has the first."""
    data = Path(cc.__file__).parent / "data"
    for name in ("v1", "v2"):
        of_round = duckdb.sql(f"SELECT * EXCLUDE round FROM '{data / 'rounds.csv'}' WHERE round = '{name}'")
        of_round.write_csv(f"scores_{name}.csv")
        Path(f"prompt_{name}.txt").write_text(name, encoding="utf-8")
    Path("scores.csv").write_bytes((data / "demo.csv").read_bytes())


@pytest.mark.parametrize("guide", ["rounds", "gate"])
def test_every_command_on_rounds_and_the_gate_works(guide: str, tmp_path: Path) -> None:
    with chdir(tmp_path):
        _write_rounds()
        if guide == "gate":
            cc.track("chat-judge").add("scores_v1.csv", round="v1")
        for line in commands_of(guide):
            done = CliRunner().invoke(main, shlex.split(line.partition(" || ")[0], comments=True))
            fine = (0, 1, 2) if line.startswith("check ") else (0,)
            assert done.exit_code in fine, f"{line}\n{done.output}"


@pytest.mark.parametrize("end", [".md", ".zh-CN.md"], ids=["en", "zh"])
def test_the_pages_on_rounds_and_the_gate_name_what_there_is(end: str) -> None:
    rounds, gate = ((ROOT / f"docs/{name}{end}").read_text(encoding="utf-8") for name in ("rounds", "gate"))
    assert [name for name in track.commands if not re.search(rf"concordant track {name}\b", rounds)] == []
    levels = [f"{100 * level_at(0.95, look):.4g}%" for look in range(1, 6)]
    assert f"| {' | '.join(levels)} |" in rounds
    assert f" {marks._SHOWN} " in rounds
    keys = [*BOUNDS, "measure", "options", "on", "name", "name_zh", "key", *NAMES]
    assert [key for key in keys if f"`{key}`" not in gate] == []
    assert [goal.key for goal in GOALS if f"`{goal.key}`" not in gate] == []
