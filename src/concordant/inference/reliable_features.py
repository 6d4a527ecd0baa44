"""Which features are reliable enough, when very many were tried."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_arguments_and
from ..coefficients.reliability import Form, form_of, generalised_p, step_up
from ..errors import OptionError, choose
from ..frame import Frame
from ..quote import quote
from ..ratings.phrases import many
from ..reduce.item_weights import Floats
from ..result import Note
from .false_discovery import Correction, adjusted, check_rate
from .feature_frame import Features, column_of, tested

By = Literal["test", "lower", "estimate"]
FeatureTest = Literal["f", "generalised"]


@check_arguments_and({"features": None})  # _form says where features come from
def reliable_features(
    features: Features,
    *,
    form: str = "A,1",
    threshold: float = 0.75,
    by: By = "test",
    fdr: float = 0.05,
    correction: Correction = "bh",
    test: FeatureTest = "f",
) -> Frame:
    """Keep the features whose intraclass correlation is shown to exceed a threshold.

    An estimate of at least 0.75 is not enough: estimates are about as often too high as too low, so half of
    the features whose true value is exactly 0.75 would pass, and selecting the highest of many estimates
    favours those that are high by chance.

    Parameters
    ----------
    features : Features
        What `concordant.icc_features` returned.
    form : str, default "A,1"
        The form of the intraclass correlation, one of those that `icc_features` gave.
    threshold : float, default 0.75
        Intraclass correlation that a feature has to exceed.
    by : {"test", "lower", "estimate"}, default "test"
        "test" tests every feature against the threshold (one-sided) and keeps those whose p,
        adjusted for the number of features, is at most `fdr`. "lower" keeps features whose lower
        limit reaches the threshold, "estimate" those whose estimate does: neither
        controls how many are kept by chance.
    fdr : float, default 0.05
        False discovery rate: the largest expected share of features kept by the test whose true value
        is below the threshold.
    correction : {"bh", "by", "none"}, default "bh"
        Adjustment of p: "bh" (Benjamini and Hochberg) is valid under positive dependence between
        features, "by" (Benjamini and Yekutieli) under any dependence.
    test : {"f", "generalised"}, default "f"
        The F test. For absolute agreement it takes the variance between raters as the few raters
        show it, and finds too much where raters differ in level; "generalised" allows for their
        small number, and finds little with two or three raters. For the other forms F is exact, and
        is used.

    Returns
    -------
    Frame
        One row for each feature kept, with its estimate, limits and test; `place` is its row among
        all features, from 0.

    Examples
    --------
    >>> import numpy as np
    >>> import concordant as cc
    >>> volume = [[9.1, 9.0], [6.2, 6.6], [8.0, 7.8], [7.3, 7.9], [10.4, 10.1], [6.5, 6.3]]
    >>> texture = [[1.0, 1.6], [3.2, 2.1], [2.0, 2.8], [1.3, 1.9], [2.4, 1.9], [2.5, 3.3]]
    >>> found = cc.icc_features(np.dstack([volume, texture]), features=["volume", "texture"])
    >>> list(cc.reliable_features(found)["feature"])
    ['volume']
    """
    request = ReliabilityRequest(_form(features, form), threshold, by, fdr, correction, test)
    name = column_of(request.form)
    f, df2, p = _tests(features, request)
    estimate, low = features[name], features[f"{name}_low"]
    q = adjusted(p, correction)
    keep = {"test": q <= fdr, "lower": low >= threshold, "estimate": estimate >= threshold}[by]
    columns: dict[str, NDArray[Any]] = {
        "place": np.arange(len(features)), "feature": features["feature"], "n_items": features["n_items"],
        "estimate": estimate, "conf_low": low, "conf_high": features[f"{name}_high"],
        "f": f, "df1": features["df1"], "df2": df2, "p_value": p, "p_adjusted": q,
    }  # fmt: skip
    lucky = int(np.count_nonzero((estimate >= threshold) & ~keep))
    return Frame(
        {key: column[keep] for key, column in columns.items()},
        f"{int(keep.sum())} of {many(len(features), 'feature')} kept: {request.in_words}",
        tuple(_notes(request, lucky, features)),
        request.options,
    )


@dataclass(frozen=True)
class ReliabilityRequest:
    """What is wanted of a feature to be kept."""

    form: Form
    threshold: float
    by: By
    fdr: float
    correction: Correction
    test: FeatureTest

    def __post_init__(self) -> None:
        choose("by", self.by, get_args(By))
        choose("test", self.test, get_args(FeatureTest))
        check_rate(self.fdr)
        number = isinstance(self.threshold, (int, float)) and math.isfinite(self.threshold)
        if not (number and self.threshold < 1):
            raise OptionError(
                "threshold must be an intraclass correlation below 1, such as 0.75, got "
                f"{quote(self.threshold)}."
            )

    @property
    def random_raters(self) -> bool:
        """Whether the variance between raters is part of the form."""
        return self.form.absolute and self.form.raters != "nested"

    @property
    def options(self) -> dict[str, Any]:
        """As they are told with the answer."""
        names = ("threshold", "by", "fdr", "correction", "test")
        return {"form": self.form.key, **{name: getattr(self, name) for name in names}}

    @property
    def in_words(self) -> str:
        """In words."""
        how = {"test": "by test", "lower": "by lower limit", "estimate": "by estimate"}[self.by]
        return f"{self.form.mcgraw_wong} of at least {self.threshold:g} {how}"


def _form(features: Any, form: str) -> Form:
    if not isinstance(features, Features):
        raise OptionError(
            "reliable_features needs the result of icc_features: reliable_features(icc_features(data))."
        )
    chosen, known = form_of(form), [f.key for f in features.forms]
    if chosen.key not in known:
        raise OptionError(f"{chosen.key!r} was not requested: icc_features computed the forms {known}.")
    return chosen


def _tests(features: Features, request: ReliabilityRequest) -> tuple[Floats, Floats, Floats]:
    """F, its second degrees of freedom, and p of the test that is asked for."""
    ms = features.mean_squares(request.form)
    together = float(features["n_raters"].max(initial=1)) if request.form.average else 1.0
    f, df2, p = tested(ms, request.form, together, request.threshold)
    known = ~np.isnan(features[column_of(request.form)])
    if request.test == "generalised" and request.random_raters and known.any():
        part = features.where(known).mean_squares(request.form)
        p[known] = generalised_p(part, float(step_up(request.threshold, 1 / together)))
    return f, np.broadcast_to(df2, f.shape), np.where(known, p, np.nan)


def _notes(request: ReliabilityRequest, lucky: int, features: Features) -> Iterator[Note]:
    if request.by != "estimate" and lucky:
        reach = many(lucky, "feature reaches", "features reach")
        text = f"Another {reach} {request.threshold:g} by the estimate alone, which may be chance."
        yield Note("estimate-only", text, {"count": lucky, "threshold": request.threshold})
    if request.by != "test":
        text = "The result is not corrected for multiple testing of the features; use by='test'."
        yield Note("not-adjusted", text)
    elif request.random_raters and request.test == "f":
        count = int(features["n_raters"].max(initial=0))
        raters = many(count, "rater")
        text = (
            f"The F test uses the rater variance estimated from {raters} and keeps too many features "
            "when raters differ in severity: use test='generalised'."
        )
        yield Note("few-raters", text, {"raters": count})
