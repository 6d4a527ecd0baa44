"""Several comparisons in one page: what each is called, and where it stands."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from ...interpret.compare.comparison import called
from ...interpret.study.comparison_report import ComparisonReport
from ...interpret.study.study import Study


def whose(study: Study, one: ComparisonReport | None) -> Any:
    """The name of a comparison where there are several."""
    return None if one is None or len(study.comparisons) < 2 else called(one.name, one.kind)


def link_to(study: Study, one: ComparisonReport | None) -> str:
    """What leads to a comparison: the main one begins with its tiles, every other is a block of its own."""
    if one is None or len(study.comparisons) < 2:
        return ""
    return "#tiles" if one is study.main else f"#{beginning(one.name)}block"


def beginning(name: str) -> str:
    """What the ids of a comparison begin with: its name as far as an id can hold it, and its digest."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:20]
    return f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:6]}-".lstrip("-")
