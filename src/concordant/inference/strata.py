"""One coefficient over strata: in each, averaged, pooled, and why the ways to combine them differ."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

import numpy as np

from ..coefficients.coefficient import Coefficient
from ..errors import OptionError, choose
from ..frame import Frame
from ..plain_json import plain
from ..ratings.ratings import Ratings
from ..result import Result
from .combined_strata import Combining, counted_by, strata_of
from .equality import equal
from .make_result import answer_from
from .measure import Measure
from .plan import Plan

Because = Literal["margins", "agreement", "neither"]

#: A difference that three decimals do not show is none.
_SHOWN = 0.0005


@dataclass(frozen=True, kw_only=True)
class Strata:
    """A coefficient in every stratum, the ways to make one number of them, and the test that all are equal.

    size_weighted     Σ n_h κ_h / n: the mean over items of their stratum's value
    inverse_variance  Σ κ_h/se_h² / Σ 1/se_h²: the most exact mean, if all strata have the same value
    pooled_chance     1 − Σ n_h d_h / Σ n_h e_h, d and e the observed and the expected disagreement in a
                      stratum: chance stays within strata (None where the coefficient is not of this form)
    pooled_table      strata ignored
    equality          the test that all strata have the same value
    from_margins      pooled_table − pooled_chance: margins that differ between strata change what is expected
                      by chance in the pooled table
    from_agreement    pooled_chance − size_weighted: strata where chance disagrees more count more

    The last two add up to `difference`, pooled_table − size_weighted; `differs_because` names the larger.
    """

    by: tuple[str, ...]
    parts: tuple[tuple[tuple[Any, ...], Result], ...]
    size_weighted: Result
    inverse_variance: Result
    pooled_chance: Result | None
    pooled_table: Result
    equality: Result

    def __iter__(self) -> Iterator[tuple[tuple[Any, ...], Result]]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)

    def __getitem__(self, values: Any) -> Result:
        """The result of one stratum: `strata["zh"]`, or `strata["zh", "code"]` by two columns."""
        found = {part if len(self.by) > 1 else part[0]: result for part, result in self.parts}
        choose("a stratum", values, found)
        return found[values]

    @property
    def difference(self) -> float:
        """What pooling adds to the mean over strata; nan where one of them is undefined."""
        return self.pooled_table.estimate - self.size_weighted.estimate

    @property
    def from_margins(self) -> float:
        """What is due to margins that differ between strata; nan where it is not defined."""
        return self.pooled_table.estimate - self._chance

    @property
    def from_agreement(self) -> float:
        """What is due to agreement that differs between strata; nan where it is not defined."""
        return self._chance - self.size_weighted.estimate

    @property
    def _chance(self) -> float:
        return math.nan if self.pooled_chance is None else self.pooled_chance.estimate

    @property
    def differs_because(self) -> Because | None:
        """Which part of the difference is larger; "neither" where there is none; None where it is unknown."""
        if math.isnan(self.from_margins + self.from_agreement):
            return None
        if abs(self.difference) < _SHOWN:
            return "neither"
        return "margins" if abs(self.from_margins) >= abs(self.from_agreement) else "agreement"

    @property
    def combined(self) -> dict[str, Result]:
        """The ways to make one number of the strata, by their names."""
        found = {name: getattr(self, name) for name in _WAYS}
        return {name: result for name, result in found.items() if result is not None}

    def frame(self) -> Frame:
        """One row for each stratum, then one for each way to combine them."""
        rows = [(" / ".join(map(str, values)), result) for values, result in self.parts]
        rows += [(name, result) for name, result in self.combined.items()]
        tidy = [result.tidy()[0] for _, result in rows]
        shown = ("estimate", "std_error", "conf_low", "conf_high", "n_items")
        names = np.empty(len(rows), dtype=object)
        names[:] = [name for name, _ in rows]
        columns = {"stratum": names, **{name: np.array([row[name] for row in tidy]) for name in shown}}
        notes = tuple(dict.fromkeys(n for _, result in rows for n in result.notes))
        return Frame(columns, f"{self.pooled_table.title} by {', '.join(self.by)}", notes)

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON."""
        out = {f.name: getattr(self, f.name) for f in fields(self)}
        results = {name: value.to_dict() for name, value in out.items() if isinstance(value, Result)}
        parts = [{"values": plain(values), "result": result.to_dict()} for values, result in self.parts]
        names = ("difference", "from_margins", "from_agreement", "differs_because")
        return {
            "by": list(self.by),
            "parts": parts,
            "pooled_chance": None,
            **results,
            **{name: plain(getattr(self, name)) for name in names},
        }

    def __repr__(self) -> str:
        return repr(self.frame())

    def _repr_html_(self) -> str:
        return self.frame()._repr_html_()


_WAYS = ("size_weighted", "inverse_variance", "pooled_chance", "pooled_table")


def stratified(
    c: Coefficient, ratings: Ratings, by: Sequence[str], options: Mapping[str, Any], plan: Plan
) -> Strata:
    """The coefficient in every stratum, and all ways to combine them.

    Size-weighted and inverse-variance means as in Fleiss (1981) and Donner and Klar (1996); chance within
    strata after Barlow, Lai and Azen (1991).
    """
    if not by:
        raise OptionError("Strata need one or more columns: name them, for example by='department'.")
    counted = counted_by(ratings, by)
    strata = strata_of(c, counted, by, options, plan)
    pooled = Measure(c, counted, options)
    whole = pooled.reduce()
    combining = Combining(c, strata, plan)
    return Strata(
        by=tuple(by),
        parts=tuple((stratum.values, stratum.result) for stratum in strata),
        size_weighted=combining.size_weighted(),
        inverse_variance=combining.inverse_variance(),
        pooled_chance=combining.pooled_chance(pooled.estimate(whole)),
        pooled_table=answer_from(pooled, whole, plan),
        equality=equal([s.result for s in strata], combining.shared, np.array([s.units for s in strata])),
    )
