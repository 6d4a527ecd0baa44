"""Progress over rounds in sentences: the verdict in a line, what the last round changed, and by how much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...language.message import Message, fact
from ...language.render import is_share
from ...result import Result
from .anchors import Anchored
from .change_record import Change
from .convergence import Convergence
from .progress import Progress
from .round import rated


def word(key: str, **facts: Any) -> Message:
    """A sentence, a head or a cell about rounds."""
    return Message(f"progress.{key}", facts)


def last_change_message(progress: Progress) -> Message | None:
    """What the last round changed and whether there is more to gain, in a line."""
    change = last_change(progress)
    if change is None:
        return None
    facts: dict[str, Any] = {
        "name": change.second, "before": change.first, "m": [progress.measure, dict(progress.options)],
        "verdict": fact(_verdict(progress.convergence)),
    }  # fmt: skip
    gap = gap_message(progress.measure, tracked_change(progress, change))
    if gap is None:
        return word("last-undefined", **facts)
    facts["gap"] = fact(gap)
    if change.paired:
        return word("last-paired", **facts, items=rated(change.n_common, change.n_rows))
    few = change.n_common > 0
    return word("last-few", **facts, n=change.n_common) if few else word("last-independent", **facts)


def _verdict(convergence: Convergence | None) -> Message:
    """Whether rounds still improve, as the end of a sentence."""
    if convergence is None:
        return word("verdict-none")
    key, k = f"verdict-{convergence.verdict}", len(convergence.gains)
    return word(f"{key}-over", k=k) if convergence.verdict in ("improving", "worse") and k > 1 else word(key)


def verdict_message(convergence: Convergence) -> Message:
    """Whether rounds still improve, and what that rests on, in a sentence."""
    key = f"call-{convergence.verdict}"
    if convergence.verdict == "cannot-tell":
        return word(key)
    k = float(len(convergence.gains))
    if convergence.verdict == "converged":
        return word(key, k=k, least=fact(least_gain_message(convergence.measure, convergence.least_gain)))
    if convergence.over is not None and not convergence.over.details.get("paired", True):
        return word(f"{key}-other")
    return word(key, k=k) if k > 1 else word(f"{key}-one")


def least_gain_message(measure: str, least: float) -> Message:
    """The gain that is worth another round: in points for a share."""
    return word("least-points", x=100 * least) if is_share(measure) else word("least-units", x=least)


def round_messages(progress: Progress) -> Iterator[Message]:
    """Everything that is said of rounds: in general, whether they converge, the last change, and drift."""
    yield from progress.sentences
    if progress.convergence is not None:
        yield from progress.convergence.sentences
    change = last_change(progress)
    if change is not None:
        yield from change.sentences
    if progress.drift is not None:
        yield from drift_messages(progress.drift)


def drift_messages(drift: Anchored) -> Iterator[Message]:
    """What is said of drift, and that a change on purpose looks the same."""
    yield from drift.sentences
    if drift.verdict == "drifting":
        yield word("on-purpose")


def last_change(progress: Progress) -> Change | None:
    """What the last round changed."""
    return change_to(progress, progress.rounds[-1].name) if progress.rounds else None


def change_to(progress: Progress, name: str) -> Change | None:
    """What a round changed; None for the first, or where nothing could be compared."""
    return next((change for change in progress.changes if change.second == name), None)


def tracked_change(progress: Progress, change: Change | None) -> Result | None:
    """How far the tracked measure changed."""
    found = None if change is None else change.measure(progress.measure)
    return None if found is None else found.difference


def gap_message(measure: str, difference: Result | None, kind: str = "gap") -> Message | None:
    """How far a measure changed, with the interval: shares in points, which a head may say ("cell")."""
    if difference is None or not difference.defined:
        return None
    key, times = (f"{kind}-points", 100) if is_share(measure) else ("gap-units", 1)
    around = difference.interval
    if around is None:
        return word(key, x=times * difference.estimate)
    ends = {"low": times * around.low, "high": times * around.high}
    return word(f"{key}-within", x=times * difference.estimate, **ends)


def with_items(gap: Message, change: Change) -> Message:
    """A change with the word that it is not on the same items, where it is not."""
    if change.paired:
        return gap
    return word("few-common" if change.n_common else "independent", gap=fact(gap))
