"""The page of a single figure in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from concordant.report.figures.heat_map import heat_map
from tests.report.confusions import HOSTILE, confusion


def test_a_figure_opens_without_network_shows_values_and_runs_nothing_from_the_data(
    opened: Callable[..., Any], tmp_path: Path
) -> None:
    table = confusion([[7] * 10] * 10, HOSTILE)
    page = opened(heat_map(table, lang="zh").save(tmp_path / "a.html"), offline=True)
    cell = page.locator("#figure svg .mark-rect path").first
    cell.wait_for()
    box = cell.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    tip = page.locator("#vg-tooltip-element.visible")
    tip.wait_for()
    assert "条目数" in tip.inner_text()
    assert "10%" in tip.inner_text()
    assert page.evaluate("window.hit") is None


def test_a_figure_is_there_with_scripts_off(opened: Callable[..., Any], tmp_path: Path) -> None:
    page = opened(heat_map(confusion([[3, 1], [1, 3]])).save(tmp_path / "a.html"), java_script_enabled=False)
    assert page.locator("svg").is_visible()
