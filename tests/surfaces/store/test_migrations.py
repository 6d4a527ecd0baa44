"""A store of an older version is brought up to date by itself, and nothing in it is lost."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, NullPool, create_engine, text

from concordant.errors import InputError
from concordant.interpret.goals.goal import read_goals
from concordant.interpret.notes import note_message
from concordant.interpret.rounds.round import Mark
from concordant.ratings.audit import INFERRED
from concordant.ratings.ratings import Ratings
from concordant.result import Note
from concordant.surfaces.store import connection
from concordant.surfaces.store.schema import HEAD, REVISIONS, VERSION_TABLE
from concordant.surfaces.store.store import Store
from concordant.surfaces.store.web_schema import metadata
from tests.ratings.test_packed import alike
from tests.surfaces.store import make_old
from tests.surfaces.store.material import new_round
from tests.surfaces.store.test_store import asked

KEPT = Path(__file__).with_name("old_0001.db")


@pytest.fixture
def old(place: str, address: str) -> str:
    """A store whose tables are of the first version: the file that is kept, or the same in PostgreSQL."""
    if place == "sqlite":
        shutil.copy(KEPT, address)
        return address
    with sqlalchemy_engine(address, place).begin() as connection:
        make_old.fill(connection)
        # keys were given, so the next one has to be set
        connection.execute(text("SELECT setval('concordant_project_id_seq', 1)"))
        connection.execute(text("SELECT setval('concordant_round_id_seq', 2)"))
    return address


def in_words_of_today(ratings: Ratings) -> Ratings:
    """The ratings with every note and every role in the words that are used now."""

    def now(notes: tuple[Note, ...]) -> tuple[Note, ...]:
        return tuple(Note(note.code, note_message(note).text("en"), note.facts) for note in notes)

    reading, scale = ratings.reading, ratings.scale
    return replace(
        ratings,
        reading=replace(reading, notes=now(reading.notes), roles=_roles_of_today(reading.roles)),
        scale=replace(scale, notes=now(scale.notes)),
    )


def _roles_of_today(roles: Mapping[str, str]) -> dict[str, str]:
    """The first version wrote "(guessed)" for what is called inferred."""
    return {role: text.replace(" (guessed)", INFERRED) for role, text in roles.items()}


def test_everything_in_an_old_store_is_found_again(old: str) -> None:
    with Store(old, create=False) as store:
        rounds = store.rounds("旧项目")
        assert [(k.name, k.place, k.generation) for k in rounds] == [("v1", 1, 1), ("v2", 2, 1)]
        for kept, one in zip(rounds, make_old.OLD, strict=True):
            assert kept.about.note == one["note"]
            assert kept.about.who == "安"
            marks = {what: Mark(name=n, fingerprint=f) for what, (n, f) in one["marks"].items()}
            assert kept.about.marks == marks
            alike(in_words_of_today(store.ratings(kept)), make_old.old_ratings(one["judge"]))
            study = store.study(kept)
            assert study.n_items == kept.n_items == 8
            assert study.comparison("judge").n_items == 8 - one["judge"].count(None)
        assert [k.goal for k in rounds] == [None, read_goals("first").to_dict()]
        assert [k.about.when[:10] for k in rounds] == ["2025-01-01", "2025-02-01"]


def test_an_old_store_has_results_as_rows_afterwards_and_takes_rounds(old: str) -> None:
    with Store(old) as store:
        rows = asked(
            store, "SELECT round_id, count(*) FROM concordant_result GROUP BY round_id ORDER BY round_id"
        )
        studies = [store.study(kept) for kept in store.rounds("旧项目")]
        assert rows == [(i, sum(len(c.measures) for c in s.comparisons)) for i, s in enumerate(studies, 1)]
        findings = asked(store, "SELECT count(*) FROM concordant_finding")
        assert findings == [(sum(len(s.findings) for s in studies),)]
        (kept,) = store.add([new_round("v3", "旧项目")])
        assert kept.place == 3
        (again,) = store.add([new_round("v1", "旧项目")], replace=True)
        assert (again.place, again.generation) == (1, 2)


def test_a_store_of_the_second_version_opens_with_its_rounds_and_gets_the_tables_of_the_web(
    old: str, place: str
) -> None:
    engine = sqlalchemy_engine(old, place)
    with engine.begin() as opened:
        connection.bring_up_to_date(opened, "0002")
        before = opened.execute(text("SELECT * FROM concordant_result ORDER BY round_id, number")).all()
    with Store(old, create=False) as store:
        assert [kept.name for kept in store.rounds("旧项目")] == ["v1", "v2"]
        assert asked(store, f"SELECT version_num FROM {VERSION_TABLE}") == [("0003",)]
        assert before
        assert asked(store, "SELECT * FROM concordant_result ORDER BY round_id, number") == before
        assert asked(store, "SELECT count(*) FROM concordant_event") == [(0,)]


def sqlalchemy_engine(address: str, place: str) -> Engine:
    """The database itself, without the store around it."""
    url = f"sqlite:///{address}" if place == "sqlite" else address.replace("://", "+psycopg://", 1)
    return create_engine(url, poolclass=NullPool)


def test_migrations_give_the_tables_of_the_schema(old: str) -> None:
    with Store(old) as store, store._opened.reading() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_server_default": True}
        )
        assert compare_metadata(context, metadata) == []


def test_a_new_store_has_the_tables_of_the_schema(address: str) -> None:
    with Store(address) as store, store._opened.reading() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []


def test_the_revisions_that_are_named_are_those_that_there_are() -> None:
    config = Config()
    config.set_main_option("script_location", str(connection.MIGRATIONS))
    script = ScriptDirectory.from_config(config)
    assert script.get_heads() == [HEAD]
    assert tuple(one.revision for one in reversed(list(script.walk_revisions()))) == REVISIONS


def test_an_upgrade_that_fails_leaves_the_old_store_as_it_was(
    old: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = connection.bring_up_to_date

    def fails(opened: object) -> None:
        real(opened)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("concordant.surfaces.store.connection.bring_up_to_date", fails)
        with pytest.raises(KeyboardInterrupt):
            Store(old)
    if place == "sqlite":
        with closing(sqlite3.connect(old)) as database, database:
            tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master")}
        database.close()
        assert "concordant_piece" not in tables
    with Store(old) as store:
        assert len(store.rounds("旧项目")) == 2


def test_a_store_of_a_newer_version_says_to_update(address: str) -> None:
    with Store(address) as store:
        store.add([new_round("v1")])
        with store._opened.writing() as connection:
            connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '0099'"))
    with pytest.raises(InputError) as problem:
        Store(address)
    assert "was made by a newer version of concordant (its tables have version 0099" in str(problem.value)
    assert str(problem.value).endswith("update concordant.")


def test_the_kept_file_is_really_old() -> None:
    with closing(sqlite3.connect(f"file:{KEPT}?mode=ro", uri=True)) as connection, connection:
        assert connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchall() == [("0001",)]
    connection.close()
    assert KEPT.stat().st_size < 200_000
