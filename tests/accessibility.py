"""What axe-core finds against a page that is open in a browser.

axe-core 4.14.0 by Deque Systems (Mozilla Public License 2.0) is in `tests/surfaces/web/axe.min.js`, from the
package of that name; it is used in tests only and is no part of the distribution.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

AXE = Path(__file__).parent / "surfaces" / "web" / "axe.min.js"
#: What a page may not have.
_GRAVE = ("serious", "critical")


def grave_findings(page: Any) -> list[str]:
    """Serious and critical findings: the rule, how many elements, and the first of them."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['impact']} {one['id']} ({len(one['nodes'])}): {one['help']}: {one['nodes'][0]['html'][:160]}"
        for one in found["violations"]
        if one["impact"] in _GRAVE
    ]
