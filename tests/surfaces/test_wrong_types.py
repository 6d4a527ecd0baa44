"""Everything public, called with wrong values: it answers, or complains in a sentence of its own.

`python -m tests.surfaces.test_wrong_types 20000` prints what came out, and every call that went wrong.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import SkipTest

import duckdb
import pytest

import concordant as cc

from .hostile_values import HOSTILE
from .public_calls import ERRORS, MADE, Call, every_call

#: The longest message, and the longest time that a call on a dozen items may take.
LONGEST, SECONDS = 1000, 5.0
#: What the caller's own line is to blame for: an argument that is missing, or one too many.
SIGNATURE = ("missing", "positional argument", "multiple values", "positional-only")


class TooSlow(BaseException):
    """A call did not come back."""


@dataclass(frozen=True)
class Outcome:
    """What a call came to: "value", the name of an error, or "wrong" with what was wrong."""

    call: str
    kind: str
    wrong: str = ""


def mixes(calls: list[Call], size: int, seed: int) -> Iterator[tuple[Call, list[Any], dict[str, Any], str]]:
    """Valid calls in which one or two arguments are replaced, sometimes with an unknown name beside them."""
    rng = random.Random(seed)  # noqa: S311
    names, shares = list(HOSTILE), [call.share for call in calls]
    for number in range(size):
        call = calls[number] if number < len(calls) else rng.choices(calls, shares)[0]
        args, options, said = list(call.args), dict(call.options), []
        for slot in slots(call, rng):
            name = rng.choice(names)
            said.append(f"{slot}={name}")
            if isinstance(slot, int):
                args[slot] = HOSTILE[name]()
            else:
                options[slot] = HOSTILE[name]()
        if call.keywords and rng.random() < 0.01:
            options["wieghts"] = 1
            said.append("wieghts=1")
        yield call, args, options, f"{call.name}({', '.join(said)})"


def slots(call: Call, rng: random.Random) -> list[int | str]:
    """The arguments to replace: one of the data or of the options, or two of all."""
    data, options = list(range(len(call.args))), list(call.keywords)
    some = rng.choice([part for part in (data, options, [*data, *options]) if part] or [[]])
    return rng.sample(some, min(len(some), rng.choice((1, 1, 2))))


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Stop what takes more processor time, where the system can."""

    def stop(*_: Any) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def outcome(call: Call, args: list[Any], options: dict[str, Any], said: str) -> Outcome:
    """Call it, and judge what came out."""
    heard = io.StringIO()
    try:
        with contextlib.redirect_stdout(heard), contextlib.redirect_stderr(heard), limited(SECONDS):
            call.function(*args, **options)
    except cc.ConcordantError as error:
        message = str(error)
        if not message or len(message) > LONGEST or "\n" in message:
            return Outcome(said, "wrong", f"a message of {len(message)} signs: {message[:300]!r}")
        return Outcome(said, type(error).__name__)
    except (AssertionError, SkipTest) as error:
        return judged(said, error, allowed=call.name == "assert_agreement")
    except TypeError as error:
        return judged(said, error, allowed=_is_signature(error))
    except TooSlow:
        return Outcome(said, "wrong", f"no answer in {SECONDS:g} s")
    except Exception as error:
        return judged(said, error, allowed=False)
    if heard.getvalue():
        return Outcome(said, "wrong", f"printed {heard.getvalue()[:200]!r}")
    return Outcome(said, "value")


def judged(said: str, error: BaseException, *, allowed: bool) -> Outcome:
    """An error that is not ours, with where it came from."""
    if allowed:
        return Outcome(said, type(error).__name__)
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if "concordant" in f.filename and "tests" not in f.filename] or frames
    place = f"{'/'.join(Path(ours[-1].filename).parts[-3:])}:{ours[-1].lineno}"
    return Outcome(said, "wrong", f"{type(error).__name__} at {place}: {str(error)[:200]}")


def _is_signature(error: TypeError) -> bool:
    """Whether Python itself complains of a call without, or with too many, arguments."""
    trace = error.__traceback__
    depth = len(traceback.extract_tb(trace))
    return depth <= 2 and any(part in str(error) for part in SIGNATURE)


def fuzz(size: int, seed: int, folder: Path, calls: list[Call] | None = None) -> list[Outcome]:
    """The outcomes of so many calls, made in a folder of their own."""
    with warnings.catch_warnings(), contextlib.chdir(folder):
        warnings.simplefilter("error")
        os.environ["CONCORDANT_STORE"] = str(folder / "rounds.db")
        try:
            return [outcome(*mix) for mix in mixes(calls or every_call(folder), size, seed)]
        finally:
            del os.environ["CONCORDANT_STORE"]


def complaints(outcomes: list[Outcome]) -> list[str]:
    """Every call that went wrong, in a line each."""
    return [f"{one.call}: {one.wrong}" for one in outcomes if one.kind == "wrong"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Call]]:
    """A folder, and every call with its files in it."""
    folder = tmp_path_factory.mktemp("calls")
    with contextlib.chdir(folder):
        return folder, every_call(folder)


def test_every_public_name_is_called(made: tuple[Path, list[Call]]) -> None:
    called = {call.name.split(".")[0] for call in made[1]}
    assert set(cc.__all__) - called - MADE - ERRORS - {"CATALOGUE"} == set()


def test_wrong_types_are_refused_in_our_own_words(made: tuple[Path, list[Call]]) -> None:
    assert complaints(fuzz(600, 1, *made)) == []


@pytest.mark.slow
def test_twenty_thousand_wrong_calls_are_refused_in_our_own_words(made: tuple[Path, list[Call]]) -> None:
    assert complaints(fuzz(20_000, 2, *made)) == []


def _report(size: int, seed: int) -> int:
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        outcomes = fuzz(size, seed, Path(folder))
        names = {call.name for call in every_call(Path(folder))}
    wrong = complaints(outcomes)
    kinds = Counter(one.kind for one in outcomes)
    print("\n".join(wrong))
    print(f"{size} calls of {len(names)} callables in {time.perf_counter() - began:.0f} s: {dict(kinds)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(_report(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2))


def test_what_has_no_order_or_is_a_table_is_refused_where_a_list_is_asked_for() -> None:
    a, b = ["low", "mid", "high", "low"], ["low", "high", "high", "mid"]
    with pytest.raises(cc.OptionError, match="categories must be a list"):
        cc.cohen_kappa(a, b, categories={"low", "mid", "high"})
    with pytest.raises(cc.OptionError, match="clusters must be"):
        cc.cohen_kappa(a, b, clusters=duckdb.sql("SELECT 1 AS x"))
    assert cc.cohen_kappa([1, 2, 9], [1, 2, 2], missing={9}).n_items == 2
