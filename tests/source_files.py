"""The files of the package as tests read them: each is parsed once in a process."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import concordant

PACKAGE = Path(concordant.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """A file as it is parsed; nobody changes it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything in a file, in the order of `ast.walk`."""
    return tuple(ast.walk(tree(path)))


@cache
def calls(name: str) -> tuple[tuple[Path, ast.Call], ...]:
    """Every call of a function of this name."""
    found = ((path, node) for path in FILES for node in nodes(path) if isinstance(node, ast.Call))
    return tuple((path, node) for path, node in found if getattr(node.func, "id", "") == name)
