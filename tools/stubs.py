"""The stub of the package: every public name with its signature, for editors and type checkers.

Functions of the catalogue are made when they are asked for, which no type checker can follow. Their own
options are written out here, those of inference and reading are one `TypedDict` (PEP 692).
"""

from __future__ import annotations

import inspect
import subprocess
import sys
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

import concordant as cc
from concordant.arguments import resolved
from concordant.coefficients.coefficient import Coefficient
from concordant.inference.plan import Plan
from concordant.ratings.read import DEFAULTS, read

ROOT = Path(__file__).resolve().parents[1]
STUB = ROOT / "src/concordant/__init__.pyi"
HEAD = '''"""Written by tools/generate.py from the catalogue and the public functions; not to be edited."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack

from numpy.typing import NDArray

'''
_ABSTRACT = {Sequence: "Sequence", Iterable: "Iterable", Mapping: "Mapping", Callable: "Callable"}


def stub() -> str:
    """The whole file."""
    parts = [
        HEAD,
        imports(),
        f"from .version import __version__ as __version__\n\n__all__ = {sorted(cc.__all__)!r}\n\n",
    ]
    parts.append(
        options(
            "InferenceOptions", Plan, inspect.signature(Plan).parameters, "How sure a number is; see `Plan`."
        )
    )
    reading = {n: p for n, p in inspect.signature(read).parameters.items() if n in DEFAULTS}
    parts.append(options("ReadingOptions", read, reading, "What the data are; see `read`."))
    parts.append(
        "class Options(InferenceOptions, ReadingOptions, total=False):\n"
        '    """What every coefficient takes beside its own options."""\n\n'
    )
    parts += [function(c) for c in cc.CATALOGUE]
    return formatted("".join(parts))


def formatted(text: str) -> str:
    """As the formatter of the project writes it."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(STUB), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=ROOT).stdout  # noqa: S603


def imports() -> str:
    """What lives in other modules, by the table of names."""
    lines = [
        f"from .{module} import {name} as {name}\n"
        for module, names in cc._NAMES.items()
        for name in sorted(names.split())
    ]
    return "".join([*lines, "from .surfaces import figures as figures\n"])


def options(name: str, home: Any, parameters: Mapping[str, inspect.Parameter], what: str) -> str:
    """A dictionary of keyword arguments with their types."""
    hints = get_type_hints(home)
    lines = [f"    {one}: {annotation(hints[one])}\n" for one in parameters]
    return f'class {name}(TypedDict, total=False):\n    """{what}"""\n\n{"".join(lines)}\n'


def function(c: Coefficient) -> str:
    """A coefficient as a function, with its own options written out."""
    hints = get_type_hints(c.function)
    own = [
        f"    {name}: {annotation(hints[name])} = {default(p.default)},\n" for name, p in c.options.items()
    ]
    keywords = "    *,\n" + "".join(own) if own else ""
    return (
        f"def {c.name}(\n    first: Any,\n    second: Any = None,\n    /,\n{keywords}"
        f'    **options: Unpack[Options],\n) -> Result:\n    """{c.summary}"""\n\n'
    )


def default(value: object) -> str:
    """A plain value as it is, anything else as three dots."""
    return repr(value) if isinstance(value, (str, int, float, bool, types.NoneType)) else "..."


def annotation(hint: Any) -> str:
    """A type as it is written in Python."""
    hint = resolved(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(annotation(one) for one in inner))
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, inner))}]"
    if origin is np.ndarray or hint is np.ndarray:
        return "NDArray[Any]"
    if origin is Callable or origin in _ABSTRACT:
        return _generic(_ABSTRACT[origin], inner)
    if origin is not None:
        return _generic(origin.__name__, inner)
    return (
        {None: "None", types.NoneType: "None", Any: "Any", Path: "Path"}.get(hint)
        or _ABSTRACT.get(hint)
        or hint.__name__
    )


def _generic(name: str, inner: Sequence[Any]) -> str:
    if name == "Callable":
        taken, given = inner
        return f"Callable[[{', '.join(map(annotation, taken))}], {annotation(given)}]"
    return f"{name}[{', '.join('...' if one is ... else annotation(one) for one in inner)}]"
