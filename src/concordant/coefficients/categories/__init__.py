"""Agreement on categories: raw, chance-corrected and by category."""

from .agreement import Nearness, adjacent_agreement, exact_agreement
from .bangdiwala import bangdiwala_b
from .bennett import bennett_s, brennan_prediger, pabak, randolph_kappa
from .cohen import cohen_kappa, kappa_max, least_cost
from .conger import conger_kappa, hubert_kappa, light_kappa, rater_margins
from .fleiss import category_kappa, fleiss_kappa
from .gwet import gwet_ac
from .indices import bias_index, kappa_of, prevalence_index, to_margins
from .krippendorff import krippendorff_alpha, metric_kernel
from .scott import scott_pi
from .specific import specific_agreement

__all__ = [
    "Nearness",
    "adjacent_agreement",
    "bangdiwala_b",
    "bennett_s",
    "bias_index",
    "brennan_prediger",
    "category_kappa",
    "cohen_kappa",
    "conger_kappa",
    "exact_agreement",
    "fleiss_kappa",
    "gwet_ac",
    "hubert_kappa",
    "kappa_max",
    "kappa_of",
    "krippendorff_alpha",
    "least_cost",
    "light_kappa",
    "metric_kernel",
    "pabak",
    "prevalence_index",
    "randolph_kappa",
    "rater_margins",
    "scott_pi",
    "specific_agreement",
    "to_margins",
]
