"""What a command found: a few calm lines for the terminal, or one strict JSON document."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from ...digits import rounded_all
from ...inference.data_notes import POOLED
from ...inference.slices import Sliced
from ...interpret.audit_words import audit_sentences, source_name
from ...interpret.notes import note_text, role_messages
from ...interpret.result_text import (
    Lines,
    basis,
    details,
    ends,
    headline,
    is_measured,
    joined,
    parts,
    table,
    titled,
    uncertainty,
    word,
)
from ...language.numerals import true_minus
from ...language.render import Language
from ...number_text import show, show_count
from ...ratings.audit import INFERRED
from ...ratings.ratings import Ratings
from ...reduce.moments import Moments
from ...result import Note, Result
from .flags import as_flags, flag
from .terminal import output_is_utf8

#: What was read, as far as a page speaks of it: who rated, and the audit.
Read = Ratings | Moments | Sliced

#: Said by the line about columns already.
_SHOWN_ABOVE = {"roles-guessed", "kinds-guessed"}


def page(result: Result, ratings: Read, audit: bool, lang: Language = "en") -> str:
    """The number, what stands behind it, what was read, and what to know."""
    on = (word("based-on", lang), basis(result, lang, ratings.raters, _items(ratings)))
    facts = [*details(result, lang), *uncertainty(result, lang), on]
    unsaid = _unsaid(result)
    notes = [note_text(n, lang) for n in (*result.notes, *ratings.audit.notes) if n.code not in unsaid]
    return joined(
        [headline(result, lang)], table(facts), parts(result, lang), *_reading(ratings, notes, audit, lang)
    )


def _items(ratings: Read) -> int | None:
    """How many items were read, where that is known."""
    return ratings.n_items if isinstance(ratings, Ratings) else None


def _unsaid(result: Result) -> set[str]:
    """What the page says elsewhere, and that rows are pooled where they are not: repeats side by side."""
    pooled = result.measure == "difference" or any(note.code == POOLED for note in result.notes)
    guessed = {"scale-inferred"} if is_measured(result) else set()
    return _SHOWN_ABOVE | guessed if pooled else _SHOWN_ABOVE | guessed | {POOLED}


def slices_page(found: Sliced, audit: bool, lang: Language = "en") -> str:
    """One row for each slice."""
    rows = [(tuple(map(str, values)), result) for values, result in found]
    names = [str(p.category) for p in rows[0][1].parts] if is_measured(rows[0][1]) else []
    pooled = any(note.code == POOLED for note in rows[0][1].notes)
    counted = "ratings" if pooled else "items"
    heads = [word(f"head-{name}", lang) for name in (counted, "estimate", "interval")]
    cells = [[*found.by, *heads, *names]]
    cells += [
        [
            *value,
            show_count(r.n_items),
            true_minus(show(r.estimate)),
            ends(r.interval, lang),
            *_named_parts(r, names),
        ]
        for value, r in rows
    ]
    unsaid = _unsaid(rows[0][1])
    of_reading = [note_text(note, lang) for note in found.audit.notes if note.code not in unsaid]
    notes = [*_slice_notes(rows, lang), *of_reading]
    return joined([titled(rows[0][1], lang)], table(cells), *_reading(found, notes, audit, lang))


def _named_parts(result: Result, names: Sequence[str]) -> Lines:
    found = {str(p.category): true_minus(show(p.estimate)) for p in result.parts}
    return [found.get(name, "–") for name in names]


def _slice_notes(rows: Sequence[tuple[tuple[str, ...], Result]], lang: Language) -> Lines:
    """Each note once: with the slices it is about, unless it is about all of them."""
    about: dict[str, dict[Note, list[str]]] = {}
    for value, result in rows:
        for note in result.notes:
            about.setdefault(note.code, {}).setdefault(note, []).append(" ".join(value))
    lines: Lines = []
    apart = ", " if lang == "en" else "、"
    for found in about.values():
        shown = [
            note_text(note, lang)
            if len(v) == len(rows)
            else word("about", lang, what=apart.join(v), text=note_text(note, lang))
            for note, v in found.items()
        ]
        if len(shown) > _ALIKE:  # the same with other numbers, part by part
            shown = [shown[0], word("more-notes", lang, n=len(shown) - 1)]
        lines += shown
    return lines


#: So many notes that differ in their numbers only are shown.
_ALIKE = 3


def _reading(ratings: Read, notes: Iterable[str], audit: bool, lang: Language) -> list[Lines]:
    shown = [as_flags(word("note", lang, text=text)) for text in dict.fromkeys(notes)]
    roles, guesses = roles_and_guesses(ratings.audit.roles)
    flags = (", " if lang == "en" else "、").join(flag(role) for role in guesses)
    if audit:
        more = [word("otherwise", lang, flags=flags)] if guesses else []
        return [[*_audit(ratings, lang), *more], shown]
    declared = {role: text for role, text in roles.items() if role not in guesses}
    guessed = {role: roles[role] for role in guesses}
    source = ratings.audit.source if lang == "en" else source_name(ratings.audit.source, lang)
    lines = [word("rows-read", lang, rows=ratings.audit.rows_read, source=source)]
    lines += [word("columns", lang, roles=_pairs(declared, lang))] if declared else []
    lines += [word("guessed", lang, roles=_pairs(guessed, lang), flags=flags)] if guessed else []
    return [lines, shown]


def _audit(ratings: Read, lang: Language) -> Lines:
    read = ratings.audit.but(notes=())
    return read.lines() if lang == "en" else [message.text(lang) for message in audit_sentences(read)]


def roles_and_guesses(roles: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The column of each role, and the roles that nobody declared."""
    guesses = [role for role, text in roles.items() if text.endswith(INFERRED)]
    return {role: text.removesuffix(INFERRED) for role, text in roles.items()}, guesses


def _pairs(roles: Mapping[str, str], lang: Language) -> list[Any]:
    if lang == "en":
        return [f"{role.replace('_', ' ')} = {column}" for role, column in roles.items()]
    return role_messages(roles)


def document(
    found: Mapping[str, Any], ratings: Read, raters: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The found, then who rated, where that was read, and the audit."""
    audit = asdict(ratings.audit)
    audit["effort"] = {
        rater: {name: strict(value) for name, value in took.items()}
        for rater, took in audit["effort"].items()
    }
    audit["notes"] = [note.to_dict() for note in ratings.audit.notes]
    audit["roles"], audit["guessed"] = roles_and_guesses(ratings.audit.roles)
    return {
        **found,
        "raters": list(ratings.raters) if raters is None else dict(raters),
        "source": audit.pop("source"),
        "audit": audit,
    }


def as_json(data: Mapping[str, Any]) -> str:
    """Text for standard output that any JSON reader takes: ten significant digits, other types as text.

    Where standard output is not UTF-8, other characters than ASCII are JSON's own escapes.
    """
    escaped = not output_is_utf8()
    return json.dumps(rounded_all(data), ensure_ascii=escaped, allow_nan=False, indent=2, default=str)


def strict(value: Any) -> Any:
    """What JSON cannot say is null; numbers of numpy are numbers."""
    value = value.item() if isinstance(value, np.generic) else value
    return None if isinstance(value, float) and not math.isfinite(value) else value
