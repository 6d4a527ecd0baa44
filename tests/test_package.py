"""What an installation brings: every library that is imported is declared, and every file is in the wheel."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from importlib import metadata
from runpy import run_path

import pytest
from hatchling.builders.wheel import WheelBuilder

import concordant as cc
from tests.source_files import FILES, PACKAGE, tree

ROOT = PACKAGE.parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

#: What each plain dependency lets us import; a library that it always brings along is named with it.
PLAIN = {
    "numpy": {"numpy"},
    "scipy": {"scipy"},
    "narwhals": {"narwhals"},
    "duckdb": {"duckdb"},
    "rich-click": {"rich_click", "rich", "click"},
    "python-calamine": {"python_calamine"},
    "jinja2": {"jinja2", "markupsafe"},
    "altair": {"altair"},
    "vl-convert-python": {"vl_convert"},
    "uharfbuzz": {"uharfbuzz"},
    "sqlalchemy": {"sqlalchemy"},
    "alembic": {"alembic"},
}
EXTRAS = {
    "polars": {"polars"},
    "spark": {"pyspark"},
    "postgres": {"ibis", "psycopg"},
    "zstd": {"backports"},
    "web": {"fastapi", "starlette", "pydantic", "anyio", "uvicorn", "python_multipart"},
    "web-oidc": {"authlib", "joserfc", "httpx"},
}
#: The room that is entered with its extra alone; the command looks for that first.
WEB = PACKAGE / "surfaces" / "web"
#: Libraries whose frames are taken and given where the user has them.
OF_THE_USER = {"pandas", "pyarrow"}
#: pytest loads its plugin itself.
PLUGIN = ("pytest_plugin.py", "pytest")


def names(requirements: list[str]) -> set[str]:
    """The distributions of requirements, without versions and extras."""
    return {re.split(r"[^\w.-]", one, maxsplit=1)[0].lower() for one in requirements}


def imported(node: ast.AST, *, top: bool = True) -> Iterator[tuple[str, bool]]:
    """The libraries that are imported, and whether that is at the top of the file, outside of functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((alias.name.partition(".")[0], top) for alias in child.names)
        elif isinstance(child, ast.ImportFrom) and not child.level:
            yield str(child.module).partition(".")[0], top
        elif isinstance(child, ast.stmt | ast.excepthandler):
            yield from imported(child, top=top and not isinstance(child, ast.FunctionDef))


def test_every_library_that_is_imported_is_declared() -> None:
    plain = {*sys.stdlib_module_names, "concordant"}.union(*PLAIN.values())
    inside = plain.union(*EXTRAS.values(), OF_THE_USER)
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {library}" + (" at its top" if top else "")
        for path in FILES
        for library, top in imported(tree(path))
        if library not in (plain if top else inside) and (path.name, library) != PLUGIN
        if not (path.is_relative_to(WEB) and library in EXTRAS["web"])
    ]
    assert wrong == []


def test_the_tables_here_are_those_of_the_project() -> None:
    assert names(PROJECT["dependencies"]) == set(PLAIN)
    extras = PROJECT["optional-dependencies"]
    assert set(extras) == {*EXTRAS, "all"}
    assert extras["all"] == [f"concordant[{','.join(EXTRAS)}]"]


def test_a_library_that_is_named_with_another_is_required_by_it() -> None:
    for distribution, libraries in PLAIN.items():
        if len(libraries) > 1:
            brought = names(metadata.requires(distribution) or [])
            assert {name.lower().replace("_", "-") for name in libraries} <= {*brought, distribution}


def test_every_command_is_tried_in_fresh_environments() -> None:
    tools = run_path(str(ROOT / "tools" / "try_commands.py"))
    tried = {one.arguments for one in (*tools["tries"](), *tools["of_coefficients"]())}
    assert list(tools["untried"](tried)) == []


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    """The wheel of this source."""
    (made,) = WheelBuilder(str(ROOT)).build(
        directory=str(tmp_path_factory.mktemp("dist")), versions=["standard"]
    )
    with zipfile.ZipFile(made) as opened:
        yield opened


def described(wheel: zipfile.ZipFile) -> Message:
    (name,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    return Parser().parsestr(wheel.read(name).decode())


def test_the_wheel_has_every_file_of_the_package(wheel: zipfile.ZipFile) -> None:
    there = {path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert held == {path.relative_to(PACKAGE.parent).as_posix() for path in there}


@pytest.mark.parametrize(
    "file",
    [
        "py.typed",
        "data/judge.csv",
        "language/words/study.toml",
        "report/fonts/ConcordantSans-Regular.otf",
        "report/page/templates/page.html",
        "surfaces/cli/menu.json",
        "surfaces/store/migrations/script.py.mako",
        "surfaces/store/migrations/versions/r0001_rounds.py",
    ],
)
def test_the_wheel_has_what_is_not_code(file: str, wheel: zipfile.ZipFile) -> None:
    assert f"concordant/{file}" in wheel.namelist()


def test_the_wheel_says_what_it_needs_and_offers(wheel: zipfile.ZipFile) -> None:
    said = described(wheel)
    assert said["Version"] == cc.__version__
    assert said["Requires-Python"] == ">=3.11"
    assert set(said.get_all("Provides-Extra") or ()) == {*EXTRAS, "all"}
    plain = [one for one in said.get_all("Requires-Dist") or () if "extra ==" not in one]
    assert names(plain) == set(PLAIN)


def test_the_wheel_is_small(wheel: zipfile.ZipFile) -> None:
    assert sum(part.file_size for part in wheel.infolist()) < 9_000_000
