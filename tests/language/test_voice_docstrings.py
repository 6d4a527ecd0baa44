"""Docstrings of what is public speak as every other text does: no word that is out."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

import concordant as cc
from tests.language.test_voice import OUT_EN, found
from tests.source_files import PACKAGE, tree

#: Modules whose docstrings are read by those who look for something.
ROOMS = ("surfaces/api", "judges", "planning")
#: Words that are right in a docstring: a sign of the code, or about programs.
_MAY_STAY = {r"(?<!\w)-\d", r"\binterval \{"}
_EXAMPLE = re.compile(r"^\s*(>>>|\.\.\.) .*?(?=\n\s*\n|\Z)|^\.\. .*$|``[^`]*``", re.MULTILINE | re.DOTALL)


def public() -> Iterator[tuple[str, Any]]:
    """Public names, and the public methods and properties of public classes, of this package."""
    for name in cc.__all__:
        thing = getattr(cc, name)
        yield name, thing
        if inspect.isclass(thing):
            own = ((each, getattr(thing, each)) for each in vars(thing) if not each.startswith("_"))
            yield from (
                (f"{name}.{each}", held) for each, held in own if callable(held) or isinstance(held, property)
            )


def faults(text: str) -> list[str]:
    prose = _EXAMPLE.sub("", text)
    return [fault for fault in found(prose, "en") if not any(re.search(p, fault) for p in _MAY_STAY)]


def test_no_public_docstring_has_words_that_are_out() -> None:
    texts = {
        name: inspect.getdoc(thing) or "" for name, thing in public() if not isinstance(thing, (str, tuple))
    }
    assert len(texts) > 150
    assert {name: bad for name, text in texts.items() if (bad := faults(text))} == {}


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_docstring_has_words_that_are_out(room: str) -> None:
    texts = {path.name: ast.get_docstring(tree(path)) or "" for path in sorted((PACKAGE / room).glob("*.py"))}
    assert {name: bad for name, text in texts.items() if (bad := faults(text))} == {}


def test_a_planted_fault_is_found() -> None:
    assert OUT_EN
    assert faults("The number is held against that of people.")
    assert not faults("Agreement of two raters.\n\n    >>> cc.told()\n    surely\n")
