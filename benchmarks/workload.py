"""What one line of the benchmarks is: a workload, the ways to do it, and the goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

#: What a way returns: numbers by name, so that two ways are compared on the names they share.
Answer = Mapping[str, Any]
OURS = "concordant"


def as_it_is(data: Any) -> Any:
    """For ways that take the data as they are made."""
    return data


@dataclass(frozen=True)
class Way:
    """One library's way to do a workload.

    `prepare` puts the data into the form the library likes best, `run` does the work, and `finish` makes
    numbers by name of what it returned; only `run` is timed. `needs` are the modules it imports; `missing`
    asks otherwise. `size` is for ways that could not finish at full size: then both sides are timed at that
    size. `share` is for loops of equal rounds: only that share of the rounds is run, and the time is divided
    by it. `differs` says why an answer is not ours, where that is known.
    """

    name: str
    run: Callable[[Any], Any]
    prepare: Callable[[Any], Any] = as_it_is
    finish: Callable[[Any], Answer] = as_it_is
    needs: tuple[str, ...] = ()
    size: int | None = None
    share: float = 1.0
    tolerance: Mapping[str, float] = field(default_factory=dict)
    differs: str = ""
    missing: Callable[[], bool] | None = None

    def absent(self) -> bool:
        """Whether something it needs is not on this machine."""
        if self.missing is not None:
            return self.missing()
        return any(find_spec(module) is None for module in self.needs)


@dataclass(frozen=True)
class Goal:
    """What is fast enough: faster than a peer by a factor, or within seconds, microseconds or megabytes.

    `ratio` is the peer's time by ours, so 20 asks for a twentieth of the peer's time and 1/1.3 allows
    1.3 times of it. `over` is how many microseconds more than the peer are allowed.
    """

    against: str = ""
    ratio: float | None = None
    over: float | None = None
    seconds: float | None = None
    megabytes: float | None = None

    def said(self) -> str:
        """The goal in a few words."""
        if self.ratio is not None:
            few = f"≥ {self.ratio:,.0f}" if self.ratio > 1 else f"time ≤ {1 / self.ratio:.3g}"
            return f"{few} × {self.against}" if self.ratio != 1 else f"time ≤ {self.against}"
        if self.over is not None:
            return f"≤ {self.over:g} µs over {self.against}"
        return f"< {self.seconds:g} s" if self.seconds is not None else f"< {self.megabytes:g} MB"


@dataclass(frozen=True)
class Workload:
    """A question of a stated size, our way to answer it, and other libraries' ways."""

    name: str
    title: str
    title_zh: str
    size: int
    toy: int
    make: Callable[[int], Any]
    ours: Way
    peers: tuple[Way, ...] = ()
    goals: tuple[Goal, ...] = ()
    tolerance: float = 1e-9
    on_disk: bool = False
    large: bool = False

    def way(self, name: str) -> Way:
        """The way of this name."""
        return next(way for way in (self.ours, *self.peers) if way.name == name)


@dataclass(frozen=True)
class Growth:
    """Our own time at growing sizes; `beyond` is timed too, where only what goes beyond it is of interest.

    `most` is the largest exponent of time on size that will do: 1 is linear, 0 flat.
    """

    name: str
    title: str
    title_zh: str
    sizes: tuple[int, ...]
    toy: int
    make: Callable[[int], Any]
    ours: Way
    beyond: Way | None = None
    most: float = 1.1
    unit: str = "items"
    on_disk: bool = False

    def way(self, name: str) -> Way:
        """The way of this name."""
        return next(way for way in (self.ours, self.beyond) if way is not None and way.name == name)
