"""One timing in a process of its own: `python -m benchmarks.child JSON` says "ready", then what it measured.

The way is first tried on a toy, so that imports are paid before the clock and the memory count begin.
"""

from __future__ import annotations

import gc
import json
import sys
import time
import warnings
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from .catalogue import entry
from .memory import forget_peak, peak
from .workload import Answer, Way

#: The longest list of an answer that is handed on for comparison.
MOST = 6000
MOST_RUNS = 300


@dataclass(frozen=True)
class Timing:
    """The best of some runs, and the first run's memory beyond what imports and data take."""

    seconds: float
    runs: int
    megabytes: float | None
    answer: dict[str, Any]


def timed(way: Way, data: Any, budget: float) -> Timing:
    """Run once, and again while the budget of seconds lasts; a run of more than half of it stays alone."""
    prepared = way.prepare(data)
    del data
    gc.collect()
    print("ready", flush=True)
    before = forget_peak()
    best, found = _once(way, prepared)
    megabytes = max(0.0, peak() - before)
    answer = way.finish(found)
    if "seconds" in answer:  # timed by itself, in a process whose memory is not ours
        return Timing(answer["seconds"] / way.share, 1, None, _plain(answer))
    spent, runs = best, 1
    while spent + best < budget and runs < MOST_RUNS:
        seconds, _ = _once(way, prepared)
        best, spent, runs = min(best, seconds), spent + seconds, runs + 1
    return Timing(best / way.share, runs, megabytes, _plain(answer))


def _once(way: Way, prepared: Any) -> tuple[float, Any]:
    begun = time.perf_counter()
    found = way.run(prepared)
    return time.perf_counter() - begun, found


def _plain(answer: Answer) -> dict[str, Any]:
    """Numbers and lists of numbers."""
    kept = {name: value for name, value in answer.items() if name != "seconds"}
    return {n: v if np.ndim(v) == 0 else np.asarray(v, dtype=float)[:MOST].tolist() for n, v in kept.items()}


def main(asked: str) -> None:
    """Measure what was asked for: the names of an entry and of a way, a size and a budget.

    Without a way only the data are made, for those that come as a file.
    """
    warnings.simplefilter("ignore")
    order = json.loads(asked)
    found = entry(order["entry"])
    if order["way"] is None:
        found.make(order["size"])
        return
    way = found.way(order["way"])
    way.run(way.prepare(found.make(found.toy)))
    print(json.dumps(asdict(timed(way, found.make(order["size"]), order["budget"]))))


if __name__ == "__main__":
    main(sys.argv[1])
