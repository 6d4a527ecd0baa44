"""Rounds as rows of tables, and back: what a store writes and reads, inside a transaction."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, insert, select

from ...errors import InputError
from ...interpret.study import Study
from ...plain_json import plain
from ...ratings.packed_arrays import inflated
from ...result import Result
from .schema import finding, piece, result

#: How many bytes a piece has at most: far below what a database takes in one go.
PIECE = 4_000_000

Row = dict[str, Any]


def storable(text: object) -> str:
    """Text as every database takes it: what is no character of any script is shown as one that is unknown."""
    return str(text).replace("\0", "�").encode("utf-8", "replace").decode("utf-8")


def strict_json(value: Any) -> str:
    """A value as JSON, always in the same order and in characters that every database takes."""
    return json.dumps(plain(value), ensure_ascii=True, sort_keys=True, allow_nan=False)


def in_pieces(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Numbered from 0, at least one."""
    for number, start in enumerate(range(0, max(1, len(data)), PIECE)):
        yield number, data[start : start + PIECE]


def put_pieces(connection: Connection, round_id: int, what: str, data: bytes) -> None:
    """Write the pieces of one round, one at a time."""
    for number, part in in_pieces(data):
        connection.execute(
            insert(piece), {"round_id": round_id, "what": what, "number": number, "data": part}
        )


def get_pieces(connection: Connection, round_id: int, what: str) -> bytes:
    """All pieces of one round, joined."""
    wanted = select(piece.c.data).where(piece.c.round_id == round_id, piece.c.what == what)
    return b"".join(connection.scalars(wanted.order_by(piece.c.number)))


def put_result_rows(connection: Connection, round_id: int, study: Study) -> None:
    """Write the study's numbers and findings as rows."""
    for table, rows in ((result, results_of(study)), (finding, findings_of(study))):
        if rows:
            connection.execute(insert(table), [{"round_id": round_id, **row} for row in rows])


def results_of(study: Study) -> list[Row]:
    """Every measure of every comparison, in the study's order."""
    measured = [(c.name, m) for c in study.comparisons for m in c.measures]
    return [
        {"number": number, "comparison": storable(name), "measure": m.measure, "main": m.main}
        | {"options": strict_json(m.options)}
        | _numbers(m.result)
        for number, (name, m) in enumerate(measured)
    ]


def _numbers(one: Result) -> Row:
    ends = (math.nan, math.nan) if one.interval is None else (one.interval.low, one.interval.high)
    values = (one.estimate, one.se, *ends, one.p_value, one.n_items)
    names = ("estimate", "std_error", "conf_low", "conf_high", "p_value", "n_items")
    return {name: _defined(value) for name, value in zip(names, values, strict=True)}


def _defined(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def findings_of(study: Study) -> list[Row]:
    """Every finding with its sentence, the largest gain first."""
    return [
        {
            "number": number,
            "code": one.code,
            "gain": None if one.headroom is None else _defined(one.headroom.gain),
            "q_value": _defined(one.q_value),
            "sentence": storable(one.text("en")),
        }
        for number, one in enumerate(study.findings)
    ]


def study_bytes(study: Study) -> bytes:
    """The study as compressed JSON, whole."""
    written = json.dumps(study.to_dict(), ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return zlib.compress(written.encode("ascii"), 6)


def study_of(data: bytes) -> Study:
    """The study that `study_bytes` wrote."""
    try:
        return Study.from_dict(_result_rows(inflated(data)))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, zlib.error):
        raise InputError(
            "A stored study cannot be read: it is damaged, or was written by another version of concordant."
        ) from None


def _result_rows(written: bytes) -> Mapping[str, Any]:
    data = json.loads(written)
    if not isinstance(data, dict):
        raise TypeError("no study")
    return data
