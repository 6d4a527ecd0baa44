"""A project: stored rounds, each compared with those before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from getpass import getuser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from ...arguments import Kinds, check_arguments, check_arguments_and, kind_of
from ...errors import OptionError, choose
from ...interpret.gate import slices_between
from ...interpret.goals import Goal
from ...interpret.rounds import About, Anchored, Change, ComparedRound, Progress, SliceChange, anchored
from ...interpret.rounds.change import change
from ...interpret.study import as_text, with_progress
from ...language.render import LANGUAGES, Language
from ...quote import quote
from ..api.study import STUDYING
from ..api.study_result import Study
from .add_rounds import (
    RoundRequest,
    before_of,
    marks_of,
    new_rounds,
    ratings_of,
    round_parts,
    round_request,
    studied,
)
from .stored_rounds import (
    before,
    is_there,
    measuring,
    one_of,
    progress_at,
    progress_over,
    round_of,
    rounds_in,
    rounds_upto,
    store_at,
)

if TYPE_CHECKING:
    from ... import PreviewOptions, RoundOptions
    from ...interpret.study import Section
    from ...ratings.ratings import Ratings
    from ..store.records import StoredRound
    from ..store.store import Store
    from .next_steps import Typed
    from .stored_rounds import Place


#: A round is named by text; one that is called 3 may be asked for by that number.
_ROUNDS: Kinds = dict.fromkeys(("name", "first", "second", "upto"), kind_of(str | int | None))


class Project:
    """The rounds of a project, the oldest first, in a store that is opened when it is needed."""

    @check_arguments
    def __init__(self, name: str, store: Place = None) -> None:
        self.name, self._store = name, store

    def __repr__(self) -> str:
        return f"Project({self.name!r})"

    # --- what is kept ---

    @property
    def where(self) -> str:
        """The store, as it may be shown."""
        with store_at(self._store) as store:
            return store.where

    @property
    def rounds(self) -> tuple[StoredRound, ...]:
        """Every round, with what is known of it."""
        with store_at(self._store) as store:
            return rounds_in(store, self.name)

    @property
    def known(self) -> tuple[StoredRound, ...]:
        """Every round; none where the project, or its store, is not there yet."""
        if not is_there(self._store):
            return ()
        with store_at(self._store, create=True) as store:
            return store.rounds(self.name)

    @check_arguments_and(_ROUNDS)
    def round(self, name: str | None = None, *, generation: int | None = None) -> StoredRound:
        """One round by its name; without one the newest. An earlier `generation` is one that was replaced."""
        with store_at(self._store) as store:
            return _generation(store, one_of(rounds_in(store, self.name), name), generation)

    @check_arguments_and(_ROUNDS)
    def ratings(self, name: str | None = None) -> Ratings:
        """The ratings of a round, as they were read."""
        with store_at(self._store) as store:
            return store.ratings(one_of(rounds_in(store, self.name), name))

    @check_arguments_and(_ROUNDS)
    def study(
        self, name: str | None = None, *, progress: bool = True, generation: int | None = None
    ) -> Study:
        """The study of a round as it was stored, with the progress up to it.

        An earlier `generation` is one that was replaced, and has no progress.
        """
        with store_at(self._store) as store:
            kept = rounds_in(store, self.name)
            one = one_of(kept, name)
            if generation not in (None, one.generation):
                return Study.of(store.study(_generation(store, one, generation)))
            made = store.study(one)
            rounds = rounds_upto(store, kept, one) if progress else []
        return Study.of(with_progress(made, progress_at(rounds, one)) if len(rounds) > 1 else made)

    # --- adding ---

    @check_arguments_and(STUDYING)
    def add(
        self,
        data: Any,
        *,
        round: str | None = None,
        note: str = "",
        who: str | None = None,
        prompt: str | Path | None = None,
        rubric: str | Path | None = None,
        model: str | None = None,
        when: str | None = None,
        goal: str | Path | Mapping[str, Any] | Goal | None = None,
        reference: str | Sequence[str] | None = None,
        round_column: str | None = None,
        replace: bool = False,
        fresh: bool = False,
        **options: Unpack[RoundOptions],
    ) -> tuple[StoredRound, ...]:
        """Study the data and keep them as a round, all or nothing; the rounds that were added.

        round         its name; not needed where a column names rounds: each is added, in order
        note          what was changed, in your own words
        prompt        the judge's prompt, a file or the text itself; kept as a fingerprint and a short name
        rubric        the raters' rubric, a file or text, kept in the same way
        model         the name of the judge's model
        who, when     who adds it and when (ISO 8601), if not this user now
        goal          what should be reached, as in `study`
        round_column  the column that names rounds, if its name is not recognised
        replace       replace a round of this name; what was there stays in the store
        fresh         ignore the settings of the previous round: without it, reference, goal, categories,
                      scale, missing values and kinds of raters apply until others are given

        Other options are those of `study` and of reading. Every rating is kept, item by item. Adding the
        same data under the same name once more changes nothing; of a file with several rounds those that are
        not there yet are added, and the others stay as they are.
        """
        about = About(
            when=_moment(when),
            who=_user() if who is None else who,
            note=note,
            marks=marks_of(prompt=prompt, rubric=rubric, model=model),
        )
        given = {**options, "reference": reference, "goal": goal, "round": round_column}
        name = None if round is None else str(round)
        kept = self.known
        request = round_request(given, None if fresh else before_of(kept, name))
        next_name = f"v{len(kept) + 1}"
        new = new_rounds(self.name, data, name=name, next_name=next_name, request=request, about=about)
        with store_at(self._store, create=True) as store:
            return store.add(new, replace=replace, ratings_only=len(new) > 1 and not replace)

    @check_arguments_and(STUDYING)
    def preview(self, data: Any, *, fresh: bool = False, **options: Unpack[PreviewOptions]) -> Study:
        """The study of data as the newest round, with the stored rounds; nothing is stored.

        Options are those of `study` and of reading; settings of the newest round apply here too.
        """
        with store_at(self._store) as store:
            kept = rounds_in(store, self.name)
            request = round_request(options, None if fresh else before_of(kept, None))
            ratings = ratings_of(data, request)
            made = studied(ratings, request)
            own = _named_parts(ratings, request)
            stored = [round_of(store, one) for one in kept if one.name not in own]
        found = progress_over([*stored, *own.values()], request.all, request.goal)
        return Study.of(with_progress(made, found))

    # --- what changed ---

    @check_arguments_and(_ROUNDS)
    def pair(self, first: str | None = None, second: str | None = None) -> tuple[StoredRound, StoredRound]:
        """The rounds that are compared: those named; else the newest, and the one before it."""
        kept = self.rounds
        later = one_of(kept, second)
        return (before(kept, later) if first is None else one_of(kept, first)), later

    @check_arguments_and(_ROUNDS)
    def compare(
        self,
        first: str | None = None,
        second: str | None = None,
        *,
        examples: int = 10,
        margin: float | None = None,
    ) -> tuple[Change, ...]:
        """What changed from one round to another, on the same items; without names in the newest round.

        Each comparison has the measures in both rounds, the difference with its interval and p, and so many
        `examples` of the items that agree better, and of those that agree worse. `margin` is a loss that has
        to be excluded: 0.05 is five percentage points.
        """
        pair = self.pair(first, second)
        with store_at(self._store) as store:
            sides = [round_of(store, one) for one in pair]
        return change(*sides, examples=examples, margin=margin, **measuring(pair[1].options))

    @check_arguments_and(_ROUNDS)
    def slices(
        self, first: str | None = None, second: str | None = None
    ) -> dict[str, tuple[SliceChange, ...]]:
        """Which slices lost or gained between the same rounds, by the name of the comparison."""
        pair = self.pair(first, second)
        with store_at(self._store) as store:
            sides = [round_of(store, one) for one in pair]
        return slices_between(*sides, **measuring(pair[1].options))

    @check_arguments_and(_ROUNDS)
    def progress(self, upto: str | None = None) -> tuple[Progress, ...]:
        """Every comparison over all rounds, or up to one: values, changes, and whether it has converged."""
        with store_at(self._store) as store:
            kept = rounds_in(store, self.name)
            last = one_of(kept, upto)
            rounds = rounds_upto(store, kept, last)
        return progress_at(rounds, last)

    @check_arguments
    def drift(self, rater: str | None = None) -> tuple[Anchored, ...]:
        """Whether a judge has changed on the items that all rounds share; each judge, or one rater."""
        with store_at(self._store) as store:
            kept = rounds_in(store, self.name)
            rounds = rounds_upto(store, kept, kept[-1])
        judged = [one.drift for one in progress_at(rounds, kept[-1]) if one.drift is not None]
        if rater is None or rater in [one.rater for one in judged]:
            return tuple(one for one in judged if rater in (None, one.rater))
        choose("rater", rater, dict.fromkeys(name for one in rounds for name in one.ratings.raters))
        there = [one for one in rounds if rater in one.ratings.raters]
        found = anchored(there, [rater] * len(there), [()] * len(there))
        return () if found is None else (found,)

    # --- in words ---

    @check_arguments
    def status(self, lang: Language = "en") -> str:
        """How the project stands: the rounds, the verdict, and what to do next."""
        from .next_steps import typed

        choose("lang", lang, LANGUAGES)
        place = self._store if isinstance(self._store, (str, Path)) else None
        command = typed(self.name, None if place is None else str(place), lang)
        return as_text(list(status_sections(self, self.progress(), command)), lang)

    @check_arguments_and(_ROUNDS)
    def show(self, name: str | None = None, lang: Language = "en", *, generation: int | None = None) -> str:
        """One round in words: what it is, and what to read first of its study."""
        from .pages import round_page

        choose("lang", lang, LANGUAGES)
        kept = self.round(name, generation=generation)
        study = self.study(kept.name, generation=kept.generation)
        return as_text(list(round_page(kept, self.round(kept.name), study)), lang)


def status_sections(project: Project, progress: Sequence[Progress], command: Typed) -> Iterator[Section]:
    """How a project stands, and what to do next."""
    from .next_steps import after_looking
    from .status_sections import status_page

    kept = project.rounds
    study = project.study(progress=False)
    slices = project.slices() if len(kept) > 1 else {}
    yield from status_page(project.where, kept, progress, study, slices)
    yield from after_looking(progress, kept[-1], command)


def _generation(store: Store, kept: StoredRound, generation: int | None) -> StoredRound:
    """A round as it was before it was replaced; as it is where nothing is said."""
    if generation in (None, kept.generation):
        return kept
    known = {one.generation: one for one in store.generations(kept.project, kept.name)}
    if generation not in known:
        raise OptionError(
            f"Round {quote(kept.name)} has generations 1 to {kept.generation}, and no generation "
            f"{quote(generation)}."
        )
    return known[generation]


def _named_parts(ratings: Ratings, request: RoundRequest) -> dict[str, ComparedRound]:
    """The rounds in data that are not stored, by name; without a column of rounds that of the file."""
    name = None if ratings.round is not None else Path(ratings.audit.source).stem or "new"
    return {
        one: ComparedRound(name=one, ratings=part, reference=request.all.get("reference"))
        for one, part in round_parts(ratings, name)
    }


def _moment(given: str | None) -> str:
    """A point in time as it is kept: in UTC, to the second; now where none is given."""
    try:
        when = datetime.now(UTC) if given is None else datetime.fromisoformat(given)
    except (TypeError, ValueError):
        raise OptionError(
            f"when={quote(given)} is not a date such as 2026-03-01 or 2026-03-01T14:30."
        ) from None
    there = when if when.tzinfo is not None else when.replace(tzinfo=UTC)
    return there.astimezone(UTC).isoformat(timespec="seconds")


def _user() -> str:
    """The login name, where there is one."""
    try:
        return getuser()
    except (OSError, KeyError, ImportError):  # no such user, or no way to ask
        return ""
