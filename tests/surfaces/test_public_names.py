"""`import concordant` gives every public name, and loads nothing until one is used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import concordant as cc


@pytest.mark.parametrize("name", cc.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(cc, name) is not None


def test_every_coefficient_is_public() -> None:
    assert {c.name for c in cc.CATALOGUE} <= set(cc.__all__)


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(cc.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    seen = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.level == 1]
    names = [alias.name for node in seen for alias in node.names if alias.asname]  # what a stub passes on
    made = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert sorted([*names, *made]) == sorted([*cc.__all__, "__version__"])


def test_dir_shows_the_public_names() -> None:
    assert set(cc.__all__) <= set(dir(cc))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'cohens_kappa'"):
        cc.cohens_kappa  # noqa: B018


def test_importing_loads_no_other_library() -> None:
    script = "import sys; import concordant; print('loaded:', *{'numpy', 'scipy', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == ["loaded:"], done.stderr
