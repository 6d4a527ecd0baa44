"""A drawn figure as the same bytes every time."""

from __future__ import annotations

import re

#: Names of what a page uses, a line each; the converter lists them in an order that is never the same.
_LISTED = re.compile(rb"(?:^ +/[A-Za-z]+\d+ \d+ 0 R\n){2,}", re.MULTILINE)


def steady(pdf: bytes) -> bytes:
    """The page with its lists in order; no line changes, so every part stays where the file says it is."""
    return _LISTED.sub(lambda lines: b"".join(sorted(lines[0].splitlines(keepends=True))), pdf)
