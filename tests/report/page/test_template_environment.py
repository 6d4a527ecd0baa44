"""Compiled templates are kept where that is allowed, and change nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jinja2
import pytest

from concordant.report.page.template_environment import template_cache


def _rendered(source: str, folder: Path) -> str:
    loader = jinja2.DictLoader({"one.html": source})
    made: Any = jinja2.Environment(loader=loader, bytecode_cache=template_cache(folder), autoescape=True)
    return str(made.get_template("one.html").render(name="<x>"))


def _kept(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)


def test_a_template_is_kept_once_and_compiled_anew_when_it_changes(tmp_path: Path, writes: None) -> None:
    assert _rendered("a {{ name }}", tmp_path) == "a &lt;x&gt;"
    assert len(_kept(tmp_path)) == 1
    assert _rendered("a {{ name }}", tmp_path) == "a &lt;x&gt;"
    assert _rendered("b {{ name }}", tmp_path) == "b &lt;x&gt;"
    assert len(_kept(tmp_path)) == 1


def test_what_is_damaged_is_compiled_anew(tmp_path: Path, writes: None) -> None:
    _rendered("a", tmp_path)
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    kept.write_bytes(kept.read_bytes()[:40])
    assert _rendered("a", tmp_path) == "a"


def test_nothing_is_kept_where_python_keeps_no_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert _rendered("a", tmp_path) == "a"
    assert not _kept(tmp_path)


def test_a_folder_that_cannot_be_written_to_is_no_hindrance(tmp_path: Path, writes: None) -> None:
    (tmp_path / "__pycache__").write_text("a file where the folder should be")
    assert _rendered("a", tmp_path) == "a"
