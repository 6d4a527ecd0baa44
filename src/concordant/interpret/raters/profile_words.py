"""A rater profile in sentences: what is sure, and large enough to matter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...language.message import Message

if TYPE_CHECKING:
    from .drift import Drift
    from .profiles import RaterProfile

#: False discoveries among what is said of raters.
_RATE = 0.05
#: Worth saying: severity in standard deviations of the others, a ratio of spreads, shares.
_LEVEL, _SPREAD, _SHARE = 0.1, 0.1, 0.05
#: The same for what changes from the first rating to the last: severity, and the share of agreement.
_LEVEL_MOVED, _SHARE_MOVED = 0.35, 0.17
#: A category counts as never used where the others gave it this often on the same items.
_EXPECTED = 5


def sentences(
    profile: RaterProfile, *, ordered: bool, measured: bool, people: bool = False
) -> Iterator[Message]:
    """What a reader should know of a rater; `people`: who is compared with people, not against all others.

    `ordered` and `measured` say whether ratings have an order, and whether they are measurements.
    """
    who = {"rater": profile.rater}
    if not profile.n_shared > 0:
        yield Message("profiles.nobody", {**who, "n": profile.n_items})
        return
    form = "-measured" if measured else ""
    yield from _agreement(profile, who, people)
    yield from _severity(profile, who, form)
    yield from _spread(profile, who, form)
    if not ordered:
        yield from _categories(profile, who)
    yield from _never(profile, who)
    if profile.drift is not None:
        yield from _drift(profile, profile.drift, who, form)


def _agreement(profile: RaterProfile, who: dict[str, Any], people: bool) -> Iterator[Message]:
    main = profile.main
    facts = {**who, "n": profile.n_shared, "m": [main.measure, dict(main.options)], "value": main.estimate}
    if profile.exact is not None and profile.exact.defined:
        code = "profiles.exact-person" if people else "profiles.exact"
        yield Message(code, {**who, "n": profile.n_shared, "share": profile.exact.estimate})
    if main.defined and main.measure != "exact_agreement":
        yield Message("profiles.main", facts)


def _severity(profile: RaterProfile, who: dict[str, Any], form: str) -> Iterator[Message]:
    severity = profile.severity
    if severity is None or not _sure(profile, "severity") or severity.interval is None:
        return
    if abs(severity.estimate) >= _LEVEL * profile.others_sd:
        ends = sorted(abs(x) for x in (severity.interval.low, severity.interval.high))
        code = "higher" if severity.estimate > 0 else "lower"
        yield Message(f"profiles.{code}{form}", {**who, "gap": abs(severity.estimate), "within": ends})


def _spread(profile: RaterProfile, who: dict[str, Any], form: str) -> Iterator[Message]:
    spread = profile.spread
    if spread is None or not spread.defined:
        return
    if spread.estimate == 0:
        yield Message("profiles.constant", who)
    elif spread.interval and _sure(profile, "spread") and abs(spread.estimate - 1) >= _SPREAD:
        code = "narrower" if spread.estimate < 1 else "wider"
        ends = [spread.interval.low, spread.interval.high]
        yield Message(f"profiles.{code}{form}", {**who, "ratio": spread.estimate, "within": ends})


def _categories(profile: RaterProfile, who: dict[str, Any]) -> Iterator[Message]:
    for use in profile.use:
        if use.q_value < _RATE and abs(use.difference) >= _SHARE and use.own > 0:
            code = "more-often" if use.difference > 0 else "less-often"
            facts = {"category": str(use.category), "own": use.own, "others": use.others}
            yield Message(f"profiles.{code}", {**who, **facts})


def _never(profile: RaterProfile, who: dict[str, Any]) -> Iterator[Message]:
    never = set(map(str, profile.never))
    missed = [u for u in profile.use if str(u.category) in never and u.others * profile.n_shared >= _EXPECTED]
    if missed:
        share = sum(u.others for u in missed)
        yield Message(
            "profiles.never", {**who, "categories": [str(u.category) for u in missed], "share": share}
        )


def _drift(profile: RaterProfile, moved: Drift, who: dict[str, Any], form: str) -> Iterator[Message]:
    slope, worth = moved.severity, _LEVEL_MOVED * profile.others_sd
    if slope is not None and _sure(profile, slope.measure) and abs(slope.estimate) >= worth:
        code = "drift-up" if slope.estimate > 0 else "drift-down"
        halves = {"early": moved.severity_early, "late": moved.severity_late}
        yield Message(f"profiles.{code}{form}", {**who, **halves, "n": moved.n_items})
    slope = moved.agreement
    if slope is not None and _sure(profile, slope.measure) and abs(slope.estimate) >= _SHARE_MOVED:
        code = "agreement-up" if slope.estimate > 0 else "agreement-down"
        halves = {"early": moved.agreement_early, "late": moved.agreement_late}
        yield Message(f"profiles.{code}", {**who, **halves, "n": moved.n_items})


def _sure(profile: RaterProfile, name: str) -> bool:
    return profile.q_values.get(name, 1.0) < _RATE
