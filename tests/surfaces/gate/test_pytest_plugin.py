"""The pytest plugin: a fixture that fails, skips or passes a test, and costs nothing until it is used."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]
TESTS = """
HUMAN = [i % 3 for i in range(100)]
JUDGE = [grade if i < 80 else (grade + 1) % 3 for i, grade in enumerate(HUMAN)]
DATA = {"item": list(range(100)), "human": HUMAN, "judge": JUDGE}


def goal(share):
    return {"name": "gate", "targets": [{"measure": "exact_agreement", "at_least": share}]}


def test_met(assert_agreement):
    assert assert_agreement(DATA, goal=goal(0.7)).exit_code == 0


def test_missed(assert_agreement):
    assert_agreement(DATA, goal=goal(0.9))


def test_open(assert_agreement):
    assert_agreement(DATA, goal=goal(0.78))


def test_skipped(assert_agreement):
    assert_agreement(DATA, goal=goal(0.78), cannot_tell="skip")


def test_passed(assert_agreement):
    assert_agreement(DATA, goal=goal(0.78), cannot_tell="pass")


def test_lost(assert_agreement):
    assert_agreement(DATA, baseline={**DATA, "judge": HUMAN}, lang="zh")
"""


def pytest_of(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """pytest in a project of its own, with the plugin as an installed concordant would bring it."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:randomly", *arguments],
        cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip


def test_the_fixture_fails_skips_and_passes_with_the_short_text(tmp_path: Path) -> None:
    (tmp_path / "test_judge.py").write_text(TESTS, encoding="utf-8")
    done = pytest_of(tmp_path, "-p", "concordant.surfaces.pytest_plugin", "-rsf", "--tb=short")
    assert "3 failed, 2 passed, 1 skipped" in done.stdout
    assert "AssertionError: Not met: goal “gate” (judge)." in done.stdout
    assert "AssertionError: Inconclusive: goal “gate” (judge)." in done.stdout
    assert "AssertionError: 不达标：judge 与基线相比有统计上可靠的退步。" in done.stdout
    assert "gate/check.py" not in done.stdout  # nobody wants to read our frames


def test_loading_the_plugin_loads_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "test_nothing.py").write_text(
        "import sys\n\n\ndef test_nothing():\n"
        "    mine = {name for name in sys.modules if name.startswith('concordant')}\n"
        "    plugin = {'concordant.surfaces', 'concordant.surfaces.pytest_plugin'}\n"
        "    assert mine == {'concordant', 'concordant.version', *plugin}\n"
        "    assert not {'numpy', 'scipy', 'duckdb', 'rich', 'narwhals'} & set(sys.modules)\n",
        encoding="utf-8",
    )
    done = pytest_of(tmp_path, "-p", "concordant.surfaces.pytest_plugin")
    assert "1 passed" in done.stdout, done.stdout


def test_the_plugin_is_an_entry_point() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"concordant": "concordant.surfaces.pytest_plugin"}
