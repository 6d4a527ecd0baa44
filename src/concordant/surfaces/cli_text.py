"""A result as a few calm lines for the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from unicodedata import east_asian_width

from ..ratings.ratings import Ratings
from ..result import Interval, Result, show, show_count

Lines = list[str]

#: Details that the line about the test speaks of, or that say nothing new to a reader.
_TEST = {"null_value", "statistic", "p_wald", "se_null", "z", "p_null", "df", "paired", "n_pairable"}
_NAMES = {"expected_agreement": "expected by chance", "first": "the first", "second": "the second"}
_GUESSED = " (guessed)"
#: Said by the line about columns already, or told by --audit.
_SAID = {"roles-guessed", "kinds-guessed"}


def page(result: Result, ratings: Ratings, audit: bool) -> str:
    """The number, what stands behind it, what was read, and what to know."""
    facts = [*_details(result), *_uncertainty(result), ("rests on", _basis(result, ratings))]
    notes = [note.text for note in (*result.notes, *ratings.audit.notes) if note.code not in _SAID]
    return _joined([headline(result)], _table(facts), _parts(result), *_reading(ratings, notes, audit))


def slices_page(by: str, rows: Sequence[tuple[str, Result]], ratings: Ratings, audit: bool) -> str:
    """One row for each slice."""
    cells = [(by, "items", "estimate", "interval")]
    cells += [(value, show_count(r.n_items), show(r.estimate), _interval(r.interval)) for value, r in rows]
    notes = [
        f"{value}: {note.text}" for value, r in rows for note in r.notes if note not in ratings.audit.notes
    ]
    notes += [note.text for note in ratings.audit.notes if note.code not in _SAID]
    title = rows[0][1].title if rows else by
    return _joined([title], _table(cells), *_reading(ratings, notes, audit))


def headline(result: Result) -> str:
    """The title, its options, the estimate and its interval."""
    own = [f"{name} {value}" for name, value in result.options.items() if isinstance(value, str)]
    title = result.title + (f" ({', '.join(own)})" if own else "")
    if not result.defined:
        return f"{title}: undefined"
    return f"{title}: {show(result.estimate)}{_with_interval(result.interval)}"


def p_words(p: float) -> str:
    """A p-value as people write it."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def _with_interval(interval: Interval | None) -> str:
    return "" if interval is None else f", {interval.level * 100:.4g}% interval {_interval(interval)}"


def _interval(interval: Interval | None) -> str:
    return "–" if interval is None else f"{show(interval.low)} to {show(interval.high)}"


def _details(result: Result) -> list[tuple[str, str]]:
    return [
        (_NAMES.get(name, name.replace("_", " ")), value if isinstance(value, str) else show(value))
        for name, value in result.details.items()
        if name not in _TEST and isinstance(value, (str, int, float))
    ]


def _uncertainty(result: Result) -> list[tuple[str, str]]:
    rows = [("standard error", f"{show(result.se)} ({result.method})")] if not math.isnan(result.se) else []
    if not math.isnan(result.p_value):
        rows.append(
            (f"test against {show_count(result.details.get('null_value', 0))}", p_words(result.p_value))
        )
    return rows


def _basis(result: Result, ratings: Ratings) -> str:
    names = ", ".join(ratings.raters[:6]) + (", …" if ratings.n_raters > 6 else "")
    return f"{show_count(result.n_items)} items, {ratings.n_raters} raters ({names})"


def _parts(result: Result) -> Lines:
    if not result.parts:
        return []
    rows = [(str(p.category), show(p.estimate), _interval(p.interval)) for p in result.parts]
    return _table([("category", "estimate", "interval"), *rows])


def _reading(ratings: Ratings, notes: Iterable[str], audit: bool) -> list[Lines]:
    said = [f"Note: {text}" for text in dict.fromkeys(notes)]
    if audit:
        return [[*ratings.audit.lines()], said]
    roles = ratings.audit.roles
    guessed = {role: text.removesuffix(_GUESSED) for role, text in roles.items() if text.endswith(_GUESSED)}
    told = {role: text for role, text in roles.items() if role not in guessed}
    lines = [f"Read {ratings.audit.rows_read} rows of {ratings.audit.source}."]
    lines += [f"Columns: {_pairs(told)}."] if told else []
    flags = ", ".join("--" + role.replace("_", "-") for role in guessed)
    lines += [f"Guessed: {_pairs(guessed)}. To say otherwise: {flags}."] if guessed else []
    return [lines, said]


def _pairs(roles: Mapping[str, str]) -> str:
    return "; ".join(f"{role} = {column}" for role, column in roles.items())


# --- laying out -------------------------------------------------------------------------------


def width(text: str) -> int:
    """How many places a text takes in a terminal; Chinese characters take two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _table(rows: Sequence[Sequence[str]]) -> Lines:
    widths = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else []
    return [
        "  " + "  ".join(cell + " " * (w - width(cell)) for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _joined(*blocks: Lines) -> str:
    return "\n\n".join("\n".join(block) for block in blocks if block)
