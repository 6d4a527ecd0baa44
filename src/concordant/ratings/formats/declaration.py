"""The table of formats as values: what an export looks like, and where its ratings are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

#: The columns of the canonical table, in this order; what else is known of an item follows.
ITEM, RATER, KIND, DIMENSION, SCORE = "item_id", "rater_id", "rater_kind", "dimension", "score"
ROUND, REPEAT, TIME, COMMENT = "round", "repeat", "timestamp", "comment"
SECONDS, COST = "seconds", "cost"
CANONICAL = (ITEM, RATER, KIND, DIMENSION, SCORE, ROUND, REPEAT, TIME, COMMENT, SECONDS, COST)

#: Why a record of an export is no rating: the code in the table of formats, and the words of the audit.
REASONS = {
    "cancelled": "skipped or cancelled annotations",
    "draft": "responses that were never submitted",
    "ignored": "answers marked as ignored",
    "rejected": "assignments that were rejected",
    "empty": "records without any rating",
    "no-value": "ratings without a value",
    "no-item": "ratings of an unknown item",
    "no-rater": "ratings by an unknown rater",
    "failed": "ratings that failed or could not be parsed",
    "overridden": "ratings overridden by a later one",
    "superseded": "earlier ratings of the same item by the same rater",
    "region": "labels for part of an item, such as a span or a box",
    "stacked": "several labels by one rater at the same place",
    "free-text": "free text, corrections and notes, which are not ratings",
    "other-scale": "ratings of dimensions on another scale",
    "not-shared": "ratings of dimensions with only one rater",
    "not-chosen": "ratings of dimensions that were not selected",
    "lost-pair": "the side of a pair that was not preferred",
    "damaged": "records that are not JSON objects",
}


@dataclass(frozen=True)
class Condition:
    """What is asked of a record: whether something is there, or what it is."""

    at: str
    why: str = ""
    equals: tuple[Any, ...] = ()
    exists: bool | None = None
    kind: str = ""
    """Only for raters of this kind."""

    @property
    def level(self) -> str:
        """The level it can be answered on; none for the innermost."""
        return self.at[1:].partition(".")[0] if self.at.startswith("$") else ""


@dataclass(frozen=True)
class RowRule:
    """How one kind of ratings is found in a record, and what each column of the canonical table is."""

    explode: Mapping[str, str]
    item: str
    rater: str | Mapping[str, str]
    kind: str | Mapping[str, str]
    value: str | Mapping[str, str]
    dimension: str = "=rating"
    value_by: str = ""
    repeat: str = ""
    round: str = ""
    time: str = ""
    comment: str = ""
    seconds: str = ""
    cost: str = ""
    data: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()
    """Values of `value_by` that are no ratings and are kept elsewhere, such as comments."""
    failed: tuple[Any, ...] = ()
    gaps: tuple[Any, ...] = ()
    drop: tuple[Condition, ...] = ()
    keep: tuple[Condition, ...] = ()
    remember: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ExportFormat:
    """An export of a tool: how it is recognised, how it is read, and what that was checked against."""

    name: str
    title: Mapping[str, str]
    platform: str
    shape: str
    container: tuple[str, ...]
    sniff: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    level: str = "record"
    records: str = ""
    reshape: str = ""
    rows: tuple[RowRule, ...] = ()
    schema: str = ""
    seen: str = ""
    seen_zh: str = ""
    ask: tuple[str, ...] = ()
    advice: str = ""
    write_back: tuple[str, ...] = ()

    @property
    def ordinary(self) -> bool:
        """Whether it is a table that needs no rule of its own."""
        return not self.rows


@dataclass(frozen=True)
class RefusedFormat:
    """A file of a platform that holds no ratings to read, and what to export instead."""

    platform: str
    container: tuple[str, ...]
    sniff: tuple[str, ...]
    unless: tuple[str, ...]
    found: str
    instead: str

    @property
    def message(self) -> str:
        """What it is, and what to do."""
        return f"is {self.found}: {self.instead}"


@cache
def formats() -> tuple[ExportFormat, ...]:
    """Every format, in the order in which they are tried."""
    return tuple(_format(name, entry) for name, entry in _table()["format"].items())


def named_in(text: str) -> ExportFormat | None:
    """The format whose keys stand in a text that is not whole; the one that asks for most of them."""

    def stands(way: str) -> bool:
        return f'"{re.split("[.:]", way.partition(":")[0])[-1]}"' in text

    found = [
        known
        for known in formats()
        if len(known.sniff) > 1 and all(any(map(stands, one.split("|"))) for one in known.sniff)
    ]
    return max(found, key=lambda known: len(known.sniff), default=None)


@cache
def refusals() -> tuple[RefusedFormat, ...]:
    """What looks like a platform's and cannot be read."""
    return tuple(
        RefusedFormat(
            platform=entry["platform"],
            container=tuple(entry["container"]),
            sniff=tuple(entry.get("sniff", ())),
            unless=tuple(entry.get("unless", ())),
            found=entry["found"],
            instead=entry["instead"],
        )
        for entry in _table()["refuse"]
    )


def format_named(name: str) -> ExportFormat | None:
    """The format of this name."""
    return next((known for known in formats() if known.name == name), None)


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("formats.toml").read_text(encoding="utf-8"))


def _format(name: str, entry: Mapping[str, Any]) -> ExportFormat:
    base = {**_table()["format"][entry["like"]], **entry} if "like" in entry else dict(entry)
    shared = {key: base[key] for key in RowRule.__dataclass_fields__ if key in base}
    rules = [{**shared, **rule} for rule in base.get("rows", [{}] if "item" in base else [])]
    kept = (
        "title",
        "platform",
        "shape",
        "level",
        "records",
        "reshape",
        "schema",
        "seen",
        "seen_zh",
        "advice",
    )
    several = ("container", "sniff", "unless", "ask", "write_back")
    facts: dict[str, Any] = {key: base[key] for key in kept if key in base}
    facts |= {key: tuple(base[key]) for key in several if key in base}
    return ExportFormat(name=name, rows=tuple(map(_rule, rules)), **facts)


def _rule(entry: Mapping[str, Any]) -> RowRule:
    conditions = {role: tuple(_condition(c) for c in entry.get(role, ())) for role in ("drop", "keep")}
    several = {key: tuple(entry[key]) for key in ("data", "passed_over", "failed", "gaps") if key in entry}
    return RowRule(**{"explode": {}, **entry, **several, **conditions})


def _condition(entry: Mapping[str, Any]) -> Condition:
    allowed: Any = entry.get("is", entry.get("in", ()))
    several = isinstance(allowed, Sequence) and not isinstance(allowed, str)
    return Condition(
        at=entry["at"],
        why=entry.get("why", ""),
        equals=tuple(allowed) if several else (allowed,),
        exists=entry.get("exists"),
        kind=entry.get("kind", ""),
    )
