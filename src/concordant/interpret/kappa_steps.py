"""How Cohen's kappa is made: observed agreement, chance agreement by category, improvement over chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..arguments import check_arguments
from ..coefficients.weights import Weights, agreement_matrix
from ..errors import InputError
from ..language.numerals import written
from ..language.render import Language
from ..number_text import show, show_count
from ..reduce.table import Table
from .record import Record
from .result_text import table as laid_out
from .result_text import word

#: Sums are written out for so many categories.
_MOST = 8


@dataclass(frozen=True, kw_only=True)
class CategoryStep(Record):
    """One category: how many items both put in it, how often each rater uses it, its part of P_o and P_e.

    With weights, the parts are those of the items that the first rater puts in the category.
    """

    category: str
    agreed: float
    first_share: float
    second_share: float
    observed: float
    expected: float


@dataclass(frozen=True, kw_only=True)
class KappaSteps(Record):
    """The steps from a table to kappa; `gained` is P_o − P_e and `possible` is 1 − P_e."""

    raters: tuple[str, str]
    n_items: float
    weighted: bool
    categories: tuple[CategoryStep, ...]
    observed: float
    expected: float
    gained: float
    possible: float
    kappa: float

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """The steps in words, in one language."""
        return "\n".join(_lines(self, lang))

    def __str__(self) -> str:
        return self.text()


def kappa_steps_of(
    t: Table, weights: Weights = "identity", scores: Sequence[float] | None = None
) -> KappaSteps:
    """The steps from the table of two raters to kappa with these weights."""
    cells, n = t.cells, float(t.cells.sum())
    if not n > 0:
        raise InputError("No item was rated by both raters, so kappa has no steps to show.")
    w = agreement_matrix(weights, t.scale, t.labels, scores)
    rows, columns = cells.sum(axis=1) / n, cells.sum(axis=0) / n
    observed, expected = (w * cells / n).sum(axis=1), (w * (rows[:, None] * columns)).sum(axis=1)
    p_o, p_e = math.fsum(observed.tolist()), math.fsum(expected.tolist())
    possible = 1 - p_e
    undefined = possible <= 1e-12
    return KappaSteps(
        raters=t.raters,
        n_items=n,
        weighted=not (isinstance(weights, str) and weights == "identity"),
        categories=tuple(
            CategoryStep(
                category=str(t.labels[i]),
                agreed=float(cells[i, i]),
                first_share=float(rows[i]),
                second_share=float(columns[i]),
                observed=float(observed[i]),
                expected=float(expected[i]),
            )
            for i in range(t.size)
        ),
        observed=p_o,
        expected=p_e,
        gained=p_o - p_e,
        possible=possible,
        kappa=math.nan if undefined else (p_o - p_e) / possible,
    )


def _lines(s: KappaSteps, lang: Language) -> list[str]:
    kind = "-weighted" if s.weighted else ""
    agreed = [show_count(one.agreed) for one in s.categories]
    facts: dict[str, Any] = {
        "first": s.raters[0],
        "second": s.raters[1],
        "n": s.n_items,
        "agreed": sum(one.agreed for one in s.categories),
        "observed": s.observed,
        "expected": s.expected,
        "agreed_sum": _sum(agreed),
        "expected_sum": _sum([show(one.expected) for one in s.categories]),
        "gained": s.gained,
        "possible": s.possible,
        "kappa": s.kappa,
        "percent": written(100 * s.kappa, ".1f"),
    }
    last = "undefined" if math.isnan(s.kappa) else "below" if s.kappa < 0 else "kappa"
    return [
        word("steps-title", lang),
        "",
        word(f"steps-observed{kind}", lang, **facts),
        word(f"steps-expected{kind}", lang, **facts),
        *laid_out(_table(s, lang)),
        word("steps-expected-sum", lang, **facts),
        word("steps-gained", lang, **facts),
        word(f"steps-{last}", lang, **facts),
    ]


def _table(s: KappaSteps, lang: Language) -> list[list[str]]:
    names = [word("head-category", lang), *(word("steps-share", lang, rater=r) for r in s.raters)]
    parts = ["steps-observed-part"] * s.weighted + ["steps-chance-part"]
    rows = [
        [
            one.category,
            show(one.first_share),
            show(one.second_share),
            *([show(one.observed)] * s.weighted),
            show(one.expected),
        ]
        for one in s.categories
    ]
    return [[*names, *(word(part, lang) for part in parts)], *rows]


def _sum(terms: Sequence[str]) -> str:
    return " + ".join(terms) if len(terms) <= _MOST else f"{' + '.join(terms[:3])} + … + {terms[-1]}"
