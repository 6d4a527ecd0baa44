"""Bytes that were deflated, read with care: none that grow without end."""

from __future__ import annotations

import zlib

#: Bytes that unpack to more than this, and to more than so many times their size, are none of ours.
_MUCH, _TIMES = 1 << 28, 200


def inflated(data: bytes, size: int | None = None) -> bytes:
    """The bytes whole, of this size where it is known; ValueError or zlib.error where they are otherwise."""
    allowed = max(_MUCH, _TIMES * len(data))
    if size is not None and size > allowed:
        raise ValueError("too much")
    machine = zlib.decompressobj()
    whole = machine.decompress(data, (allowed if size is None else size) + 1)
    if not machine.eof or machine.unused_data or size not in (None, len(whole)):
        raise ValueError("damaged, or of another size")
    return whole
