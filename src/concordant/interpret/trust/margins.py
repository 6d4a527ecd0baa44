"""Do raters use the categories alike? The test that fits, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from ...language.message import Message
from ...result import Result

#: Which of the tests speaks, the first that is there: exact where it can be, else the most powerful.
_SPEAKS = ("mcnemar_exact", "bhapkar", "stuart_maxwell", "cochran_q", "generalised_cmh", "equal_margins")


def margins_said(tests: Sequence[Result], level: float = 0.05) -> tuple[Message, ...]:
    """Whether the margins differ by more than chance; nothing where no test is defined."""
    found = {test.measure: test for test in tests if test.defined}
    name = next((name for name in _SPEAKS if name in found), None)
    if name is None:
        return ()
    p = found[name].p_value
    return (Message(f"margins.{'differ' if p < level else 'alike'}", {"test": f"test-{name}", "p": p}),)
