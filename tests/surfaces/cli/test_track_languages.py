"""What `track` says in each language: names of the data, what is to be filled in, the heads of runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.surfaces.track.pages import drift_page
from tests.surfaces.cli.test_track_text import add, judged
from tests.surfaces.track_data import N

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CONCORDANT_STORE", raising=False)


def test_what_is_to_be_filled_in_is_said_in_the_language_asked_for(run: Run) -> None:
    add(run, ("v1", {"judge": range(4)}))
    said = run(
        "track", "add", judged("v2", judge=range(N)), "--project", "p", "--round", "FILE", "--lang", "zh"
    )
    assert "concordant track compare v1 FILE --project p --lang zh" in said.stdout  # a round of that name
    status = run("track", "status", "--lang", "zh").stdout
    assert "concordant track add 文件 --round 轮次名 --project p --lang zh" in status
    assert "concordant track add FILE --round NAME --project p" in run("track", "status").stdout


def test_a_project_with_a_chinese_name_stands_apart_from_the_words(run: Run) -> None:
    said = run(
        "track",
        "add",
        judged("v1", judge=range(N)),
        "--project",
        "对话评审",
        "--round",
        "初版",
        "--lang",
        "zh",
    )
    assert said.stdout.startswith("已将项目“对话评审”的轮次“初版”存入 concordant.db")
    assert "项目“对话评审”的轮次“初版”" in run("track", "show", "--lang", "zh").stdout


@pytest.mark.parametrize(("lang", "shares", "distances"), [
    (
        "en",
        ["same rating as in first run", "agreement with human raters"],
        ["mean distance from first run", "mean distance from human raters"],
    ),
    ("zh", ["与首次运行相同的比例", "与人工的一致率"], ["与首次运行的平均差距", "与人工的平均差距"]),
])  # fmt: skip
def test_runs_have_heads_that_say_shares_or_distances(
    lang: Any, shares: list[str], distances: list[str]
) -> None:
    measured = cc.track("measured")
    for name, gap in (("v1", 0.5), ("v2", 1.25)):
        lines = [f"a{i:02},{i * 1.37:.2f},{i * 1.37 + gap * (i % 3):.2f}" for i in range(N)]
        Path(f"{name}.csv").write_text("id,human,judge\n" + "\n".join(lines) + "\n", encoding="utf-8")
        measured.add(f"{name}.csv", round=name)
    counted = cc.track("counted")
    for name, agreed in (("v1", range(N)), ("v2", range(20))):
        counted.add(judged(name, judge=agreed), round=name)
    for project, heads in ((measured, distances), (counted, shares)):
        (found,) = (one for one in project.drift() if one.rater == "judge")
        (section,) = drift_page([found])
        sentences = [head.text(lang) for head in section.tables[0].heads]
        assert [head for head in heads if head not in sentences] == []
