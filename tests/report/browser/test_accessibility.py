"""The report by axe-core: two examples, both languages, light and dark, two widths; nothing serious."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.accessibility import grave_findings
from tests.example_studies import example_study

Open = Callable[..., Any]
EXAMPLES = ["pathology", pytest.param("judge", marks=pytest.mark.slow)]


@pytest.fixture(scope="module", params=EXAMPLES)
def pages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The page of an example in each language."""
    folder = tmp_path_factory.mktemp("pages")
    made = {lang: folder / f"{request.param}-{lang}.html" for lang in ("en", "zh")}
    for lang, path in made.items():
        example_study(request.param).to_html(path, lang=lang)  # type: ignore[arg-type]
    return made


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_axe_finds_nothing_serious(
    pages: dict[str, Path], opened: Open, lang: str, theme: str, width: int
) -> None:
    at = opened(pages[lang], width=width, color_scheme=theme)
    assert grave_findings(at) == []


def test_the_rules_are_run_and_find_what_is_planted(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "bad.html"
    path.write_text(
        "<!doctype html><html><title>t</title><img src='data:,'><button></button>", encoding="utf-8"
    )
    found = grave_findings(opened(path))
    assert {one.split()[1] for one in found} >= {"html-has-lang", "image-alt", "button-name"}
