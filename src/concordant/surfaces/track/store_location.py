"""Where rounds are kept: as given, as the environment says, or one file in the current folder."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ...arguments import is_path
from ...errors import OptionError
from ...quote import quote
from ..store.address import check_file_name, is_address

if TYPE_CHECKING:
    from ..store.store import Store

    Place: TypeAlias = str | Path | Store | None

#: The environment's word for it, and the file where nothing is said.
VARIABLE, USUAL = "CONCORDANT_STORE", "concordant.db"


def place_of(given: str | Path | None) -> str | Path:
    """The file or the address of a database."""
    if given is not None and not is_path(given):
        raise OptionError(f"store must be a file, an address or an open store, got {quote(given)}.")
    place = given or os.environ.get(VARIABLE) or USUAL
    if not is_address(place):
        check_file_name(place)
    return place


def is_there(given: Place) -> bool:
    """Whether there may be rounds: no file, no rounds; an address has to be asked."""
    if not isinstance(given, str | Path | None):
        return True
    place = place_of(given)
    return is_address(place) or Path(place).expanduser().exists()


def typed_again(given: str | None) -> str:
    """What says the store in a command, quoted; an address with a password is left to the environment."""
    if not given:
        return ""
    from ..store.location import whereabouts

    again = f'"${VARIABLE}"' if whereabouts(given).secrets else shlex.quote(given)
    return f" --store {again}"


@contextmanager
def store_at(given: Place, *, create: bool = False) -> Iterator[Store]:
    """The store, open as long as it is needed; one that is open already stays so."""
    from ..store.store import Store

    if isinstance(given, Store):
        yield given
        return
    with Store(place_of(given), create=create) as found:
        yield found
