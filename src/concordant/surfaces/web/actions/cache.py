"""What was computed last, by kind: each thing once, however many ask for it at the same time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Made = TypeVar("Made")


class Cache:
    """So many things of each kind; the one not asked for longest goes first."""

    def __init__(self, most: Mapping[str, int]) -> None:
        self._held: dict[str, OrderedDict[str, Any]] = {kind: OrderedDict() for kind in most}
        self._most, self._lock = dict(most), threading.Lock()
        self._making: dict[tuple[str, str], threading.Lock] = {}

    def get(self, kind: str, key: str, make: Callable[[], Made]) -> Made:
        """What is held, or what is made now; who asks meanwhile waits for it."""
        with self._lock:
            held = self._held[kind]
            if key in held:
                held.move_to_end(key)
                found: Made = held[key]
                return found
            making = self._making.setdefault((kind, key), threading.Lock())
        with making:
            if key not in held:
                self._keep(kind, key, make())
            with self._lock:
                self._making.pop((kind, key), None)
                made: Made = held[key]
                return made

    def holds(self, kind: str, key: str) -> bool:
        """Whether it is held."""
        with self._lock:
            return key in self._held[kind]

    def _keep(self, kind: str, key: str, made: Any) -> None:
        with self._lock:
            held = self._held[kind]
            held[key] = made
            while len(held) > self._most[kind]:
                held.popitem(last=False)
