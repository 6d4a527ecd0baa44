"""Tables of two raters for the tests of figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.interpret.where.confusion import Confusion


def confusion(cells: Any, labels: Sequence[str] = (), first: str = "ann", second: str = "bob") -> Confusion:
    """The record of a table of counts."""
    table = np.asarray(cells, dtype=float)
    return Confusion(
        first=first,
        second=second,
        labels=tuple(labels or map(str, range(len(table)))),
        cells=tuple(map(tuple, table.tolist())),
        first_totals=tuple(table.sum(axis=1).tolist()),
        second_totals=tuple(table.sum(axis=0).tolist()),
        total=float(table.sum()),
    )


#: Labels that try to break out, and that no font or line holds.
HOSTILE = (
    "</script><script>window.hit = 1</script>",
    "<img src=x onerror='window.hit = 1'>",
    "=cmd()",
    "\u202eשלום",
    "🙂",
    "bell\x07 nul\x00 half\ud83d none\uffff\nline\u2028",
    "长" * 10_000,
    "长" * 10_000 + "!",
    "",
    "quote \" ' ` ${1} \\",
)
