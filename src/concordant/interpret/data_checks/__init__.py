"""Whether the data are what they seem: design, scale, labels, units."""

from .copied import copied_from
from .defer_findings import defer_explained
from .design import Design
from .scale import scale_doubts
from .scale_doubt import COPIED, SERIOUS, ScaleDoubt

__all__ = [
    "COPIED",
    "SERIOUS",
    "Design",
    "ScaleDoubt",
    "copied_from",
    "defer_explained",
    "scale_doubts",
]
