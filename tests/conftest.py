"""Settings for all tests."""

from __future__ import annotations

import pytest
from _pytest.terminal import TerminalReporter
from hypothesis import HealthCheck, settings

from tests.postgres import asks_for
from tests.postgres import postgres as postgres

settings.register_profile(
    "house", max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of PostgreSQL run in one process, so that its server is started once."""
    for item in items:
        if asks_for(item, "postgres"):
            item.add_marker(pytest.mark.xdist_group("postgres"))


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """What did not run is said where nobody can miss it."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = sorted({str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped})
    if reasons:
        terminalreporter.section(f"{len(skipped)} TESTS DID NOT RUN", sep="!", red=True, bold=True)
        for reason in reasons:
            terminalreporter.line(reason)
