"""Starts a process for each timing, and ends those that take too long."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import Any

from .answers import verdict
from .record import GrowthRecord, Outcome, PeerRecord, WorkloadRecord
from .workload import Growth, Way, Workload

ROOT = Path(__file__).parents[1]
#: Seconds in which a short run is repeated, and seconds that making the data may take.
BUDGET, SET_UP = 2.0, 1800.0


def run_way(entry: Workload | Growth, way: Way, size: int, limit: float) -> tuple[Outcome, dict[str, Any]]:
    """Time one way at a size, in a process of its own; and its answer."""
    if way.absent():
        return Outcome("absent"), {}
    lines, late, error = _child({"entry": entry.name, "way": way.name, "size": size, "budget": BUDGET}, limit)
    if late:
        return Outcome("late", limit / way.share), {}
    if not lines:
        print(f"{entry.name}, {way.name}: {error}", file=sys.stderr)
        return Outcome("failed", why=error.split(":")[0]), {}
    kept = json.loads(lines[-1])
    return Outcome("timed", kept["seconds"], kept["runs"], kept["megabytes"]), kept["answer"]


def make_file(entry: Workload | Growth, size: int) -> None:
    """Write the file first, so that the memory this takes is nobody's."""
    if entry.on_disk:
        _child({"entry": entry.name, "way": None, "size": size}, SET_UP)


def _child(order: dict[str, Any], limit: float) -> tuple[list[str], bool, str]:
    """The lines after "ready", whether the time ran out, and the last thing said if it failed."""
    with TemporaryFile("w+", encoding="utf-8") as complaints:
        process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.child", json.dumps(order)],
            stdout=subprocess.PIPE, stderr=complaints, text=True, cwd=ROOT,
        )  # fmt: skip
        assert process.stdout is not None  # noqa: S101 - for the type checker
        with process.stdout:
            _read_before(SET_UP, process, until="ready")
            lines, late = _read_before(limit + BUDGET, process)
        process.wait()
        complaints.seek(0)
        said = complaints.read().strip().splitlines()[-1:]
        if process.returncode and not late:
            return [], False, said[0] if said else f"ended with code {process.returncode}"
        return lines, late, ""


def _read_before(limit: float, process: subprocess.Popen[str], until: str = "") -> tuple[list[str], bool]:
    """Lines up to one, or up to the end; whether the process had to be killed."""
    late = False

    def kill() -> None:
        nonlocal late
        late = True
        process.kill()

    timer, lines = Timer(limit, kill), []
    timer.start()
    for line in process.stdout or ():
        if line.strip() == until:
            break
        lines.append(line)
    timer.cancel()
    return lines, late


def measure(workload: Workload, *, scale: float, limit: float, date: str) -> WorkloadRecord:
    """Ours and every peer's timings on a workload, one after the other."""
    full = scaled(workload, workload.size, scale)
    make_file(workload, full)
    ours: dict[int, tuple[Outcome, dict[str, Any]]] = {full: run_way(workload, workload.ours, full, limit)}
    peers = []
    for way in workload.peers:
        size = min(full, way.size or full)
        outcome, answer = run_way(workload, way, size, limit)
        if outcome.seconds is not None and size not in ours:
            ours[size] = run_way(workload, workload.ours, size, limit)
        mine, our_answer = ours.get(size, (Outcome("failed"), {}))
        tolerance = {"": workload.tolerance, **way.tolerance}
        equal = verdict(our_answer, answer, tolerance, way.differs) if outcome.state == "timed" else ""
        peers.append(PeerRecord(way.name, outcome, size, mine.seconds, way.share, equal))
    return WorkloadRecord(workload.name, date, full, ours[full][0], tuple(peers))


def measure_growth(growth: Growth, *, scale: float, limit: float, date: str) -> GrowthRecord | None:
    """Our timings at each size; None where an engine is not there or fails."""
    sizes = (
        growth.sizes if growth.unit == "raters" else sorted({scaled(growth, n, scale) for n in growth.sizes})
    )
    seconds, megabytes = [], []
    for size in sizes:
        make_file(growth, size)
        found, _ = run_way(growth, growth.ours, size, limit)
        base = run_way(growth, growth.beyond, size, limit)[0].seconds if growth.beyond else 0.0
        if found.state != "timed" or found.seconds is None or base is None:
            return None
        seconds.append(max(found.seconds - base, 1e-6))
        megabytes.append(found.megabytes or 0.0)
    return GrowthRecord(growth.name, date, tuple(sizes), tuple(seconds), tuple(megabytes))


def scaled(entry: Workload | Growth, size: int, scale: float) -> int:
    """A size made smaller for a trial, but not below the toy."""
    return size if scale == 1 else max(entry.toy, int(size * scale))
