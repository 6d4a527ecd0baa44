"""Distances of sets of labels, 0 for equal sets and 1 for disjoint ones: Jaccard, and MASI (Passonneau 2006).

    Jaccard   1 − |A ∩ B| / |A ∪ B|
    MASI      1 − M·|A ∩ B| / |A ∪ B|, with M = 1 for equal sets, 2/3 where one contains the other,
              1/3 where they overlap, 0 where they are disjoint

They take the place of δ² in alpha, as in the source, and are not squared. Two empty sets are equal. NLTK
rounds M to 0.67 and 0.33, so that its values differ in the third decimal.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...errors import OptionError
from ...ratings.label_sets import label_set
from ...reduce.item_weights import Floats

#: More distinct sets than this are not compared one by one.
_MOST_SETS = 3000


def set_distances(labels: Sequence[object], metric: str) -> Floats:
    """The distance of every two of the labels, each of which is a set."""
    if len(labels) > _MOST_SETS:
        raise OptionError(
            f"metric={metric!r} is for up to {_MOST_SETS} distinct sets; there are {len(labels)}."
        )
    sets = [label_set(label) for label in labels]
    distance = jaccard_distance if metric == "jaccard" else masi_distance
    return np.array([[distance(a, b) for b in sets] for a in sets])


def jaccard_distance(a: frozenset[str], b: frozenset[str]) -> float:
    """The share of labels of either set that the other lacks."""
    return 1 - len(a & b) / len(a | b) if a | b else 0.0


def masi_distance(a: frozenset[str], b: frozenset[str]) -> float:
    """Jaccard's agreement, less where neither set contains the other."""
    if a == b:
        return 0.0
    alike = 2 / 3 if a <= b or b <= a else 1 / 3
    return 1 - alike * len(a & b) / len(a | b)
