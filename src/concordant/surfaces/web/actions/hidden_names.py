"""Comments without the names of those who wrote them: an adjudicator is not to know whose rating it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

#: What stands in place of a name.
HIDDEN = "[…]"
#: Shorter names are words of their own in many texts: only the same letters count as the name.
_SHORT = 3
_GAP = re.compile(r"[\s_.\-]+")


def without_names(text: str, names: Iterable[str]) -> str:
    """The text with every name, and every word of a name, replaced."""
    forms = sorted({form for name in names for form in _forms(name)}, key=len, reverse=True)
    for short in (False, True):
        these = [_pattern(form) for form in forms if (len(form) < _SHORT) is short]
        if these:
            text = re.sub("|".join(these), HIDDEN, text, flags=0 if short else re.IGNORECASE)
    return text


def _forms(name: str) -> Iterator[str]:
    """`Ann Smith`, `Ann`, `Smith`; of an address what stands before the `@`, too."""
    yield from filter(None, (name.strip(), name.partition("@")[0].strip()))
    yield from (part for part in name.split() if len(part) >= _SHORT)


def _pattern(form: str) -> str:
    """The form between letters that are none of its own; spaces, hyphens and underscores count alike."""
    inside = r"[\s_.\-]*".join(map(re.escape, filter(None, _GAP.split(form)))) or re.escape(form)
    before = r"(?<![A-Za-z0-9])" if form[0].isascii() and form[0].isalnum() else ""
    after = r"(?![A-Za-z0-9])" if form[-1].isascii() and form[-1].isalnum() else ""
    return f"{before}{inside}{after}"
