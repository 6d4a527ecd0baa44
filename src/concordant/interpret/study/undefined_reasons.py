"""Why measures of a table are undefined, said below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...language.message import Message
from ..compare.measure_report import MeasureReport
from ..notes import reason


def reasons(told: Iterable[MeasureReport]) -> Iterator[Message]:
    """A sentence for each reason, with the measures that it concerns."""
    because: dict[str, tuple[Message, list[Any]]] = {}
    for m in told:
        if not m.result.defined and m.result.notes:
            why = reason(m.result)
            name = Message("shown.measure", {"m": [m.measure, dict(m.options)]})
            because.setdefault(why.text("en"), (why, []))[1].append(_within(name))
    for why, names in because.values():
        yield Message("shown.undefined-because", {"names": names, "why": _within(why)})


def _within(said: Message) -> dict[str, Any]:
    """A sentence within another."""
    return {"code": said.code, "facts": said.facts}
