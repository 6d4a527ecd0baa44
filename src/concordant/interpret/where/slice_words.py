"""Slices in words: the worst, which others are surely worse too, and what the main measure says of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ...language.message import Message
from ...language.render import LANGUAGES, topic
from ...ratings.rows import NOTHING
from ...result import Result
from .slice_table import SliceRow, surely_worse_by_main

#: So many slices are named beside the worst one.
MOST_NAMED = 3


def about(sure: Sequence[SliceRow], fdr: float, *, raters: bool = False) -> Message:
    """How the worst of the slices that are surely worse differs from the rest, and which others do."""
    worst, kind = sure[0], "rater" if raters else "worst"
    facts = {"slice": name_of(worst), "but": _not_by_main(worst, fdr, kind), "also": _others(sure[1:], kind)}
    by = worst.difference
    here, rest, within = by.details["first"], by.details["second"], _ends(by)
    if worst.tested != "exact_agreement":
        facts |= {"m": worst.tested, "here": here, "rest": rest, "gap": by.estimate, **within}
        return Message(f"slices.{kind}-by", facts)
    low, high = within["within"]
    shares = {"points": -100 * by.estimate, **within, "within": [-100 * high, -100 * low]}
    if raters:
        shares |= {"together": here, "without": rest, "n": worst.n}
    share = math.nan if worst.exact is None else worst.exact.estimate
    return Message(f"slices.{kind}", {**facts, "share": share, **shares})


def even(
    rows: Sequence[SliceRow], fdr: float, code: str, facts: Mapping[str, Any], *, raters: bool = False
) -> Message:
    """That no slice is surely worse; where the main measure is lower all the same, that is said too."""
    by = "" if not rows or rows[0].tested == "exact_agreement" else "-by"
    return Message(
        f"slices.{code}{by}", {**facts, "but": _only_by_main(rows, fdr, "rater" if raters else "worst")}
    )


def _only_by_main(rows: Sequence[SliceRow], fdr: float, kind: str) -> Any:
    sure = surely_worse_by_main(rows, fdr)
    if not sure or sure[0].main.measure == sure[0].tested:
        return ""
    worst = sure[0]
    by = worst.differences[worst.main.measure]
    facts = {"m": _main(worst), "slice": name_of(worst), "here": by.details["first"]}
    return _fact(Message(f"slices.main-alone-{kind}", {**facts, "rest": by.details["second"]}))


def name_of(row: SliceRow) -> Any:
    """The value of a slice, or both of a cell; a missing one in the words of each language."""
    parts = row.value if isinstance(row.value, list) else [row.value]
    if not row.missing:
        return " × ".join(map(str, parts))
    gap = topic("shown")["missing"]
    return {
        lang: " × ".join(gap[lang] if part == NOTHING else str(part) for part in parts) for lang in LANGUAGES
    }


def _not_by_main(row: SliceRow, fdr: float, kind: str) -> Any:
    """That the main measure is lower too is not sure, or is not so."""
    sure = row.q_main <= fdr
    if row.main.measure == row.tested or math.isnan(row.q_main) or (sure and row.worse_by_main):
        return ""
    return _fact(Message(f"slices.main-{'better' if sure else 'unsure'}-{kind}", {"m": _main(row)}))


def _others(rows: Sequence[SliceRow], kind: str) -> Any:
    names = [name_of(row) for row in rows[:MOST_NAMED]]
    if not names:
        return ""
    left = len(rows) - len(names)
    facts = {"names": names, "left": left}
    return _fact(Message(f"slices.also-{kind}" + ("-more" if left else ""), facts))


def _main(row: SliceRow) -> list[Any]:
    return [row.main.measure, dict(row.main.options)]


def _fact(said: Message) -> dict[str, Any]:
    return {"code": said.code, "facts": dict(said.facts)}


def _ends(by: Result) -> dict[str, Any]:
    if by.interval is None:
        return {"within": [math.nan, math.nan], "level": math.nan}
    return {"within": [by.interval.low, by.interval.high], "level": by.interval.level}
