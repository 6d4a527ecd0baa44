"""Whom a judge can replace, as a table that is declared once: the alternative annotator test by person."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...inference.alt_test import AgainstOne, AltTest
from ...language.text_table import NONE, Cell
from ..table import COUNT, FILE, NAME, PAGE_AND_FILE, SHARE, Column, ColumnKind, DeclaredTable
from ..table_cells import chance, percent, word


@dataclass(frozen=True)
class StandInLine:
    """A person with the p-value at each ε, or what share of people can be replaced at each ε."""

    name: Cell
    numbers: tuple[float, ...]
    person: AgainstOne | None = None


def stand_in_table(test: AltTest) -> DeclaredTable:
    """Every person; the page has the winning rates of the judge and of a constant answer below them."""
    people = tuple(StandInLine(one.person, one.p_values, one) for one in test.people)
    columns = (
        Column("judge", NONE, NAME, lambda _: test.judge, FILE),
        Column("person", word("person"), _WHO, lambda line: line.name, PAGE_AND_FILE),
        Column("n_items", word("items"), COUNT, partial(_of, "n_items"), PAGE_AND_FILE),
        Column("judge_wins", word("judge-wins"), SHARE, partial(_of, "judge_wins"), PAGE_AND_FILE),
        Column("person_wins", word("person-wins"), SHARE, partial(_of, "person_wins"), PAGE_AND_FILE),
        *(
            Column(
                f"p_value_{epsilon:g}",
                word("p-at", epsilon=epsilon),
                _P_OR_RATE,
                partial(_at, place),
                PAGE_AND_FILE,
            )
            for place, epsilon in enumerate(test.epsilons)
        ),
    )
    title, note = word("stand-in", judge=test.judge), word("stand-in-note")
    return DeclaredTable("stand-in", title, columns, people, (note,), (*people, *_rates(test)))


def _rates(test: AltTest) -> Iterator[StandInLine]:
    rates = (
        (word("winning-rate"), test.winning_rates),
        (word("constant-rate", answer=test.constant), test.constant_rates),
    )
    yield from (StandInLine(name, held) for name, held in rates if not all(map(math.isnan, held)))


def _of(field: str, line: StandInLine) -> Any:
    return None if line.person is None else getattr(line.person, field)


def _at(place: int, line: StandInLine) -> tuple[bool, float]:
    return line.person is not None, line.numbers[place]


_WHO = ColumnKind(lambda name: NAME.words(name) if isinstance(name, str) else name, data=True)
_P_OR_RATE = ColumnKind(
    lambda held: chance(held[1]) if held[0] else percent(held[1]), fields=lambda name, held: {name: held[1]}
)
