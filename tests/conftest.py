"""Settings for all tests."""

from __future__ import annotations

from collections import defaultdict

import pytest
from _pytest.terminal import TerminalReporter
from hypothesis import HealthCheck, settings

from tests.drawings import drawings as drawings
from tests.drawings import fresh_drawings as fresh_drawings
from tests.kept_results import end_run, start_run
from tests.postgres import asks_for
from tests.postgres import postgres as postgres

#: How many examples Hypothesis tries: by `./dev quick`, `./dev test` and `./dev slow`.
EXAMPLES = {"quick": 2, "usual": 4, "thorough": 25}
for profile, count in EXAMPLES.items():
    settings.register_profile(
        profile,
        max_examples=count,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("usual")

#: Of a test with many parameter sets, `--quick` runs so many.
QUICK_SETS = 3
#: Fixtures that start a server, a browser or other processes, which `--quick` leaves alone.
SERVERS = ("spark", "postgres", "browser")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--quick`: every test function with a few of its parameter sets, and no servers or browsers."""
    parser.addoption("--quick", action="store_true", help="a few parameter sets of each test, no servers")


def pytest_configure(config: pytest.Config) -> None:
    """A folder for what is made once; fewer examples where it has to be quick."""
    start_run()
    if config.getoption("--quick"):
        settings.load_profile("quick")


def pytest_unconfigure(config: pytest.Config) -> None:
    """The first process of the run tidies up, not its workers."""
    if not hasattr(config, "workerinput"):
        end_run()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of PostgreSQL run in one process, so that its server is started once."""
    for item in items:
        if asks_for(item, "postgres"):
            item.add_marker(pytest.mark.xdist_group("postgres"))
    if config.getoption("--quick"):
        kept = quick_selection(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]


def quick_selection(items: list[pytest.Item]) -> set[pytest.Item]:
    """A few parameter sets of each test function, spread evenly, without those that need a server."""
    functions: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if not any(asks_for(item, server) for server in SERVERS):
            functions[item.nodeid.partition("[")[0]].append(item)
    return {item for sets in functions.values() for item in sets[:: -(-len(sets) // QUICK_SETS)]}


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """What did not run is said where nobody can miss it."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = sorted({str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped})
    if reasons:
        terminalreporter.section(f"{len(skipped)} TESTS DID NOT RUN", sep="!", red=True, bold=True)
        for reason in reasons:
            terminalreporter.line(reason)
