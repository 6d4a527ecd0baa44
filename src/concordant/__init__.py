"""concordant: how far raters agree, whether to believe the number, and what to change.

    import concordant as cc
    cc.cohen_kappa(human, judge, weights="quadratic")
    cc.krippendorff_alpha(matrix, metric="ordinal")
    cc.compare(cc.measure("cohen_kappa", a, b), cc.measure("cohen_kappa", a, c))
"""

from __future__ import annotations

from .coefficients.catalogue import CATALOGUE
from .errors import ConcordantError, InputError, MissingLibrary, OptionError, ScaleError
from .inference.measure import Measure
from .inference.plan import Plan
from .ratings.audit import Audit
from .ratings.ratings import Ratings
from .ratings.read import as_ratings, read
from .ratings.scale import Scale
from .result import Interval, Note, Result
from .surfaces.api import (
    adjacent_agreement,
    agreement,
    bangdiwala_b,
    bennett_s,
    bias_index,
    brennan_prediger,
    category_kappa,
    cohen_kappa,
    compare,
    conger_kappa,
    counts,
    exact_agreement,
    fleiss_kappa,
    gwet_ac,
    hubert_kappa,
    kappa_max,
    kendall_tau,
    kendall_w,
    krippendorff_alpha,
    light_kappa,
    mean_absolute_error,
    measure,
    pabak,
    pearson,
    prevalence_index,
    randolph_kappa,
    root_mean_square_error,
    scott_pi,
    severity_scores,
    signed_bias,
    spearman,
    specific_agreement,
    table,
    weight_matrix,
)

__version__ = "0.1.0"

__all__ = [
    "CATALOGUE",
    "Audit",
    "ConcordantError",
    "InputError",
    "Interval",
    "Measure",
    "MissingLibrary",
    "Note",
    "OptionError",
    "Plan",
    "Ratings",
    "Result",
    "Scale",
    "ScaleError",
    "adjacent_agreement",
    "agreement",
    "as_ratings",
    "bangdiwala_b",
    "bennett_s",
    "bias_index",
    "brennan_prediger",
    "category_kappa",
    "cohen_kappa",
    "compare",
    "conger_kappa",
    "counts",
    "exact_agreement",
    "fleiss_kappa",
    "gwet_ac",
    "hubert_kappa",
    "kappa_max",
    "kendall_tau",
    "kendall_w",
    "krippendorff_alpha",
    "light_kappa",
    "mean_absolute_error",
    "measure",
    "pabak",
    "pearson",
    "prevalence_index",
    "randolph_kappa",
    "read",
    "root_mean_square_error",
    "scott_pi",
    "severity_scores",
    "signed_bias",
    "spearman",
    "specific_agreement",
    "table",
    "weight_matrix",
]
