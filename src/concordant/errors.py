"""What can go wrong, as one family.

    ConcordantError
    ├── InputError      the data cannot be read or understood
    │   └── ScaleError  a value, category or order does not fit the scale
    ├── OptionError     an option has a value that is not allowed, or does not fit the data
    └── MissingLibrary  an optional library is needed for this

Every message says what was found, where, and what to do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from numbers import Real
from typing import Any

from .one_line import one_line


class ConcordantError(ValueError):
    """Any complaint of concordant about what it was given; `facts` are the numbers and names in it.

    The text is one line, whatever the names of columns, raters and files in it are.
    """

    def __init__(self, text: str = "", facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(one_line(text))
        self.facts = dict(facts or {})


class InputError(ConcordantError):
    """The data cannot be read or understood."""


class ScaleError(InputError):
    """A value, a category or an order does not fit the scale."""


class OptionError(ConcordantError):
    """An option has a value that is not allowed or does not fit the data."""


class MissingLibrary(ConcordantError):
    """An optional library is needed; the message names what to install."""


def is_number(value: object) -> bool:
    """A finite number; truth values and text are none."""
    real = isinstance(value, Real) and not isinstance(value, bool)
    return real and math.isfinite(float(value))  # type: ignore[arg-type]


def is_count(value: object) -> bool:
    """A whole number, 1 or more."""
    return is_number(value) and float(value) == int(value) >= 1  # type: ignore[call-overload,arg-type]


def choose(name: str, value: object, allowed: Iterable[object]) -> None:
    """Complain unless `value` is one of `allowed`, guessing what was meant."""
    options = list(allowed)
    if value in options:
        return
    near = get_close_matches(str(value), [str(o) for o in options], n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise OptionError(f"{name} must be one of {options}, got {value!r}.{hint}")
