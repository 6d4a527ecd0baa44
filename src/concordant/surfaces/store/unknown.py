"""What is not in a store: said with what was probably meant, and what there is."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from ...errors import OptionError

#: How many names a complaint lists.
_SHOWN = 8


def unknown_project(name: str, known: Sequence[str], where: str) -> OptionError:
    """A project that the store at `where` does not have."""
    return _unknown(f"project {name!r} in {where}", name, known, "projects")


def unknown_round(name: str, known: Sequence[str], project: str) -> OptionError:
    """A round that the project does not have."""
    return _unknown(f"round {name!r} in project {project!r}", name, known, "rounds")


def _unknown(what: str, name: str, known: Sequence[str], called: str) -> OptionError:
    near = get_close_matches(name, known, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    shown = ", ".join(map(repr, known[-_SHOWN:])) or "none yet"
    return OptionError(f"There is no {what}.{hint} The {called} are: {'…, ' * (len(known) > _SHOWN)}{shown}.")
