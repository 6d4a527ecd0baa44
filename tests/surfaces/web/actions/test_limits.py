"""Limits that an owner sets: kept with a version, within bounds, and written down as events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace

import pytest

from concordant.surfaces.store.store import Store
from concordant.surfaces.web.actions.events import events
from concordant.surfaces.web.actions.limits import BOUNDS, server_limits, set_limits
from concordant.surfaces.web.actions.refusal import WebRefusal
from concordant.surfaces.web.actions.uploads import StaleVersion
from concordant.surfaces.web.actions.workers import WorkerSettings, limits_of
from concordant.surfaces.web.settings import WebLimits

BASE = WebLimits(jobs_queued=7)


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with Store(address) as made:
        yield made


def test_every_limit_has_bounds_that_hold_its_default() -> None:
    for name, value in asdict(WebLimits()).items():
        low, high = BOUNDS[name]
        assert low <= value <= high, name
    assert set(BOUNDS) == set(asdict(WebLimits()))


def test_what_an_owner_sets_is_kept_over_what_the_server_was_started_with(store: Store) -> None:
    assert server_limits(store, BASE).limits == BASE
    made = set_limits(store, "ann", BASE, {"share_days": 3, "jobs_queued": 7.0}, 0)
    assert made.limits == replace(BASE, share_days=3)
    again = set_limits(store, "ann", BASE, {"job_seconds": 60}, made.version)
    assert server_limits(store, BASE) == again
    assert again.limits == replace(BASE, share_days=3, job_seconds=60.0)
    later = server_limits(store, WebLimits(jobs_queued=3)).limits  # what was not set is as the server starts
    assert (later.jobs_queued, later.share_days) == (3, 3)
    assert limits_of(WorkerSettings(store="", kinds="", limits=BASE), store).job_seconds == 60


def test_a_change_is_an_event_with_what_was_and_what_is(store: Store) -> None:
    set_limits(store, "ann", BASE, {"share_days": 3, "jobs_queued": 7}, 0)
    (made,) = events(store, subject="limits")
    assert (made.who, made.action) == ("ann", "limits.set")
    assert made.facts == {"share_days": [30, 3], "version": 1}


def test_an_outdated_form_overwrites_nothing(store: Store) -> None:
    set_limits(store, "ann", BASE, {"share_days": 3}, 0)
    with pytest.raises(StaleVersion):
        set_limits(store, "bob", BASE, {"share_days": 9}, 0)
    assert server_limits(store, BASE).limits.share_days == 3


@pytest.mark.parametrize(
    "given",
    [{"share_days": 0}, {"share_days": 1e9}, {"share_days": 1.5}, {"share_days": "3"}, {"share_days": True},
     {"share_days": float("nan")}, {"share_days": 10**400}, {"other": 1}, {"requests_per_minute": 1}],
)  # fmt: skip
def test_what_is_no_limit_is_refused(store: Store, given: dict[str, object]) -> None:
    with pytest.raises(WebRefusal) as refused:
        set_limits(store, "ann", BASE, given, 0)
    assert refused.value.status_code == 422
    assert all(refused.value.texts.values())
    assert server_limits(store, BASE).version == 0
