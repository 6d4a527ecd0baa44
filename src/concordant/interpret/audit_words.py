"""The audit of a reading as sentences, in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..language.message import Message
from ..language.render import Language, render
from ..ratings.audit import STRAY_ROWS, Audit
from ..ratings.formats import REASONS
from .notes import note_message, role_messages

_DROPPED = {
    "rows without an item": "no-item",
    "rows without a rater": "no-rater",
    STRAY_ROWS: "stray",
    "rows of raters that were not selected": "not-asked",
    **{words: f"export-{why}" for why, words in REASONS.items()},
}
_RULES = {
    "identical, one kept": "agree",
    "numbered as repeats": "repeats",
    "first one kept": "first",
    "last one kept": "last",
}
_SOURCES = (
    ("counts", r"a count matrix"),
    ("table", r"a contingency table"),
    ("array", r"the array"),
    ("structured-array", r"the structured array"),
    ("records", r"the records"),
    ("dictionary", r"the dictionary"),
    ("frame", r"the (?P<library>\w+) frame"),
    ("ibis", r"the Ibis table"),
    ("relation", r"the DuckDB relation"),
    ("folder", r"the folder (?P<name>.+)"),
    ("files", r"(?P<count>\d+) files"),
    ("database-table", r"(?P<table>.+) of the database (?P<name>.+)"),
)


def audit_sentences(audit: Audit) -> tuple[Message, ...]:
    """Everything that `audit.lines()` says, in that order."""
    return (*_read(audit), *_losses(audit), *map(note_message, audit.notes))


def _read(audit: Audit) -> Iterator[Message]:
    if audit.source:
        yield _message("source", source=_source(audit.source))
    yield _message("rows", read=audit.rows_read, used=audit.rows_used)
    for why, count in audit.dropped.items():
        if count:
            known = _DROPPED.get(why)
            yield (
                _message(f"dropped-{known}", count=count)
                if known
                else _message("dropped", count=count, why=why)
            )
    if audit.roles:
        yield _message("columns", roles=role_messages(audit.roles))
    yield _message(
        "size",
        items=audit.n_items,
        raters=audit.n_raters,
        ratings=audit.n_ratings,
        gaps=audit.n_gaps,
    )


def _losses(audit: Audit) -> Iterator[Message]:
    """What cannot count, and what is not there."""
    if audit.missing:
        yield _message("missing", values=dict(audit.missing))
    if audit.duplicates:
        yield _message("duplicates", count=audit.duplicates, rule=_rule(audit.duplicate_rule))
    if audit.single_rated:
        yield _message("single-rated", count=audit.single_rated)
    if audit.least_overlap is not None and audit.n_gaps:
        yield _message("least-overlap", count=audit.least_overlap)
    if audit.unused_categories:
        yield _message("never-used", categories=[str(label) for label in audit.unused_categories])


def _rule(rule: str) -> str | dict[str, Any]:
    return _within(f"rule-{_RULES[rule]}") if rule in _RULES else rule


def _source(source: str) -> str | dict[str, Any]:
    """A source that is no file has a name in each language."""
    for kind, pattern in _SOURCES:
        found = re.fullmatch(pattern, source, re.DOTALL)
        if found:
            return _within(f"source-{kind}", **found.groupdict())
    return source


def source_name(source: str, lang: Language) -> str:
    """What the data came from, in one language."""
    text = _source(source)
    return text if isinstance(text, str) else render(text["code"], text["facts"], lang)


def _message(key: str, **facts: Any) -> Message:
    return Message(f"audit.{key}", facts)


def _within(key: str, **facts: Any) -> dict[str, Any]:
    return {"code": f"audit.{key}", "facts": facts}
