"""How numbers are written, on the terminal and on the pages."""

from __future__ import annotations

import math

from .record import Outcome, PeerRecord, WorkloadRecord
from .workload import Goal

ABSENT = "not on this machine"


def seconds(value: float | None) -> str:
    """Three digits, without powers of ten."""
    if value is None:
        return "–"
    if value >= 100:
        return f"{value:,.0f}"
    if value >= 1:
        return f"{value:.3g}"
    return f"{value:.{2 - math.floor(math.log10(value))}f}".rstrip("0")


def ratio(value: float | None) -> str:
    """Two digits."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def megabytes(value: float | None) -> str:
    """Whole megabytes."""
    return "–" if value is None else f"{value:,.0f}"


def outcome(found: Outcome, share: float = 1.0) -> str:
    """The seconds, or why there are none."""
    if found.state == "timed":
        return f"≈ {seconds(found.seconds)}" if share < 1 else seconds(found.seconds)
    if found.state == "late":
        return f"> {seconds(found.seconds)}"
    return ABSENT if found.state == "absent" else f"failed: {found.why}"


def peer_ratio(peer: PeerRecord) -> str:
    """The ratio, or the least that it is."""
    shown = ratio(peer.ratio)
    return f"> {shown}" if peer.outcome.state == "late" and peer.ratio is not None else shown


def count(n: float) -> str:
    """10⁴ for powers of ten, else the number."""
    power = len(str(int(n))) - 1
    superscript = str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{superscript}" if n == 10**power and power > 2 else f"{n:,.0f}"


def remark(peer: PeerRecord, full: int) -> str:
    """What to know about a peer's time that is not of the whole workload."""
    if peer.outcome.state == "absent":
        return ""
    parts = [f"both at {count(peer.size)}"] if peer.size < full else []
    if peer.share < 1:
        parts.append(f"{peer.share:.2%} of the rounds run".replace(".00%", "%"))
    return ", ".join(parts)


def reached(record: WorkloadRecord, goal: Goal) -> str:
    """yes, no, or not measured."""
    return {True: "yes", False: "**no**", None: "not measured"}[record.reached(goal)]
