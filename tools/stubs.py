"""The stub of the package: every public name with its signature, for editors and type checkers.

Functions of the catalogue are made when they are asked for, which no type checker can follow. Their own
options are written out here; options that a function hands on are a `TypedDict` (PEP 692). Functions that are
written out have a docstring here too, because editors do not look further than the stub.
"""

from __future__ import annotations

import inspect
import subprocess
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from numbers import Number
from pathlib import Path
from textwrap import indent
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np
from stub_options import (
    BORROWED,
    BY_COEFFICIENT,
    FORMS,
    HANDED_ON,
    MEANING,
    OF_COEFFICIENTS,
    POWERS,
    TOGETHER,
)

import concordant as cc
from concordant.arguments import resolved
from concordant.coefficients.coefficient import Coefficient
from concordant.coefficients.weights import WeightName
from concordant.inference.plan import Plan
from concordant.planning import KINDS
from concordant.ratings.read import DEFAULTS, WIDER, read
from concordant.surfaces.api.docstrings import short_docstring
from concordant.surfaces.api.plan import data_aims

ROOT = Path(__file__).resolve().parents[1]
STUB = ROOT / "src/concordant/__init__.pyi"
HEAD = '''"""Written by tools/generate.py from the catalogue and the public functions; not to be edited."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack

from numpy.typing import NDArray

'''
_ABSTRACT = {Sequence: "Sequence", Iterable: "Iterable", Mapping: "Mapping", Callable: "Callable"}

#: Options by name, as annotations.
Fields = Mapping[str, str]


def stub() -> str:
    """The whole file."""
    written_out = {name: function_of(name) for name in HANDED_ON}
    coefficients = [coefficient_function(c) for c in cc.CATALOGUE]
    return formatted(
        "".join(
            [
                HEAD,
                imports(),
                f"from .version import __version__ as __version__\n\n__all__ = {sorted(cc.__all__)!r}\n\n",
                *(typed_dict(name, fields) for name, fields in groups().items()),
                *(f"class {name}({', '.join(of)}, total=False): ...\n\n" for of, name in TOGETHER.items()),
                *(typed_dict(own_name(name), rest_of(name)) for name in HANDED_ON if overlaps(name)),
                *(typed_dict(name, borrowed(name)) for name in BORROWED),
                *written_out.values(),
                *coefficients,
            ]
        )
    )


# --- options that are handed on -------------------------------------------------------------------


@cache
def groups() -> Mapping[str, Fields]:
    """The options that several functions take, by the name of their group."""
    asserted = inspect.signature(cc.assert_agreement).parameters
    checked = [n for n, p in inspect.signature(cc.check).parameters.items() if p.kind is p.KEYWORD_ONLY]
    return {
        "InferenceOptions": annotations(get_type_hints(Plan), inspect.signature(Plan).parameters),
        "ReadingOptions": annotations({**get_type_hints(read), **WIDER}, DEFAULTS),
        "CoefficientOptions": annotations(_own_options(), _own_options()),
        "CheckOptions": annotations(
            get_type_hints(inspect.unwrap(cc.check)), [name for name in checked if name not in asserted]
        ),
        "PlanOptions": annotations(_plan_options(), _plan_options()),
        "ProgressOptions": {"tell": "Callable[..., Any]"},
    }


def _own_options() -> Mapping[str, Any]:
    """The options of all coefficients, each with every type it has."""
    return _merged((get_type_hints(c.function), c.options) for c in cc.CATALOGUE)


def _plan_options() -> Mapping[str, Any]:
    """What any question of `plan` takes, and what a plan from data takes, each with every type it has."""
    questions = [inspect.unwrap(one) for one in (*KINDS.values(), data_aims)]
    return _merged(
        [
            *((get_type_hints(one), inspect.signature(one).parameters) for one in questions),
            (get_type_hints(inspect.unwrap(cc.study)), ("reference", "preset", "by")),
            (_own_options(), _own_options()),
            ({**get_type_hints(read), **WIDER}, DEFAULTS),
        ]
    )


def _merged(parts: Iterable[tuple[Mapping[str, Any], Iterable[str]]]) -> Mapping[str, Any]:
    """Options of several functions by name, each with every type it has in one of them."""
    found: dict[str, Any] = {}
    for hints, names in parts:
        found |= {n: Union[found[n], hints[n]] if n in found else hints[n] for n in names}  # noqa: UP007
    return found


def annotations(hints: Mapping[str, Any], names: Iterable[str]) -> Fields:
    """The types of some options as they are written in Python."""
    return {name: _option(name, hints[name]) for name in names}


def _option(name: str, hint: Any) -> str:
    """The type of an option; the forms of an intraclass correlation are a closed set."""
    return annotation(Literal[FORMS] if (name, hint) == ("form", str) else hint)


def typed_dict(name: str, fields: Fields) -> str:
    """A dictionary of keyword arguments with their types."""
    lines = "".join(f"    {one}: {kind}\n" for one, kind in fields.items())
    doc = f'    """{MEANING[name]}"""\n\n' if name in MEANING else ""
    return f"class {name}(TypedDict, total=False):\n{doc}{lines}\n"


def options_of(name: str) -> Fields:
    """All options of the groups that a function takes."""
    return {one: kind for group in HANDED_ON[name] for one, kind in groups()[group].items()}


def overlaps(name: str) -> bool:
    """Whether the function has parameters that are in the groups too, which no `TypedDict` may repeat."""
    return not options_of(name).keys().isdisjoint(inspect.signature(getattr(cc, name)).parameters)


def rest_of(name: str) -> Fields:
    """The options of the groups that are not parameters of the function."""
    own = inspect.signature(getattr(cc, name)).parameters
    return {one: kind for one, kind in options_of(name).items() if one not in own}


def borrowed(name: str) -> Fields:
    """All keyword arguments of another function that are not parameters of the one that borrows them."""
    taker, giver = BORROWED[name]
    fields = dict(_keywords(giver))
    if name == "ParadoxFigureOptions":
        fields["weights"] = _keywords("cohen_kappa")["weights"]
    return {one: kind for one, kind in fields.items() if one not in inspect.signature(taker).parameters}


def _keywords(giver: str) -> Fields:
    """Every keyword argument of a public function or of a coefficient."""
    if giver not in HANDED_ON:
        function = next(c.function for c in cc.CATALOGUE if c.name == giver)
        own = annotations(get_type_hints(function), cc_options(giver))
        return own | groups()["InferenceOptions"] | groups()["ReadingOptions"]
    function = inspect.unwrap(getattr(cc, giver))
    names = [n for n, p in inspect.signature(function).parameters.items() if p.kind is p.KEYWORD_ONLY]
    named = ["name"] if giver in BY_COEFFICIENT else []
    return {**options_of(giver), **annotations(_hints(giver), [*named, *names])}


def cc_options(name: str) -> Iterable[str]:
    """The names of a coefficient's own options."""
    return next(c.options for c in cc.CATALOGUE if c.name == name)


def _hints(name: str) -> Mapping[str, Any]:
    """The types of a public function's parameters; names of coefficients are those of the catalogue."""
    hints = get_type_hints(inspect.unwrap(getattr(cc, name)))
    if name in BY_COEFFICIENT:
        names = tuple(c.name for c in cc.CATALOGUE)
        usual = inspect.signature(getattr(cc, name)).parameters["name"].default
        more = (usual,) if isinstance(usual, str) and usual not in names else ()
        hints["name"] = Literal[(*names, *more)] if usual is not None else Literal[names] | None  # type: ignore[valid-type]
    return hints


def own_name(name: str) -> str:
    """What the options of one function are called: `DriftOptions`."""
    return f"{name.title().replace('_', '')}Options"


# --- functions ------------------------------------------------------------------------------------


def function_of(name: str) -> str:
    """A public function that hands options on, with these written out."""
    function, hints = getattr(cc, name), _hints(name)
    lines, last = [], None
    for p in inspect.signature(function).parameters.values():
        if last is p.POSITIONAL_ONLY and p.kind is not p.POSITIONAL_ONLY:
            lines.append("/")
        if p.kind is p.KEYWORD_ONLY and last is not p.KEYWORD_ONLY:
            lines.append("*")
        last = p.kind
        if p.kind is p.VAR_KEYWORD:
            of = HANDED_ON[name]
            kind = own_name(name) if overlaps(name) else of[0] if len(of) == 1 else TOGETHER[of]
            lines.append(f"**{p.name}: Unpack[{kind}]")
        else:
            usual = "" if p.default is p.empty else f" = {default(p.default)}"
            lines.append(f"{p.name}: {annotation(hints[p.name])}{usual}")
    return _written(name, lines, annotation(hints["return"]), inspect.getdoc(function) or "")


def coefficient_function(c: Coefficient) -> str:
    """A coefficient as a function, with its own options written out."""
    hints = get_type_hints(c.function)
    own = [f"{name}: {_option(name, hints[name])} = {default(p.default)}" for name, p in c.options.items()]
    lines = ["first: Any", "second: Any = None", "/", *(["*"] if own else []), *own]
    kind = TOGETHER[OF_COEFFICIENTS]
    return _written(c.name, [*lines, f"**options: Unpack[{kind}]"], "Result", short_docstring(c))


def _written(name: str, parameters: Sequence[str], returns: str, doc: str) -> str:
    body = indent(f'"""{doc}\n"""', "    ") if "\n" in doc else f'    """{doc}"""'
    return f"def {name}({', '.join(parameters)}) -> {returns}:\n{body}\n\n"


def formatted(text: str) -> str:
    """As the formatter of the project writes it."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(STUB), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=ROOT).stdout  # noqa: S603


def imports() -> str:
    """What lives in other modules, by the table of names, and the types that functions speak of."""
    lines = [
        f"from .{module} import {name} as {name}\n"
        for module, names in cc._NAMES.items()
        for name in sorted(names.split())
        if name not in HANDED_ON
    ]
    used = {
        kind for name in HANDED_ON for kind in _classes(getattr(cc, name)) if kind.__name__ not in cc.__all__
    }
    named = sorted(
        f"from {kind.__module__.removeprefix('concordant')} import {kind.__name__}\n" for kind in used
    )
    return "".join([*lines, "from .surfaces import figures as figures\n", *named])


def _classes(function: Callable[..., Any]) -> Iterator[type]:
    """The classes of ours that a function's annotations name."""
    asked = list(get_type_hints(inspect.unwrap(function)).values())
    while asked:
        hint = resolved(asked.pop())
        asked += [one for one in get_args(hint) if get_origin(hint) is not Literal]
        if isinstance(hint, type) and hint.__module__.startswith("concordant."):
            yield hint


def default(value: object) -> str:
    """A plain value as it is, anything else as three dots."""
    return repr(value) if isinstance(value, (str, int, float, bool, types.NoneType)) else "..."


def annotation(hint: Any) -> str:
    """A type as it is written in Python."""
    hint = resolved(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        if WeightName in inner and str in inner:
            inner = tuple(Literal[POWERS] if one is str else one for one in inner)
        return " | ".join(dict.fromkeys(annotation(one) for one in inner))
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, inner))}]"
    if origin is np.ndarray or hint is np.ndarray:
        return "NDArray[Any]"
    if origin is Callable or origin in _ABSTRACT:
        return _generic(_ABSTRACT[origin], inner)
    if origin is not None:
        return _generic(origin.__name__, inner)
    return _PLAIN.get(hint) or _ABSTRACT.get(hint) or hint.__name__


#: Numbers and sets are what type checkers know them by.
_PLAIN: dict[Any, str] = {
    None: "None", types.NoneType: "None", Any: "Any", Path: "Path", Number: "float", set: "set[Any]",
}  # fmt: skip


def _generic(name: str, inner: Sequence[Any]) -> str:
    if name == "Callable":
        taken, given = inner
        return f"Callable[[{', '.join(map(annotation, taken))}], {annotation(given)}]"
    return f"{name}[{', '.join('...' if one is ... else annotation(one) for one in inner)}]"
