"""Ratings held to a goal or a baseline, for Python users: `check`, and `assert_agreement` in tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, get_args
from unittest import SkipTest

from ...arguments import check_arguments, check_arguments_and
from ...errors import OptionError, choose
from ...interpret.compare import Preset
from ...interpret.gate import NOTHING_TO_CHECK
from ...interpret.gate import gate as made
from ...interpret.gate.gate import gate
from ...interpret.goals import Goal, read_goals
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
    margin: float | None = None,
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
    """Check whether a goal is met and nothing was lost since a baseline.

    Use it as a gate before a judge is released. The outcome is met, not met or inconclusive: a
    target is judged by its confidence limits, for every judge, or for the raters among
    themselves where there is none.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings to check.
    goal : str, path, mapping or Goal, optional
        Goal to reach: "first", "optimised", "mature", "kappa-target", a TOML file or a
        mapping.
    baseline : frame, path, Ratings or str, optional
        Baseline for losses: a file or table of ratings, a round of the same data (the last one is
        checked), or with `project` a stored round, "last" for the newest.
    comparison : str, optional
        Check only this comparison: a judge's name, "people" or "raters".
    allowed_loss : float, default 0.0
        Allowed loss; 0.02 is two percentage points. Only a reliably larger loss counts.
    margin : float, optional
        Non-inferiority: loss since the baseline that the data have to exclude; 0.02 is two percentage
        points. If they do not exclude it, the outcome is inconclusive.
    least_common : float, default 0.9
        Share of the baseline's items that must be in the data. With fewer, the outcome is
        inconclusive; 0 requires none.
    reference, preset, by
        As in `concordant.study`.
    level : float, default 0.95
        Confidence level of the intervals.
    fdr : float, default 0.05
        False discovery rate among slices that improved or declined.
    project : str, optional
        Project with the stored rounds.
    store : str, path or Store, optional
        Store of the rounds: a file, the address of a database, or an open store.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    Gate
        `gate.outcome`, and `gate.exit_code`: 0 met, 1 not met, 2 inconclusive.

    Examples
    --------
    >>> import concordant as cc
    >>> gate = cc.check(cc.example("judge"), goal="first")
    >>> gate.outcome, gate.exit_code
    ('not-met', 1)
    >>> [goal.outcome for goal in gate.goals.values()]
    ['cannot-tell', 'not-met']
    """
    if goal is None and baseline is None:
        raise OptionError(NOTHING_TO_CHECK)
    wanted = None if goal is None else read_goals(goal)
    options = {"reference": reference, "by": by, **reading}
    now, before = judged_and_baseline(data, baseline, options, project, store)
    made = gate(
        now, goal=wanted, baseline=before, comparison=comparison, preset=preset, level=level,
        allowed_loss=allowed_loss, margin=margin, least_common=least_common, fdr=fdr, version=__version__,
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
    """Fail a test unless the goal is met and nothing was lost since the baseline.

    Use it in pytest or unittest; it raises AssertionError with the reasons.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings to check.
    goal : str, path, mapping or Goal, optional
        Goal to reach; see `concordant.check`.
    baseline : frame, path, Ratings or str, optional
        Baseline for losses; see `concordant.check`.
    cannot_tell : {"fail", "skip", "pass"}, default "fail"
        What to do while the result is inconclusive: fail, skip the test, or let it pass.
    lang : {"en", "zh"}, default "en"
        Language of the reasons.
    **options
        Other options of `concordant.check`.

    Returns
    -------
    Gate
        The outcome, where it does not fail.

    Examples
    --------
    >>> import concordant as cc
    >>> goal = {"name": "release", "targets": [{"measure": "exact_agreement", "at_least": 0.3}]}
    >>> cc.assert_agreement(cc.example("judge"), goal=goal).outcome
    'met'
    """
    __tracebackhide__ = True
    choose("cannot_tell", cannot_tell, get_args(CannotTell))
    found = check(data, goal=goal, baseline=baseline, **options)
    text = found.summary(lang)
    if found.outcome == "cannot-tell" and cannot_tell == "skip":
        raise SkipTest(text)
    if found.outcome == "not-met" or (found.outcome == "cannot-tell" and cannot_tell == "fail"):
        raise AssertionError(text)
    return found


Place = str | Path | None


class Gate(made.Gate):
    """The outcome of `concordant.check`: whether the goal is met, and what changed since the baseline.

    Not met if any target is not met, or if agreement was reliably lost since the baseline, in all or
    in a slice; met if every target is met, and everything that the baseline has is there; otherwise
    inconclusive.

    Attributes
    ----------
    outcome : {"met", "not-met", "cannot-tell"}
        The verdict; `exit_code` is 0, 1 or 2, with which `concordant check` ends.
    judged : mapping
        The comparisons that were checked, each with its kind ("judge", "people", "raters").
    goals : mapping
        What became of each target, by comparison; `missing` lists those not met, or not reliably.
    items : mapping
        How many items each target is based on.
    round : str
        The round that was checked, where the data have several.
    baseline : str
        What it was compared with.
    changes, wholes, slices
        What changed since the baseline, in all and by slice.
    gone : tuple of str
        Judges that only the baseline has; `new` are those that it lacks.
    allowed_loss, margin, least_common, fdr : float
        The options of the check.
    sentences : tuple of Message
        The outcome in words; `text` and `summary` write them.
    source, fingerprint, version : str
        Where the ratings came from, what identifies them, and the version it was computed with.
    """

    @classmethod
    def of(cls, gate: made.Gate) -> Self:
        """The gate with its text, files and exit code."""
        return cls(**{f.name: getattr(gate, f.name) for f in fields(gate)})

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """The outcome, the targets, losses since the baseline, and what could not be tested."""
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
        """Write it; the ending decides the format: .json, .xml, .md, .txt."""
        from ...report.gate.formats import save

        choose("lang", lang, LANGUAGES)
        return save(self, path, lang, force=force)

    def __str__(self) -> str:
        return self.summary()

    __repr__ = __str__

    def _as(self, name: GateFormat, path: Place, lang: Language, force: bool) -> str:
        from ...report.gate.formats import check_place, gate_format
        from ...report.write_file import write_whole

        choose("lang", lang, LANGUAGES)
        kind = gate_format(name)
        if path is not None:
            check_place(path, kind, force=force)
        text = kind.text(self, lang)
        if path is not None:
            write_whole(path, text)
        return text
