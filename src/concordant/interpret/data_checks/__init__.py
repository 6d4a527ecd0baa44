"""Whether the data are what they seem: design, scale, labels, units."""

from .defer_findings import defer_explained
from .design import Design
from .scale import scale_doubts
from .scale_doubt import COPIED, ScaleDoubt

__all__ = [
    "COPIED",
    "Design",
    "ScaleDoubt",
    "defer_explained",
    "scale_doubts",
]
