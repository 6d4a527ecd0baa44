"""A store keeps rounds whole, in order, and gives every part of them back."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from concordant.errors import ConcordantError, InputError, OptionError
from concordant.interpret.goals.goal import read_goals
from concordant.interpret.rounds.round import About, Mark
from concordant.interpret.study.make_study import make_study
from concordant.interpret.study.study import Study
from concordant.ratings.as_ratings import as_ratings
from concordant.reduce.fingerprint import fingerprint
from concordant.surfaces.store import add_round as adding
from concordant.surfaces.store import rows
from concordant.surfaces.store.records import NewRound, ProjectFacts
from concordant.surfaces.store.store import Store
from tests.ratings.test_packed import alike
from tests.surfaces.store.conftest import Fresh
from tests.surfaces.store.material import new_round, rated, studied


def asked(store: Store, question: str) -> list[Any]:
    """What the tables say, by plain SQL."""
    with store._opened.reading() as connection:
        return [tuple(row) for row in connection.execute(text(question))]


def test_everything_about_a_round_comes_back(address: str) -> None:
    new = new_round(study=make_study(rated(1), version="0.1.0"))
    with Store(address) as store:
        (kept,) = store.add([new])
    with Store(address, create=False) as store:
        assert store.rounds("助手") == (kept,)
        found = store.round("助手", "v1")
        assert found == kept
        assert (found.place, found.generation, found.version) == (1, 1, "0.1.0")
        assert found.about == new.about
        assert found.options == new.options
        assert found.goal == read_goals("first").to_dict()
        assert (found.n_items, found.n_ratings) == (40, 120)
        alike(store.ratings(found), new.ratings)
        assert fingerprint(store.ratings(found)) == fingerprint(new.ratings)
        assert store.study(found) == Study.from_dict(new.study.to_dict())
        assert store.study(found).text("zh") == new.study.text("zh")


def test_an_empty_store_has_nothing(address: str) -> None:
    with Store(address) as store:
        assert store.projects() == ()
        assert store.rounds("any") == ()


def test_rounds_stand_in_the_order_in_which_they_were_added(address: str) -> None:
    with Store(address) as store:
        store.add([new_round("b"), new_round("a", seed=2), new_round("x", "other")])
        store.add([new_round("10", seed=3)])
        assert [(k.name, k.place) for k in store.rounds("助手")] == [("b", 1), ("a", 2), ("10", 3)]
        when = "2026-01-02T03:04:05+00:00"
        assert store.projects() == (
            ProjectFacts(name="other", n_rounds=1, last="x", when=when),
            ProjectFacts(name="助手", n_rounds=3, last="10", when=when),
        )


def test_adding_the_same_again_changes_nothing(address: str) -> None:
    with Store(address) as store:
        first = store.add([new_round("v1"), new_round("v2", seed=2)])
        renamed = replace(rated(1), reading=rated(1).reading.but(source="copy of it.csv"))
        again = replace(new_round("v1"), ratings=renamed, about=replace(new_round("v1").about, note="retry"))
        assert store.add([again], replace=True) == first[:1]
        assert store.rounds("助手") == first
        assert asked(store, "SELECT count(*) FROM concordant_round") == [(2,)]


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        (lambda: new_round("v1", seed=2), "ratings"),
        (
            lambda: new_round("v1", about=About(marks={"model": Mark(name="m", fingerprint="n")})),
            r"prompt \(p.txt, now none\) and model",
        ),
        (lambda: new_round("v1", options={"level": 0.9}), r"options \(level, preset\)"),
        (lambda: new_round("v1", goal=None), "goal"),
    ],
)
def test_a_round_is_not_written_over_unless_asked(address: str, other: Any, differs: str) -> None:
    with Store(address) as store:
        store.add([new_round("v1"), new_round("v2", seed=3)])
        with pytest.raises(
            OptionError, match=f"already in the store, but differs in its {differs}: .*replace=True"
        ):
            store.add([other()])
        (kept,) = store.add([other()], replace=True)
        assert (kept.place, kept.generation) == (1, 2)
        assert store.rounds("助手")[0] == kept
        assert [k.name for k in store.rounds("助手")] == ["v1", "v2"]
        assert store.projects()[0].n_rounds == 2
        alike(store.ratings(kept), other().ratings)


def test_what_was_replaced_stays_readable(address: str) -> None:
    with Store(address) as store:
        (old,) = store.add([new_round("v1")])
        store.add([new_round("v1", seed=2)], replace=True)
        (third,) = store.add([new_round("v1", seed=3)], replace=True)
        assert third.generation == 3
        alike(store.ratings(old), rated(1))


def test_all_rounds_are_added_or_none(address: str) -> None:
    with Store(address) as store:
        store.add([new_round("v1")])
        with pytest.raises(OptionError):
            store.add([new_round("v2"), new_round("v1", seed=2), new_round("w", "new project")])
        assert [k.name for k in store.rounds("助手")] == ["v1"]
        assert [p.name for p in store.projects()] == ["助手"]
        assert asked(store, "SELECT name FROM concordant_project") == [("助手",)]


def test_a_failure_in_the_middle_leaves_no_trace(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise KeyboardInterrupt

    with Store(address) as store:
        store.add([new_round("v1")])
        with monkeypatch.context() as patch:
            patch.setattr(adding, "put_result_rows", fails)
            with pytest.raises(KeyboardInterrupt):
                store.add([new_round("v2", seed=2)])
        assert asked(store, "SELECT count(*) FROM concordant_piece WHERE number = 0") == [(2,)]
        (kept,) = store.add([new_round("v2", seed=2)])
        assert kept.place == 2


def test_one_call_may_add_a_name_twice_only_if_it_is_the_same(address: str) -> None:
    with Store(address) as store:
        one, two = store.add([new_round("v1"), new_round("v1")])
        assert one == two
        with pytest.raises(OptionError):
            store.add([new_round("v2"), new_round("v2", seed=2)])


def test_large_rounds_are_kept_in_pieces(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "PIECE", 1000)
    with Store(address) as store:
        (kept,) = store.add([new_round("v1")])
        sizes = asked(
            store,
            "SELECT what, count(*), max(length(data)) FROM concordant_piece GROUP BY what ORDER BY what",
        )
        assert [what for what, _, _ in sizes] == ["ratings", "study"]
        assert all(most == 1000 for _, count, most in sizes if count > 1)
        assert sizes[1][1] > 2
        alike(store.ratings(kept), rated(1))
        assert store.study(kept).to_dict() == studied().to_dict()


def test_results_and_findings_can_be_asked_for_by_sql(address: str) -> None:
    study = studied()
    with Store(address) as store:
        store.add([new_round("v1")])
        found = asked(
            store,
            "SELECT comparison, measure, estimate, conf_low, r.n_items FROM concordant_result AS r "
            "JOIN concordant_round ON round_id = id WHERE name = 'v1' ORDER BY number",
        )
        expected = [
            (
                c.name,
                m.measure,
                m.result.estimate,
                m.result.interval and m.result.interval.low,
                m.result.n_items,
            )
            for c in study.comparisons
            for m in c.measures
        ]
        assert [tuple(None if x != x else x for x in row) for row in expected] == found
        assert len(found) > 5
        told = asked(store, "SELECT code, sentence FROM concordant_finding ORDER BY number")
        assert told == [(f.code, f.text("en")) for f in study.findings]


def test_an_undefined_number_is_null(address: str) -> None:
    ratings = as_ratings([2] * 10, [2] * 10)
    with Store(address) as store:
        store.add([NewRound(project="p", name="v1", ratings=ratings, study=make_study(ratings))])
        found = asked(store, "SELECT count(*) FROM concordant_result WHERE estimate IS NULL")
        assert found[0][0] > 0
        assert asked(store, "SELECT count(*) FROM concordant_result WHERE estimate = 'NaN'") == [(0,)]


HOSTILE = [
    "'; DROP TABLE concordant_round; --",
    "<script>",
    "%s {x} :name",
    "عربى",
    "😀",
    "x" * 200,
    "a/b\\c",
    "None",
]


def test_names_are_only_names(address: str) -> None:
    with Store(address) as store:
        store.add([new_round(name, name) for name in HOSTILE])
        assert {p.name for p in store.projects()} == set(HOSTILE)
        for name in HOSTILE:
            assert store.round(name, name).name == name


UNTYPED = ["", "  ", "a\nb", "a\0b", " a", "a ", "x" * 201, "\ud800", 3, None]
UNSEEN = ["-v1", "--", "a\u202eb", "a\u200bb", "\ufeffa", "a\u2066b"]


@pytest.mark.parametrize("name", [*UNTYPED, *UNSEEN])
def test_a_name_that_cannot_be_typed_again_is_refused(address: str, name: Any) -> None:
    with Store(address) as store:
        for new in (new_round(name), new_round("v1", name)):
            with pytest.raises(OptionError, match="The name of a"):
                store.add([new])


def test_notes_may_hold_anything(address: str) -> None:
    about = About(when="w", who="a\0b", note="line\nline\ud800" + "长" * 50_000, marks={})
    with Store(address) as store:
        (kept,) = store.add([new_round("v1", about=about)])
        assert kept.about.who == "a�b"
        assert kept.about.note == "line\nline?" + "长" * 50_000
        assert store.rounds("助手") == (kept,)


def test_an_unknown_round_or_project_is_said_with_a_hint(address: str) -> None:
    with Store(address) as store:
        with pytest.raises(
            OptionError, match=r"There is no project 'x' in .*\. The projects are: none yet\."
        ):
            store.round("x", "v1")
        store.add([new_round(f"round {i}") for i in range(12)])
        with pytest.raises(OptionError) as problem:
            store.round("助手", "round 31")
        assert str(problem.value) == (
            "There is no round 'round 31' in project '助手'. Did you mean 'round 3'? The rounds are: …, "
            "'round 4', 'round 5', 'round 6', 'round 7', 'round 8', 'round 9', 'round 10', 'round 11'."
        )
        with pytest.raises(
            OptionError,
            match=r"There is no project '助手2' in .*\. Did you mean '助手'\? The projects are: '助手'\.",
        ):
            store.round("助手2", "v1")


def test_a_round_of_another_store_is_not_found_here(address: str, fresh: Fresh) -> None:
    with Store(address) as store, Store(fresh()) as other:
        store.add([new_round("v1")])
        (elsewhere,) = other.add([new_round("v1", seed=2)])
        with pytest.raises(ConcordantError, match="no longer has the round 'v1'"):
            store.ratings(elsewhere)


def test_damaged_bytes_are_said_and_not_read(address: str) -> None:
    with Store(address) as store:
        (kept,) = store.add([new_round("v1")])
        with store._opened.writing() as connection:
            connection.execute(
                text("UPDATE concordant_piece SET data = :x"), {"x": b"\x93ratings nonsense" * 9}
            )
        start = rf"Round 'v1' of project '助手' in {re.escape(store.where)} cannot be read: "
        with pytest.raises(InputError, match=f"{start}.*(newer|damaged)"):
            store.ratings(kept)
        with pytest.raises(InputError, match=f"{start}A stored study cannot be read"):
            store.study(kept)
