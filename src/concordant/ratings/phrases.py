"""Counts and lists as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..number_text import show_count
from ..quote import quote, shorten

MOST = 8


def many(count: float, one: str, more: str = "") -> str:
    """ "1 item", "3 items"; where the plural is not one with an s, it is given."""
    return f"{show_count(count)} {one if count == 1 else more or one + 's'}"


def listed(names: Iterable[object], last: str = ", ") -> str:
    """ "a, b, c"; of a long list the first names and how many there are."""
    texts = [shorten(str(name)) for name in names]
    if len(texts) > MOST:
        return ", ".join(texts[:MOST]) + f", … ({len(texts)} in all)"
    return last.join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def counted(times: Mapping[str, int]) -> str:
    """ "'NA' (2), 'x' (1)": how often each was seen."""
    return listed(f"{quote(what)} ({count})" for what, count in times.items())
