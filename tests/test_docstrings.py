"""Docstrings: examples run and print what they say, and every coefficient has all that numpydoc asks for."""

from __future__ import annotations

import doctest
import inspect
import re
from dataclasses import fields
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.coefficients.coefficient import Coefficient
from concordant.coefficients.references import reference
from concordant.inference.plan import PLAN_OPTIONS
from concordant.surfaces.api.docstrings import (
    computed_facts,
    docstring,
    example_code,
    intervals,
    short_docstring,
)

PACKAGE = Path(cc.__file__).parent
WITH_EXAMPLES = [
    ".".join(("concordant", *path.relative_to(PACKAGE).with_suffix("").parts))
    for path in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]
SECTIONS = ["Parameters", "Returns", "Notes", "References", "Examples"]


def test_some_docstrings_have_examples() -> None:
    assert WITH_EXAMPLES


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings_print_what_they_say(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert found.attempted > 0
    assert found.failed == 0


def sections_of(text: str) -> list[str]:
    """The names of numpydoc sections, in the order in which they stand."""
    lines = text.splitlines()
    return [a for a, b in pairwise(lines) if a and b == "-" * len(a)]


def parameters_of(text: str) -> list[str]:
    """The names that the section of parameters explains."""
    lines = text.split("Parameters\n----------\n", 1)[1].split("\n\n", 1)[0].splitlines()
    heads = [line for line in lines if not line.startswith(" ")]
    return [name.strip() for head in heads for name in head.partition(" : ")[0].split(",")]


# --- functions and classes: docstrings written by hand -----------------------------------------------

COEFFICIENTS = {c.name for c in cc.CATALOGUE}
FUNCTIONS = [
    name for name in cc.__all__ if inspect.isfunction(getattr(cc, name)) and name not in COEFFICIENTS
]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_public_functions_explain_every_parameter_and_show_an_example(name: str) -> None:
    function = getattr(cc, name)
    text = inspect.getdoc(function) or ""
    asked = inspect.signature(function).parameters.values()
    names = [f"**{p.name}" if p.kind is p.VAR_KEYWORD else p.name for p in asked]
    assert sections_of(text) == [*(["Parameters"] if names else []), "Returns", "Examples"]
    assert not names or sorted(parameters_of(text)) == sorted(names)
    assert text.splitlines()[0].endswith(".")


@pytest.mark.parametrize("name", ["Gate", "Ratings", "Result", "Scale", "Study"])
def test_the_main_classes_name_every_attribute(name: str) -> None:
    kind = getattr(cc, name)
    text = inspect.getdoc(kind) or ""
    assert sections_of(text)[0] == "Attributes"
    assert [f.name for f in fields(kind) if f.repr and not re.search(rf"\b{f.name}\b", text)] == []


# --- coefficients: docstrings made from the facts --------------------------------------------------


@pytest.fixture(params=cc.CATALOGUE, ids=lambda c: c.name)
def coefficient(request: pytest.FixtureRequest) -> Coefficient:
    found: Coefficient = request.param
    return found


def test_the_example_of_every_coefficient_prints_what_it_says(coefficient: Coefficient) -> None:
    text = inspect.getdoc(getattr(cc, coefficient.name)) or ""
    test = doctest.DocTestParser().get_doctest(text, {}, coefficient.name, None, None)
    assert [one.want for one in test.examples if one.want]
    said: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(test, out=said.append).failed == 0, "".join(said)
    assert test.examples[-1].want.startswith(f"{coefficient.name} ")


def test_every_coefficient_has_the_sections_of_numpydoc_in_their_order(coefficient: Coefficient) -> None:
    text = docstring(coefficient)
    assert text.startswith(coefficient.summary)
    assert sections_of(text) == SECTIONS
    assert coefficient.formula in text
    plain = " ".join(text.split())
    assert all(reference(key).text() in plain for key in coefficient.references)


def test_every_option_of_a_coefficient_and_of_inference_is_explained(coefficient: Coefficient) -> None:
    explained = parameters_of(docstring(coefficient))
    assert explained[: 2 + len(coefficient.options)] == ["first", "second", *coefficient.options]
    assert [name for name in explained if name in PLAN_OPTIONS] == list(PLAN_OPTIONS)
    assert explained[-6:] == ["raters", "categories", "scale", "missing", "clusters", "…"]


def test_no_line_of_prose_is_wider_than_a_terminal(coefficient: Coefficient) -> None:
    prose = docstring(coefficient).split("Examples\n", 1)[0].splitlines()[1:]
    assert [one for one in prose if len(one) > 88 and " : " not in one and ".. math::" not in one] == []


def test_the_stub_says_what_a_coefficient_is_and_explains_its_own_options(coefficient: Coefficient) -> None:
    text = short_docstring(coefficient)
    assert text.startswith(coefficient.summary)
    assert parameters_of(text) == list(coefficient.options) if coefficient.options else True
    assert f"help(concordant.{coefficient.name})" in text


def test_computed_facts_are_those_of_the_catalogue() -> None:
    assert list(computed_facts()) == [c.name for c in cc.CATALOGUE]


def intervals_named(c: Coefficient) -> set[str]:
    found = re.search(r"^interval : \{(.*?)\}", docstring(c), re.MULTILINE)
    assert found is not None
    return set(re.findall(r'"(\w+)"', found[1]))


@pytest.mark.parametrize("c", cc.CATALOGUE, ids=lambda c: c.name)
def test_intervals_that_help_leaves_out_are_refused(c: Coefficient) -> None:
    named = intervals_named(c)
    assert {"analytic", "jackknife", "bootstrap", "bca", "none"} <= named
    words = docstring(c).partition("\ninterval : ")[2].partition("\nnull : ")[0]
    *statements, call = (line.removeprefix(">>> ") for line in example_code(c))
    names: dict[str, Any] = {}
    exec("\n".join(statements), names)  # noqa: S102 - our own example
    for left_out in set(intervals()) - named:
        assert f"{left_out}:" not in words
        with pytest.raises(cc.OptionError, match=f"interval='{left_out}'"):
            eval(f"{call[:-1]}, interval='{left_out}')", names)  # noqa: S307 - our own example


def test_help_names_the_intervals_of_a_few() -> None:
    by_name = {c.name: c for c in cc.CATALOGUE}
    own = {"score", "exact", "classical", "adjusted", "generalised"}
    named = {name: intervals_named(by_name[name]) & own for name in ("cohen_kappa", "exact_agreement", "icc")}
    assert named == {
        "cohen_kappa": {"score"},
        "exact_agreement": {"score", "exact"},
        "icc": {"classical", "adjusted", "generalised"},
    }
