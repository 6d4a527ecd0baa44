"""A plan: how many items, raters and ratings, on which assumption, by which formula, at which cost."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..arguments import check_arguments
from ..coefficients.references import reference
from ..digits import rounded
from ..interpret.record import Record
from ..language.message import Message, fact
from ..language.render import Language, topic
from ..language.text_table import TextTable
from ..number_text import show_count


@dataclass(frozen=True, kw_only=True)
class SamplePlan(Record):
    """What it takes to answer a question with a stated certainty.

    Attributes
    ----------
    question : str
        The kind of plan, such as "kappa".
    title : Message
        What the plan is for.
    exact : float
        The number needed, before it is rounded up.
    answer : mapping
        What is needed, in whole numbers: items, raters, ratings, labels, …
    assumption : Message
        What has to be true for it.
    formula : str
        The formula.
    sources : tuple of str
        Where the formula is from: keys of `references.toml`.
    moves : tuple of mapping
        How the answer moves where an assumption is off: name, value and answer.
    curve : tuple of mapping
        The answer for other widths or powers: name, value and answer.
    cost : mapping
        Hours and money of all ratings, where minutes or a price were given.
    notes : tuple of Message
        What else to know.
    options : mapping
        What was asked.
    published : float, optional
        What the published formula gives, before it is rounded up, where the answer is the number for the
        confidence interval that concordant reports.
    """

    question: str
    title: Message
    exact: float
    answer: Mapping[str, float]
    assumption: Message
    formula: str
    sources: tuple[str, ...] = ()
    moves: tuple[Mapping[str, Any], ...] = ()
    curve: tuple[Mapping[str, Any], ...] = ()
    cost: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[Message, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    published: float | None = None

    def __getitem__(self, name: str) -> float:
        return self.answer[name]

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """The plan in words: title, answer, assumption, formula, tables, cost."""
        blocks = [[self.title.text(lang), *(f"  {line.text(lang)}" for line in self._lines())]]
        for table in self.tables():
            blocks.append([table.title.text(lang), *table.lines(lang)])
        return "\n\n".join("\n".join(block) for block in blocks)

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def csv(self) -> str:
        """The answer and both tables, one row a number: table, name, value, answer."""
        out = io.StringIO()
        lines = csv.writer(out, lineterminator="\n")
        lines.writerow(["table", "name", "value", "answer"])
        lines.writerows(["answer", name, "", count] for name, count in self.answer.items())
        for table, rows in (("if the assumption is off", self.moves), ("other requirements", self.curve)):
            lines.writerows([table, row["name"], _value(row["value"]), row["answer"]] for row in rows)
        return out.getvalue()

    def tables(self) -> Iterator[TextTable]:
        """How the answer moves with the assumption, and with what is asked of it."""
        what = next(iter(self.answer))
        heads = (Message("plan.head-if"), Message(f"plan.answer-{what}"))
        if self.moves:
            yield TextTable(Message("plan.moves"), heads, tuple(map(_row, self.moves)))
        if self.curve:
            yield TextTable(Message("plan.curve"), heads, tuple(map(_row, self.curve)))

    def _lines(self) -> Iterator[Message]:
        if all(map(math.isfinite, self.answer.values())):
            yield Message("plan.answer", {"parts": [fact(_counted(*part)) for part in self.answer.items()]})
        else:
            yield Message("plan.answer-never")
        yield Message("plan.assumption", {"text": fact(self.assumption)})
        if self.published is None or not math.isfinite(self.published):
            yield Message("plan.formula", {"formula": self.formula})
        else:
            facts = {"formula": self.formula, "n": whole(self.published)}
            yield Message("plan.published", facts)
        for key in self.sources:
            yield Message("plan.source", {"text": reference(key).text()})
        for name, amount in self.cost.items():
            yield Message(f"plan.cost-{name}", {"amount": f"{amount:,.2f}"})
        yield from self.notes


def _counted(name: str, count: float) -> Message:
    return Message(f"plan.of-{name}", {"n": count})


def _row(move: Mapping[str, Any]) -> tuple[Any, ...]:
    answer = move["answer"]
    shown = show_count(answer) if math.isfinite(answer) else Message("plan.never")
    return Message("plan.equals", {"name": fact(named(move["name"])), "value": _value(move["value"])}), shown


def named(name: str) -> Message:
    """What an assumption is called."""
    return Message(f"plan.name-{name}" if f"name-{name}" in topic("plan") else "plan.name-other", {"n": name})


def _value(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(f"{100 * share:.3g}%" for share in value)
    if isinstance(value, float) and not value.is_integer():
        return f"{value:.4g}"
    return f"{value:.6g}" if isinstance(value, (int, float)) else str(value)


def whole(exact: float) -> float:
    """Rounded up to a whole number, but not for a hair above one; infinite where nothing is enough."""
    return float(math.ceil(rounded(exact))) if math.isfinite(exact) else exact
