"""Ratings held to a goal or a baseline, for Python users: `check`, and `assert_agreement` in tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, get_args
from unittest import SkipTest

from ...arguments import check_arguments, check_arguments_and
from ...errors import OptionError, choose
from ...interpret.compare.choose_measures import Preset
from ...interpret.gate import gate as made
from ...interpret.gate.gate import NOTHING_ASKED, gate
from ...interpret.goals.goal import Goal, read_goals
from ...language.render import LANGUAGES, Language
from ...ratings.read import READING
from ...version import __version__
from .baseline import judged_and_baseline

if TYPE_CHECKING:
    from ...report.gate.formats import GateFormat


CannotTell = Literal["fail", "skip", "pass"]


@check_arguments_and(READING)
def check(
    data: Any,
    *,
    goal: str | Path | Mapping[str, Any] | Goal | None = None,
    baseline: Any = None,
    comparison: str | None = None,
    allowed_loss: float = 0.0,
    least_common: float = 0.9,
    reference: str | Sequence[str] | None = None,
    preset: Preset = "auto",
    by: str | Sequence[str] | None = None,
    level: float = 0.95,
    fdr: float = 0.05,
    project: str | None = None,
    store: Any = None,
    **reading: Any,
) -> Gate:
    """Whether a goal is met and nothing was lost since a baseline: met, not met, or cannot tell yet.

    goal          "first", "optimised", "mature", "kappa-target", a TOML file or a mapping, judged on interval
                  bounds for every judge, else for raters among themselves
    baseline      what nothing may be lost against: a file or table of ratings, a round of the same data (the
                  last one is judged), or with `project` a round that is stored, "last" for the newest
    comparison    judge this one alone: a judge's name, "people" or "raters"
    allowed_loss  how much may be lost (0.02 is two points of a share); a loss counts if it is surely larger
    least_common  the share of the baseline's items that must be in the data; with fewer, it cannot be told
                  what changed. 0 asks for none
    level         of the confidence intervals
    fdr           the rate of false discoveries among slices that lost or gained
    store         where rounds are kept: a file, the address of a database, or a store that is open

    Other options are those of a study and of reading. `gate.exit_code` is 0 met, 1 not met, 2 cannot tell.
    """
    if goal is None and baseline is None:
        raise OptionError(NOTHING_ASKED)
    wanted = None if goal is None else read_goals(goal)
    options = {"reference": reference, "by": by, **reading}
    now, before = judged_and_baseline(data, baseline, options, project, store)
    made = gate(
        now, goal=wanted, baseline=before, comparison=comparison, preset=preset, level=level,
        allowed_loss=allowed_loss, least_common=least_common, fdr=fdr, version=__version__,
    )  # fmt: skip
    return Gate.of(made)


@check_arguments
def assert_agreement(
    data: Any,
    *,
    goal: str | Path | Mapping[str, Any] | Goal | None = None,
    baseline: Any = None,
    cannot_tell: CannotTell = "fail",
    lang: Language = "en",
    **options: Any,
) -> Gate:
    """Fail unless the goal is met and nothing was lost since the baseline; all options of `check`.

    `cannot_tell` says what to do while it cannot be told: "fail", "skip" the test, or let it "pass".
    """
    __tracebackhide__ = True
    choose("cannot_tell", cannot_tell, get_args(CannotTell))
    found = check(data, goal=goal, baseline=baseline, **options)
    said = found.summary(lang)
    if found.outcome == "cannot-tell" and cannot_tell == "skip":
        raise SkipTest(said)
    if found.outcome == "not-met" or (found.outcome == "cannot-tell" and cannot_tell == "fail"):
        raise AssertionError(said)
    return found


Place = str | Path | None


class Gate(made.Gate):
    """A gate with its text, its files, and the exit code that `concordant check` ends with."""

    @classmethod
    def of(cls, gate: made.Gate) -> Self:
        """The gate with its text, files and exit code."""
        return cls(**{f.name: getattr(gate, f.name) for f in fields(gate)})

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """The outcome, the targets, what was lost since the baseline, and what could not be seen."""
        return self._as("text", None, lang, False)

    @check_arguments
    def summary(self, lang: Language = "en") -> str:
        """The outcome, the targets and what was lost, in sentences without tables."""
        from ...report.gate.tables import to_summary

        choose("lang", lang, LANGUAGES)
        return to_summary(self, lang)

    @check_arguments
    def to_markdown(self, path: Place = None, *, lang: Language = "en", force: bool = False) -> str:
        """Markdown for a pull request, written whole to `path` where one is given."""
        return self._as("md", path, lang, force)

    @check_arguments
    def to_junit(self, path: Place = None, *, lang: Language = "en", force: bool = False) -> str:
        """JUnit XML, which continuous integration shows as tests."""
        return self._as("junit", path, lang, force)

    @check_arguments
    def to_json(self, path: Place = None, *, force: bool = False) -> str:
        """Everything as strict JSON; `Gate.from_dict(json.loads(text))` gives the gate back."""
        return self._as("json", path, "en", force)

    @check_arguments
    def save(self, path: str | Path, *, lang: Language = "en", force: bool = False) -> Path:
        """Write it; the ending says how: .json, .xml, .md, .txt."""
        from ...report.gate.formats import save

        choose("lang", lang, LANGUAGES)
        return save(self, path, lang, force=force)

    def __str__(self) -> str:
        return self.summary()

    __repr__ = __str__

    def _as(self, name: GateFormat, path: Place, lang: Language, force: bool) -> str:
        from ...report.gate.formats import check_place, format_named
        from ...report.write_file import write_whole

        choose("lang", lang, LANGUAGES)
        kind = format_named(name)
        if path is not None:
            check_place(path, kind, force=force)
        text = kind.text(self, lang)
        if path is not None:
            write_whole(path, text)
        return text
