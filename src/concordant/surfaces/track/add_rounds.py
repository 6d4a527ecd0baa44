"""Adding rounds to a project: the rounds of a file, split, checked, fingerprinted and stored."""

from __future__ import annotations

import hashlib
import inspect
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import ConcordantError, InputError, OptionError
from ...interpret.goals import Goal, read_goals
from ...interpret.rounds import About, Mark, parts_by_round
from ...quote import one_line, quote
from ...ratings.isolate_part import alone
from ...ratings.phrases import listed, many
from ...ratings.ratings import Ratings
from ...ratings.reading import stray_rows
from ...ratings.remote import is_table
from ..api.study import ratings_to_study, study
from ..api.study_result import Study
from ..store.records import from_before, goal_from_before, to_keep, with_kinds

if TYPE_CHECKING:
    from ..store.records import NewRound, StoredRound

#: So many signs of a text are its name.
_SHOWN = 48
#: One word with an ending or a slash is meant as a file.
_LIKE_A_FILE = re.compile(
    r"\S+\.(txt|md|toml|ya?ml|json|jinja2?|j2|prompt|html?|docx?|pdf|py)|[^\s/]*(/[^\s/]+)+"
)
#: The options of a study that are none of reading.
STUDY_OPTIONS = tuple(
    name for name, p in inspect.signature(study).parameters.items() if p.kind is p.KEYWORD_ONLY
)


@dataclass(frozen=True, kw_only=True)
class RoundRequest:
    """Options as they hold: those given, and those of the round before of which nothing was said."""

    given: Mapping[str, Any]
    held: Mapping[str, Any] = field(default_factory=dict)
    goal: Goal | None = None

    @property
    def all(self) -> dict[str, Any]:
        """Both."""
        return {**self.given, **self.held}


def round_request(options: Mapping[str, Any], before: StoredRound | None) -> RoundRequest:
    """What was given, completed by what was said for the round before; the goal is read once."""
    given = {name: value for name, value in options.items() if value is not None and name != "goal"}
    goal = options.get("goal")
    if goal is not None:
        return RoundRequest(given=given, held=_held(given, before), goal=read_goals(goal))
    return RoundRequest(
        given=given,
        held=_held(given, before),
        goal=None if before is None else goal_from_before(before.goal),
    )


def _held(given: Mapping[str, Any], before: StoredRound | None) -> dict[str, Any]:
    return {} if before is None else from_before(given, before.options)


def ratings_of(data: Any, request: RoundRequest) -> Ratings:
    """The ratings, item by item unless an engine is named; complaints say what the project remembers."""
    options = {name: value for name, value in request.all.items() if name not in STUDY_OPTIONS}
    kinds = options.pop("rater_kind") if "rater_kind" in request.held else None
    options.pop("tell", None)
    if isinstance(data, Ratings):  # their scale is known
        options = {name: value for name, value in options.items() if name in request.given}
    elif is_table(data):
        options.setdefault("engine", "memory")
    try:
        return with_kinds(ratings_to_study(data, None, request.given.get("by"), options), kinds)
    except ConcordantError as problem:
        raise _reminded(problem, request.held) from None


def studied(ratings: Ratings, request: RoundRequest) -> Study:
    """The study of one round."""
    options = {name: value for name, value in request.all.items() if name in (*STUDY_OPTIONS, "tell")}
    try:
        return study(ratings, **options, goal=request.goal)
    except ConcordantError as problem:
        raise _reminded(problem, request.held) from None


def _reminded(problem: ConcordantError, held: Mapping[str, Any]) -> ConcordantError:
    """The complaint, with what was taken over from the round before, which may be the cause."""
    if not held:
        return problem
    text = ", ".join(f"{name}={quote(value)}" for name, value in held.items())
    return type(problem)(
        f"{problem} (Settings of the previous round were used: {text}; pass fresh=True to ignore them.)",
        problem.facts,
    )


def new_rounds(
    project: str, data: Any, *, name: str | None, next_name: str, request: RoundRequest, about: About
) -> tuple[NewRound, ...]:
    """A round for each part of the data, ready to be stored."""
    parts = round_parts(ratings_of(data, request), name, next_name=next_name)
    return tuple(_new(project, one, ratings, request, about) for one, ratings in parts)


def _new(project: str, name: str, ratings: Ratings, request: RoundRequest, about: About) -> NewRound:
    from ..store.records import NewRound

    made = studied(ratings, request)
    mark = Mark(name=Path(made.data.source).name, fingerprint=made.data.fingerprint)
    return NewRound(
        project=project,
        name=name,
        about=replace(about, marks={**about.marks, "data": mark}),
        ratings=ratings,
        study=made,
        options=to_keep(request.all),
        goal=request.goal,
    )


def before_of(kept: Sequence[StoredRound], name: str | None) -> StoredRound | None:
    """The round whose options hold: one of the same name, else the newest."""
    same = (one for one in kept if one.name == name)
    return next(same, kept[-1] if kept else None)


def round_parts(
    ratings: Ratings, name: str | None, *, next_name: str = "v1"
) -> tuple[tuple[str, Ratings], ...]:
    """Name and ratings of each round; without a column of rounds it has to be named.

    A round is the same whatever other rounds are in the data, so that a file that grows can be added again.
    """
    if ratings.round is None:
        if name is None:
            raise OptionError(f"Name this round, for example round={next_name!r}.")
        return ((name, ratings),)
    if stray := stray_rows(ratings):
        text = many(stray, "row of the data has", "rows of the data have")
        raise InputError(f"{text} no round: give each row one.")
    parts = parts_by_round(ratings)
    known = [one for one, _ in parts]
    if name is not None and name not in known:
        column = ratings.audit.roles.get("round", "round")
        raise OptionError(
            f"There is no round {quote(name)} in the data: its column of rounds, {column}, has "
            f"{listed(map(quote, known))}. Omit the name to add them all, or remove the "
            "column to add the data as one round."
        )
    return tuple((one, alone(part)) for one, part in parts if name in (None, one))


def marks_of(
    *, prompt: str | Path | None = None, rubric: str | Path | None = None, model: str | None = None
) -> dict[str, Mark]:
    """The marks that were given: of prompt and rubric a file's content or the text, of the model its name."""
    found = {"prompt": prompt, "rubric": rubric}
    marks = {what: content_mark(what, given) for what, given in found.items() if given is not None}
    return marks if model is None else {**marks, "model": text_mark("model", model)}


def content_mark(what: str, given: str | Path) -> Mark:
    """A file by its content, named as it is; any other text by itself, in quotes."""
    if isinstance(given, os.PathLike) or _is_file(given):
        return _file_mark(what, Path(given))
    if isinstance(given, str) and _LIKE_A_FILE.fullmatch(given.strip()):
        raise InputError(f"The {what} {quote(given)} looks like a file name, but there is no such file.")
    mark = text_mark(what, given)
    return replace(mark, name=f"“{mark.name}”")


def text_mark(what: str, text: str) -> Mark:
    """A text, named by its beginning."""
    if not (isinstance(text, str) and text.strip()):
        raise OptionError(f"The {what} must be non-empty text, got {quote(text)}.")
    return Mark(name=one_line(" ".join(text.split()), _SHOWN), fingerprint=_hashed(text.encode()))


def _is_file(given: object) -> bool:
    try:
        return isinstance(given, str) and Path(given).is_file()
    except (OSError, ValueError):  # too long for a name, or with a sign that no name has
        return False


def _file_mark(what: str, path: Path) -> Mark:
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise InputError(f"The {what} {path} cannot be read: {problem.strerror}.") from None
    # a file that went through another system has other line ends and says the same
    return Mark(name=path.name, fingerprint=_hashed(content.replace(b"\r\n", b"\n")))


def _hashed(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"
