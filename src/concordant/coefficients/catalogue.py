"""Every coefficient, in reading order. API, command line, docs and tests read this tuple."""

from __future__ import annotations

from .agreement import adjacent_agreement, exact_agreement
from .bangdiwala import bangdiwala_b
from .bland_altman import bland_altman
from .brennan_prediger import bennett_s, brennan_prediger, pabak, randolph_kappa
from .ccc import ccc
from .coefficient import Coefficient
from .cohen import cohen_kappa, kappa_max
from .conger import conger_kappa, hubert_kappa, light_kappa
from .correlation import kendall_tau, pearson, spearman
from .cronbach import cronbach_alpha
from .deming import deming
from .deviation import coverage_probability, total_deviation_index
from .distance import mean_absolute_error, root_mean_square_error, signed_bias
from .finn import finn_coefficient
from .fleiss import category_kappa, fleiss_kappa
from .g_study import g_study
from .generalisability import g_coefficient, phi_coefficient
from .gwet import gwet_ac
from .icc import icc
from .indices import bias_index, prevalence_index
from .intra import intra_rater_icc
from .iota import iota
from .kendall_w import kendall_w
from .krippendorff import krippendorff_alpha
from .measurement_error import sem, smallest_detectable_change
from .passing_bablok import passing_bablok
from .repeatability import repeatability_limit, within_subject_sd
from .robinson import robinson_a
from .scott import scott_pi
from .specific import specific_agreement
from .truth import against_truth
from .variance_components import variance_components
from .variation import within_subject_cv

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
