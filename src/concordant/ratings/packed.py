"""Ratings as few bytes, and back whole: for keeping, on any machine, without running anything when read.

8 bytes   what it is            2 bytes   version
32 bytes  sha256 of the body    8 + 8     bytes of the body, and of all that follows, unpacked
the rest  deflated: the body (the length of a JSON head, the head, the arrays), then how it was read, as JSON
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from dataclasses import fields, replace
from typing import Any

import numpy as np

from ..errors import InputError
from .audit import Audit
from .factorise import CodedColumn
from .packed_arrays import Packer, Unpacker, check_codes, down, inflated, up
from .ratings import Ratings
from .scale import Scale

VERSION = 2
_WHAT = b"\x93ratings"
_FRONT = struct.Struct("<8sH32sQQ")
_LENGTH = struct.Struct("<Q")
_LEVEL = 6

#: Fields of `Ratings` that are one array each, or none.
_ARRAYS = ("items", "dimension", "repeat", "round", "weights", "clusters", "cluster_copies")
_FLAGS = ("anonymous", "copies", "numbered")


def pack(ratings: Ratings) -> bytes:
    """The ratings as bytes, the same for the same ratings; `unpack` gives them back.

    Texts and comments are kept whole. Where an engine counted the items, the counted rows are kept and the
    way back to the items is not.
    """
    packer = Packer()
    written = _as_json(_head(ratings, packer))
    body = b"".join([_LENGTH.pack(len(written)), written, *packer.bytes])
    whole = body + _as_json(_how_read(ratings))
    front = _FRONT.pack(_WHAT, VERSION, hashlib.sha256(body).digest(), len(body), len(whole))
    return front + zlib.compress(whole, _LEVEL)


def unpack(data: bytes) -> Ratings:
    """The ratings that `pack` wrote; bytes that are damaged, or of a newer version, are refused."""
    version, digest, n_body, n_whole = _front(data)
    try:
        whole = inflated(data[_FRONT.size :], n_whole)
        body = whole[:n_body]
        if len(body) != n_body or hashlib.sha256(body).digest() != digest:
            raise ValueError("another sum")
        return _ratings(memoryview(body), whole[n_body:].decode("utf-8", "surrogatepass"), version)
    except (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError,
            struct.error, zlib.error):  # fmt: skip
        raise InputError("These stored ratings are damaged and cannot be read.") from None


def content(data: bytes) -> str:
    """ "sha256:…" of packed ratings: the same for the same ratings, whatever else their file held."""
    return f"sha256:{_front(data)[1].hex()}"


def _front(data: bytes) -> tuple[int, bytes, int, int]:
    if len(data) < _FRONT.size or not data.startswith(_WHAT):
        raise InputError("These bytes are not ratings stored by concordant, or their beginning is damaged.")
    _, version, digest, n_body, n_whole = _FRONT.unpack_from(data)
    if version > VERSION:
        raise InputError(
            f"These ratings were stored by a newer version of concordant (format {version}; this version "
            f"reads up to {VERSION}): update concordant."
        )
    return version, digest, n_body, n_whole


def _as_json(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "surrogatepass")


def _how_read(ratings: Ratings) -> dict[str, Any]:
    """What is known of the file and is no part of the content: its counts are of all that it held."""
    reading = {f.name: down(getattr(ratings.reading, f.name)) for f in fields(Audit)}
    return {"reading": reading, "notes": down(ratings.scale.notes)}


def _head(ratings: Ratings, packer: Packer) -> dict[str, Any]:
    scale = ratings.scale
    return {
        "raters": down(list(ratings.raters)),
        "kinds": list(ratings.rater_kinds),
        **{name: getattr(ratings, name) for name in _FLAGS},
        "scale": {f.name: down(getattr(scale, f.name)) for f in fields(Scale) if f.name != "notes"},
        "labels": packer.array(ratings.labels),
        "columns": [packer.array(column) for column in ratings.columns],
        **{name: packer.array(getattr(ratings, name)) for name in _ARRAYS},
        "slices": [[down(name), _column(column, packer)] for name, column in ratings.slices.items()],
        "times": None if ratings.times is None else [packer.array(times) for times in ratings.times],
        "texts": [[down(name), packer.written(text)] for name, text in ratings.texts.items()],
        "comments": None if ratings.comments is None else [packer.written(c) for c in ratings.comments],
    }


def _column(column: CodedColumn, packer: Packer) -> dict[str, Any]:
    listed = not isinstance(column.labels, np.ndarray)
    labels = down(list(column.labels)) if listed else packer.array(np.asarray(column.labels))
    codes = packer.array(column.codes)
    return {"listed": listed, "labels": labels, "codes": codes, "ordered": bool(column.ordered)}


def _ratings(body: memoryview, rest: str, version: int) -> Ratings:
    (length,) = _LENGTH.unpack_from(body)
    end = _LENGTH.size + length
    head = json.loads(bytes(body[_LENGTH.size : end]).decode("utf-8", "surrogatepass"))
    scale, reading = _read_as(head, rest, version)
    unpacker = Unpacker(body[end:])
    labels: Any = unpacker.array(head["labels"])
    columns: Any = tuple(unpacker.array(entry) for entry in head["columns"])
    for column in columns:
        check_codes(column, len(labels))
    flags: dict[str, Any] = {name: bool(head[name]) for name in _FLAGS}
    arrays: dict[str, Any] = {name: unpacker.array(head[name]) for name in _ARRAYS}
    return Ratings(
        columns=columns,
        labels=labels,
        raters=tuple(up(head["raters"])),
        rater_kinds=tuple(head["kinds"]),
        scale=scale,
        **flags,
        **arrays,
        slices={up(name): _coded(entry, unpacker) for name, entry in head["slices"]},
        times=None if head["times"] is None else tuple(unpacker.array(entry) for entry in head["times"]),
        texts={up(name): unpacker.written(entry) for name, entry in head["texts"]},  # type: ignore[misc]
        comments=None if head["comments"] is None else tuple(map(unpacker.written, head["comments"])),
        reading=reading,
    )


def _read_as(head: dict[str, Any], rest: str, version: int) -> tuple[Scale, Audit]:
    """The scale, and how the ratings were read; the first form had all but the source in the head."""
    scale = Scale(**{name: up(value) for name, value in head["scale"].items()})
    held = {"reading": head["reading"]} if version == 1 else json.loads(rest)
    reading = Audit(**{name: up(value) for name, value in held["reading"].items()})
    if version == 1:
        return scale, reading.but(source=rest)
    return replace(scale, notes=up(held["notes"])), reading


def _coded(facts: dict[str, Any], unpacker: Unpacker) -> CodedColumn:
    labels: Any = up(facts["labels"]) if facts["listed"] else unpacker.array(facts["labels"])
    codes: Any = unpacker.array(facts["codes"])
    check_codes(codes, len(labels))
    return CodedColumn(codes, labels, bool(facts["ordered"]))
