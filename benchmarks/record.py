"""What was measured, kept as JSON; words and goals stay with the workloads."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from .workload import Goal, Workload

#: "late": longer than allowed; "absent": not on the machine.
State = Literal["timed", "late", "absent", "failed"]


@dataclass(frozen=True)
class Outcome:
    """One way, timed or not: seconds (the best of `runs`; the limit, where late) and memory."""

    state: State
    seconds: float | None = None
    runs: int = 0
    megabytes: float | None = None
    why: str = ""


@dataclass(frozen=True)
class PeerRecord:
    """A peer beside us: `ours` is our time at the size at which the peer was timed."""

    name: str
    outcome: Outcome
    size: int
    ours: float | None
    share: float = 1.0
    equal: str = ""

    @property
    def ratio(self) -> float | None:
        """The peer's time by ours; the least it can be, where the peer is late."""
        if self.outcome.seconds is None or not self.ours:
            return None
        return self.outcome.seconds / self.ours


@dataclass(frozen=True)
class WorkloadRecord:
    """Everyone's outcomes on a workload, had in one run."""

    name: str
    date: str
    size: int
    ours: Outcome
    peers: tuple[PeerRecord, ...]

    def peer(self, name: str) -> PeerRecord | None:
        """The peer of this name."""
        return next((peer for peer in self.peers if peer.name == name), None)

    def reached(self, goal: Goal) -> bool | None:
        """Whether a goal is reached; None where it was not measured."""
        mine = self.ours
        if goal.against:
            peer = self.peer(goal.against)
            if peer is None or peer.ratio is None or peer.ours is None or peer.outcome.seconds is None:
                return None
            if goal.over is not None:
                return (peer.ours - peer.outcome.seconds) * 1e6 <= goal.over
            if peer.outcome.state == "late" and peer.ratio < (goal.ratio or 0):
                return None
            return peer.ratio >= (goal.ratio or 0)
        if goal.seconds is not None:
            return None if mine.seconds is None else mine.state == "timed" and mine.seconds < goal.seconds
        return None if mine.megabytes is None else mine.megabytes < (goal.megabytes or 0)

    def headline(self, workload: Workload) -> PeerRecord | None:
        """The peer that the first goal names, else the first that was timed."""
        named = [peer for goal in workload.goals if (peer := self.peer(goal.against))]
        return next((peer for peer in (*named, *self.peers) if peer.ratio is not None), None)


@dataclass(frozen=True)
class GrowthRecord:
    """Seconds and megabytes at each size."""

    name: str
    date: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]
    megabytes: tuple[float, ...]


@dataclass(frozen=True)
class StartUpRecord:
    """The wall time of a command."""

    name: str
    date: str
    seconds: float


@dataclass(frozen=True)
class Machine:
    """The size of the machine and the versions of what ran on it."""

    cores: int
    memory_gb: int
    system: str
    versions: dict[str, str]


@dataclass
class Results:
    """All of it."""

    machine: Machine
    limit: float
    workloads: list[WorkloadRecord] = field(default_factory=list)
    growths: list[GrowthRecord] = field(default_factory=list)
    startups: list[StartUpRecord] = field(default_factory=list)

    def put(self, record: WorkloadRecord | GrowthRecord | StartUpRecord, order: list[str]) -> None:
        """Add a record, or replace the one of its name, and keep to the order of the catalogue."""
        kept: list[Any] = (
            self.workloads if isinstance(record, WorkloadRecord)
            else self.growths if isinstance(record, GrowthRecord) else self.startups
        )  # fmt: skip
        kept[:] = [old for old in kept if old.name != record.name and old.name in order] + [record]
        kept.sort(key=lambda each: order.index(each.name))

    def save(self, path: Path) -> None:
        """Write JSON; numbers with four digits, which is more than a clock knows."""
        text = json.dumps(_short(asdict(self)), ensure_ascii=False, indent=1)
        path.write_text(text + "\n", encoding="utf-8")


def load(path: Path) -> Results:
    """What `save` wrote."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Results(
        Machine(**kept["machine"]),
        kept["limit"],
        [_workload(each) for each in kept["workloads"]],
        [
            GrowthRecord(**{k: tuple(v) if isinstance(v, list) else v for k, v in g.items()})
            for g in kept["growths"]
        ],
        [StartUpRecord(**each) for each in kept["startups"]],
    )


def _workload(kept: dict[str, Any]) -> WorkloadRecord:
    peers = tuple(PeerRecord(**{**peer, "outcome": Outcome(**peer["outcome"])}) for peer in kept["peers"])
    return WorkloadRecord(**{**kept, "ours": Outcome(**kept["ours"]), "peers": peers})


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _short(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_short(each) for each in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value
