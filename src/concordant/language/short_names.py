"""Short names of coefficients, as people say them."""

from __future__ import annotations

#: Short names that are accepted as well, of commands and of terms to explain.
ALIASES = {
    "kappa": "cohen_kappa",
    "alpha": "krippendorff_alpha",
    "fleiss": "fleiss_kappa",
    "exact": "exact_agreement",
    "adjacent": "adjacent_agreement",
    "ac1": "gwet_ac",
    "ac2": "gwet_ac",
    "pi": "scott_pi",
    "mae": "mean_absolute_error",
    "rmse": "root_mean_square_error",
    "bias": "signed_bias",
}
