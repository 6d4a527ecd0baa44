"""What is known of many features: one row for each, and the mean squares behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..coefficients.reliability.forms import Form, form_of
from ..coefficients.reliability.mean_squares import MeanSquares
from ..errors import OptionError
from ..frame import Frame

#: Thresholds that are usual for reliable features.
USUAL = (0.75, 0.90)


@dataclass(frozen=True, eq=False)
class Features(Frame):
    """What `icc_features` returns: a frame that can say more about its features."""

    two_way: MeanSquares | None = None
    one_way: MeanSquares | None = None

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms that were asked for."""
        return tuple(form_of(key) for key in self.options["forms"])

    @property
    def main(self) -> Form:
        """The form to speak of where one is enough."""
        return next((form for form in self.forms if form.key == "A,1"), self.forms[0])

    def mean_squares(self, form: Form) -> MeanSquares:
        """Those that a form rests on."""
        found = self.one_way if form.raters == "nested" else self.two_way
        if found is None:
            raise OptionError("The mean squares behind these features are not known: ask icc_features again.")
        return found

    def where(self, keep: NDArray[np.bool_]) -> Features:
        """The features marked True."""
        kept = {name: column[keep] for name, column in self.columns.items()}
        two_way, one_way = _taken(self.two_way, keep), _taken(self.one_way, keep)
        return replace(self, columns=kept, two_way=two_way, one_way=one_way)

    def shares(self, thresholds: Sequence[float] = USUAL) -> Frame:
        """For each form which share of features reaches a threshold, by estimate and by lower limit.

        Shares are of the features for which the form is defined.
        """
        rows = [_share(self, form, float(least)) for form in self.forms for least in thresholds]
        columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
        return Frame(columns, "Share of features that reach a threshold")

    def brief(self) -> Frame:
        """The estimates and limits alone."""
        wanted = ["feature", "n_items"]
        for form in self.forms:
            wanted += [column_of(form) + end for end in ("", "_low", "_high")]
        return Frame({name: self.columns[name] for name in wanted}, self.title, self.notes)

    def __repr__(self) -> str:
        return repr(self.brief())

    def _repr_html_(self) -> str:
        return self.brief()._repr_html_()


def column_of(form: Form) -> str:
    """The column of a form: "icc_a1" for ICC(A,1)."""
    return "icc_" + form.key.replace(",", "").lower()


def _taken(ms: MeanSquares | None, keep: NDArray[np.bool_]) -> MeanSquares | None:
    return ms and MeanSquares(**{f.name: getattr(ms, f.name)[keep] for f in fields(MeanSquares)})


def _share(features: Features, form: Form, least: float) -> dict[str, Any]:
    name = column_of(form)
    value, low = features[name], features[f"{name}_low"]
    n = int(np.count_nonzero(~np.isnan(value)))
    by = [np.count_nonzero(x >= least) / n if n else np.nan for x in (value, low)]
    return {
        "form": form.mcgraw_wong, "shrout_fleiss": form.shrout_fleiss or "", "threshold": least,
        "n_features": n, "by_estimate": by[0], "by_lower_limit": by[1],
    }  # fmt: skip
