"""Agreement on order: correlation and Kendall's W."""

from .concordant_pairs import net_concordance, weight_in_order
from .correlation import MANY_RATERS, kendall_tau, pearson, spearman
from .pearson_pairs import PearsonPairs

__all__ = [
    "MANY_RATERS",
    "PearsonPairs",
    "kendall_tau",
    "net_concordance",
    "pearson",
    "spearman",
    "weight_in_order",
]
