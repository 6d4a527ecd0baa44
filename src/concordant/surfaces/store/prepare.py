"""A round made ready for the store, before any transaction: checked, packed, and told in rows."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...errors import OptionError
from ...interpret.rounds import About, Mark
from ...interpret.study import Study
from ...plain_json import plain
from ...quote import quote
from ...ratings.packed import content, pack
from .records import NewRound, StoredRound
from .rows import storable, study_bytes

_LONGEST = 200

#: How long the text of a point in time may be.
LONGEST_MOMENT = 40

#: Signs that no name has: controls, half characters, line ends, and what cannot be seen or turns the text.
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


@dataclass(frozen=True, eq=False)
class Ready:
    """What is written: the round's own row (its place is not known yet), and the bytes of what it holds."""

    kept: StoredRound
    ratings: bytes
    study: bytes
    made: Study


def ready(new: NewRound) -> Ready:
    """Pack a round, and complain of names that cannot be kept."""
    packed = pack(new.ratings)
    kept = StoredRound(
        project=checked_name("project", new.project),
        name=checked_name("round", new.name),
        place=0,
        about=checked_about(new.about),
        n_items=float(new.study.n_items),
        n_ratings=float(new.study.n_ratings),
        options=_strict(new.options),
        goal=None if new.goal is None else _strict(new.goal.to_dict()),
        content=content(packed),
        version=new.study.version,
    )
    return Ready(kept, packed, study_bytes(new.study), new.study)


def _strict(value: Mapping[str, Any]) -> dict[str, Any]:
    return dict(plain(value))


def checked_name(what: str, name: str) -> str:
    """A name that can be shown, typed and found again."""
    text = f"The name of a {what}"
    if not isinstance(name, str) or not name.strip():
        raise OptionError(f"{text} must be non-empty text, got {quote(name)}.")
    if len(name) > _LONGEST:
        raise OptionError(f"{text} must have at most {_LONGEST} characters, got {len(name)}.")
    if name != name.strip() or any(unicodedata.category(sign) in _UNSEEN for sign in name):
        raise OptionError(
            f"{text} must have no space at either end, no line break and no invisible character, got "
            f"{quote(name)}."
        )
    if name.startswith("-"):
        raise OptionError(f"{text} must not begin with '-', as options do, got {quote(name)}.")
    return name


def checked_about(about: About) -> About:
    """What is known of a round, in characters that every database takes, its time short enough to be one."""
    if len(about.when) > LONGEST_MOMENT:
        raise OptionError(
            f"The time of a round must have at most {LONGEST_MOMENT} characters: {quote(about.when[:20])}…"
        )
    return storable_about(about)


def storable_about(about: About) -> About:
    """What is known of a round, in characters that every database takes."""
    marks = {
        storable(what): Mark(name=storable(one.name), fingerprint=storable(one.fingerprint))
        for what, one in sorted(about.marks.items())
    }
    return replace(
        about, when=storable(about.when), who=storable(about.who), note=storable(about.note), marks=marks
    )
