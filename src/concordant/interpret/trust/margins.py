"""Do raters use the categories alike? The test that fits, as a sentence and as a small table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...frame import Frame
from ...language.message import Message
from ...language.render import Language, render, topic
from ...result import Result, show, show_count
from ..notes import said_of

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


_HEADS = ("test", "statistic", "freedom", "p")


def margins_text(tests: Sequence[Result], lang: Language = "en") -> str:
    """A line for each test, then the sentence of the one that speaks, and every note once."""
    heads = [render(f"margins.head-{name}", {}, lang) for name in _HEADS]
    rows = [_row(test, lang) for test in tests]
    columns = {head: np.array([row[i] for row in rows], dtype=object) for i, head in enumerate(heads)}
    table = Frame(columns, title=render("margins.title", {"n": tests[0].n_items}, lang)).text()
    said = [said.text(lang) for said in margins_said(tests)]
    return "\n".join([table, "", *said, *_notes(tests, lang)])


def _row(test: Result, lang: Language) -> tuple[str, ...]:
    freedom = [show_count(test.details[name]) for name in ("df", "df_error") if name in test.details]
    return (
        topic("terms")[f"test-{test.measure}"][lang],
        show(test.estimate),
        ", ".join(freedom) or "–",
        _p(test.p_value),
    )


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else show(value)


def _notes(tests: Sequence[Result], lang: Language) -> Iterator[str]:
    notes = dict.fromkeys(note for test in tests for note in test.notes)
    return (said_of(note).text(lang) for note in notes)
