"""Results as rows of text: for the terminal, for RESULTS.md, and the headlines of the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import words
from .growth import GROWTHS, exponent
from .record import Results, WorkloadRecord
from .startup import STARTUPS
from .workload import Workload
from .workloads import WORKLOADS

HEAD = (
    "workload", "ours (s)", "peak MB", "peer", "peer (s)", "peer MB", "ratio", "peer's answer", "goal",
    "reached?",
)  # fmt: skip
BY_NAME = {workload.name: workload for workload in WORKLOADS}


def rows(record: WorkloadRecord) -> list[tuple[str, ...]]:
    """A row for each peer; goals that are against nobody stand in the first."""
    workload = BY_NAME[record.name]
    ours = (workload.title, words.outcome(record.ours), words.megabytes(record.ours.megabytes))
    nobody = [goal for goal in workload.goals if not goal.against]
    table = []
    for place, peer in enumerate(record.peers):
        goals = [g for g in workload.goals if g.against == peer.name] + (nobody if place == 0 else [])
        remark = words.remark(peer, record.size)
        theirs = words.outcome(peer.outcome, peer.share)
        if peer.size < record.size and peer.ours is not None and peer.outcome.seconds is not None:
            theirs += f" against {words.seconds(peer.ours)}"
        table.append((
            *(ours if place == 0 else ("", "", "")),
            f"{peer.name} ({remark})" if remark else peer.name,
            theirs,
            words.megabytes(peer.outcome.megabytes),
            words.peer_ratio(peer),
            peer.equal,
            "; ".join(goal.said() for goal in goals),
            "; ".join(words.reached(record, goal) for goal in goals),
        ))  # fmt: skip
    return table or [(*ours, *("",) * (len(HEAD) - 3))]


def growth_rows(results: Results) -> list[tuple[str, ...]]:
    """Seconds at each size, and the exponent."""
    by_name = {growth.name: growth for growth in GROWTHS}
    table = []
    for record in results.growths:
        growth = by_name[record.name]
        points = zip(record.sizes, record.seconds, strict=True)
        times = ", ".join(f"{words.count(n)}: {words.seconds(s)}" for n, s in points)
        power = exponent(record.sizes, record.seconds)
        kept = "yes" if power <= growth.most else "**no**"
        memory = ", ".join(words.megabytes(m) for m in record.megabytes)
        table.append((growth.title, growth.unit, times, memory, f"{power:.2f}", f"≤ {growth.most:g}", kept))
    return table


GROWTH_HEAD = ("what grows", "with", "seconds", "peak MB", "exponent", "goal", "reached?")


def startup_rows(results: Results) -> list[tuple[str, ...]]:
    """Seconds of whole processes."""
    goals = {each.name: each.seconds for each in STARTUPS}
    table = []
    for record in results.startups:
        goal = goals[record.name]
        kept = "" if goal is None else "yes" if record.seconds < goal else "**no**"
        table.append((f"`{record.name}`" if " a " not in record.name else record.name,
                      f"{record.seconds:.3f}", "" if goal is None else f"< {goal:g} s", kept))  # fmt: skip
    return table


STARTUP_HEAD = ("what is started", "seconds", "goal", "reached?")


def markdown(head: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; figures are set right."""
    right = {
        "ours (s)",
        "peak MB",
        "peer (s)",
        "peer MB",
        "ratio",
        "seconds",
        "exponent",
        "本库（秒）",
        "对方（秒）",
        "倍数",
    }
    rule = ["---:" if name in right else "---" for name in head]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, rule, *body)) + "\n"


def headlines(results: Results, language: str) -> str:
    """One line for each workload: the peer its goal names."""
    english = language == "en"
    head = ("workload", "ours (s)", "peer", "peer (s)", "ratio", "goals met") if english else (
        "任务", "本库（秒）", "对比对象", "对方（秒）", "倍数", "是否达标")  # fmt: skip
    body = [_headline(record, BY_NAME[record.name], english) for record in results.workloads]
    return markdown(head, [row for row in body if row])


def _headline(record: WorkloadRecord, workload: Workload, english: bool) -> tuple[str, ...]:
    peer = record.headline(workload)
    if peer is None:
        return ()
    mine = words.seconds(peer.ours)
    remark = words.remark(peer, record.size)
    if not english:
        remark = remark.replace("both at", "双方均为").replace(" of the rounds run", " 的循环")
    said = {True: "yes", False: "no", None: "–"} if english else {True: "是", False: "否", None: "–"}
    kept = [record.reached(goal) for goal in workload.goals]
    verdict = None if not kept or all(k is None for k in kept) else all(k is not False for k in kept)
    return (
        workload.title if english else workload.title_zh,
        mine,
        f"{peer.name} ({remark})" if remark else peer.name,
        words.outcome(peer.outcome, peer.share),
        words.peer_ratio(peer),
        said[verdict],
    )
