"""Settings for all tests."""

from __future__ import annotations

import faulthandler
import gc
import os
import re
import sys
from collections import Counter, defaultdict
from typing import Any

import pytest
from _pytest.terminal import TerminalReporter
from hypothesis import HealthCheck, settings

from tests.browser import browser as browser
from tests.drawings import drawings as drawings
from tests.drawings import fresh_drawings as fresh_drawings
from tests.kept_results import end_run, start_run
from tests.postgres import asks_for
from tests.postgres import postgres as postgres

#: Commands speak English here, whatever the language of the machine.
os.environ["CONCORDANT_LANG"] = "en"

#: How many examples Hypothesis tries: by `./dev quick`, `./dev test` and `./dev slow`.
EXAMPLES = {"quick": 2, "usual": 3, "thorough": 25}
for profile, count in EXAMPLES.items():
    settings.register_profile(
        profile,
        max_examples=count,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("usual")

#: A process whose tests are done has so long to let go of servers and browsers.
SECONDS_TO_END = 300
#: What `--quick` leaves alone: servers, browsers, and tests of whole commands, pages and guides.
SERVERS = ("spark", "postgres", "ibis", "browser")
WHOLE = re.compile(
    r"tests/(surfaces|report|benchmarks)/|tests/engines/test_(cluster|whereabouts)\.py"
    r"|tests/test_(docs|docs_rounds|site|generated_files)\.py"
)


#: Whether this process made the folder of `kept_results.py`.
MADE_FOLDER = pytest.StashKey[bool]()
#: Folders whose tests share a server or a browser: one process runs them all, and starts it once.
TOGETHER = ("tests/engines/", "tests/report/browser/")
#: What takes a process longest begins first, so that the other one does not wait for it at the end.
LONG = ("tests/report/browser/", "tests/engines/", "tests/surfaces/web/", "tests/surfaces/", "tests/report/")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--quick`: one parameter set of every test of the library itself; `--kills`: so many of servers."""
    parser.addoption("--quick", action="store_true", help="one set of each test, no commands, pages, servers")
    parser.addoption("--kills", type=int, default=8, help="how often the web server is killed, per database")


def pytest_configure(config: pytest.Config) -> None:
    """A folder for what is made once; fewer examples where it has to be quick."""
    config.stash[MADE_FOLDER] = start_run()
    if config.getoption("--quick"):
        settings.load_profile("quick")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """A process that does not end behind its last test says where it hangs, and ends."""
    faulthandler.dump_traceback_later(SECONDS_TO_END, exit=True, file=sys.__stderr__)


def pytest_unconfigure(config: pytest.Config) -> None:
    """The process that made the folder removes it, not its workers, nor a run that a test starts."""
    gc.unfreeze()  # or DuckDB complains of what nobody collected
    if config.stash[MADE_FOLDER]:
        end_run()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """The tests of a file run in one process, which makes what they share once (`test_processes.py`)."""
    from xdist.scheduler import LoadScopeScheduling

    class SchedulingByFile(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return shared_scope(nodeid)

    config.option.loadscopereorder = False  # in the order of collection, not by the number of tests
    return SchedulingByFile(config, log)


def shared_scope(nodeid: str) -> str:
    """What the tests of one process have in common: the folder of a server, or the file."""
    return next((folder for folder in TOGETHER if nodeid.startswith(folder)), nodeid.partition("::")[0])


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end: the garbage collector need not look at it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of parameter sets that take turns, and for `--quick` of all, some are left for longer runs."""
    seen: Counter[str] = Counter()
    for item in items:
        for turns in item.iter_markers("by_turns"):
            if seen[function(item)] % turns.args[0]:
                item.add_marker(pytest.mark.slow)
        seen[function(item)] += 1
    if config.getoption("--quick"):
        kept = quick_selection(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]
    sizes = Counter(shared_scope(item.nodeid) for item in items)
    items.sort(key=lambda item: (_how_long(item.nodeid), -sizes[shared_scope(item.nodeid)]))


def _how_long(nodeid: str) -> int:
    """The place among what takes long; all else comes behind."""
    return next((place for place, folder in enumerate(LONG) if nodeid.startswith(folder)), len(LONG))


def function(item: pytest.Item) -> str:
    """The test without its parameters."""
    return item.nodeid.partition("[")[0]


def quick_selection(items: list[pytest.Item]) -> set[pytest.Item]:
    """The middle parameter set of each test function of the library."""
    functions: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        left = WHOLE.match(item.nodeid) or item.get_closest_marker("slow")
        if not left and not any(asks_for(item, server) for server in SERVERS):
            functions[function(item)].append(item)
    return {sets[len(sets) // 2] for sets in functions.values()}


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """What did not run is said where nobody can miss it."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = sorted({str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped})
    if reasons:
        terminalreporter.section(f"{len(skipped)} TESTS DID NOT RUN", sep="!", red=True, bold=True)
        for reason in reasons:
            terminalreporter.line(reason)
