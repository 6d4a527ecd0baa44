"""Queues: who rates what, blindly and once; closing ends in a round whose study is that of the file."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.surfaces.store.address import is_address
from concordant.surfaces.store.store import Store
from concordant.surfaces.track.project import Project
from concordant.surfaces.web.actions import blind_rating
from concordant.surfaces.web.actions.blind_rating import GivenRating, give_rating, seat_of, task_at
from concordant.surfaces.web.actions.close_queue import close_queue
from concordant.surfaces.web.actions.decisions import decide, decisions_of
from concordant.surfaces.web.actions.queue_file import outside_decisions, queue_csv, queue_lines
from concordant.surfaces.web.actions.queues import (
    QueueRequest,
    find_queue,
    items_of_queue,
    make_queue,
    new_link,
    queue_progress,
    queues_of,
)
from concordant.surfaces.web.actions.refusal import WebRefusal
from tests.surfaces.web.material import JUDGE, PEOPLE, PROJECT, table, with_round

RATERS = ("cat", "dan", "eve")


@pytest.fixture(scope="module")
def sqlite_with_round(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which the round is."""
    path = tmp_path_factory.mktemp("round") / "rounds.db"
    with Store(path) as opened:
        with_round(opened)
    return path


@pytest.fixture
def store(address: str, sqlite_with_round: Path) -> Iterator[Store]:
    if not is_address(address):
        shutil.copy(sqlite_with_round, address)
    with Store(address) as opened:
        if not opened.projects():
            with_round(opened)
        yield opened


def request(**more: Any) -> QueueRequest:
    return QueueRequest(**{"kind": "rate", "project": PROJECT, "name": "again", "raters": RATERS, **more})


def refused(status: int, code: str) -> Any:
    return pytest.raises(WebRefusal, match=f"^{status} {code}$")


def rate_all(store: Store, secret: str, shift: int = 0) -> None:
    """Rate every task: the score is a function of the text, so that repeats agree, and of the rater."""
    seat = seat_of(store, secret)
    while (one := task_at(store, seat)) is not None:
        number = int(next(word for word in one.texts["question"].split() if word.isdigit()))
        values = {
            name: str(1 + (number + shift * (number % 4 == 0)) % 5)
            for name in seat.queue.settings["dimensions"]
        }
        given = GivenRating(place=one.place, client_id=one.client_id, values=values, seconds=4.25)
        assert give_rating(store, seat, given)


@pytest.mark.by_turns(2)
def test_each_item_has_its_raters_with_even_loads_and_shared_items(store: Store) -> None:
    found, links = make_queue(store, "own", request(per_item=2, repeats=0.0))
    assert set(links) == set(RATERS)
    totals = {name: total for name, (_, total) in queue_progress(store, found).items()}
    assert sum(totals.values()) == 80
    assert max(totals.values()) - min(totals.values()) <= 1
    seen: Counter[str] = Counter()
    for secret in links.values():
        seat = seat_of(store, secret)
        texts = []
        while (one := task_at(store, seat)) is not None:
            texts.append(one.texts["question"])
            give_rating(store, seat, GivenRating(place=one.place, client_id=one.client_id, values={"": "3"}))
        assert len(set(texts)) == len(texts)
        seen.update(texts)
    assert set(seen.values()) == {2}
    assert len(seen) == 40


@pytest.mark.by_turns(2)
def test_a_sample_is_drawn_from_all_items_also_from_those_that_were_rated(store: Store) -> None:
    found, _ = make_queue(store, "own", request(rule="sample", n=9, seed=3, repeats=0.0))
    items = [one.item for one in items_of_queue(store, found.id)]
    assert len(set(items)) == 9
    again, _ = make_queue(store, "own", request(rule="sample", n=9, seed=3, name="same seed"))
    assert [one.item for one in items_of_queue(store, again.id)] == items
    other, _ = make_queue(store, "own", request(rule="sample", n=9, seed=4, name="other seed"))
    assert [one.item for one in items_of_queue(store, other.id)] != items


@pytest.mark.by_turns(2)
def test_raters_who_could_not_be_compared_are_refused(store: Store) -> None:
    with pytest.raises(OptionError, match="do not link 3 raters"):
        make_queue(store, "own", request(items=["题 1", "题 2"], per_item=1))
    assert queues_of(store, PROJECT) == ()


@pytest.mark.by_turns(2)
def test_a_rater_is_given_nothing_but_texts(store: Store) -> None:
    _, links = make_queue(store, "own", request())
    task = task_at(store, seat_of(store, links["cat"]))
    assert task is not None
    received = str(task)
    assert "Why is question" in received
    for secret in (*PEOPLE, JUDGE, "题", "news", "chat", "dan", "eve", "v1"):
        assert secret not in received.replace(str(task.shown), "")


def test_the_same_request_is_one_rating_also_at_the_same_moment(store: Store) -> None:
    found, links = make_queue(store, "own", request())
    seat = seat_of(store, links["cat"])
    task = task_at(store, seat)
    assert task is not None
    given = GivenRating(place=task.place, client_id=task.client_id, values={"": "4"})
    with ThreadPoolExecutor(4) as pool:
        kept = list(pool.map(lambda _: give_rating(store, seat, given), range(4)))
    assert sorted(kept) == [False, False, False, True]
    assert queue_progress(store, found)["cat"][0] == 1
    following = task_at(store, seat)
    assert following is not None
    assert following.place == 2
    back = task_at(store, seat, 1)
    assert back is not None
    assert back.own[""]["value"] == "4"


@pytest.mark.by_turns(2)
def test_what_cannot_be_rated_is_refused(store: Store) -> None:
    found, links = make_queue(store, "own", request())
    seat = seat_of(store, links["cat"])
    with refused(422, "value"):
        give_rating(store, seat, GivenRating(place=1, client_id="a", values={"": "6"}))
    with refused(422, "every-dimension"):
        give_rating(store, seat, GivenRating(place=1, client_id="a", values={"x": "3"}))
    with refused(409, "not-this-item"):
        give_rating(store, seat, GivenRating(place=2, client_id="a", values={"": "3"}))
    with refused(422, "client-id"):
        give_rating(store, seat, GivenRating(place=1, client_id="", values={"": "3"}))
    with refused(404, "no-link"):
        seat_of(store, links["cat"][:-1])
    with refused(404, "no-link"):
        seat_of(store, "")
    with refused(409, "nothing-rated"):
        close_queue(store, "own", found.id, "v2")
    assert find_queue(store, found.id).state == "open"


@pytest.mark.by_turns(2)
def test_a_new_link_ends_the_old_one(store: Store) -> None:
    found, links = make_queue(store, "own", request())
    again = new_link(store, "own", found.id, "cat")
    with refused(404, "no-link"):
        seat_of(store, links["cat"])
    assert seat_of(store, again).rater == "cat"
    assert seat_of(store, links["dan"]).rater == "dan"


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("dimensions", [(), ("clarity", "truth")], ids=["one", "two"])
def test_the_round_of_a_closed_queue_is_studied_as_its_file_is(
    address: str, tmp_path: Path, dimensions: tuple[str, ...]
) -> None:
    with Store(address) as store:
        with_round(store, dimensions=dimensions)
        found, links = make_queue(store, "own", request(per_item=3, repeats=0.2, seed=5))
        for shift, name in enumerate(RATERS):
            rate_all(store, links[name], shift)
        lines, reading = queue_lines(store, found)
        assert close_queue(store, "own", found.id, "v2") == "v2"
        path = tmp_path / "queue.csv"
        path.write_text(queue_csv(lines), encoding="utf-8")
        kept = Project(PROJECT, store).study("v2", progress=False)
        assert kept.to_dict() == cc.study(path, **reading).to_dict()
        alone = cc.study(path)
        assert [c.to_dict() for c in alone.comparisons] == [c.to_dict() for c in kept.comparisons]
        ratings = Project(PROJECT, store).ratings("v2")
        assert set(ratings.raters) == {*RATERS, JUDGE}
        assert ratings.times is not None
        # 40 items, 8 of which come again to each of three raters, who give the same as the first time
        assert "Intra-rater agreement" in kept.summary()
        assert close_queue(store, "own", found.id, "v2") == "v2"
        late = GivenRating(place=1, client_id="z", values=dict.fromkeys(dimensions or ("",), "3"))
        with refused(409, "queue-closed"):
            give_rating(store, seat_of(store, links["cat"]), late)
        assert len(Project(PROJECT, store).rounds) == 2


@pytest.mark.by_turns(2)
def test_skipped_and_unsure_ratings_are_kept_and_said(store: Store) -> None:
    found, links = make_queue(store, "own", request(repeats=0.0))
    seat = seat_of(store, links["cat"])
    give_rating(store, seat, GivenRating(place=1, client_id="1", values={}, skipped="not my field"))
    give_rating(
        store, seat, GivenRating(place=2, client_id="2", values={"": "2"}, unsure=True, comment="=1+1")
    )
    give_rating(store, seat, GivenRating(place=2, client_id="3", values={"": "4"}, comment="=1+1"))
    lines, _ = queue_lines(store, find_queue(store, found.id))
    own = [line for line in lines if line["rater"] == "cat"]
    assert [(line["score"], line["skipped"]) for line in own] == [("", "not my field"), ("4", "")]
    assert "unsure" not in own[1]
    assert "'=1+1" in queue_csv(lines, safe=True)
    assert "'=1+1" not in queue_csv(lines)
    assert blind_rating.next_place(store, seat)[:2] == (3, 2)


@pytest.mark.by_turns(2)
def test_a_round_stopped_while_closing_is_closed_by_closing_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, links = make_queue(store, "own", request(per_item=2, repeats=0.0))
    for name in RATERS:
        rate_all(store, links[name])
    with monkeypatch.context() as patch:
        patch.setattr("concordant.surfaces.web.actions.close_queue.now", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            close_queue(store, "own", found.id, "v2")
    assert find_queue(store, found.id).state == "closing"
    assert len(Project(PROJECT, store).rounds) == 2
    assert close_queue(store, "own", found.id, "v2") == "v2"
    assert len(Project(PROJECT, store).rounds) == 2
    assert find_queue(store, found.id).state == "closed"


# --- adjudication -------------------------------------------------------------------------------


@pytest.mark.by_turns(2)
def test_decisions_become_gold(store: Store, tmp_path: Path) -> None:
    found, links = make_queue(store, "own", request(kind="adjudicate", raters=(), n=5))
    assert links == {}
    items = items_of_queue(store, found.id)
    assert len(items) == 5
    assert all(len({one["value"] for one in item.ratings}) > 1 for item in items)
    for item in items:
        decide(store, "cat", PROJECT, item.item, value="3", reason="rubric 2b", version=0, queue=found.id)
    assert queue_progress(store, found) == {"": (5, 5)}
    close_queue(store, "own", found.id, "gold", unanimous=False)
    ratings = Project(PROJECT, store).ratings("gold")
    gold = ratings.place_of("gold")
    assert ratings.rater_kinds[gold] == "gold"
    decided = {
        str(ratings.item_labels[row]) for row in range(len(ratings)) if ratings.columns[gold][row] >= 0
    }
    assert decided == {item.item for item in items}
    study = Project(PROJECT, store).study("gold", progress=False)
    lines, reading = queue_lines(store, found, unanimous=False)
    path = tmp_path / "queue.csv"
    path.write_text(queue_csv(lines), encoding="utf-8")
    assert study.to_dict() == cc.study(path, **reading, reference="gold").to_dict()


@pytest.mark.by_turns(2)
def test_a_decision_made_elsewhere_on_an_item_of_the_round_is_gold_too_and_counted(store: Store) -> None:
    """A decision belongs to its item: on the page of the item there is no queue."""
    found, _ = make_queue(store, "own", request(kind="adjudicate", raters=(), n=1))
    ratings = Project(PROJECT, store).ratings("v1")
    (item,) = items_of_queue(store, found.id)
    other = next(str(one) for one in ratings.item_labels.tolist() if str(one) != item.item)
    assert outside_decisions(store, found, ratings) == 0
    decide(store, "cat", PROJECT, item.item, value="3", reason="x", version=0, queue=found.id)
    decide(store, "cat", PROJECT, other, value="2", reason="y", version=0)
    decide(store, "cat", PROJECT, "of another round", value="2", reason="y", version=0)
    assert outside_decisions(store, found, ratings) == 1
    lines, _ = queue_lines(store, found, unanimous=False)
    assert {line["item"] for line in lines if line["rater"] == "gold"} == {item.item, other}


@pytest.mark.by_turns(2)
def test_comments_are_shown_to_adjudicators_only_where_asked_for_and_without_names(store: Store) -> None:
    rows = table(12)
    rows["comment"] = [f"{name.title()} and JUDGE-ZX think so" for name in rows["rater"]]
    Project(PROJECT, store).add(rows, round="v2", rater_kind={JUDGE: "judge"})
    asked = {"kind": "adjudicate", "raters": (), "round": "v2"}
    for comments, shown in ((False, {""}), (True, {"[…] and […] think so"})):
        found, _ = make_queue(store, "own", request(**asked, comments=comments))
        every = [one for item in items_of_queue(store, found.id) for one in item.ratings]
        assert {one["comment"] for one in every} == shown


@pytest.mark.by_turns(2)
def test_what_all_people_gave_is_gold_too_where_that_is_wanted(store: Store) -> None:
    found, _ = make_queue(store, "own", request(kind="adjudicate", raters=(), n=1))
    (item,) = items_of_queue(store, found.id)
    decide(store, "cat", PROJECT, item.item, value="3", reason="x", version=0, queue=found.id)
    ratings = Project(PROJECT, store).ratings("v1")
    ann, bob = (ratings.columns[ratings.place_of(name)] for name in PEOPLE)
    lines, _ = queue_lines(store, found, unanimous=True)
    gold = {line["item"]: line["score"] for line in lines if line["rater"] == "gold"}
    agreed = {str(ratings.item_labels[row]) for row in range(40) if ann[row] == bob[row]}
    assert set(gold) == agreed | {item.item}
    assert gold[item.item] == "3"


@pytest.mark.by_turns(2)
def test_a_stale_decision_is_refused_with_both(store: Store) -> None:
    first = decide(store, "cat", PROJECT, "题 1", value="3", reason="a", version=0)
    assert first.version == 1
    with pytest.raises(WebRefusal) as problem:
        decide(store, "dan", PROJECT, "题 1", value="4", reason="b", version=0)
    assert problem.value.status_code == 412
    assert problem.value.more["current"]["value"] == "3"
    assert problem.value.more["given"]["value"] == "4"
    assert decide(store, "cat", PROJECT, "题 1", value="3", reason="a", version=0) == first  # sent twice
    assert decide(store, "dan", PROJECT, "题 1", value="4", reason="b", version=1).version == 2
    assert [one.value for one in decisions_of(store, PROJECT, "题 1")] == ["3", "4"]
    with refused(422, "reason-required"):
        decide(store, "dan", PROJECT, "题 1", value="4", reason=" ", version=2)


def test_of_decisions_at_the_same_moment_one_is_kept(store: Store) -> None:
    def one(name: str) -> str:
        try:
            decide(store, name, PROJECT, "题 2", value="1", reason=name, version=0)
        except WebRefusal as problem:
            return problem.code
        return "kept"

    with ThreadPoolExecutor(5) as pool:
        found = sorted(pool.map(one, "abcde"))
    assert found == ["kept", *["stale"] * 4]


def test_columns_that_a_judge_wrote_are_left_out_and_slices_are_shown_where_asked_for(tmp_path: Path) -> None:
    rows = table(12)
    rows[f"{JUDGE}_reason"] = [f"I gave {score}." for score in rows["score"]]
    rows["reason of the Judge"] = list(rows[f"{JUDGE}_reason"])
    with Store(tmp_path / "rounds.db") as store:
        kinds = {JUDGE: "judge", **dict.fromkeys(PEOPLE, "human")}
        reading = {"text": ["question", f"{JUDGE}_reason", "reason of the Judge"], "slices": ["type"]}
        Project(PROJECT, store).add(rows, round="v1", rater_kind=kinds, **reading)
        made, _ = make_queue(store, "x", request())
        assert {tuple(one.texts) for one in items_of_queue(store, made.id)} == {("question",)}
        made, links = make_queue(store, "x", request(columns=["type"]))
        assert {one.texts["type"] for one in items_of_queue(store, made.id)} == {"chat", "news"}
        seat = seat_of(store, links["cat"])
        shown = task_at(store, seat)
        assert shown is not None
        assert set(shown.texts) == {"type"}
        give_rating(store, seat, GivenRating(place=1, client_id="1", values={"": "3"}))
        _, reading = queue_lines(store, find_queue(store, made.id))
        assert (reading["slices"], reading.get("text")) == (["type"], None)
        with pytest.raises(WebRefusal, match="no-columns"):
            make_queue(store, "x", request(columns=[]))
        with pytest.raises(OptionError, match="text column"):
            make_queue(store, "x", request(columns=["nothing"]))


def test_an_item_without_texts_is_named_and_one_with_texts_is_not(store: Store) -> None:
    """Who is shown nothing else needs the name to find the item."""
    rows = {"item": [f"case {n}" for n in range(12)], "ann": [n % 3 for n in range(12)]}
    Project("plain", store).add({**rows, "bob": [n % 2 for n in range(12)]}, round="v1")
    asked = {"kind": "rate", "raters": ["cat", "dan"], "name": "some"}
    _, links = make_queue(store, "ann", QueueRequest(project="plain", **asked))
    task = task_at(store, seat_of(store, links["cat"]))
    assert task is not None
    assert (task.texts, str(task.item).startswith("case ")) == ({}, True)
    _, others = make_queue(store, "ann", QueueRequest(project=PROJECT, **asked))
    full = task_at(store, seat_of(store, others["cat"]))
    assert full is not None
    assert full.texts
    assert full.item is None
