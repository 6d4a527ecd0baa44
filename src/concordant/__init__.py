"""concordant: measure rater agreement, see whether the number can be trusted, and find what to fix.

    import concordant as cc
    cc.cohen_kappa(human, judge, weights="quadratic")
    cc.krippendorff_alpha(matrix, metric="ordinal")
    cc.compare(cc.measure("cohen_kappa", a, b), cc.measure("cohen_kappa", a, c))

Names are loaded when they are first used, so importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .version import __version__ as __version__

#: Where public names live. Coefficients are public too, by their names in the catalogue; `__init__.pyi`,
#: which is generated from it, shows all of them to editors and type checkers.
_NAMES = {
    "errors": "AmbiguousReading ConcordantError InputError MissingLibrary OptionError ScaleError",
    "result": "Interval Note Result",
    "frame": "Frame",
    "ratings.ratings": "Ratings",
    "ratings.scale": "Scale",
    "ratings.audit": "Audit",
    "ratings.as_ratings": "as_ratings",
    "ratings.read": "read",
    "reduce.moments": "Moments",
    "reduce.from_published": "mean_squares summary",
    "coefficients.catalogue": "CATALOGUE",
    "coefficients.reliability.icc_forms": "Form icc_form",
    "coefficients.reliability.spearman_brown": "raters_needed spearman_brown",
    "coefficients.truth.validity": "reliability_and_mse",
    "inference.measure": "Measure",
    "inference.plan": "Plan",
    "inference.slices": "Sliced",
    "inference.strata": "Strata",
    "inference.features": "icc_features",
    "inference.reliable_features": "reliable_features",
    "surfaces.api.coefficients": "agreement compare measure",
    "surfaces.api.breakdowns": "agreement_by intra_rater pairwise top_items",
    "surfaces.api.summaries": "counts moments moments_by table",
    "surfaces.api.category_weights": "kappa_steps severity_scores weight_matrix",
    "surfaces.api.d_study": "d_study",
    "planning.sample_plan": "SamplePlan",
    "planning.next_tasks": "TaskList",
    "surfaces.api.plan": "plan plan_next",
    "surfaces.api.study": "marginal_homogeneity sensitivity stratified study",
    "surfaces.api.study_result": "Study",
    "surfaces.api.drift": "drift",
    "interpret.kappa_steps": "KappaSteps",
    "language.terms": "Explanation",
    "surfaces.api.explain": "explain",
    "surfaces.api.examples": "example examples",
    "judges.latent_truth": "LatentTruth",
    "judges.label_panel": "LabelPanel",
    "judges.panel": "JudgePanel",
    "judges.ordinal_map": "OrdinalMap",
    "judges.score_map": "ScoreMap",
    "surfaces.api.corrected": "corrected_difference corrected_mean corrected_share score_map",
    "surfaces.api.judge_methods": "preferences soft_labels threshold_curve",
    "surfaces.api.panels": "bradley_terry latent_truth panel position_bias",
    "surfaces.api.exports": "formats import_table write_back",
    "surfaces.gate.check": "Gate assert_agreement check",
    "surfaces.track.track": "projects store track",
    "surfaces.track.project": "Project",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}
_COEFFICIENTS = "surfaces.api.coefficients"


def __getattr__(name: str) -> Any:
    """Load a public name where it lives (PEP 562)."""
    if name == "__all__":
        value: Any = sorted([*_MODULES, "figures", *_coefficients()])
    elif name == "figures":
        value = import_module(".surfaces.figures", __name__)
    elif name in _MODULES or name in _coefficients():
        value = getattr(import_module(f".{_MODULES.get(name, _COEFFICIENTS)}", __name__), name)
    else:
        raise AttributeError(f"module 'concordant' has no attribute {name!r}")
    globals()[name] = value
    return value


def _coefficients() -> list[str]:
    """The names of the catalogue, which is not loaded for it."""
    from .surfaces.cli.coefficient_menu import menu

    return [entry.name for entry in menu()]


def __dir__() -> list[str]:
    return [*__getattr__("__all__"), "__version__"]
