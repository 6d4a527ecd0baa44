"""Opening a store: what is not ours is left alone, and whatever goes wrong is one clear sentence."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from concordant.errors import ConcordantError, InputError, MissingLibrary, OptionError
from concordant.surfaces.store import connection as opened
from concordant.surfaces.store.location import whereabouts
from concordant.surfaces.store.store import Store
from tests.postgres import Postgres
from tests.surfaces.store.conftest import Fresh
from tests.surfaces.store.material import new_round


def said(place: Any, **options: Any) -> str:
    """The sentence with which a store is refused."""
    with pytest.raises(ConcordantError) as problem:
        Store(place, **options)
    sentence = str(problem.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def test_a_file_that_is_no_store_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    assert said(path) == f"{path} is not a concordant store and was left unchanged: name another file."
    assert path.read_text(encoding="utf-8") == "a,b\n1,2\n"
    assert os.listdir(tmp_path) == ["ratings.csv"]


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_database_of_another_program_is_left_untouched(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
        connection.execute("CREATE TABLE concordant_round (x)")
    connection.close()
    before = path.read_bytes()
    assert (
        said(path) == f"{path} is a database of another program, and was left unchanged: name another file."
    )
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    path.touch()
    with Store(path) as store:
        store.add([new_round("v1")])


@pytest.mark.parametrize("tables", [False, True])
def test_looking_for_a_store_changes_no_file(tmp_path: Path, tables: bool) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    if tables:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("CREATE TABLE mine (x)")
            connection.execute("DROP TABLE mine")
        connection.close()
    before = path.read_bytes()
    assert said(path, create=False) == f"There is no store at {path} yet: adding a round creates one."
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["empty.db"]


def test_a_damaged_file_is_said(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with Store(path) as store:
        store.add([new_round("v1")])
    path.write_bytes(path.read_bytes()[:5000] + b"\xff" * 20_000)
    assert "damaged" in said(path)


def test_a_folder_that_does_not_exist_is_said(tmp_path: Path) -> None:
    path = tmp_path / "none" / "store.db"
    assert said(path) == f"The store {path} cannot be created: there is no folder {tmp_path / 'none'}."
    assert said(tmp_path) == f"{tmp_path} is a folder: name the file of the store in it."


def test_no_store_is_made_where_none_is_wanted(address: str) -> None:
    assert said(address, create=False).endswith("yet: adding a round creates one.")
    assert not Path(address).exists()
    with Store(address) as store:
        store.add([new_round("v1")])
    with Store(address, create=False) as store:
        assert len(store.rounds("助手")) == 1


def test_names_of_files_are_never_taken_for_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:x?mode=memory", "100%25.db", "存储.db", "a#b?c.db"):
        with Store(name) as store:
            store.add([new_round("v1")])
        with Store(tmp_path / name, create=False) as store:
            assert len(store.rounds("助手")) == 1
    with Store("sqlite:///存储.db", create=False) as store:
        assert len(store.rounds("助手")) == 1


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("", "The location of the store is empty"),
        ("mysql://u:geheim@h/d", "A store is kept in SQLite or PostgreSQL, not in 'mysql'"),
        ("postgresql://u:geheim@host:notaport/d", "The address must look like postgresql://user@host:5432/database."),
    ],
)  # fmt: skip
def test_an_address_that_cannot_be_is_refused(place: str, sentence: str) -> None:
    with pytest.raises(OptionError) as problem:
        Store(place)
    assert str(problem.value).startswith(sentence)
    assert "geheim" not in str(problem.value)


@pytest.mark.parametrize("start", ["postgresql", "postgres", "postgresql+psycopg"])
def test_a_password_is_never_shown(start: str) -> None:
    where = whereabouts(f"{start}://ann:geheim@127.0.0.1:1/db?password=geheim&sslmode=disable")
    assert where.shown == "postgresql://ann@127.0.0.1:1/db"
    assert where.without_password("no geheim here") == "no *** here"
    sentence = said(f"{start}://ann:geheim@127.0.0.1:1/db")
    assert sentence == "The store postgresql://ann@127.0.0.1:1/db: no server answers there."


def test_what_a_server_refuses_is_said(postgres: Postgres, fresh_database: Fresh) -> None:
    address = fresh_database()
    assert "the server has no such database or user" in said(address.replace("/postgres?", "/missing?"))
    assert "the server has no such database or user" in said(address.replace("postgres:@", "nobody:geheim@"))
    with Store(address) as store:
        assert "postgres:" not in store.where
        assert "geheim" not in repr(store)


def test_a_wrong_password_is_said_without_it() -> None:
    from sqlalchemy.exc import OperationalError

    from concordant.surfaces.store.errors import explain_errors

    where = whereabouts("postgresql://ann:geheim@host/db")
    for words, meaning in (
        ("FATAL: password authentication failed", "the server does not accept this user and password"),
        ("something else about geheim\nand more", "something else about *** and more"),
    ):  # fmt: skip
        with pytest.raises(InputError) as problem, explain_errors(where):
            raise OperationalError("SELECT", {}, Exception(words))
        assert str(problem.value) == f"The store postgresql://ann@host/db: {meaning}."


def test_a_missing_driver_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingLibrary, match=r"concordant\[postgres\]"):
        Store("postgresql://u@localhost/d")


def test_a_full_disk_is_said_and_nothing_is_half_written(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as store:
        store.add([new_round("v1")])

        def small(connection: Any, _: Any) -> None:
            connection.execute("PRAGMA max_page_count = 40")

        event.listen(store._opened.engine, "connect", small)
        with pytest.raises(InputError, match=r"store\.db: the disk is full; nothing was changed\."):
            store.add([new_round(f"w{i}", seed=2) for i in range(40)])
        event.remove(store._opened.engine, "connect", small)
        assert [k.name for k in store.rounds("助手")] == ["v1"]
        store.add([new_round("v2", seed=2)])


def test_a_store_that_is_locked_too_long_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "PATIENCE", 0.05)
    with Store(tmp_path / "store.db") as store:
        store.add([new_round("v1")])
        with store._opened.writing():
            with pytest.raises(
                InputError, match="another program has been writing to it for a minute; try again"
            ):
                store.add([new_round("v2")])
            assert len(store.rounds("助手")) == 1  # readers need not wait
        store.add([new_round("v2")])


def test_a_store_in_use_is_settled_as_promised(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as store, store._opened.reading() as connection:
        asked = {
            n: connection.scalar(text(f"PRAGMA {n}")) for n in ("journal_mode", "foreign_keys", "synchronous")
        }
    assert asked == {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 2}
    assert os.listdir(tmp_path) == ["store.db"]  # one file, once nobody uses it


# --- files that may not be written: asked by somebody who is not root, who may write everything ---


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that everybody can reach."""
    folder = Path(tempfile.mkdtemp(prefix="concordant-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def _as_nobody(path: Path, answers: Any) -> None:
    if os.getuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    try:
        with Store(path) as store:
            store.add([new_round("v2")])
        answers.send("written")
    except ConcordantError as problem:
        answers.send(str(problem))


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork")
@pytest.mark.parametrize("exists", [True, False])
def test_a_place_that_may_not_be_written_is_said(shared_folder: Path, exists: bool) -> None:
    path = shared_folder / "store.db"
    if exists:
        with Store(path) as store:
            store.add([new_round("v1")])
        path.chmod(0o444)
    shared_folder.chmod(0o555)
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=_as_nobody, args=(path, there))
    process.start()
    answer = here.recv() if here.poll(60) else "no answer"
    process.join(60)
    shared_folder.chmod(0o755)
    assert answer.startswith(f"The store {path}")
    assert "cannot be written" in answer or "its folder" in answer
