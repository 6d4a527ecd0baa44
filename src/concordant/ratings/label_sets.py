"""Ratings that are sets of labels, such as the topics of a text: written as one label, "politics; sport".

Labels of a set are sorted, so that equal sets are equal labels whatever their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: What stands between the labels of a set, and what a set without labels is called.
SEPARATOR, EMPTY = "; ", "{}"


def set_label(labels: Iterable[object]) -> str:
    """The set as one label: sorted, each once."""
    names = sorted({str(label).strip() for label in labels} - {""})
    return SEPARATOR.join(names) if names else EMPTY


def label_set(label: object) -> frozenset[str]:
    """The labels of a set; a label without a semicolon is a set of one."""
    text = str(label).strip()
    if text == EMPTY:
        return frozenset()
    return frozenset(part.strip() for part in text.split(SEPARATOR.strip()) if part.strip())


def are_sets(labels: Sequence[object]) -> bool:
    """Whether any label is a set of several, or of none."""
    return any(len(label_set(label)) != 1 for label in labels)
