"""Which column has which role, and which of them were guessed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from ...quote import quote
from ...result import Note
from ..audit import INFERRED
from ..phrases import listed

Shape = Literal["long", "wide", "pairs", "counts", "table"]

#: The roles that one column has.
SINGLE = (
    "item", "rater", "value", "dimension", "repeat", "round", "rater_kind", "case_weights", "clusters",
    "time", "seconds", "cost",
)  # fmt: skip

#: Shapes whose columns are categories, and cells how often they were said.
COUNTED = ("counts", "table")


@dataclass(frozen=True, kw_only=True)
class Roles:
    """The column that has each role; `guessed` names the roles nobody declared.

    `raters` are the rating columns of a wide table, or the categories of counts or a table. `comment` has a
    column for each rater of a wide table, and one for all, called "", in a long one. `remarks` say which
    likely columns were passed over and why.
    """

    shape: Shape
    item: str | None = None
    rater: str | None = None
    value: str | None = None
    raters: tuple[str, ...] = ()
    dimension: str | None = None
    repeat: str | None = None
    round: str | None = None
    rater_kind: str | None = None
    case_weights: str | None = None
    clusters: str | None = None
    time: str | None = None
    seconds: str | None = None
    cost: str | None = None
    slices: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    comment: Mapping[str, str] = field(default_factory=dict)
    unused: tuple[str, ...] = ()
    guessed: frozenset[str] = field(default_factory=frozenset)
    remarks: tuple[Note, ...] = ()

    def used(self) -> list[str]:
        """Every column that counts; texts and comments are only shown."""
        single = [getattr(self, role) for role in SINGLE]
        return list(dict.fromkeys([x for x in (*single, *self.raters, *self.slices) if x is not None]))

    def descriptions(self) -> dict[str, str]:
        """Each role with its column, and whether that is a guess."""
        facts = {}
        for part in fields(self):
            value = getattr(self, part.name)
            if part.name in ("guessed", "remarks") or not value:
                continue
            names = value.values() if isinstance(value, Mapping) else value
            words = value if isinstance(value, str) else listed(names)
            facts[part.name] = words + (INFERRED if part.name in self.guessed else "")
        return facts

    def notes(self) -> tuple[Note, ...]:
        """What was guessed and how to say otherwise, and which columns were left out of a guess."""
        return (*self._guesses(), *self.remarks, *self._left_out())

    def untimed(self) -> tuple[Roles, tuple[Note, ...]]:
        """The roles without times, seconds and costs, for data of which equal rows are counted.

        A note says what is lost of what was asked for.
        """
        gone = {role: name for role in ("time", "seconds", "cost") if (name := getattr(self, role))}
        if not gone:
            return self, ()
        unused = (*self.unused, *gone.values())
        less = replace(
            self, time=None, seconds=None, cost=None, unused=unused, guessed=self.guessed - gone.keys()
        )
        if self.time is None or "time" in self.guessed:
            return less, ()
        text = (
            f"The times in {quote(self.time)} are not used: identical rows are counted together, "
            "whenever they were rated."
        )
        return less, (Note("times-not-counted", text, {"column": self.time}),)

    def _guesses(self) -> Iterator[Note]:
        facts = {r: t.removesuffix(INFERRED) for r, t in self.descriptions().items() if r in self.guessed}
        if facts:
            first = next(iter(facts))
            guesses = {self._called(role): words for role, words in facts.items()}
            guessed_text = "; ".join(f"{role} = {words}" for role, words in guesses.items())
            text = f"Inferred from names and contents: {guessed_text}. To change this, pass {first}=…."
            yield Note("roles-guessed", text, {"roles": guesses, "first": first})

    def _called(self, role: str) -> str:
        """Columns of counts are categories, though they are given as raters."""
        return "categories" if role == "raters" and self.shape in COUNTED else role

    def _left_out(self) -> Iterator[Note]:
        if self.unused and self.shape != "long" and "raters" in self.guessed:
            what = self._called("raters")
            known = {
                name for note in self.remarks for name in note.facts.get("names", [note.facts.get("name")])
            }
            columns = [name for name in self.unused if name not in known]
            text = f"Not used as {what}: {listed(map(repr, columns))}. To change this, pass raters=[…]."
            if columns:
                yield Note("unused-columns", text, {"columns": columns})


def untaken(names: Iterable[str], found: Mapping[str, Any]) -> list[str]:
    """The columns that have no role yet."""
    held = taken(found)
    return [name for name in names if name not in held]


def taken(found: Mapping[str, Any]) -> set[str]:
    """The columns that have a role already."""
    single = {found[role] for role in SINGLE if role in found}
    several = (*found.get("raters", ()), *found.get("slices", ()), *found.get("text", ()))
    return single | set(several) | set(found.get("comment", {}).values())
