"""How far two raters lie apart in the units of the scale: limits of agreement, deviation, distance."""

from .distance import mean_absolute_error, root_mean_square_error, signed_bias
from .intervals import t_test
from .pairs import mean_over, pairs_of
from .total_deviation import coverage_probability, total_deviation_index

__all__ = [
    "coverage_probability",
    "mean_absolute_error",
    "mean_over",
    "pairs_of",
    "root_mean_square_error",
    "signed_bias",
    "t_test",
    "total_deviation_index",
]
