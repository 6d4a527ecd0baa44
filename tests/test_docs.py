"""The documents say what is so: generated pages are current, examples run, references exist."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import concordant as cc
from concordant.coefficients.references import REFERENCES

ROOT = Path(__file__).parents[1]
PAGES = sorted(p for p in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))
IDS = [str(p.relative_to(ROOT)) for p in PAGES]


def test_generated_files_are_current() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/generate.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_every_reference_of_the_catalogue_is_listed_and_every_listed_one_is_used() -> None:
    assert set(REFERENCES) == {c.reference for c in cc.CATALOGUE}
    assert list(REFERENCES) == sorted(REFERENCES)


@pytest.mark.parametrize("key", REFERENCES)
def test_a_reference_gives_the_year_of_its_key(key: str) -> None:
    assert f"({key[-4:]})" in REFERENCES[key]
    assert REFERENCES[key].lower().startswith(key[:-4])


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_python_examples_in_pages_run(page: Path) -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    for block in blocks:
        test = doctest.DocTestParser().get_doctest(block, {}, page.name, str(page), 0)
        assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [t for t in targets if not (page.parent / t).exists()] == []


def test_the_architecture_page_names_every_room() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rooms = [p.name for p in Path(cc.__file__).parent.iterdir() if (p / "__init__.py").exists()]
    assert [room for room in rooms if f"`{room}/`" not in text] == []


def test_the_changelog_knows_this_version() -> None:
    assert f"## {cc.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_no_committed_lock_names_a_registry() -> None:
    assert "://" not in (ROOT / "requirements.lock").read_text(encoding="utf-8")
