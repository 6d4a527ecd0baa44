"""How a figure calls a rater."""

from __future__ import annotations

from typing import Any

from ...interpret.speak import Language
from .drawing import short

#: Signs that a name may have in a title or at an axis.
_LONGEST = 24


def name_in(name: Any, lang: Language) -> str:
    """A rater's name, or a word that is given in each language."""
    return short(name[lang] if isinstance(name, dict) else name, _LONGEST)
