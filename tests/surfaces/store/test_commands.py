"""What `concordant track` says of its store: never a password, and always which round is meant."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

import concordant as cc
from concordant.surfaces.store.store import Store
from tests.surfaces.store.conftest import Fresh
from tests.surfaces.store.material import new_round
from tests.surfaces.track_data import write

Run = Callable[..., Any]
SECRET = "hunter2"  # noqa: S105


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CONCORDANT_STORE", raising=False)
    for name in ("v1", "v2"):
        write(Path(f"{name}.csv"), name)


# --- passwords ---


@pytest.fixture
def with_password(fresh_database: Fresh) -> str:
    """The address of a server that lets everybody in, with a password."""
    address = fresh_database().replace("postgres:@", f"postgres:{SECRET}@")
    assert SECRET in address
    return address


def test_a_password_is_not_in_the_commands_to_type(run: Run, with_password: str) -> None:
    for name in ("v1", "v2"):
        done = run("track", "add", f"{name}.csv", "--project", "p", "--round", name, "--store", with_password)
        assert done.exit_code == 0, done.output
        assert SECRET not in done.output
        assert '--project p --store "$CONCORDANT_STORE"' in " ".join(done.output.split())
    for lang in ("en", "zh"):
        shown = run("track", "status", "--store", with_password, "--project", "p", "--lang", lang).output
        assert '--store "$CONCORDANT_STORE"' in " ".join(shown.split())
        assert SECRET not in shown
    assert SECRET not in cc.track("p", store=with_password).status()


def test_a_password_in_the_environment_is_not_shown(
    run: Run, with_password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONCORDANT_STORE", with_password)
    run("track", "add", "v1.csv", "--project", "p", "--round", "v1")
    done = run("track", "list", "--project", "p")
    assert "postgresql://postgres@" in done.output
    only = run("track", "status")
    assert "p is the only project in postgresql://postgres@" in only.output
    assert SECRET not in done.output + only.output


@pytest.mark.parametrize(
    "place",
    [
        "postgresql:u:hunter2@h/d", "postgres:hunter2", "postgresql:/u:hunter2@h/d",
        "postgresql//u:hunter2@h/d",
        "POSTGRESQL:u:hunter2@h", "u:hunter2@h/d", "postgresql://u:hun@hunter2@127.0.0.1:9/d",
        "postgresql://u:h@x/hunter2@127.0.0.1:9/d", "u:hunter2@h x://y",
    ],
)  # fmt: skip
def test_an_address_that_was_mistyped_is_no_file_and_is_not_repeated(run: Run, place: str) -> None:
    for done in (
        run("track", "add", "v1.csv", "--project", "p", "--round", "v1", "--store", place),
        run("track", "list", "--store", place),
        run("track", "status", "--store", place),
        run("check", "v1.csv", "--baseline", "nowhere", "--store", place),
    ):
        assert done.exit_code in (2, 3)
        assert SECRET not in done.output
        assert "address" in done.output
    assert sorted(path.name for path in Path().iterdir()) == ["v1.csv", "v2.csv"]


def test_a_path_that_was_an_address_is_refused_too() -> None:
    with pytest.raises(cc.OptionError, match="neither a file nor an address") as problem:
        Store(Path("postgresql://u:hunter2@h/d"))
    assert SECRET not in str(problem.value)


# --- rounds that cannot be read ---


@pytest.fixture
def damaged(run: Run) -> None:
    """A store whose first round is damaged."""
    run("track", "add", "v1.csv", "--project", "p", "--round", "v1", "--store", "s.db")
    with Store("s.db") as store, store._opened.writing() as connection:
        connection.execute(text("UPDATE concordant_piece SET data = :x"), {"x": b"\x93ratings nonsense" * 9})


def test_a_round_that_was_stored_is_said_to_be_whatever_cannot_be_read(run: Run, damaged: None) -> None:
    done = run("track", "add", "v2.csv", "--project", "p", "--round", "v2", "--store", "s.db")
    assert done.exit_code == 3
    assert "Round 'v2' is stored, but the change cannot be computed." in done.output
    assert "Round 'v1' of project 'p' in s.db cannot be read" in done.output
    with Store("s.db") as store:
        assert [kept.name for kept in store.rounds("p")] == ["v1", "v2"]


def test_a_damaged_round_is_named(run: Run, damaged: None) -> None:
    for command in (["status"], ["show", "v1"], ["report", "v1", "-o", "x.html"]):
        done = run("track", *command, "--project", "p", "--store", "s.db")
        assert "Round 'v1' of project 'p' in s.db cannot be read" in done.output, command
        assert done.exit_code == 3


# --- files ---


def test_a_file_to_import_that_is_not_there_is_said_and_no_store_is_made(run: Run) -> None:
    done = run("track", "import", "nofile.zip", "--store", "new.db")
    assert done.exit_code == 3
    assert "nofile.zip cannot be read: No such file or directory" in done.output
    Path("bad.zip").write_text("no zip", encoding="utf-8")
    assert "bad.zip is damaged" in run("track", "import", "bad.zip", "--store", "new.db").output
    assert not Path("new.db").exists()


def test_a_project_that_is_not_there_is_said_alike_everywhere(run: Run) -> None:
    with Store("s.db") as store:
        store.add([new_round("v1", "chat")])
    sentence = "There is no project 'chit' in s.db. Did you mean 'chat'? The projects are: 'chat'."
    for command in (
        ["track", "list"],
        ["track", "status"],
        ["track", "export", "x.zip"],
        ["check", "v1.csv", "--baseline", "v1"],
    ):
        done = run(*command, "--project", "chit", "--store", "s.db")
        assert sentence in " ".join(done.output.split()), command
    with Store("s.db") as store, pytest.raises(cc.OptionError) as problem:
        store.round("chit", "v1")
    assert str(problem.value) == sentence


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "command", [["track", "list", "--store", "s.db"], ["check", "v1.csv", "--goal", "first"]]
)
def test_output_that_cannot_be_written_is_said_in_one_sentence(command: list[str]) -> None:
    Store("s.db").close()
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "concordant", *command], stdout=full, stderr=subprocess.PIPE, text=True,
            check=False,
        )  # fmt: skip
    assert done.stderr == "concordant: The output cannot be written: No space left on device.\n"
    assert done.returncode == 3
