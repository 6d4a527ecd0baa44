"""Each rater against the others, and over time."""

from .drift import OverTime, over_time
from .matrix import MOST_COMPARED, RaterMatrix, rater_matrix
from .profiles import RaterProfile, most_rated, rater_profiles
from .rater_vs_others import Pool, SharedRows

__all__ = [
    "MOST_COMPARED",
    "OverTime",
    "Pool",
    "RaterMatrix",
    "RaterProfile",
    "SharedRows",
    "most_rated",
    "over_time",
    "rater_matrix",
    "rater_profiles",
]
