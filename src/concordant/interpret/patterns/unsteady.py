"""An unsteady rater: gives other ratings when asked about the same items again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...digits import rounded
from ...inference.measure import Measure
from ...inference.plan import Plan
from ...language.render import template
from ...ratings.ratings import Ratings
from ...ratings.repeats import item_rows, side_by_side
from ...reduce.distinct_rows import distinct
from ...reduce.item_weights import Floats, Ints
from ...reduce.judge_vs_people import among
from ...result import Result
from .candidate import Candidate
from .context import PatternContext, words
from .minimum_sizes import LEAST_ITEMS, MOST_STEADY
from .repair import codes_of


def unsteady_rater(context: PatternContext) -> Iterable[Candidate]:
    """A rater's kappa with themselves, from repeats, tested against the least that a steady rater has.

    Of measurements, of which hardly two are equal, and of rows that an engine counted nothing is said.
    """
    c = context.compared
    if c.source.repeat is None or c.source.items is None or not c.categorical or c.kind == "within":
        return
    if c.ratings.anonymous or c.source.item_source is not None:
        return
    alone = c.reference if len(c.reference) == 1 else ()
    for rater in (*alone, c.name) if context.judging else c.ratings.raters:
        found = _Repeats(context, rater)
        if found.n >= LEAST_ITEMS and found.evidence.defined and found.evidence.interval is not None:
            yield found.candidate()


@dataclass(frozen=True, eq=False)
class _Repeats:
    context: PatternContext
    rater: str

    @cached_property
    def rows(self) -> Ratings | None:
        """Every two repeats of an item as a row, None where nothing was repeated."""
        wide, occasions = side_by_side(self.context.compared.source.select([self.rater]))
        if len(occasions) < 2:
            return None
        rows, _ = among(distinct(wide), wide.raters)
        return rows if len(rows) else None

    @cached_property
    def n(self) -> float:
        """How many items were rated twice."""
        return 0.0 if self.rows is None else float(self.rows.item_weights.sum())

    @property
    def _weights(self) -> Mapping[str, Any]:
        return {"weights": "linear"} if self.context.compared.ordered else {}

    @cached_property
    def evidence(self) -> Result:
        """Kappa of two repeats, linear in steps where categories have an order."""
        plan = Plan(
            level=self.context.compared.plan.level, null=MOST_STEADY, alternative="less", interval="analytic",
            test="t",
        )  # fmt: skip
        found = self._measure("cohen_kappa", plan, self._weights)
        return replace(
            found,
            measure="self_agreement",
            title=template("patterns.evidence-self_agreement", "en"),
            options={},
        )

    def _measure(self, name: str, plan: Plan, options: Mapping[str, Any]) -> Result:
        if self.rows is None:
            raise ValueError("Nothing was repeated.")
        return Measure(BY_NAME[name], self.rows, dict(options)).result(plan)

    def candidate(self) -> Candidate:
        """With how often the rater gave the same rating again."""
        plan = self.context.compared.plan
        same = self._measure("exact_agreement", plan, {})
        ends = self.evidence.interval
        value = self.evidence.estimate
        judge = self.context.judging and self.rater == self.context.compared.name
        return Candidate(
            code="unsteady-rater",
            about={"comparison": self.context.compared.name, "rater": self.rater},
            evidence=self.evidence,
            facts={
                "rater": self.rater, "same": same.estimate, "kappa": value, "n": same.n_items,
                "within": (value, value) if ends is None else (ends.low, ends.high),
                "do": words("steady-judge" if judge else "steady-person"),
            },
            base=self.context.compared,
            material=lambda: rounded(value) < MOST_STEADY,
            repaired=None,  # two repeats do not tell which is right
            score=self._moved,
            examples_of=self.context.compared,
        )  # fmt: skip

    @cached_property
    def middle(self) -> Ints:
        """By row of the comparison the middle (or commonest) of all that the rater says of the item."""
        c = self.context.compared
        own = c.source.select([self.rater])
        number, _ = item_rows(own)
        wide, _ = side_by_side(own)
        return codes_of(wide.columns, len(own.labels), self.context.order)[number][c.origin]

    def _moved(self, ratings: Ratings) -> Floats:
        """How far each rating is from what the rater says of the item on the whole."""
        if self.rater not in ratings.raters:
            return np.zeros(len(ratings))
        own, x = ratings.columns[ratings.place_of(self.rater)], self.context.compared.positions
        there = (own >= 0) & (self.middle >= 0)
        far = np.abs(x[np.maximum(own, 0)] - x[np.maximum(self.middle, 0)])
        return np.where(there, far if self.context.compared.ordered else (far > 0).astype(float), 0.0)
