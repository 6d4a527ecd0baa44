"""The user guide as a site: it builds without a warning, in both languages, and needs no network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[1]
DOCS, CONFIG = ROOT / "docs", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
#: Written in English only: a reference with Chinese names in it, and how the house is built.
ENGLISH_ONLY = ("coefficients.md", "architecture.md", "design/")
#: What a page takes from elsewhere as it opens; links that somebody must follow are no such thing.
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
_ZENSICAL = Path(sys.executable).with_name("zensical")


class Read(HTMLParser):
    """The ids of a page, what it links to, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if LOADED.get(tag) in found:
            self.loaded.append(found[LOADED[tag]])


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What the build said, and the site."""
    if not _ZENSICAL.exists():
        pytest.skip("no zensical: ./dev setup installs it")
    place = tmp_path_factory.mktemp("guide")
    shutil.copytree(DOCS, place / "docs")
    shutil.copytree(ROOT / "tools/site", place / "tools/site")
    shutil.copy(ROOT / "mkdocs.yml", place)
    done = subprocess.run(
        [str(_ZENSICAL), "build", "--clean", "--strict"],
        cwd=place,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'tools'}{os.pathsep}{ROOT / 'src'}", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr, place / "site"


@pytest.fixture(scope="module")
def pages(built: tuple[str, Path]) -> dict[Path, Read]:
    """Every page that was built but that for wrong addresses, which stands anywhere."""
    found = {path.resolve(): Read(path) for path in built[1].rglob("*.html") if path.name != "404.html"}
    assert len(found) >= 20
    return found


def test_the_site_builds_without_a_warning(built: tuple[str, Path]) -> None:
    assert "warning" not in built[0].lower()
    assert "No issues found" in built[0]


def in_nav() -> list[str]:
    """The pages of the navigation."""
    return re.findall(r": (\S+\.md)$", CONFIG, re.MULTILINE)


def test_every_page_is_in_the_navigation_and_there_in_both_languages() -> None:
    named = set(in_nav())
    there = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert named == there
    english = {name for name in named if not name.endswith(".zh-CN.md") and not name.startswith(ENGLISH_ONLY)}
    assert {name.replace(".md", ".zh-CN.md") for name in english} == {n for n in named if ".zh-CN" in n}


def _broken(page: Read, pages: dict[Path, Read]) -> Iterator[str]:
    for link in (*page.links, *page.loaded):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (page.path.parent / unquote(parts.path)).resolve() if parts.path else page.path.resolve()
        if target.is_dir():
            target /= "index.html"
        known = pages.get(target)
        if not target.is_file() or (known and parts.fragment and unquote(parts.fragment) not in known.ids):
            yield link


def test_every_link_and_picture_of_the_site_leads_somewhere(pages: dict[Path, Read]) -> None:
    broken = {page.path.name: found for page in pages.values() if (found := list(_broken(page, pages)))}
    assert broken == {}
    assert sum("pictures/" in src for page in pages.values() for src in page.loaded) >= 40


def test_no_page_loads_anything_from_the_network(pages: dict[Path, Read], built: tuple[str, Path]) -> None:
    away = [src for page in pages.values() for src in page.loaded if urlsplit(src).netloc]
    styles = "".join(path.read_text(encoding="utf-8") for path in built[1].rglob("*.css"))
    assert away == []
    assert re.findall(r"(?:url\(|@import )[\"']?(?:https?:)?//", styles) == []
    # The theme fetches these from elsewhere where a page has them.
    for page in pages.values():
        text = page.path.read_text(encoding="utf-8")
        assert not re.search(r'class="(?:mermaid|arithmatex|glightbox)', text), page.path.name


def test_formulas_are_drawn_by_the_browser_itself(pages: dict[Path, Read], built: tuple[str, Path]) -> None:
    text = (built[1] / "coefficients.html").read_text(encoding="utf-8")
    blocks = (DOCS / "coefficients.md").read_text(encoding="utf-8").count("```math")
    assert text.count("<math ") == blocks > 30
    assert r"\frac" not in text


def test_pictures_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in (DOCS / "pictures").iterdir()}
    assert {name: size for name, size in sizes.items() if size > 250_000} == {}
    assert sum(sizes.values()) < 3_500_000


def test_every_picture_is_shown_somewhere() -> None:
    shown = {
        name
        for page in (*DOCS.rglob("*.md"), *ROOT.glob("README*.md"))
        for name in re.findall(r"pictures/([\w.-]+)\)", page.read_text(encoding="utf-8"))
    }
    assert {path.name for path in (DOCS / "pictures").iterdir()} == shown
