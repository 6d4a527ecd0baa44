"""Strata in plain words: one number for each, the ways to make one of them, and why those differ."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ..coefficients.catalogue import BY_NAME
from ..inference.strata import Strata, stratified
from ..result import Result
from .compared import Compared
from .record import Record
from .said import Said
from .speak import Language

#: Ways to combine strata that differ by less are as good as one.
WORTH_A_WORD = 0.01


@dataclass(frozen=True, kw_only=True)
class Stratum(Record):
    """One stratum and its number."""

    value: str
    result: Result


@dataclass(frozen=True, kw_only=True)
class StrataTold(Record):
    """`pooled_table` ignores the strata, the other three keep chance within them.

    What pooling adds to the mean over strata (`difference`) is `from_margins` (strata differ in how common
    the categories are) plus `from_agreement` (they differ in how well raters agree).
    """

    column: str
    strata: tuple[Stratum, ...]
    size_weighted: Result
    inverse_variance: Result
    pooled_chance: Result | None
    pooled_table: Result
    equality: Result
    difference: float
    from_margins: float
    from_agreement: float
    because: str | None
    said: tuple[Said, ...]

    def text(self, lang: Language = "en") -> str:
        """A small table of the strata and the ways to combine them, then the sentences."""
        from .strata_table import strata_text

        return strata_text(self, lang)


def strata_of(compared: Compared, column: str) -> StrataTold:
    """The main coefficient by the values of one column, combined in every way."""
    name, options = compared.main
    found = stratified(BY_NAME[name], compared.ratings, [column], dict(options), compared.plan)
    return told(found, [name, dict(options)])


def told(found: Strata, measure: Any) -> StrataTold:
    """Strata with the sentences that explain them."""
    return StrataTold(
        column=", ".join(found.by),
        strata=tuple(Stratum(value=" / ".join(map(str, v)), result=r) for v, r in found.parts),
        size_weighted=found.size_weighted,
        inverse_variance=found.inverse_variance,
        pooled_chance=found.pooled_chance,
        pooled_table=found.pooled_table,
        equality=found.equality,
        difference=found.difference,
        from_margins=found.from_margins,
        from_agreement=found.from_agreement,
        because=found.differs_because,
        said=_sentences(found, measure),
    )


def _sentences(found: Strata, measure: Any) -> tuple[Said, ...]:
    facts = {
        "m": measure, "column": ", ".join(found.by), "pooled": found.pooled_table.estimate,
        "mean": found.size_weighted.estimate, "margins": found.from_margins,
        "agreement": found.from_agreement, "n": len(found),
    }  # fmt: skip
    out = []
    if not math.isnan(found.difference):
        because = found.differs_because or "unknown"
        small = abs(found.difference) < WORTH_A_WORD and because != "neither"
        out.append(Said(f"strata.{'close' if small else because}", facts))
    equality = found.equality
    if not math.isnan(equality.p_value):
        code = "unequal" if equality.p_value < 0.05 else "equal"
        out.append(Said(f"strata.{code}", facts | {"p": equality.p_value}))
    return tuple(out)
