"""For pytest: `assert_agreement`, a fixture that fails a test when raters do not agree well enough.

Every run of pytest loads this where concordant is installed, so what it needs is imported when it is used.
"""

from __future__ import annotations

from typing import Any, Protocol

import pytest


class AssertAgreement(Protocol):
    """See `concordant.assert_agreement`."""

    def __call__(
        self, data: Any, *, goal: Any = None, baseline: Any = None, cannot_tell: Any = "fail", **options: Any
    ) -> Any: ...


@pytest.fixture(scope="session")
def assert_agreement() -> AssertAgreement:
    """Fails a test unless a goal is met and nothing was lost: assert_agreement(data, goal="mature")."""
    from .gate.check import assert_agreement as asserted

    return asserted
