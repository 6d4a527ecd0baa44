"""How far a study is: which part is made now, and how much of the whole lies behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from ...language.message import Message

T = TypeVar("T")

#: Told what is made now and how much is done, from 0 to 1.
Tell = Callable[[Message, float], None]


def silent(_: Message, __: float) -> None:
    """Nobody is told."""


class ProgressSteps:
    """So many parts of about equal size; each is told as it begins."""

    def __init__(self, tell: Tell, total: int) -> None:
        self._tell, self._total, self._done = tell, max(total, 1), 0

    def begin(self, key: str, **facts: Any) -> None:
        """The next part begins."""
        self._tell(Message(f"telling.{key}", facts), self._done / self._total)
        self._done += 1

    def each(self, things: Iterable[T], key: str, called: Callable[[T], Any]) -> Iterator[T]:
        """One part for each thing."""
        for thing in things:
            self.begin(key, name=called(thing))
            yield thing
