"""The panels below the problems, in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...interpret.study import ComparisonReport, Study
from ...language.message import Message
from .cuts import cuts, title_of
from .data import data
from .flips import rounds_sentence
from .goals import goals
from .ledger import ledger
from .methods import methods
from .names import whose
from .progress import progress
from .raters import raters
from .slices import slices
from .text_helpers import Panel, sentence
from .trust import trust


def detail_panels(study: Study, comparison: ComparisonReport | None) -> Iterator[Panel]:
    """What a comparison shows below; with the main one stands what is about the study as a whole."""
    whole = comparison is study.main
    found: dict[str, Any] = {}
    if comparison is not None:
        found = {
            "slices": slices(study, comparison, pictures=whole),
            "progress": progress(comparison, pictures=whole),
            "cuts": cuts(comparison, pictures=whole),
            "trust": trust(comparison, pictures=whole),
            "ledger": ledger(comparison),
            "goals": goals(comparison),
        }
    if whole:
        found |= {"raters": raters(study), "data": data(study), "methods": methods(study)}
    for key in _ORDER:
        if found.get(key) is not None:
            about = None if key in _OF_ALL else whose(study, comparison)
            yield Panel(key, _title(key, comparison), found[key], about=about)


def _title(key: str, comparison: ComparisonReport | None) -> Message:
    if key == "cuts" and comparison is not None:
        return title_of(comparison)
    return rounds_sentence("title") if key == "progress" else sentence(_CODES.get(key, key))


#: Titles whose code in `page_lower` is not the key of the panel.
_CODES = {"trust": "believe"}


_ORDER = ("slices", "raters", "progress", "cuts", "trust", "ledger", "goals", "data", "methods")
#: About the study as a whole, whatever it compares.
_OF_ALL = ("raters", "data", "methods")
