"""Every coefficient, in reading order. API, command line, docs and tests read this tuple."""

from __future__ import annotations

from .categories.agreement import adjacent_agreement, exact_agreement
from .categories.bangdiwala import bangdiwala_b
from .categories.bennett import bennett_s, brennan_prediger, pabak, randolph_kappa
from .categories.cohen import cohen_kappa, kappa_max
from .categories.conger import conger_kappa, hubert_kappa, light_kappa
from .categories.fleiss import category_kappa, fleiss_kappa
from .categories.gwet import gwet_ac
from .categories.indices import bias_index, prevalence_index
from .categories.krippendorff import krippendorff_alpha
from .categories.scott import scott_pi
from .categories.specific import specific_agreement
from .coefficient import Coefficient
from .limits_of_agreement.bland_altman import bland_altman
from .limits_of_agreement.distance import mean_absolute_error, root_mean_square_error, signed_bias
from .limits_of_agreement.total_deviation import coverage_probability, total_deviation_index
from .ranks.correlation import kendall_tau, pearson, spearman
from .ranks.kendall_w import kendall_w
from .regression.deming import deming
from .regression.passing_bablok import passing_bablok
from .reliability.ccc import ccc
from .reliability.cronbach import cronbach_alpha
from .reliability.finn import finn_coefficient
from .reliability.g_study import g_study
from .reliability.generalisability import g_coefficient, phi_coefficient
from .reliability.icc import icc
from .reliability.intra_rater import intra_rater_icc
from .reliability.iota import iota
from .reliability.measurement_error import sem, smallest_detectable_change
from .reliability.repeatability import repeatability_limit, within_subject_sd
from .reliability.robinson import robinson_a
from .reliability.variance_components import variance_components
from .reliability.within_subject_cv import within_subject_cv
from .truth.against_truth import against_truth

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
