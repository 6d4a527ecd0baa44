"""Words of the Python API rewritten as flags of the command line.

Complaints and notes are worded once, for Python: `categories=[…]`, `header=True`, `fleiss_kappa`.
"""

from __future__ import annotations

import re
import shlex
from ast import literal_eval
from collections.abc import Mapping
from functools import cache

from .coefficient_menu import menu

#: What a shell takes for more than text.
_NEEDS_QUOTES = re.compile(r"[^\w,.+:/%-]")

#: Functions of Python that are options of a command.
_COMMANDS = {"corrected_share": "concordant correct --positive …"}

#: Text without any of these has nothing to rewrite: the pattern of all words takes a while to compile.
_SIGNS = ("=", "_", "`", "[", " must be ", " must have ", " must name ", " 须", " 是")


def flag(name: str) -> str:
    """The name of an option as it is written on the command line."""
    return "--" + name.replace("_", "-")


def as_flags(text: str) -> str:
    """A message as the command line says it: `duplicates='first'` becomes `--duplicates first`."""
    return _words().sub(_as_flag, text) if any(sign in text for sign in _SIGNS) else text


@cache
def _words() -> re.Pattern[str]:
    """What to say otherwise. What is quoted comes from the data and stays, so it stands first.

    A name before " = " says what a column was taken for, and is no option.
    """
    from ..option_help import (  # reads a file
        CHECK_WORDS,
        CORRECT_WORDS,
        DESIGN_WORDS,
        FEATURE_WORDS,
        ITEM_WORDS,
        PLAN_WORDS,
        PLANNING_WORDS,
        REPORT_WORDS,
        STRATA_WORDS,
        STUDY_WORDS,
        TRACK_WORDS,
        WORDS,
    )

    known = {*WORDS, *PLAN_WORDS, *STUDY_WORDS, *REPORT_WORDS, *CHECK_WORDS, *TRACK_WORDS, *PLANNING_WORDS}
    known |= {*CORRECT_WORDS, *DESIGN_WORDS, *FEATURE_WORDS, *ITEM_WORDS, *STRATA_WORDS}
    options = "|".join(sorted(known, key=len, reverse=True))
    long = "|".join(name for name in (*WORDS, *PLAN_WORDS, *CHECK_WORDS) if "_" in name)
    names = "|".join(entry.name for entry in menu() if "_" in entry.name)
    word = r"'[^']*'|\"[^\"]*\""
    return re.compile(
        rf"(?P<quoted>(?<![\w=])(?:{word})(?!\w))"
        rf"|(?P<tick>`)?\b(?P<option>{options})="
        r"(?P<value>True|False|…|\[[^\]]*\]|\{[^}]*\}|"
        rf"(?:{word})(?:(?:, (?:or )?| or | and | 或 |、)(?:{word}))*)?(?(tick)`)"
        rf"|^(?P<first>{options})\b(?= must be | must have | must name | 须| 是)"
        rf"|`(?P<code>\w+)`"
        rf"|(?<!= )\b(?P<long>{long})\b(?! = )"
        rf"|\b(?P<name>{names})\b"
        r"|(?P<list>\[[^\[\]]*\])"
    )


def _read_options() -> Mapping[str, str]:
    from ..option_help import WORDS

    return WORDS


def _as_flag(found: re.Match[str]) -> str:
    kind = found.lastgroup or ""
    if found["option"]:
        return _option(found["option"], found["value"] or "")
    if kind == "code":
        if found["code"] in _COMMANDS:
            return f"`{_COMMANDS[found['code']]}`"
        return flag(found["code"]) if found["code"] in _read_options() else found["code"].replace("_", " ")
    if kind in ("long", "first"):
        return flag(found[kind])
    if kind == "name":
        return found["name"].replace("_", "-")
    return _list(found["list"]) if kind == "list" else found[0]


def _option(name: str, value: str) -> str:
    if value in ("True", "False"):
        return flag(name) if value == "True" else flag("no_" + name)
    if value.startswith("{"):
        return f"{flag(name)} {_pairs(value)}"
    if (one := re.fullmatch("'([^']*)'", value)) and _NEEDS_QUOTES.search(one[1]):
        return f"{flag(name)} {shlex.quote(one[1])}"
    plain = _typed(value) if value.startswith("[") else re.sub("['\"]", "", value)
    return f"{flag(name)} {plain.strip('[]')}".rstrip()


def _typed(text: str) -> str:
    """`['a', 'b c']` as it is typed behind an option: 'a,b c', in quotes where a shell needs them."""
    try:
        joined = ",".join(map(str, literal_eval(text)))
    except (ValueError, SyntaxError):
        return text
    return shlex.quote(joined) if _NEEDS_QUOTES.search(joined) else joined


def _pairs(text: str) -> str:
    """`{'judge': '1..100:1..5'}` as it is typed behind an option: judge=1..100:1..5."""
    try:
        joined = ",".join(f"{name}={_plus(value)}" for name, value in literal_eval(text).items())
    except (ValueError, SyntaxError, AttributeError):
        return text
    return shlex.quote(joined) if _NEEDS_QUOTES.search(joined.replace("=", "")) else joined


def _plus(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)


def _list(text: str) -> str:
    """`['a', 'b']` as a, b."""
    try:
        values = literal_eval(text)
    except (ValueError, SyntaxError):
        return text
    return ", ".join(map(str, values)) or "none"
