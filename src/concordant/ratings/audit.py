"""The audit: what was read, what was used, what was left out and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..result import Note


@dataclass(frozen=True, kw_only=True)
class Audit:
    """Goes with every `Ratings`; nothing is dropped that is not counted here."""

    source: str = ""
    rows_read: int = 0
    rows_used: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, int] = field(default_factory=dict)
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
    notes: tuple[Note, ...] = ()

    def but(self, **changes: Any) -> Audit:
        """The same audit with some entries replaced."""
        return replace(self, **changes)

    def lines(self) -> list[str]:
        """The audit as sentences, in reading order."""
        said = []
        if self.source:
            said.append(f"Read from {self.source}.")
        said.append(f"Rows read {self.rows_read}, used {self.rows_used}.")
        said += [f"Dropped {count}: {why}." for why, count in self.dropped.items() if count]
        if self.roles:
            said.append(
                "Columns: " + "; ".join(f"{role} = {name}" for role, name in self.roles.items()) + "."
            )
        said.append(
            f"{self.n_items} items, {self.n_raters} raters, {self.n_ratings} ratings, {self.n_gaps} gaps."
        )
        if self.missing:
            said.append(
                "Read as missing: " + ", ".join(f"{c!r} ({n})" for c, n in self.missing.items()) + "."
            )
        if self.duplicates:
            said.append(
                f"{self.duplicates} repeated ratings of an item by a rater; rule: {self.duplicate_rule}."
            )
        if self.unrated:
            said.append(f"{self.unrated} items have no rating at all.")
        if self.single_rated:
            said.append(f"{self.single_rated} items have one rating only and cannot show agreement.")
        if self.least_overlap is not None and self.n_gaps:
            said.append(f"The two raters that share fewest items share {self.least_overlap}.")
        if self.unused_categories:
            said.append("Never used: " + ", ".join(map(str, self.unused_categories)) + ".")
        said += [note.text for note in self.notes]
        return said

    def __str__(self) -> str:
        return "\n".join(self.lines())
