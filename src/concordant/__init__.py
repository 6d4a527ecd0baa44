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
    from .coefficients.reliability.forms import Form, icc_form
    from .coefficients.reliability.spearman_brown import raters_needed, spearman_brown
    from .coefficients.truth.validity import reliability_and_mse
    from .errors import ConcordantError, InputError, MissingLibrary, OptionError, ScaleError
    from .frame import Frame
    from .inference.features import icc_features
    from .inference.measure import Measure
    from .inference.plan import Plan
    from .inference.reliable_features import reliable_features
    from .inference.slices import Sliced
    from .inference.strata import Strata
    from .ratings.audit import Audit
    from .ratings.ratings import Ratings
    from .ratings.read import as_ratings, read
    from .ratings.scale import Scale
    from .reduce.from_published import mean_squares, summary
    from .reduce.moments import Moments
    from .result import Interval, Note, Result
    from .surfaces import figures as figures
    from .surfaces.api.coefficients import (
        adjacent_agreement,
        against_truth,
        agreement,
        agreement_by,
        bangdiwala_b,
        bennett_s,
        bias_index,
        bland_altman,
        brennan_prediger,
        category_kappa,
        ccc,
        cohen_kappa,
        compare,
        conger_kappa,
        counts,
        coverage_probability,
        cronbach_alpha,
        d_study,
        deming,
        exact_agreement,
        finn_coefficient,
        fleiss_kappa,
        g_coefficient,
        g_study,
        gwet_ac,
        hubert_kappa,
        icc,
        intra_rater,
        intra_rater_icc,
        iota,
        kappa_max,
        kendall_tau,
        kendall_w,
        krippendorff_alpha,
        light_kappa,
        mean_absolute_error,
        measure,
        moments,
        moments_by,
        pabak,
        pairwise,
        passing_bablok,
        pearson,
        phi_coefficient,
        prevalence_index,
        randolph_kappa,
        repeatability_limit,
        robinson_a,
        root_mean_square_error,
        scott_pi,
        sem,
        severity_scores,
        signed_bias,
        smallest_detectable_change,
        spearman,
        specific_agreement,
        table,
        top_items,
        total_deviation_index,
        variance_components,
        weight_matrix,
        within_subject_cv,
        within_subject_sd,
    )
    from .surfaces.api.drift import drift
    from .surfaces.api.examples import example, examples
    from .surfaces.api.study import marginal_homogeneity, sensitivity, stratified, study
    from .surfaces.api.study_result import Study
    from .surfaces.gate.check import assert_agreement, check
    from .surfaces.gate.gate_result import Gate
    from .surfaces.track.functions import projects, store, track
    from .surfaces.track.project import Project

__version__ = "0.1.0"

__all__ = [
    "CATALOGUE",
    "Audit",
    "ConcordantError",
    "Form",
    "Frame",
    "Gate",
    "InputError",
    "Interval",
    "Measure",
    "MissingLibrary",
    "Moments",
    "Note",
    "OptionError",
    "Plan",
    "Project",
    "Ratings",
    "Result",
    "Scale",
    "ScaleError",
    "Sliced",
    "Strata",
    "Study",
    "adjacent_agreement",
    "against_truth",
    "agreement",
    "agreement_by",
    "as_ratings",
    "assert_agreement",
    "bangdiwala_b",
    "bennett_s",
    "bias_index",
    "bland_altman",
    "brennan_prediger",
    "category_kappa",
    "ccc",
    "check",
    "cohen_kappa",
    "compare",
    "conger_kappa",
    "counts",
    "coverage_probability",
    "cronbach_alpha",
    "d_study",
    "deming",
    "drift",
    "exact_agreement",
    "example",
    "examples",
    "figures",
    "finn_coefficient",
    "fleiss_kappa",
    "g_coefficient",
    "g_study",
    "gwet_ac",
    "hubert_kappa",
    "icc",
    "icc_features",
    "icc_form",
    "intra_rater",
    "intra_rater_icc",
    "iota",
    "kappa_max",
    "kendall_tau",
    "kendall_w",
    "krippendorff_alpha",
    "light_kappa",
    "marginal_homogeneity",
    "mean_absolute_error",
    "mean_squares",
    "measure",
    "moments",
    "moments_by",
    "pabak",
    "pairwise",
    "passing_bablok",
    "pearson",
    "phi_coefficient",
    "prevalence_index",
    "projects",
    "randolph_kappa",
    "raters_needed",
    "read",
    "reliability_and_mse",
    "reliable_features",
    "repeatability_limit",
    "robinson_a",
    "root_mean_square_error",
    "scott_pi",
    "sem",
    "sensitivity",
    "severity_scores",
    "signed_bias",
    "smallest_detectable_change",
    "spearman",
    "spearman_brown",
    "specific_agreement",
    "store",
    "stratified",
    "study",
    "summary",
    "table",
    "top_items",
    "total_deviation_index",
    "track",
    "variance_components",
    "weight_matrix",
    "within_subject_cv",
    "within_subject_sd",
]

_API = "surfaces.api.coefficients"
#: Names that are modules.
_MODULES = {"figures": "surfaces.figures"}
#: Where the names live that are not functions of the API.
_ELSEWHERE = {
    "CATALOGUE": "coefficients.catalogue",
    "Audit": "ratings.audit",
    "ConcordantError": "errors",
    "Form": "coefficients.reliability.forms",
    "Frame": "frame",
    "Gate": "surfaces.gate.gate_result",
    "InputError": "errors",
    "Interval": "result",
    "Measure": "inference.measure",
    "MissingLibrary": "errors",
    "Moments": "reduce.moments",
    "Note": "result",
    "OptionError": "errors",
    "Plan": "inference.plan",
    "Project": "surfaces.track.project",
    "Ratings": "ratings.ratings",
    "Result": "result",
    "Scale": "ratings.scale",
    "ScaleError": "errors",
    "Sliced": "inference.slices",
    "Strata": "inference.strata",
    "Study": "surfaces.api.study_result",
    "as_ratings": "ratings.read",
    "assert_agreement": "surfaces.gate.check",
    "check": "surfaces.gate.check",
    "drift": "surfaces.api.drift",
    "example": "surfaces.api.examples",
    "examples": "surfaces.api.examples",
    "icc_features": "inference.features",
    "icc_form": "coefficients.reliability.forms",
    "marginal_homogeneity": "surfaces.api.study",
    "mean_squares": "reduce.from_published",
    "projects": "surfaces.track.functions",
    "raters_needed": "coefficients.reliability.spearman_brown",
    "read": "ratings.read",
    "reliability_and_mse": "coefficients.truth.validity",
    "reliable_features": "inference.reliable_features",
    "sensitivity": "surfaces.api.study",
    "spearman_brown": "coefficients.reliability.spearman_brown",
    "store": "surfaces.track.functions",
    "stratified": "surfaces.api.study",
    "study": "surfaces.api.study",
    "summary": "reduce.from_published",
    "track": "surfaces.track.functions",
}


def __getattr__(name: str) -> Any:
    """Load a public name where it lives (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module 'concordant' has no attribute {name!r}")
    module = import_module(f".{_MODULES.get(name) or _ELSEWHERE.get(name, _API)}", __name__)
    value = module if name in _MODULES else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
