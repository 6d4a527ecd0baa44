"""Which judges are reliably better than which, in at most four sentences, however many there are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...language.message import Message, fact
from ..compare import JudgePair

if TYPE_CHECKING:
    from .leaderboard import LeaderboardRow

#: More items than this are no plan, and no number of them is given.
_MOST_ITEMS = 1_000_000


def leaderboard_sentences(
    rows: Sequence[LeaderboardRow], pairs: Sequence[JudgePair], main: tuple[str, Mapping[str, Any]]
) -> Iterator[Message]:
    """The best judge beside the others, who is worse than the best, and the others among themselves."""
    measure = {"m": [main[0], dict(main[1])]}
    unranked = [row for row in rows if row.place is None]
    values = {row.judge: row.main.estimate for row in rows}
    if len(pairs) == 1:
        yield _two(pairs[0], values, main)
    elif pairs:
        yield from _many(rows[0].judge, pairs, measure | {"x": [main[0], rows[0].main.estimate]})
    if unranked:
        yield Message("leaderboard.unranked", {"names": [_why(row, measure) for row in unranked]})


def _why(row: LeaderboardRow, measure: Mapping[str, Any]) -> dict[str, Any]:
    """Why a judge has no rank."""
    if row.copy_of:
        return fact(Message("leaderboard.unranked-copy", {"name": row.judge, "person": row.copy_of}))
    return fact(Message("leaderboard.unranked-undefined", {"name": row.judge, **measure}))


def _two(pair: JudgePair, values: Mapping[str, float], main: tuple[str, Mapping[str, Any]]) -> Message:
    """Two judges on the items that both rated."""
    gap = pair.difference
    facts: dict[str, Any] = {"m": [main[0], dict(main[1])], "n": pair.n_items, "p": pair.p_adjusted}
    first, second = pair.first, pair.second
    if not gap.defined:
        return Message("leaderboard.two-undefined", facts | {"first": first, "second": second})
    known = {first: gap.details["first"], second: gap.details["second"]}
    if pair.better == second:
        first, second = second, first
    facts |= {"first": first, "second": second}
    facts |= {"x": [main[0], known[first]], "y": [main[0], known[second]]}
    if pair.better:
        return Message("leaderboard.two-better", facts)
    return _with_items("leaderboard.two-level", facts, pair)


def _many(best: str, pairs: Sequence[JudgePair], facts: Mapping[str, Any]) -> Iterator[Message]:
    """The best beside all others, then what is left to say of those."""
    of_best = {_other(pair, best): pair for pair in pairs if best in (pair.first, pair.second)}
    worse = [name for name, pair in of_best.items() if pair.better == best]
    ahead = [name for name, pair in of_best.items() if pair.better == name]
    level = [name for name in of_best if name not in (*worse, *ahead)]
    if ahead:
        yield Message("leaderboard.beaten", {**facts, "best": best, "names": ahead})
    elif not level:
        yield Message("leaderboard.best", {**facts, "best": best, "n": len(worse)})
    else:
        nearest = of_best[level[0]]
        named = {**facts, "best": best, "names": level, "next": level[0]}
        yield _with_items("leaderboard.level", named, nearest)
    if worse and (level or ahead):
        better = [best, *(name for name in level if _beats_all(name, worse, pairs))]
        key = "leaderboard.several-better" if len(better) > 1 else "leaderboard.one-better"
        yield Message(key, {"better": better, "worse": worse})
    yield from _among(worse, pairs)


def _among(names: Sequence[str], pairs: Sequence[JudgePair]) -> Iterator[Message]:
    """Those that are worse than the best, among themselves."""
    own = [pair for pair in pairs if pair.first in names and pair.second in names]
    apart = sum(bool(pair.better) for pair in own)
    if not own:
        return
    case = "none" if not apart else "all" if apart == len(own) else "some"
    yield Message(f"leaderboard.others-{case}", {"names": list(names), "n": apart, "all": len(own)})


def _beats_all(name: str, others: Sequence[str], pairs: Sequence[JudgePair]) -> bool:
    """Whether a judge is reliably better than each of the others."""
    won = {_other(pair, name) for pair in pairs if pair.better == name}
    return won >= set(others)


def _other(pair: JudgePair, name: str) -> str:
    return pair.second if pair.first == name else pair.first


def _with_items(code: str, facts: Mapping[str, Any], pair: JudgePair) -> Message:
    """The sentence, with how many items would tell two judges apart where that is a number to plan with."""
    if math.isnan(pair.items_needed) or pair.items_needed > _MOST_ITEMS:
        return Message(code, dict(facts))
    return Message(f"{code}-needed", {**facts, "needed": two_figures(pair.items_needed)})


def two_figures(number: float) -> float:
    """The number rounded up to two figures: more would claim to know."""
    step = 10 ** max(math.floor(math.log10(number)) - 1, 0)
    return float(math.ceil(number / step) * step)
