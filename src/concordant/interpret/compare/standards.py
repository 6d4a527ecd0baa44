"""Which scales of words decide in a study: the standard that was chosen, else what is usual."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import OptionError
from ...quote import quote
from .benchmarks import benchmarks_for, standard, standard_keys
from .choose_measures import Preset
from .comparison import Comparison
from .comparisons import chosen_for


def deciding_scales(compared: Sequence[Comparison], chosen: str | None, preset: Preset) -> tuple[str, ...]:
    """The keys of the scales that decide: those chosen, else the usual one of the main coefficient.

    A judge's comparison speaks for the study, else the first one.
    """
    main = next((one for one in compared if one.kind == "judge"), next(iter(compared), None))
    if chosen is None:
        return () if main is None else tuple(one.key for one in benchmarks_for(*main.main)[:1])
    keys = standard(chosen)
    measures = [m for one in compared for m in chosen_for(one, preset)]
    fits = {b.key for m in measures for b in benchmarks_for(m.measure, m.options)}
    if compared and not fits & {*keys}:
        names = [name for name in standard_keys() if fits & {*standard(name)}]
        raise OptionError(
            f"The benchmark {quote(chosen)} has no bands for the measures of this study. "
            f"It can be one of {names}."
        )
    return keys
