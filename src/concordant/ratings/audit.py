"""The audit: what was read, what was used, what was left out and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..result import Note, show_count
from .effort import Effort
from .phrases import counted, listed, many


@dataclass(frozen=True, kw_only=True)
class Audit:
    """What was read, and what was left out of it and why; every `Ratings` has one."""

    source: str = ""
    rows_read: int = 0
    rows_used: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, int] = field(default_factory=dict)
    out_of_scale: Mapping[str, int] = field(default_factory=dict)
    failed_parses: Mapping[str, int] = field(default_factory=dict)
    duplicates: int = 0
    duplicate_rule: str = ""
    n_items: int = 0
    n_raters: int = 0
    n_ratings: int = 0
    n_gaps: int = 0
    single_rated: int = 0
    unrated: int = 0
    unused_categories: tuple[Any, ...] = ()
    least_overlap: int | None = None
    effort: Mapping[str, Effort] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    def but(self, **changes: Any) -> Audit:
        """The audit with some entries replaced."""
        return replace(self, **changes)

    def lines(self) -> list[str]:
        """The audit as sentences, in reading order."""
        lines = [f"Data source: {self.source}."] if self.source else []
        lines.append(f"{many(self.rows_read, 'row')} read, {show_count(self.rows_used)} used.")
        lines += [f"Excluded {show_count(count)}: {why}." for why, count in self.dropped.items() if count]
        if self.roles:
            lines.append(f"Columns: {'; '.join(f'{role} = {name}' for role, name in self.roles.items())}.")
        lines.append(
            f"{many(self.n_items, 'item')}, {many(self.n_raters, 'rater')}, "
            f"{many(self.n_ratings, 'rating')}, {many(self.n_gaps, 'missing rating')}."
        )
        return [*lines, *self._losses(), *(note.text for note in self.notes)]

    def _losses(self) -> Iterator[str]:
        """What cannot count, and what is not there."""
        if self.missing:
            yield f"Treated as missing: {counted(self.missing)}."
        if self.duplicates:
            what = many(self.duplicates, "repeated rating")
            yield f"{what} of the same item by the same rater; rule applied: {self.duplicate_rule}."
        if self.single_rated:
            who = many(self.single_rated, "item has", "items have")
            yield f"{who} only one rating and cannot be used to measure agreement."
        if self.least_overlap is not None and self.n_gaps:
            yield f"The two raters with the fewest items in common share {self.least_overlap}."
        if self.unused_categories:
            yield f"Categories never used: {listed(self.unused_categories)}."

    def __str__(self) -> str:
        return "\n".join(self.lines())
