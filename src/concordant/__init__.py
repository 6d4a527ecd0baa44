"""concordant: how far raters agree, whether to believe the number, and what to change.

    import concordant as cc
    cc.cohen_kappa(human, judge, weights="quadratic")
    cc.krippendorff_alpha(matrix, metric="ordinal")
    cc.compare(cc.measure("cohen_kappa", a, b), cc.measure("cohen_kappa", a, c))

Names are loaded when they are first used, so importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
        icc,
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
    "icc",
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

_API = "surfaces.api"
#: Where the names live that are not functions of the API.
_ELSEWHERE = {
    "CATALOGUE": "coefficients.catalogue",
    "Audit": "ratings.audit",
    "ConcordantError": "errors",
    "InputError": "errors",
    "Interval": "result",
    "Measure": "inference.measure",
    "MissingLibrary": "errors",
    "Note": "result",
    "OptionError": "errors",
    "Plan": "inference.plan",
    "Ratings": "ratings.ratings",
    "Result": "result",
    "Scale": "ratings.scale",
    "ScaleError": "errors",
    "as_ratings": "ratings.read",
    "read": "ratings.read",
}


def __getattr__(name: str) -> Any:
    """Load a public name where it lives (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module 'concordant' has no attribute {name!r}")
    value = getattr(import_module(f".{_ELSEWHERE.get(name, _API)}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
