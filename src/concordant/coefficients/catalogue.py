"""Every coefficient, in reading order. API, command line, docs and tests read this tuple."""

from __future__ import annotations

from .agreement import adjacent_agreement, exact_agreement
from .bangdiwala import bangdiwala_b
from .brennan_prediger import bennett_s, brennan_prediger, pabak, randolph_kappa
from .coefficient import Coefficient
from .cohen import cohen_kappa, kappa_max
from .conger import conger_kappa, hubert_kappa, light_kappa
from .correlation import kendall_tau, pearson, spearman
from .distance import mean_absolute_error, root_mean_square_error, signed_bias
from .fleiss import category_kappa, fleiss_kappa
from .gwet import gwet_ac
from .icc import icc
from .indices import bias_index, prevalence_index
from .kendall_w import kendall_w
from .krippendorff import krippendorff_alpha
from .scott import scott_pi
from .specific import specific_agreement

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
)

BY_NAME = {c.name: c for c in CATALOGUE}
