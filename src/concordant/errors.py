"""What can go wrong, as one family.

    ConcordantError
    ├── InputError      the data cannot be read or understood
    │   ├── ScaleError  a value, category or order does not fit the scale
    │   └── AmbiguousReading  the data can be read in several ways, and nobody said which
    ├── OptionError     an option has a value that is not allowed, or does not fit the data
    └── MissingLibrary  an optional library is needed for this

Every message says what was found, where, and what to do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any

from .quote import one_line, quote
from .suggestion import hint
from .wording import text_in


class ConcordantError(ValueError):
    """Any complaint of concordant about what it was given, on one line; `facts` are what is named in it."""

    def __init__(self, text: str = "", facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(one_line(text))
        self.facts = dict(facts or {})

    def text(self, lang: str = "en") -> str:
        """What is wrong, in "en" or "zh"."""
        return text_in("error", self, lang)


class InputError(ConcordantError):
    """The data cannot be read or understood."""


class ScaleError(InputError):
    """A value, a category or an order does not fit the scale."""


class AmbiguousReading(InputError):
    """The data can be read in several ways with different results; `readings` has the options of each."""

    def __init__(self, text: str, readings: Mapping[str, Mapping[str, Any]]) -> None:
        ways = "; or ".join(
            f"{', '.join(f'{name}={quote(value)}' for name, value in options.items())} ({what})"
            for what, options in readings.items()
        )
        super().__init__(f"{text} Pass {ways}.")
        self.question = one_line(text)
        self.readings = {what: dict(options) for what, options in readings.items()}


class OptionError(ConcordantError):
    """An option has a value that is not allowed or does not fit the data."""


class MissingLibrary(ConcordantError):
    """An optional library is needed; the message names what to install."""


def is_number(value: object) -> bool:
    """A finite number; truth values and text are none."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    try:
        return math.isfinite(value)
    except (OverflowError, TypeError):  # a whole number that no float can hold; a span of time
        return False


def is_count(value: object) -> bool:
    """A whole number, 1 or more."""
    return is_number(value) and float(value) == int(value) >= 1  # type: ignore[call-overload,arg-type]


def _is_one_of(value: object, options: list[object]) -> bool:
    """Whether a value that can be compared is there; arrays, frames and pandas' NA cannot."""
    try:
        return hash(value) is not None and value in options
    except (TypeError, ValueError):
        return False


def choose(name: str, value: object, allowed: Iterable[object]) -> None:
    """Complain unless `value` is one of `allowed`, guessing what was meant."""
    options = list(allowed)
    if not _is_one_of(value, options):
        near = hint(value, options) if isinstance(value, str) else ""
        raise OptionError(f"{name} must be one of {quote(options)}, got {quote(value)}.{near}")
