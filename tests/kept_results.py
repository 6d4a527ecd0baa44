"""Results that several tests ask about are made once in a run, whichever of its processes asks first."""

from __future__ import annotations

import os
import pickle
import shutil
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

Made = TypeVar("Made")
#: The folder of the run, in the environment, so that every process of it knows it.
VARIABLE = "CONCORDANT_TEST_RUN"


def start_run() -> bool:
    """A folder for what this run makes, unless a run around it has one; whether it was made here."""
    if VARIABLE in os.environ:
        return False
    os.environ[VARIABLE] = tempfile.mkdtemp(prefix="concordant-tests-")
    return True


def end_run() -> None:
    """The folder is removed by the process that made it."""
    shutil.rmtree(os.environ.pop(VARIABLE), ignore_errors=True)


def kept(key: str, make: Callable[[], Made]) -> Made:
    """What `make` returns, from the run's folder where it was made before."""
    place = Path(os.environ[VARIABLE]) / sha256(key.encode()).hexdigest()
    if not place.exists():
        _write(place, pickle.dumps(make()))
    found: Any = pickle.loads(place.read_bytes())  # noqa: S301 - written by this run
    return found  # type: ignore[no-any-return]


def _write(place: Path, content: bytes) -> None:
    """Whole at once, as another process may be about to read it."""
    with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
        file.write(content)
    Path(file.name).replace(place)
