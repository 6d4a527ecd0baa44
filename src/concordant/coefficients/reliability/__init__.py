"""Reliability of measurements: intraclass correlation, generalisability, measurement error, concordance."""

from .cronbach import cronbach_alpha
from .feature_squares import FeatureGroup, groups, why_undefined
from .finn import finn_coefficient
from .generalisability import Facet, g_coefficient, phi_coefficient
from .icc_forms import FORMS, QUESTIONS, Form, FormName, form_of, icc_form, icc_of
from .icc_intervals import f_ratio, icc_limits
from .intra_rater import ONE_OCCASION, TO_CHECK, intra_rater_icc
from .lin_ccc import concordance, normal_variance
from .mean_squares import NO_SPREAD, MeanSquares, Method, f_tail, normal_se
from .measurement_error import sem, smallest_detectable_change
from .repeatability import repeatability_limit, within_subject_sd
from .robinson import robinson_a
from .spearman_brown import step_up
from .variance_limits import generalised_p

__all__ = [
    "FORMS",
    "NO_SPREAD",
    "ONE_OCCASION",
    "QUESTIONS",
    "TO_CHECK",
    "Facet",
    "FeatureGroup",
    "Form",
    "FormName",
    "MeanSquares",
    "Method",
    "concordance",
    "cronbach_alpha",
    "f_ratio",
    "f_tail",
    "finn_coefficient",
    "form_of",
    "g_coefficient",
    "generalised_p",
    "groups",
    "icc_form",
    "icc_limits",
    "icc_of",
    "intra_rater_icc",
    "normal_se",
    "normal_variance",
    "phi_coefficient",
    "repeatability_limit",
    "robinson_a",
    "sem",
    "smallest_detectable_change",
    "step_up",
    "why_undefined",
    "within_subject_sd",
]
