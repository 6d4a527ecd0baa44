"""The panels of the page in reading order; a panel that has nothing to show is left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...interpret.said import Said
from ...interpret.study import Study


@dataclass(frozen=True)
class Panel:
    """`key` names the template (`templates/<key>.html`) and is the panel's id; `view` is what it shows."""

    key: str
    title: Said
    view: Any


def panels_of(study: Study) -> tuple[Panel, ...]:
    """What there is to show, in order."""
    return tuple(_panels(study))


def _panels(study: Study) -> Iterator[Panel]:
    yield from ()
