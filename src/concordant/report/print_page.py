"""A page printed to PDF by a browser of this machine, without a network and with a profile of its own.

Which programs a machine has is known from its environment alone, so this file asks it: CONCORDANT_BROWSER
names one, else Chromium, Chrome or Edge is looked for where programs are.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import InputError, OptionError
from ..quote import one_line, quote, shorten
from .write_file import PDF_MARK

#: The environment's word for the browser.
VARIABLE = "CONCORDANT_BROWSER"
#: What browsers that print are called as programs.
PROGRAMS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge",
    "microsoft-edge-stable", "msedge",
)  # fmt: skip
#: Where they are put by default on systems that do not list them among programs.
_MAC = ("Google Chrome", "Chromium", "Microsoft Edge")
_WINDOWS = (r"Google\Chrome\Application\chrome.exe", r"Microsoft\Edge\Application\msedge.exe")
#: A browser that takes longer than this hangs.
SECONDS = 120
#: Nothing is fetched: no name is found in the network, and the browser does not look for news of its own.
_QUIET = (
    "--headless", "--disable-gpu", "--no-first-run", "--no-default-browser-check", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND", "--no-pdf-header-footer",
)  # fmt: skip
_DATE = re.compile(rb"/(?:Creation|Mod)Date \(D:[^)]*\)")
_NODE = re.compile(rb"\(node(\d{8})\)")


def find_browser() -> str:
    """The browser that prints; complains where there is none."""
    named = os.environ.get(VARIABLE, "")
    if named:
        found = shutil.which(named)
        if found is None:
            raise OptionError(f"{VARIABLE} names {quote(named)}, but there is no such program.")
        return found
    for place in _places():
        if (found := shutil.which(place)) is not None:
            return found
    raise OptionError(
        f"Writing a PDF needs a browser, but none was found: install Chromium, Chrome or Edge, "
        f"set {VARIABLE} to one, or write the page (.html) and print it yourself."
    )


def _places() -> Iterator[str]:
    yield from PROGRAMS
    if sys.platform == "darwin":
        yield from (f"/Applications/{name}.app/Contents/MacOS/{name}" for name in _MAC)
    for folder in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if folder in os.environ:
            yield from (os.path.join(os.environ[folder], name) for name in _WINDOWS)


def print_page(page: str) -> bytes:
    """The page as PDF, with a mark at its end that says it is a report."""
    browser = find_browser()
    with TemporaryDirectory(prefix="concordant-", ignore_cleanup_errors=True) as folder:
        source, target = Path(folder, "report.html"), Path(folder, "report.pdf")
        source.write_text(page, encoding="utf-8", errors="backslashreplace")
        said = _run([browser, *_options(folder), f"--print-to-pdf={target}", source.as_uri()])
        held = target.read_bytes() if target.is_file() else b""
    if not held.startswith(b"%PDF-"):
        raise InputError(f"The browser {shorten(browser)} printed no PDF: {said}")
    return _without_chance(held) + PDF_MARK


def _options(folder: str) -> Iterator[str]:
    yield from _QUIET
    yield f"--user-data-dir={Path(folder, 'profile')}"
    if getattr(os, "geteuid", lambda: 1)() == 0:  # the browser refuses its sandbox to the superuser
        yield "--no-sandbox"


def _run(command: list[str]) -> str:
    """Run the browser; what it said last, as part of a sentence."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        raise InputError(
            f"The browser {shorten(command[0])} did not finish printing in {SECONDS} seconds: close other "
            "programs, or write the page (.html) and print it yourself."
        ) from None
    except OSError as why:
        raise InputError(
            f"The browser {shorten(command[0])} cannot be started: {why.strerror or why}."
        ) from None
    lines = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    last = one_line(lines[-1]) if lines else "it said nothing"
    return f"{shorten(last)} (exit code {done.returncode})."


def _without_chance(held: bytes) -> bytes:
    """A file that depends on the page alone, at the same length: dates blanked out, nodes numbered from 0.

    The browser numbers nodes of its own among those of the page, and how many differs from run to run.
    """
    numbers = sorted({found[1] for found in _NODE.finditer(held)})
    place = {number: b"(node%08d)" % at for at, number in enumerate(numbers)}
    return _NODE.sub(lambda found: place[found[1]], _DATE.sub(lambda found: b" " * len(found[0]), held))
