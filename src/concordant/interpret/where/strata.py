"""Strata: one number for each, the ways to combine them, and why those differ, in words and as a table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...inference.strata import Strata, stratified
from ...language.message import Message
from ...language.render import Language, render
from ...language.text_table import NONE, text_in
from ...result import Result
from ..compare import Comparison
from ..notes import reason
from ..record import Record
from ..table import (
    FILE,
    NAME,
    PRINTED,
    PRINTED_COUNT,
    PRINTED_ENDS,
    SHOWN,
    TEXT,
    WORDS,
    Column,
    ColumnKind,
    DeclaredTable,
)
from .slice_table import beside
from .subgroups import split

#: Ways to combine strata that differ by less are as good as one.
WORTH_A_WORD = 0.01
#: Below this p strata are said to differ.
SURE = 0.05


@dataclass(frozen=True, kw_only=True)
class ExplainedStratum(Record):
    """One stratum and its number."""

    value: str
    result: Result


@dataclass(frozen=True, kw_only=True)
class ExplainedStrata(Record):
    """`pooled_table` ignores the strata, the other three keep chance within them.

    What pooling adds to the mean over strata (`difference`) is `from_margins` (strata differ in how common
    the categories are) plus `from_agreement` (they differ in how well raters agree). `equality_beside` tests
    the measure that slices are tested by, which may speak otherwise than the main one.
    """

    column: str
    strata: tuple[ExplainedStratum, ...]
    size_weighted: Result
    inverse_variance: Result
    pooled_chance: Result | None
    pooled_table: Result
    equality: Result
    equality_beside: Result | None = None
    difference: float
    from_margins: float
    from_agreement: float
    because: str | None
    said: tuple[Message, ...]

    def text(self, lang: Language = "en") -> str:
        """A small table of the strata and the ways to combine them, then the sentences."""

        return strata_text(self, lang)


def strata_of(compared: Comparison, column: str) -> ExplainedStrata:
    """The main coefficient by the values of one column, combined in every way."""
    name, options = compared.main
    found = stratified(BY_NAME[name], compared.ratings, [column], dict(options), compared.plan)
    return explain_strata(found, [name, dict(options)], _beside(compared, column))


def _beside(compared: Comparison, column: str) -> tuple[str, Result] | None:
    """Are slices equal by the measure that they are tested by? None where that is the main one."""
    tested = beside(compared)[0]
    if tested == compared.main[0]:
        return None
    parts = split(compared, column)
    return tested, parts.equality([part.answer(tested) for _, part in parts], tested, {})


def explain_strata(found: Strata, measure: Any, also: tuple[str, Result] | None = None) -> ExplainedStrata:
    """Strata with the sentences that explain them; `also` is another measure, tested for equality."""
    return ExplainedStrata(
        column=", ".join(found.by),
        strata=tuple(ExplainedStratum(value=" / ".join(map(str, v)), result=r) for v, r in found.parts),
        size_weighted=found.size_weighted,
        inverse_variance=found.inverse_variance,
        pooled_chance=found.pooled_chance,
        pooled_table=found.pooled_table,
        equality=found.equality,
        equality_beside=None if also is None else also[1],
        difference=found.difference,
        from_margins=found.from_margins,
        from_agreement=found.from_agreement,
        because=found.differs_because,
        said=_sentences(found, measure, also),
    )


def _sentences(found: Strata, measure: Any, also: tuple[str, Result] | None) -> tuple[Message, ...]:
    facts = {
        "m": measure, "column": ", ".join(found.by), "pooled": found.pooled_table.estimate,
        "mean": found.size_weighted.estimate, "margins": found.from_margins,
        "agreement": found.from_agreement, "n": len(found),
    }  # fmt: skip
    out = []
    if not math.isnan(found.difference):
        because = found.differs_because or "unknown"
        small = abs(found.difference) < WORTH_A_WORD and because != "neither"
        out.append(Message(f"strata.{'close' if small else because}", facts))
    equality = found.equality
    if not math.isnan(equality.p_value):
        code = "unequal" if equality.p_value < SURE else "equal"
        out.append(Message(f"strata.{code}", facts | {"p": equality.p_value, "but": _but(equality, also)}))
    return tuple(out)


def _but(equality: Result, also: tuple[str, Result] | None) -> Any:
    """What another measure says, where it says otherwise."""
    if also is None or math.isnan(also[1].p_value):
        return ""
    unequal = also[1].p_value < SURE
    if unequal == (equality.p_value < SURE):
        return ""
    code = "strata.but-unequal" if unequal else "strata.but-equal"
    return {"code": code, "facts": {"what": {"code": f"strata.{also[0]}", "facts": {}}, "p": also[1].p_value}}


_WAYS = ("size_weighted", "inverse_variance", "pooled_chance", "pooled_table")


@dataclass(frozen=True)
class StrataLine:
    """A stratum, or a way (`combined`) to make one number of all."""

    name: Any
    result: Result
    combined: bool


def strata_table(explained: ExplainedStrata) -> DeclaredTable:
    """Every stratum, and the ways to combine them."""
    whole = explained.pooled_table
    columns = (
        Column("column", NONE, WORDS, lambda _: explained.column, FILE),
        Column("value", _head("stratum"), _NAMED, lambda line: line.name),
        Column("n_items", _head("items"), PRINTED_COUNT, lambda line: line.result.n_items, SHOWN),
        Column("result", _head("value"), PRINTED, lambda line: line.result),
        Column("interval", _head("interval"), PRINTED_ENDS, lambda line: line.result, TEXT),
    )
    title = Message("strata.title", {"m": [whole.measure, dict(whole.options)], "column": explained.column})
    return DeclaredTable("strata", title, columns, tuple(_lines(explained)))


#: A stratum by its name from the data, a way to combine them in our words.
_NAMED = ColumnKind(lambda name: name if isinstance(name, Message) else NAME.words(name), data=True)


def _head(name: str) -> Message:
    return Message(f"strata.head-{name}")


def strata_text(explained: ExplainedStrata, lang: Language) -> str:
    """A line for each stratum and each way to combine them, then the sentences."""
    sentences = [*(message.text(lang) for message in explained.said), *_undefined(explained, lang)]
    return "\n".join([strata_table(explained).lines(lang), "", *sentences])


def _lines(explained: ExplainedStrata) -> Iterator[StrataLine]:
    yield from (StrataLine(stratum.value, stratum.result, combined=False) for stratum in explained.strata)
    for way in _WAYS:
        result = getattr(explained, way)
        if result is not None:
            yield StrataLine(Message(f"strata.way-{way}"), result, combined=True)


def _undefined(explained: ExplainedStrata, lang: Language) -> Iterator[str]:
    """Why a line has no number, each reason once."""
    reasons: dict[str, list[str]] = {}
    for line in _lines(explained):
        if not line.result.defined:
            name = text_in(line.name, lang)
            reasons.setdefault(reason(line.result).text(lang), []).append(name)
    for why, names in reasons.items():
        yield render("strata.undefined", {"names": names, "why": why}, lang)
