"""A study for readers of one language: in Chinese the guide's words stand where Landis and Koch's would.

What was chosen with `benchmark` stays; so do scales that a measure's own author made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from ...language.message import Message
from ...language.render import Language
from ..compare import MeasureReport, benchmark, deciding_first
from ..trust import Sensitivity, on_scale
from .comparison_report import ComparisonReport
from .study import Study

AnyStudy = TypeVar("AnyStudy", bound=Study)

#: The scale that is usual, and the one that Chinese readers know.
_USUAL, _CHINESE = "landis-koch", "guide-kappa"


def for_readers(study: AnyStudy, lang: Language) -> AnyStudy:
    """The study with the words that readers of a language expect."""
    if lang != "zh" or study.options.get("benchmark") is not None:
        return study
    return study.but(comparisons=tuple(_comparison(one) for one in study.comparisons))


def _comparison(one: ComparisonReport) -> ComparisonReport:
    rounded = one.rounded
    read = one.but(
        measures=_measures(one.measures),
        headline=_headline(one.headline, one.measures),
        rounded=None if rounded is None else replace(rounded, measures=_measures(rounded.measures)),
    )
    return read.put_off(lambda: {"sensitivity": _sensitivity(one.sensitivity)}, ["sensitivity"])


def _measures(measures: Sequence[MeasureReport]) -> tuple[MeasureReport, ...]:
    return tuple(
        replace(m, verdicts=deciding_first(m.verdicts, (_CHINESE,))) if _is_usual(m) else m for m in measures
    )


def _is_usual(m: MeasureReport) -> bool:
    return bool(m.verdicts) and m.verdicts[0].benchmark.key == _USUAL


def _headline(headline: Sequence[Message], measures: Sequence[MeasureReport]) -> tuple[Message, ...]:
    """The sentences with the verdict's in its other words."""
    for before, after in zip(measures, _measures(measures), strict=True):
        if before.main and before is not after:
            old, new = before.verdicts[0].said, after.verdicts[0].said
            return tuple(new if message == old else message for message in headline)
    return tuple(headline)


def sensitivity_for_readers(found: Sensitivity, lang: Language) -> Sensitivity:
    """A choice of weights with the words that readers of a language expect."""
    return (_sensitivity(found) or found) if lang == "zh" else found


def _sensitivity(found: Sensitivity | None) -> Sensitivity | None:
    if found is None:
        return None
    read = found.schemes[0].verdict if found.schemes else None
    return found if read is None or read.benchmark.key != _USUAL else on_scale(found, benchmark(_CHINESE))
