"""What to do next with a project, as sentences with the command to type."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Iterator, Sequence

from ..coefficients.catalogue import BY_NAME
from ..interpret.outline import Section
from ..interpret.rounds.progress import Progress, RoundFacts
from ..interpret.said import Said
from .store.kept import Kept
from .track_pages import word

#: A command of `concordant`, with what says project and store behind it.
Typed = Callable[..., str]


def typed(project: str, store: str | None) -> Typed:
    """Commands for a project, as they are typed."""

    def command(*words: str) -> str:
        told = [*words, "--project", project, *(["--store", store] if store else [])]
        return " ".join(["concordant", *(w if w in _PLACES else shlex.quote(w) for w in told)])

    return command


#: What the reader has to fill in.
_PLACES = ("FILE", "NAME", "GOAL")


def after_adding(kept: Sequence[Kept], command: Typed) -> Section:
    """How to look at what was added; of a first round, that a second one is needed."""
    last = kept[-1].name
    if len(kept) == 1:
        said = [word("next-second", command=command("track", "add", "FILE", "--round", "NAME"))]
    else:
        said = [
            word("next-status", command=command("track", "status")),
            word("next-compare", command=command("track", "compare", kept[-2].name, last)),
        ]
    report = command("track", "report", last)
    return Section(word("title-next"), (*said, word("next-report", command=report)))


def after_looking(progress: Sequence[Progress], command: Typed) -> Iterator[Section]:
    """What the verdict on the comparison that matters most calls for."""
    if not progress:
        return
    main = next((one for one in progress if one.kind == "judge"), progress[0])
    yield Section(word("title-next"), tuple(_next(main, command)))


def _next(progress: Progress, command: Typed) -> Iterator[Said]:
    adding = command("track", "add", "FILE", "--round", "NAME")
    names = [one.name for one in progress.rounds]
    if len(names) < 2 or progress.convergence is None:
        yield word("next-second", command=adding)
        return
    verdict = progress.convergence.verdict
    if verdict == "converged":
        yield word(
            "next-converged", command=command("check", "FILE", "--goal", "GOAL", "--baseline", names[-1])
        )
        yield word("next-converged-else")
    elif verdict == "worse":
        facts = {"best": _best(progress).name, "command": command("track", "compare", names[-2], names[-1])}
        yield word("next-worse", **facts)
    elif verdict == "improving":
        yield word("next-improving", command=adding)
    else:
        yield word(
            "next-cannot-tell", command=command("track", "add", "FILE", "--round", names[-1], "--replace")
        )


def _best(progress: Progress) -> RoundFacts:
    """The round with the best value of the measure that is tracked; of equals the later one."""
    sign = -1 if BY_NAME[progress.measure].best == 0 else 1

    def value(one: RoundFacts) -> float:
        return -math.inf if math.isnan(one.tracked.estimate) else sign * one.tracked.estimate

    return max(reversed(progress.rounds), key=value)
