"""Whether the data are what they seem: design, scale, labels, units."""

from .defer_findings import settled_first
from .design import Design
from .scale import scale_doctor
from .scale_doubt import COPIED, ScaleDoubt

__all__ = [
    "COPIED",
    "Design",
    "ScaleDoubt",
    "scale_doctor",
    "settled_first",
]
