"""Which options the public functions hand on, and what those groups of options are called in the stub."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import concordant as cc

READ = ("ReadingOptions",)
ALL = ("CoefficientOptions", "InferenceOptions", "ReadingOptions")
#: What the functions that hand options on take as `**options`, and what such a group of options is called.
HANDED_ON = {
    **dict.fromkeys(("as_ratings", "check", "d_study", "drift", "marginal_homogeneity"), READ),
    **dict.fromkeys(("moments", "moments_by", "plan_next", "write_back", "kappa_steps"), READ),
    **dict.fromkeys(("corrected_difference", "corrected_mean", "corrected_share", "score_map"), READ),
    **dict.fromkeys(("latent_truth", "panel", "preferences", "soft_labels", "threshold_curve"), READ),
    **dict.fromkeys(
        ("agreement", "agreement_by", "intra_rater", "pairwise", "sensitivity", "stratified"), ALL
    ),
    "assert_agreement": ("CheckOptions", "ReadingOptions"),
    "compare": ("InferenceOptions",),
    "measure": ("CoefficientOptions", "ReadingOptions"),
    "plan": ("PlanOptions",),
    "study": ("ProgressOptions", "ReadingOptions"),
    "top_items": ("CoefficientOptions", "ReadingOptions"),
}
#: What each group is for.
MEANING = {
    "InferenceOptions": "How sure a number is; see `Plan`.",
    "ReadingOptions": "What the data are; see `read`.",
    "CoefficientOptions": "Options of single coefficients; each takes its own.",
    "CheckOptions": "Options of `check`.",
    "PlanOptions": "Options of every question of `plan`, and of plans from data.",
    "ProgressOptions": "Who hears how far a study is.",
}
#: Groups that are taken together.
TOGETHER = {
    ("InferenceOptions", "ReadingOptions"): "Options",
    ("CoefficientOptions", "ReadingOptions"): "MeasureOptions",
    ("ProgressOptions", "ReadingOptions"): "StudyOptions",
    ("CheckOptions", "ReadingOptions"): "AssertOptions",
    ALL: "AnyOptions",
}
OF_COEFFICIENTS = ("InferenceOptions", "ReadingOptions")

#: `weights` take any power, such as "power:1.37", which no type can say. Checkers know the usual, so that
#: they see a slip in a name; any other is had by `weight_matrix`, which takes any text.
POWERS = tuple(f"power:{p}" for p in ("0.25", "0.5", "0.75", "1", "1.25", "1.5", "1.75", "2", "2.5", "3"))
#: Forms of the intraclass correlation as people write them; spaces and capitals do not matter to us.
FORMS = tuple(
    name
    for kind in ("1", "2", "3", "A", "C")
    for unit in ("1", "k")
    for name in (f"{kind},{unit}", f"ICC({kind},{unit})", f"ICC{kind}{unit.strip('1')}")
)
#: Functions whose `name` is that of a coefficient.
BY_COEFFICIENT = (
    "agreement", "agreement_by", "intra_rater", "measure", "pairwise", "sensitivity", "stratified",
)  # fmt: skip
#: The options of figures and of tracking: those of this function, without the parameters of their own.
BORROWED: Mapping[str, tuple[Callable[..., Any], str]] = {
    "BlandAltmanFigureOptions": (cc.figures.bland_altman, "bland_altman"),
    "ComponentsFigureOptions": (cc.figures.components, "g_study"),
    "ForestOptions": (cc.figures.forest, "study"),
    "ForestStrataOptions": (cc.figures.forest_strata, "stratified"),
    "RoundsStripOptions": (cc.figures.rounds_strip, "study"),
    "DriftFigureOptions": (cc.figures.drift, "drift"),
    "SensitivityFigureOptions": (cc.figures.sensitivity_curve, "sensitivity"),
    "ParadoxFigureOptions": (cc.figures.paradox_curve, "as_ratings"),
    "RoundOptions": (cc.Project.add, "study"),
    "PreviewOptions": (cc.Project.preview, "study"),
}
