"""A doubt about the scale: ratings that may not mean what they seem to, why we think so, and what to do."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...language.message import Message
from ...language.render import Language
from ..record import Record


@dataclass(frozen=True)
class Limits:
    """How much it takes before we speak; every threshold of the scale's doctor is here."""

    #: How improbable what we see must be if all were well, all raters and codes looked at taken together.
    alpha: float = 0.001
    #: Items that two raters must share before their scales are compared.
    fewest_items: int = 10
    #: How closely two raters must follow each other for one scale to be the other in disguise.
    correlation: float = 0.5
    #: Spans this many times as long are another unit, more so where one lies inside the other; and so many of
    #: the longer one's ratings lie outside.
    span_ratio: float = 4.0
    span_ratio_inside: float = 5.0
    #: Where one rater never goes beyond 5 points and the other up to 10.
    span_ratio_ten: float = 1.8
    outside: float = 0.2
    #: What may lie outside by mistake.
    mistakes: float = 0.05
    #: How near the mean difference must be to the shift of both ends of the scale.
    shift_error: float = 0.35
    #: The chance that a rater on the same scale would join another in its top or bottom category.
    joins_at_ends: float = 0.5
    #: Numbers that often mean "no rating", and how often a rater must have used one.
    codes: tuple[float, ...] = (0, -1, -9, -99, -999, -9999, 9, 99, 999, 9999)
    fewest_codes: int = 5
    #: How improbable it must be, if it meant nothing, that others give the code to the same items.
    joined_alpha: float = 0.05
    #: The share of a rater's ratings that are its lowest (or highest), to set a code against.
    end_share: float = 0.1
    #: The share of ratings that are written in a rarer way, from which on no finding can be relied on.
    stray: float = 0.01
    #: Two columns that are the same on so large a share of at least so many items may be copies; where nobody
    #: else is there to compare with, honest raters are taken to agree this often.
    copied: float = 0.98
    fewest_copied: int = 20
    copied_alone: float = 0.95
    #: A rare number is stray if it lies so many steps beyond a scale of at least so many other values, and
    #: this share of ratings or fewer have it.
    stray_gap: float = 3.0
    fewest_values: int = 3
    stray_share: float = 0.005
    #: One value with more than this share of all ratings, and how sure of that we must be.
    one_value: float = 0.95
    one_value_alpha: float = 0.05
    #: A category that is a third as common as the average one would have been seen with this certainty.
    unused_share: float = 1 / 3
    unused_alpha: float = 0.01


LIMITS = Limits()

#: Doubts that two columns are one.
COPIED = ("copied", "copied-alone")
#: Doubts that make all that follows worthless if they are right.
SERIOUS = (
    *COPIED, "counts", "other-unit", "shifted", "reversed", "reversed-words", "unset", "stray-value",
    "look-alike", "mixed-truth",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class ScaleDoubt(Record):
    """`said` is what looks wrong and `fix` what to do; `option` is how to say it when reading, if one does.

    `about` names the rater or the labels. `evidence` are the numbers behind it; `p_value` is how probable
    they would be if all were well (nan where nothing is left to chance, as in how labels are written).
    `explains` are the codes of findings that are withheld, as the doubt accounts for them.
    """

    code: str
    about: Mapping[str, Any]
    said: Message
    fix: Message
    option: str = ""
    n: float = math.nan
    p_value: float = math.nan
    evidence: Mapping[str, Any] = field(default_factory=dict)
    explains: tuple[str, ...] = ()

    @property
    def sentences(self) -> tuple[Message, ...]:
        """What looks wrong, what to do, and what is left unsaid until then."""
        withheld = (Message("doctor.explains", {"n": len(self.explains)}),) if self.explains else ()
        return (self.said, self.fix, *withheld)

    def text(self, lang: Language = "en") -> str:
        """What looks wrong."""
        return self.said.text(lang)

    def remedy(self, lang: Language = "en") -> str:
        """What to do about it."""
        return self.fix.text(lang)


def doubt(code: str, facts: Mapping[str, Any], *, about: tuple[str, ...], **more: Any) -> ScaleDoubt:
    """A doubt whose sentences are `doctor.<code>` and `doctor.<code>-fix`, both filled with the facts."""
    return ScaleDoubt(
        code=code,
        about={name: facts[name] for name in about},
        said=Message(f"doctor.{code}", facts),
        fix=Message(f"doctor.{code}-fix", facts),
        option=str(facts.get("option", "")),
        **more,
    )
