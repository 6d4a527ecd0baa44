"""What the command line offers, as names and summaries, without loading the catalogue.

`menu.json` is generated from the catalogue by tools/generate.py, and a test keeps it true.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ...language.short_names import ALIASES as ALIASES

FILE = Path(__file__).with_name("menu.json")


class MenuEntry(NamedTuple):
    """A coefficient as the menu shows it; its topic is the inner room that it lives in."""

    name: str
    two_raters: bool
    summary: str
    topic: str = ""

    @property
    def command(self) -> str:
        """The name on the command line."""
        return self.name.replace("_", "-")

    @property
    def short(self) -> list[str]:
        """Its short names."""
        return [alias for alias, name in ALIASES.items() if name == self.name]


@cache
def menu() -> tuple[MenuEntry, ...]:
    """Every coefficient, in the order of the catalogue."""
    return tuple(MenuEntry(**entry) for entry in json.loads(FILE.read_text(encoding="utf-8")))


def find(command: str) -> MenuEntry | None:
    """The coefficient of a command, by its name or a short name."""
    name = ALIASES.get(command, command.replace("-", "_"))
    return next((entry for entry in menu() if entry.name == name), None)
