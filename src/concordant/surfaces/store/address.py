"""Addresses that were mistyped: never taken for a file, whose name would be a password."""

from __future__ import annotations

import re
from pathlib import Path

from ...errors import OptionError

#: How a store is named.
LIKE = "name a file, or an address such as postgresql://user@host:5432/database"
_MISTYPED = re.compile(r"\s*postgres(ql)?(\+\w+)?\s*(:|//)|[^/\\]*:[^/\\]*@", re.IGNORECASE)


def is_address(place: str | Path) -> bool:
    """Whether it is the address of a database, right or wrong, and not the name of a file."""
    return not isinstance(place, Path) and "://" in place


def check_file_name(place: str | Path) -> None:
    """Complain, without repeating it, of an address that lacks its //."""
    if _MISTYPED.match(str(place)):
        raise OptionError(f"The location of the store is neither a file nor an address: {LIKE}.")
