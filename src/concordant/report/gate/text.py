"""The gate on a terminal: the outcome, a table of targets, what was lost, and what could not be seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...interpret.gate.gate import Gate
from ...language.render import Language
from ...one_line import one_line
from ..shorten import shortened
from .tables import SIGNS, beside_tables, changes_table, checked, targets_table

#: What the text begins with, whatever the language: by it a file is known to be ours.
TITLE = "concordant check · "


def to_text(
    gate: Gate, lang: Language = "en", fit: Callable[[str], str] = str, places: int | None = None
) -> str:
    """All of it; sentences through `fit`, tables no wider than so many places where that is possible."""
    return "\n".join(_lines(shortened(gate), lang, fit, places)) + "\n"


def to_summary(gate: Gate, lang: Language = "en") -> str:
    """The sentences alone, for the message of a failed assertion."""
    first, *others = (one_line(said.text(lang)) for said in shortened(gate).sentences)
    return "\n".join([first, *(f"  {line}" for line in others)])


def _lines(gate: Gate, lang: Language, fit: Callable[[str], str], places: int | None) -> Iterator[str]:
    first, *others = (one_line(said.text(lang)) for said in beside_tables(gate))
    yield fit(one_line(TITLE + " · ".join(checked(gate, lang))))
    yield fit(f"{SIGNS[gate.outcome]} {first}")
    for table in (targets_table(gate), changes_table(gate)):
        if table is not None:
            yield ""
            yield one_line(table.title.text(lang))
            yield from table.lines(lang, places)
    if others:
        yield ""
        yield from (fit(f"  {line}") for line in others)
