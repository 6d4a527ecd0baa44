"""Every coefficient, in reading order. API, command line, docs and tests read this tuple."""

from __future__ import annotations

from .categories import (
    adjacent_agreement,
    bangdiwala_b,
    bennett_s,
    bias_index,
    brennan_prediger,
    category_kappa,
    cohen_kappa,
    conger_kappa,
    exact_agreement,
    fleiss_kappa,
    gwet_ac,
    hubert_kappa,
    kappa_max,
    krippendorff_alpha,
    light_kappa,
    pabak,
    prevalence_index,
    randolph_kappa,
    scott_pi,
    specific_agreement,
)
from .coefficient import Coefficient
from .limits_of_agreement import (
    coverage_probability,
    mean_absolute_error,
    root_mean_square_error,
    signed_bias,
    total_deviation_index,
)
from .limits_of_agreement.bland_altman import bland_altman
from .ranks import kendall_tau, pearson, spearman
from .ranks.kendall_w import kendall_w
from .regression.deming import deming
from .regression.passing_bablok import passing_bablok
from .reliability import (
    cronbach_alpha,
    finn_coefficient,
    g_coefficient,
    intra_rater_icc,
    phi_coefficient,
    repeatability_limit,
    robinson_a,
    sem,
    smallest_detectable_change,
    within_subject_sd,
)
from .reliability.ccc import ccc
from .reliability.g_study import g_study
from .reliability.icc import icc
from .reliability.iota import iota
from .reliability.variance_components import variance_components
from .reliability.within_subject_cv import within_subject_cv
from .truth.against_truth import against_truth
from .truth.diagnostic_accuracy import diagnostic_accuracy

CATALOGUE: tuple[Coefficient, ...] = (
    exact_agreement,
    adjacent_agreement,
    specific_agreement,
    cohen_kappa,
    kappa_max,
    scott_pi,
    bennett_s,
    pabak,
    prevalence_index,
    bias_index,
    bangdiwala_b,
    fleiss_kappa,
    category_kappa,
    conger_kappa,
    light_kappa,
    hubert_kappa,
    randolph_kappa,
    brennan_prediger,
    gwet_ac,
    krippendorff_alpha,
    mean_absolute_error,
    root_mean_square_error,
    signed_bias,
    pearson,
    spearman,
    kendall_tau,
    kendall_w,
    icc,
    intra_rater_icc,
    ccc,
    total_deviation_index,
    coverage_probability,
    bland_altman,
    deming,
    passing_bablok,
    against_truth,
    diagnostic_accuracy,
    iota,
    robinson_a,
    finn_coefficient,
    variance_components,
    g_study,
    g_coefficient,
    phi_coefficient,
    sem,
    smallest_detectable_change,
    within_subject_sd,
    repeatability_limit,
    within_subject_cv,
    cronbach_alpha,
)

BY_NAME = {c.name: c for c in CATALOGUE}
