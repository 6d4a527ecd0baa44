"""Do raters use the categories alike? The test that fits, as a sentence and as a small table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...language.message import Message
from ...language.render import Language, topic
from ...number_text import show, show_count
from ...result import Result
from ..notes import note_message
from ..table import SHOWN, WORDS, Column, ColumnKind, DeclaredTable
from ..table_cells import amount, chance

#: Which of the tests speaks, the first that is there: exact where it can be, else the most powerful.
_SPEAKS = ("mcnemar_exact", "bhapkar", "stuart_maxwell", "cochran_q", "generalised_cmh", "equal_margins")


def margins_messages(tests: Sequence[Result], level: float = 0.05) -> tuple[Message, ...]:
    """Whether the margins differ by more than chance; nothing where no test is defined."""
    found = {test.measure: test for test in tests if test.defined}
    name = next((name for name in _SPEAKS if name in found), None)
    if name is None:
        return ()
    p = found[name].p_value
    return (Message(f"margins.{'differ' if p < level else 'alike'}", {"test": f"test-{name}", "p": p}),)


def margins_table(tests: Sequence[Result]) -> DeclaredTable:
    """Every test with its statistic."""
    columns = (
        Column("test", _head("test"), WORDS, _test, SHOWN),
        Column("statistic", _head("statistic"), _STATISTIC, lambda test: test.estimate, SHOWN),
        Column("freedom", _head("freedom"), WORDS, _freedom, SHOWN),
        Column("p_value", _head("p"), _P_VALUE, lambda test: test.p_value, SHOWN),
    )
    title = Message("margins.title", {"n": tests[0].n_items})
    return DeclaredTable("margins", title, columns, tuple(tests))


def _head(name: str) -> Message:
    return Message(f"margins.head-{name}")


#: Three decimals where a result is printed, and two on the page.
_STATISTIC = ColumnKind(show, lambda number: (amount("signed_bias", number), None))
_P_VALUE = ColumnKind(lambda p: "< 0.001" if p < 0.001 else show(p), lambda p: (chance(p), None))


def _test(test: Result) -> dict[str, str]:
    return dict(topic("terms")[f"test-{test.measure}"])


def _freedom(test: Result) -> str | None:
    found = [show_count(test.details[name]) for name in ("df", "df_error") if name in test.details]
    return ", ".join(found) or None


def margins_text(tests: Sequence[Result], lang: Language = "en") -> str:
    """A line for each test, then the sentence of the one that speaks, and every note once."""
    texts = [texts.text(lang) for texts in margins_messages(tests)]
    return "\n".join([margins_table(tests).lines(lang), "", *texts, *_notes(tests, lang)])


def _notes(tests: Sequence[Result], lang: Language) -> Iterator[str]:
    notes = dict.fromkeys(note for test in tests for note in test.notes)
    return (note_message(note).text(lang) for note in notes)
