"""What is not in a store: said with what was probably meant, and what there is."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import OptionError
from ...quote import quote
from ...suggestion import hint

#: How many names a complaint lists.
_SHOWN = 8


def unknown_project(name: str, known: Sequence[str], where: str) -> OptionError:
    """A project that the store at `where` does not have."""
    return _unknown(f"project {quote(name)} in {where}", name, known, "projects")


def unknown_round(name: str, known: Sequence[str], project: str) -> OptionError:
    """A round that the project does not have."""
    return _unknown(f"round {quote(name)} in project {quote(project)}", name, known, "rounds")


def _unknown(what: str, name: str, known: Sequence[str], called: str) -> OptionError:
    shown = ", ".join(map(quote, known[-_SHOWN:])) or "none yet"
    more = "…, " * (len(known) > _SHOWN)
    return OptionError(f"There is no {what}.{hint(name, known)} The {called} are: {more}{shown}.")
